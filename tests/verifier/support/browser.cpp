#include "tests/verifier/support/browser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <stdexcept>

namespace perft_verify::verifier::test {

using nlohmann::json;

std::string chromium() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser",
                           "/usr/bin/google-chrome", "/usr/local/bin/chromium"})
    if (std::filesystem::exists(path)) return path;
  return "";
}

Browser::Browser(const std::string& url, int width, int height, bool scripts) {
  std::array<char, 64> profile{"/tmp/perft-verify-browser-XXXXXX"};
  if (::mkdtemp(profile.data()) == nullptr) throw std::runtime_error("no temporary folder");
  profile_ = profile.data();
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("no pipes");
  const std::string program = chromium();
  const std::string window = fmt::format("--window-size={},{}", width, height);
  const std::string data = "--user-data-dir=" + profile_;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::setpgid(0, 0);
    // Chromium reads at 3 and writes at 4; first the descriptors are moved away from there.
    const int read_end = ::fcntl(in[0], F_DUPFD, 10);
    const int write_end = ::fcntl(out[1], F_DUPFD, 10);
    ::dup2(read_end, 3);
    ::dup2(write_end, 4);
    const int null = ::open("/dev/null", O_RDWR);
    ::dup2(null, 1);
    ::dup2(null, 2);
    ::execl(program.c_str(), program.c_str(), "--headless=new", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe", "--no-first-run", "--disable-dev-shm-usage",
            "--disable-background-networking", window.c_str(), data.c_str(), "about:blank",
            nullptr);
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);
  ::close(in[0]);
  ::close(out[1]);
  to_ = in[1];
  from_ = out[0];
  const std::string target = call("Target.createTarget", {{"url", "about:blank"}})["targetId"];
  session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"];
  for (const char* domain : {"Page", "Runtime", "Log", "Network"})
    call(std::string(domain) + ".enable");
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", width < 500}});
  if (!scripts) call("Emulation.setScriptExecutionDisabled", {{"value", true}});
  go(url);
}

Browser::~Browser() {
  ::close(to_);
  ::close(from_);
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  std::error_code ignored;
  std::filesystem::remove_all(profile_, ignored);
}

void Browser::go(const std::string& url) {
  loaded_ = false;
  call("Page.navigate", {{"url", url}});
  while (!loaded_) take_event(next_message());
}

json Browser::evaluate(const std::string& expression) {
  const json result =
      call("Runtime.evaluate",
           {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  EXPECT_FALSE(result.contains("exceptionDetails")) << expression << ": " << result.dump();
  return result["result"].value("value", json());
}

void Browser::press(const std::string& key) {
  const std::map<std::string, int> codes{{"Tab", 9},    {"Enter", 13},     {"End", 35},
                                         {"Home", 36},  {"ArrowLeft", 37}, {"ArrowRight", 39},
                                         {"Space", 32}, {"Escape", 27},    {"n", 78},
                                         {"p", 80},     {"?", 191}};
  for (const char* type : {"rawKeyDown", "keyUp"})
    call("Input.dispatchKeyEvent",
         {{"type", type}, {"key", key}, {"code", key}, {"windowsVirtualKeyCode", codes.at(key)}});
  if (key == "Enter") call("Input.dispatchKeyEvent", {{"type", "char"}, {"text", "\r"}});
}

void Browser::prefer_dark(bool dark) {
  call("Emulation.setEmulatedMedia",
       {{"features",
         json::array({{{"name", "prefers-color-scheme"}, {"value", dark ? "dark" : "light"}}})}});
}

void Browser::type(const std::string& text) { call("Input.insertText", {{"text", text}}); }

json Browser::call(const std::string& method, json parameters) {
  const int id = next_id_++;
  json message{{"id", id}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = message.dump();
  // With the zero byte that ends it.
  if (::write(to_, text.c_str(), text.size() + 1) != static_cast<ssize_t>(text.size() + 1))
    throw std::runtime_error("the browser does not listen");
  while (true) {
    json answer = next_message();
    if (answer.value("id", 0) != id) {
      take_event(answer);
      continue;
    }
    if (answer.contains("error")) throw std::runtime_error(method + ": " + answer.dump());
    return answer["result"];
  }
}

json Browser::next_message() {
  constexpr int kPatienceMs = 60'000;
  std::size_t end = 0;
  while ((end = buffer_.find('\0')) == std::string::npos) {
    pollfd wait{from_, POLLIN, 0};
    if (::poll(&wait, 1, kPatienceMs) <= 0) throw std::runtime_error("the browser says nothing");
    std::array<char, 65536> bytes{};
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0) throw std::runtime_error("the browser has gone");
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  json message = json::parse(buffer_.substr(0, end));
  buffer_.erase(0, end + 1);
  return message;
}

void Browser::take_event(const json& message) {
  const std::string method = message.value("method", "");
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Runtime.consoleAPICalled" || method == "Runtime.exceptionThrown" ||
      method == "Log.entryAdded")
    complaints_.push_back(message["params"].dump());
  if (method == "Network.requestWillBeSent")
    requests_.push_back(message["params"]["request"]["url"]);
}

}  // namespace perft_verify::verifier::test
