// Text that came from outside: engines, suites, the command line. Nothing of it reaches a
// terminal, a log or a pipe unseen.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify::reference {

/// The text with everything that is not printable written as \xNN: C0 and C1 controls, DEL,
/// invalid UTF-8, bidirectional controls. At most `limit` bytes of it, then "…".
std::string printable(std::string_view text, std::size_t limit = 200);

/// Whether a byte below 0x20 or 0x7f stands in it; such a text could smuggle a command.
bool has_control_characters(std::string_view text);

}  // namespace perft_verify::reference
