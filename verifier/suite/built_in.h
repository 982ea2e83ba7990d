// The suites inside the program, so that `verify gate` works in any folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// `quick` is the beginning of the gate with so many nodes.
inline constexpr std::uint64_t kQuickNodes = 50'000;

/// The text of `gate`, `quick`, `standard` or `rules`, byte for byte as in suites/; nothing for any
/// other name. To name a file of that name, use a path: `./gate`.
std::optional<std::string_view> built_in_suite(std::string_view name);

/// The FEN of the row with that id in one of them; standard, rules and gate in this order.
std::optional<std::string> built_in_position(std::string_view id);

/// The ids of all rows that have one, for suggestions.
std::vector<std::string> built_in_ids();

/// Whether the row is in a file that a user can open: not on the command line, on standard input or
/// in a built-in suite.
bool stands_in_a_file(const Row& row);

}  // namespace perft_verify::verifier
