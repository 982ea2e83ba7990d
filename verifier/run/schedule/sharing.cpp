#include "verifier/run/schedule/sharing.h"

#include <algorithm>
#include <array>

namespace perft_verify::verifier {
namespace {

/// Before ply 3 there are no transpositions, except rare pairs of captures.
constexpr int kFirstPly = 3;
/// The most positions to hold in memory.
constexpr double kMostPositions = 1'000'000;

/// The cost of a question, relative to the lowest measured: more lines to print and to read, a
/// machine that does other things as well. Measured at Kiwipete with 48 lines an answer.
constexpr double kAskingInPractice = 1.5;

/// The share of moves from different positions at a ply that lead to new positions: measured at the
/// start position, Kiwipete and an endgame.
double new_positions_per_move(int ply) {
  constexpr std::array<double, 7> kMeasured{1, 1, 1, 0.6, 0.6, 0.47, 0.4};
  return kMeasured[std::min<std::size_t>(static_cast<std::size_t>(ply), kMeasured.size() - 1)];
}

}  // namespace

std::optional<SharingForecast> cheapest_sharing(const TreeForecast& tree,
                                                const ReferencePace& pace) {
  std::optional<SharingForecast> best;
  double positions = tree.known_positions;
  double spent = 0;
  const auto paths = [&tree](int ply) {
    return std::max(tree.paths[static_cast<std::size_t>(ply)], 1.0);
  };
  for (int ply = tree.known_ply; ply < tree.depth; ++ply) {
    if (ply > tree.known_ply) {
      const double moves = positions * paths(ply) / paths(ply - 1);
      spent += kAskingInPractice *
               (positions * pace.seconds_per_question + moves * pace.seconds_per_board);
      positions = moves * new_positions_per_move(ply);
    }
    if (positions > kMostPositions) break;
    if (ply < kFirstPly) continue;
    const double counting =
        positions * (pace.seconds_per_question + tree.nodes / paths(ply) / pace.nodes_per_second);
    if (!best || spent + counting < best->seconds) best = SharingForecast{ply, spent + counting};
  }
  return best;
}

double plain_seconds(double nodes, const ReferencePace& pace) {
  return nodes / pace.nodes_per_second;
}

bool sharing_pays(const SharingForecast& sharing, double nodes, const ReferencePace& pace) {
  return sharing.seconds < 0.85 * plain_seconds(nodes, pace);
}

}  // namespace perft_verify::verifier
