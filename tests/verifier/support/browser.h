// A headless Chromium, controlled over a pipe (the DevTools protocol).
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace perft_verify::verifier::test {

/// The program, or nothing if there is none.
std::string chromium();

class Browser {
 public:
  /// Opens a page of `width` × `height` pixels; `scripts` says whether JavaScript is on.
  Browser(const std::string& url, int width, int height, bool scripts = true);
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;
  ~Browser();

  /// The value of an expression in the page, or of the promise that it returns; fails the test if
  /// it throws.
  nlohmann::json evaluate(const std::string& expression);
  /// A key as a user presses it: "ArrowLeft", "Tab", "Enter".
  void press(const std::string& key);
  /// From now on the user's system prefers dark pages, or light ones.
  void prefer_dark(bool dark);
  /// Text as a user types it.
  void type(const std::string& text);
  void go(const std::string& url);

  /// The messages of the page's console and log, the content security policy included.
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }
  /// Every requested address.
  [[nodiscard]] const std::vector<std::string>& requests() const { return requests_; }

 private:
  nlohmann::json call(const std::string& method,
                      nlohmann::json parameters = nlohmann::json::object());
  nlohmann::json next_message();
  void take_event(const nlohmann::json& message);

  int pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  int next_id_ = 1;
  std::string session_;
  std::string buffer_;
  bool loaded_ = false;
  std::string profile_;
  std::vector<std::string> complaints_;
  std::vector<std::string> requests_;
};

}  // namespace perft_verify::verifier::test
