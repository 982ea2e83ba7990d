// Weighted set cover with repetition: the cheapest selection in which each goal is met as often
// as it is wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace perft_verify::verifier {

/// Something that can be taken, once.
struct Offer {
  std::uint64_t cost = 1;
  /// Of offers of the same group one can be taken.
  std::size_t group = 0;
  std::vector<std::uint32_t> goals;  // that it meets; ascending
};

/// The indices of the offers that are taken, ascending. `wanted[goal]` is how often each goal is
/// to be met; a goal that is not offered as often is met as often as it can be. Greedy (Chvátal
/// 1979: at most ln n + 1 times the optimum); then offers are exchanged for others of their group
/// where that meets more, and whatever is not needed is dropped again.
/// Deterministic: of equally good offers the first is taken.
std::vector<std::size_t> cover(std::span<const Offer> offers, std::span<const unsigned> wanted);

}  // namespace perft_verify::verifier
