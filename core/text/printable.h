// Text from outside: engines, suites, the command line. It must not reach a terminal, a log or a
// pipe unchecked.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify {

/// The text with everything unprintable written as \xNN: C0 and C1 controls, DEL, invalid UTF-8,
/// bidirectional controls, invisible characters (joiners, tags), and the bracket of "##[", which
/// would be a command to GitHub in a log. At most `limit` bytes of it, then "…".
std::string printable(std::string_view text, std::size_t limit = 200);

/// The beginning of `text`, which must not be empty: a code point and how many bytes it takes, or
/// one byte that is not well-formed UTF-8.
struct CodePoint {
  char32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};
CodePoint next_code_point(std::string_view text);

/// Whether it has a byte below 0x20 or 0x7f; such a text could smuggle a command.
bool has_control_characters(std::string_view text);

}  // namespace perft_verify
