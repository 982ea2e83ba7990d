// The texts of the built-in suites. Apart from their reader, so that the audit can have them
// without everything that readers need.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace perft_verify::verifier {

/// `quick` is the beginning of the gate with so many nodes.
inline constexpr std::uint64_t kQuickNodes = 50'000;

/// The text of `gate`, `quick`, `standard` or `rules`, byte for byte as in suites/; nothing for any
/// other name. To name a file of that name, use a path: `./gate`.
std::optional<std::string_view> built_in_suite(std::string_view name);

}  // namespace perft_verify::verifier
