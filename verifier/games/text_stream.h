// A text file read once from front to back, whatever its size and its line ends. A game database
// does not fit in memory, and a single line may have a gigabyte.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

namespace perft_verify::verifier {

class TextStream {
 public:
  static constexpr int kEnd = -1;

  /// "-" is standard input. The error is one sentence that begins with the file's name.
  static std::expected<TextStream, std::string> open(const std::string& file);
  /// For tests.
  static TextStream of_text(std::string text);

  /// The next byte, and '\n' for every line end (LF, CR LF, CR); kEnd at the end.
  int peek();
  int get();
  /// The line of the next byte, from 1.
  [[nodiscard]] std::size_t line() const { return line_; }
  /// Whether the next byte is the first of its line.
  [[nodiscard]] bool at_line_start() const { return at_line_start_; }
  /// The next `length` bytes as they are in the file, without taking them; fewer at its end. No
  /// more than 64 KiB.
  std::string_view ahead(std::size_t length);
  /// Takes the rest of the line, and its end. If it is longer than `longest` bytes, `text` has its
  /// beginning, and `cut` is set.
  void rest_of_line(std::string& text, std::size_t longest, bool& cut);

 private:
  /// Fills the bytes, and returns how many; 0 at the end.
  using Source = std::function<std::size_t(char*, std::size_t)>;

  explicit TextStream(Source source) : source_(std::move(source)) {}
  bool fill(std::size_t wanted);

  Source source_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool at_line_start_ = true;
  bool ended_ = false;
};

}  // namespace perft_verify::verifier
