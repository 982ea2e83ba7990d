#include "verifier/run/model/plan.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <functional>

#include "core/counting/perft.h"

namespace perft_verify::verifier {
namespace {

/// Core counts this many nodes for a forecast without a noticeable delay.
constexpr double kQuickNodes = 20'000;

int deepest_recorded(const Row& row, int limit) {
  int deepest = 0;
  for (const auto& [depth, nodes] : row.recorded)
    if (depth <= limit) deepest = std::max(deepest, depth);
  return deepest;
}

}  // namespace

double NodeForecast::nodes(int depth) {
  const auto recorded = row_.recorded.find(depth);
  if (recorded != row_.recorded.end()) return static_cast<double>(recorded->second);
  // A recorded count one ply higher is a better base than core's shallow ones.
  const auto above = row_.recorded.find(depth - 1);
  if (depth < 2 || above == row_.recorded.end()) return predicted(depth);
  const double growth = predicted(depth) / std::max(predicted(depth - 1), 1.0);
  return std::max(predicted(depth), static_cast<double>(above->second) * growth);
}

double NodeForecast::predicted(int depth) {
  while (static_cast<int>(predicted_.size()) <= depth) {
    const int next = static_cast<int>(predicted_.size());
    const double last = predicted_.back();
    const double before = next >= 2 ? predicted_[predicted_.size() - 2] : 0;
    double count = last * (before > 0 ? std::max(last / before, 1.0) : 30.0);
    if (count <= kQuickNodes)
      if (const auto position = row_.position())
        count = static_cast<double>(perft(*position, next).value_or(0));
    predicted_.push_back(count);
  }
  return predicted_[static_cast<std::size_t>(depth)];
}

RowPlan plan_row(const Row& row, const RunOptions& options) {
  RowPlan plan;
  if (row.chess960 && options.skip_chess960) {
    plan.reason = kNoChess960;
    plan.skipped = true;
    return plan;
  }
  int depth = options.depth.value_or(kMaxDepth);
  if (options.recorded) {
    depth = deepest_recorded(row, depth);
    if (depth == 0) {
      plan.reason = "nothing is recorded to compare with";
      return plan;
    }
  } else if (!options.depth) {
    const int recorded = row.wanted_depth > 0 ? row.wanted_depth : deepest_recorded(row, kMaxDepth);
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
  plan.most_shallow_nodes = forecast.at_most(plan.shallow);
  plan.most_nodes = forecast.at_most(plan.depth);
  return plan;
}

void RowPlans::push_back(const RowPlan& plan) {
  if (reasons_.empty() || reasons_.back() != plan.reason) reasons_.push_back(plan.reason);
  numbers_.push_back(static_cast<std::uint32_t>(plans_.size()));
  plans_.push_back(
      {plan.nodes, static_cast<float>(plan.shallow_nodes),
       static_cast<float>(plan.most_shallow_nodes), static_cast<float>(plan.most_nodes),
       static_cast<std::uint32_t>(reasons_.size() - 1), static_cast<std::uint8_t>(plan.depth),
       static_cast<std::uint8_t>(plan.shallow), plan.skipped});
}

RowPlan RowPlans::operator[](std::size_t row) const {
  const Packed& packed = plans_[numbers_[row]];
  RowPlan plan;
  plan.depth = packed.depth;
  plan.shallow = packed.shallow;
  plan.shallow_nodes = packed.shallow_nodes;
  plan.nodes = packed.nodes;
  plan.most_shallow_nodes = packed.most_shallow_nodes;
  plan.most_nodes = packed.most_nodes;
  plan.reason = reasons_[packed.reason];
  plan.skipped = packed.skipped;
  return plan;
}

RowPlans plan_rows(const RowList& rows, const RunOptions& options, const std::stop_token& stop) {
  const auto hash = [&rows](std::size_t row) {
    return std::hash<std::string_view>()(rows.position_and_counts(row));
  };
  const auto equal = [&rows](std::size_t a, std::size_t b) {
    return rows.position_and_counts(a) == rows.position_and_counts(b);
  };
  boost::unordered_flat_set<std::uint32_t, decltype(hash), decltype(equal)> known(0, hash, equal);
  RowPlans plans;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (stop.stop_requested()) {
      plans.push_back({.depth = 1, .shallow = 1, .reason = {}, .skipped = false});
    } else if (rows.fen(row).fen.empty()) {
      plans.push_back({});
    } else if (const auto [first, fresh] = known.insert(static_cast<std::uint32_t>(row)); fresh) {
      plans.push_back(plan_row(rows[row], options));
    } else {
      plans.push_back_that_of(*first);
    }
  }
  return plans;
}

}  // namespace perft_verify::verifier
