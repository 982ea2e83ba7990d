// Weighted set cover with repetition: the cheapest selection that meets each goal as often as
// required.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace perft_verify::verifier {

/// An item that can be taken once.
struct Offer {
  std::uint64_t cost = 1;
  /// Only one offer of the same group can be taken.
  std::size_t group = 0;
  std::vector<std::uint32_t> goals;  // that it meets; ascending
};

/// The indices of the offers that are taken, ascending. `wanted[goal]` is how often each goal is to
/// be met; a goal with fewer offers is met as often as possible. Greedy (Chvátal 1979: at most ln n
/// + 1 times the optimum); then offers are exchanged for others of their group if that meets more
/// goals, and unneeded ones are dropped again. Deterministic: of equally good offers the first is
/// taken.
std::vector<std::size_t> cover(std::span<const Offer> offers, std::span<const unsigned> wanted);

}  // namespace perft_verify::verifier
