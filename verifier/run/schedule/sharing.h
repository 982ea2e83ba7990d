// Decides where a large row's reference count is cheaper if positions that are reached in several
// ways are counted once: at which ply, and whether it pays.
//
// The forecast for positions not seen yet comes from those already seen: from ply 3 on some 60 % of
// the moves lead to a position that no other move has led to, and fewer the deeper.
#pragma once

#include <optional>
#include <vector>

#include "verifier/run/model/job.h"

namespace perft_verify::verifier {

/// The known part of a row's tree.
struct TreeForecast {
  int depth = 0;
  double nodes = 0;           // at `depth`
  std::vector<double> paths;  // by ply, from 0: lines of so many moves, at least up to depth - 1
  /// The deepest ply with known positions, and the number of different ones.
  int known_ply = 2;
  double known_positions = 0;
};

/// The ply at which sharing is cheapest, from `known_ply` on (at least 3), and the remaining
/// seconds of one worker then.
struct SharingForecast {
  int ply = 0;
  double seconds = 0;
};
/// Nothing if the row is too shallow to share anything.
std::optional<SharingForecast> cheapest_sharing(const TreeForecast& tree,
                                                const ReferencePace& pace);

/// The seconds of counting each line by itself.
double plain_seconds(double nodes, const ReferencePace& pace);

/// Whether sharing is still better than plain counting if the forecast is somewhat wrong.
bool sharing_pays(const SharingForecast& sharing, double nodes, const ReferencePace& pace);

}  // namespace perft_verify::verifier
