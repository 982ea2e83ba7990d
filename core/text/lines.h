// The lines of a text file from any source: LF, CRLF or CR at their ends, with NUL and blanks
// before them. Some existing suites end their lines in "\0\n", some in different ways.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace perft_verify {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether it is digits and nothing else.
inline bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// Of ASCII alone, whatever the locale is.
inline char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower_case(std::string_view text);

/// A word of a line: up to the next blank or ';'.
struct Word {
  std::string_view text;
  std::size_t begin = 0;
  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
};
Word next_word(std::string_view line, std::size_t at);

/// Removes the first word from a command for an engine, and returns it; empty at the end. A
/// carriage return counts as a blank.
std::string_view take_word(std::string_view& command);

/// The byte at which `word` stands in such a command as a whole word; npos if it does not.
std::size_t find_word(std::string_view command, std::string_view word);

/// Removes the first line from `text`, and returns it without its line feed. A line feed at the end
/// of the text begins no line.
std::string_view take_line(std::string_view& text);

/// `text` without the blanks around it.
std::string_view trimmed(std::string_view text);

/// Whether a spreadsheet would evaluate a cell of CSV as a formula. Such a cell is written with an
/// apostrophe before it, which is removed when it is read.
inline bool begins_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").contains(cell.front());
}

/// Whether a line is empty or begins with # or %.
bool is_comment_or_empty(std::string_view line);

/// Lines without their ends, one after the other, in one pass over the text.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Goes to the next line, the first at the beginning; false at the end.
  bool next();
  [[nodiscard]] std::string_view text() const { return line_; }
  /// From 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
  const char* lone_until_ = nullptr;  // the CRs before it are followed by no LF
};

}  // namespace perft_verify
