// Samples of a count, counted again by the plain generator.
//
// Most boards two plies above the leaves are counted by sums (additive-inl.h), which is a trick. To
// rely on a count, one has some of its boards counted again without it.
#pragma once

#include <functional>
#include <optional>

#include "core/position.h"

namespace perft_verify {

/// A position with a count of depth 2 that differs from the plain generator's.
struct Miscount {
  Position position;
  std::uint64_t counted;
  std::uint64_t plain;
};

/// Counts the lines of two plies. An empty one is perft().
using CountTwoPlies = std::function<std::uint64_t(const Position&)>;

/// Walks from `root` down a tree of `depth` plies, `samples` times, each time by other moves, to
/// two plies above its leaves, and compares there. The same positions for the same root and depth.
/// None at depth 0 and 1, or if all walks end in mate or stalemate before.
std::optional<Miscount> find_miscount(const Position& root, int depth, unsigned samples,
                                      const CountTwoPlies& count = {});

}  // namespace perft_verify
