// The suites inside the program, so that `verify gate` works wherever it is started.
#pragma once

#include <optional>
#include <string_view>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// The text of `gate`, `quick`, `standard` or `rules`, byte for byte as in suites/; none for any
/// other name. A file of that name is meant by a path: `./gate`.
std::optional<std::string_view> built_in_suite(std::string_view name);

/// Has the row a place that a reader can open? Not so on the command line, on standard input and
/// in a built-in suite.
bool stands_in_a_file(const Row& row);

}  // namespace perft_verify::verifier
