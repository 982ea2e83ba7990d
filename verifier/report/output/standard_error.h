// Messages beside the report, on standard error; dropped if nothing reads it.
#pragma once

#include <cstddef>
#include <string_view>

#include "verifier/run/model/exit_code.h"

namespace perft_verify::verifier {

/// Writes to standard error. A closed pipe is not a failure: there is still the exit code.
void tell(std::string_view text);

/// The width of the terminal behind a file descriptor; 0 if there is none.
std::size_t columns_of_terminal(int descriptor);

/// The text as a line of its own, with "verify: " before it.
void complain(std::string_view what);

/// Complains and returns the exit code, for a command that ends by it.
int failed(ExitCode code, std::string_view what);

}  // namespace perft_verify::verifier
