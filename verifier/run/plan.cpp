#include "verifier/run/plan.h"

#include <algorithm>

#include "core/fen.h"
#include "core/perft.h"

namespace perft_verify::verifier {
namespace {

/// Core counts this much for a forecast without anybody noticing.
constexpr double kQuickNodes = 200'000;

int deepest_recorded(const Row& row, int limit) {
  int deepest = 0;
  for (const auto& [depth, nodes] : row.recorded)
    if (depth <= limit) deepest = std::max(deepest, depth);
  return deepest;
}

}  // namespace

double NodeForecast::nodes(int depth) {
  while (static_cast<int>(known_.size()) <= depth) {
    const int next = static_cast<int>(known_.size());
    const double last = known_.back();
    const double growth = next >= 2 && known_[known_.size() - 2] > 0
                              ? std::max(last / known_[known_.size() - 2], 1.0)
                              : 30.0;
    double count = last * growth;
    if (const auto recorded = row_.recorded.find(next); recorded != row_.recorded.end()) {
      count = static_cast<double>(recorded->second);
    } else if (count <= kQuickNodes) {
      const auto parsed =
          parse_fen(row_.fen, {.chess960 = row_.chess960 ? Chess960::On : Chess960::Off});
      if (parsed) count = static_cast<double>(perft(parsed->position, next).value_or(0));
    }
    known_.push_back(count);
  }
  return known_[static_cast<std::size_t>(depth)];
}

RowPlan plan_row(const Row& row, const RunOptions& options) {
  RowPlan plan;
  int depth = options.depth.value_or(kMaxDepth);
  if (options.recorded) {
    depth = deepest_recorded(row, depth);
    if (depth == 0) {
      plan.reason = "nothing is recorded to compare with";
      return plan;
    }
  } else if (!options.depth) {
    const int recorded = deepest_recorded(row, kMaxDepth);
    depth = recorded > 0 ? recorded : options.max_nodes ? kMaxDepth : kDefaultDepth;
  }

  NodeForecast forecast(row);
  const auto deepest_within = [&](double limit) {
    int deepest = 1;
    while (deepest < depth && forecast.nodes(deepest + 1) <= limit) ++deepest;
    return deepest;
  };
  if (options.max_nodes) depth = deepest_within(static_cast<double>(*options.max_nodes));
  if (options.recorded) depth = deepest_recorded(row, depth);
  if (depth == 0) {
    plan.reason = "nothing is recorded within --max-nodes";
    return plan;
  }
  plan.depth = depth;
  plan.shallow = deepest_within(kShallowNodes);
  if (options.recorded) {
    const int recorded = deepest_recorded(row, plan.shallow);
    plan.shallow = recorded > 0 ? recorded : depth;
  }
  plan.shallow_nodes = forecast.nodes(plan.shallow);
  plan.nodes = forecast.nodes(plan.depth);
  return plan;
}

}  // namespace perft_verify::verifier
