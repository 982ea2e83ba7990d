#include "verifier/tools/lint/count_rules.h"

#include <fmt/format.h>

#include <cmath>

#include "core/text/format.h"

namespace perft_verify::verifier {
namespace {

constexpr double kTwoTo32 = 4294967296.0;
/// No position has more legal moves.
constexpr double kMostMoves = 218;
/// Growth from ply to ply varies; a count this much below what it predicts is suspicious.
constexpr double kSuspiciousFactor = 5;

/// The count at `depth` by the growth up to it; nothing without two counts in a row.
std::optional<double> predicted(const CountsByDepth& known, int depth) {
  const auto last = known.find(depth - 1);
  const auto before = known.find(depth - 2);
  if (last == known.end() || last->second == 0) return std::nullopt;
  const auto nodes = static_cast<double>(last->second);
  if (before == known.end() && depth > 2) return std::nullopt;
  const double base = depth > 2 ? static_cast<double>(before->second) : 1.0;
  return base > 0 ? std::optional(nodes * nodes / base) : std::nullopt;
}

/// A recorded count and the last known one before it.
struct Step {
  int depth = 0;
  std::uint64_t nodes = 0;
  int depth_before = 0;
  std::uint64_t nodes_before = 1;
};

std::optional<Issue> check_step(const Row& row, const Step& step, const CountsByDepth& known) {
  const auto issue = [&](Severity severity, std::string_view rule, std::string message) {
    return count_issue(severity, rule, row, step.depth, std::move(message));
  };
  const std::string what = fmt::format("the count {} at depth {}", grouped(step.nodes), step.depth);
  const std::string before =
      step.depth_before == 0
          ? "a single position"
          : fmt::format("{} at depth {}", grouped(step.nodes_before), step.depth_before);
  if (step.nodes_before == 0) {
    if (step.nodes == 0) return std::nullopt;
    return issue(
        Severity::Error, "count-impossible",
        fmt::format("{} after {}: where no line leads on, none can be longer", what, before));
  }
  const double most =
      static_cast<double>(step.nodes_before) * std::pow(kMostMoves, step.depth - step.depth_before);
  if (static_cast<double>(step.nodes) > most)
    return issue(Severity::Error, "count-impossible",
                 fmt::format("{} is impossible after {}: no position has more than 218 moves", what,
                             before));
  const auto expected = predicted(known, step.depth);
  if (expected && static_cast<double>(step.nodes) < kTwoTo32 && *expected > kTwoTo32 &&
      static_cast<double>(step.nodes) * kSuspiciousFactor < *expected)
    return issue(Severity::Warning, "count-truncated",
                 fmt::format("{} looks like the low 32 bits of a count: the depths before it let "
                             "some {:.2g} be expected",
                             what, *expected));
  if (step.nodes < step.nodes_before && step.depth_before > 0)
    return issue(Severity::Warning, "count-falls",
                 fmt::format("{} is less than {}, which is rare", what, before));
  return std::nullopt;
}

}  // namespace

bool is_truncated(std::uint64_t recorded, std::uint64_t counted) {
  return recorded != counted && static_cast<std::uint32_t>(counted) == recorded;
}

void check_counts(const Row& row, const CountsByDepth& proven, std::vector<Issue>& issues) {
  CountsByDepth known = row.recorded;
  for (const auto& [depth, nodes] : proven) known[depth] = nodes;
  Step step;
  for (const auto& [depth, nodes] : known) {
    step.depth = depth;
    step.nodes = nodes;
    if (!proven.contains(depth))
      if (auto issue = check_step(row, step, known)) issues.push_back(std::move(*issue));
    step.depth_before = depth;
    step.nodes_before = nodes;
  }
}

}  // namespace perft_verify::verifier
