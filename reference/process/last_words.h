// The words of a program before it ends: why it does, among stack traces and other lines.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify::reference {

/// The last line that says why a program ends, as the runtimes of languages write it, and the next
/// one if it is text too; empty without such a line.
std::string_view reason_in(std::string_view text);

/// The last lines of a program's output, printable and joined by " | ": whole lines, the last one
/// at least, in some `limit` bytes. Where more lines are left out, the reason for its end, or the
/// line before a stack trace, comes first.
std::string last_words(std::string_view text, std::size_t limit = 300);

}  // namespace perft_verify::reference
