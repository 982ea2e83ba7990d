// Messages beside the report, on standard error; dropped if nothing reads it.
#pragma once

#include <cstddef>
#include <string_view>

namespace perft_verify::verifier {

/// Writes to standard error. A pipe whose reader has gone is no failure: the exit code tells too.
void tell(std::string_view text);

/// How wide the terminal behind a file descriptor is; 0 where it is none.
std::size_t columns_of_terminal(int descriptor);

/// The text as a line of its own, with "verify: " before it.
void complain(std::string_view what);

}  // namespace perft_verify::verifier
