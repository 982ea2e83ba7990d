// The suites inside the program, so that `verify gate` works in any folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verifier/suite/built_in_text.h"
#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// The FEN of the row with that id in one of them; standard, rules and gate in this order.
std::optional<std::string> built_in_position(std::string_view id);

/// The ids of all rows that have one, for suggestions.
std::vector<std::string> built_in_ids();

/// Whether the row is in a file that a user can open: not on the command line, on standard input or
/// in a built-in suite.
bool stands_in_a_file(const Row& row);

}  // namespace perft_verify::verifier
