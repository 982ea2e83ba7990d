#include "core/perft.h"

namespace perft_verify {
namespace {

/// Below this depth a subtree ends too soon for the stop token to be worth a look.
constexpr int kStopDepth = 4;

/// The last ply is counted from the sets of target squares, without a list of moves. No
/// overflow is possible here: three plies have at most 218^3 leaves.
std::uint64_t count_shallow(const Position& position, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position))
    sum += count_shallow(position.after(move), depth - 1);
  return sum;
}

}  // namespace

std::expected<std::uint64_t, PerftFailure> perft(const Position& position, int depth,
                                                 const PerftOptions& options) {
  if (depth <= 0) return 1;
  if (depth < kStopDepth) return count_shallow(position, depth);
  if (options.stop.stop_requested()) return std::unexpected(PerftFailure::Stopped);
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position)) {
    const auto nodes = perft(position.after(move), depth - 1, options);
    if (!nodes) return nodes;
    if (__builtin_add_overflow(sum, *nodes, &sum)) return std::unexpected(PerftFailure::Overflow);
  }
  return sum;
}

std::expected<std::vector<MoveCount>, PerftFailure> divide(const Position& position, int depth,
                                                           const PerftOptions& options) {
  std::vector<MoveCount> counts;
  for (const Move move : legal_moves(position)) {
    const auto nodes = perft(position.after(move), depth - 1, options);
    if (!nodes) return std::unexpected(nodes.error());
    counts.push_back({move, *nodes});
  }
  return counts;
}

}  // namespace perft_verify
