// How deep each row goes, and in which order.
#pragma once

#include <optional>

#include "verifier/run/options.h"
#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// Every row is run at the deepest depth below this many nodes first.
inline constexpr double kShallowNodes = 100'000;

/// Nodes by depth: recorded where known, counted by core where that is quick, predicted by
/// the last growth beyond.
class NodeForecast {
 public:
  explicit NodeForecast(const Row& row) : row_(row) {}

  /// The expected perft at `depth` ≥ 1. Only ever used to choose depths, order and deadlines.
  double nodes(int depth);

 private:
  const Row& row_;
  std::vector<double> known_{1.0};  // by depth
};

struct RowPlan {
  int depth = 0;    // the deepest; 0 if nothing can be run
  int shallow = 0;  // run first
  double shallow_nodes = 0;
  double nodes = 0;  // expected at `depth`
  /// Why there is nothing to run.
  std::string reason;
};

RowPlan plan_row(const Row& row, const RunOptions& options);

}  // namespace perft_verify::verifier
