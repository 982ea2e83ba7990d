#include "verifier/cli/run/pace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "core/fen.h"
#include "core/text/format.h"

namespace perft_verify::verifier {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<double, 6> kNodes{1, 20, 400, 8902, 197'281, 4'865'609};
constexpr double kTelling = 0.01;  // seconds; less measures the pipe more than the engine
constexpr double kMostSeconds = 2;
/// A longer run is worth a hint at --max-nodes.
constexpr double kLong = 600;

}  // namespace

Pace measure_pace(reference::Generator& generator, const std::stop_token& stop) {
  Pace pace;
  pace.lists_moves = generator.lists_moves();
  for (std::size_t depth = 1; depth < kNodes.size(); ++depth) {
    auto question = reference::question_at(standard(kStartPosition), {}, static_cast<int>(depth));
    question.expected_nodes = kNodes[depth];
    const auto seconds_of = [&]() -> std::optional<double> {
      const auto begin = Clock::now();
      if (!generator.divide(question, stop)) return std::nullopt;
      return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    auto asked = seconds_of();
    // A machine may be busy for a moment, and an engine slow at its first question: takes the
    // better of two counts.
    if (asked && (depth == 1 || *asked >= kTelling) && *asked <= kMostSeconds) {
      const auto again = seconds_of();
      asked = again ? std::optional(std::min(*asked, *again)) : std::nullopt;
    }
    if (!asked) return pace;  // the rows will report the failure
    const double seconds = *asked;
    if (depth == 1) {
      pace.seconds_per_question = seconds;
      continue;
    }
    // By chance the first question may have taken longer than this one.
    const double counting = std::max(seconds - pace.seconds_per_question, seconds / 10);
    pace.nodes_per_second = kNodes[depth] / counting;
    // The time to start a program varies by as much, so a shorter time tells nothing.
    if (counting >= std::max(kTelling, pace.seconds_per_question)) break;
    const double next = depth + 1 < kNodes.size() ? kNodes[depth + 1] : 0;
    if (next / pace.nodes_per_second > kMostSeconds) break;
  }
  return pace;
}

std::optional<Forecast> forecast(const RunInfo& run, const RunOptions& options, const Pace& pace) {
  if (pace.nodes_per_second <= 0) return std::nullopt;
  double nodes = 0;
  double questions = 0;
  for (const RowPlan& plan : run.plans) {
    if (plan.depth == 0) continue;
    const bool deep = plan.depth > plan.shallow;
    nodes += plan.shallow_nodes + (deep ? plan.nodes : 0);
    questions += deep ? 2 : 1;
  }
  // Each position is counted twice: as a total, and move by move.
  constexpr double kMovesOfAPosition = 30;
  if (!pace.lists_moves && options.mode != Mode::Totals) {
    nodes *= 2;
    questions *= kMovesOfAPosition;
  }
  const double workers =
      std::max(1.0, std::min<double>(options.jobs, static_cast<double>(run.plans.size())));
  const double seconds =
      (nodes / pace.nodes_per_second + questions * pace.seconds_per_question) / workers;
  if (seconds < 1) return std::nullopt;
  std::string text =
      fmt::format("{} counts {}; its share of this run, {} nodes, will take about {}",
                  run.subject.name, speed_text(pace.nodes_per_second),
                  grouped(static_cast<std::uint64_t>(nodes)), duration_text(seconds));
  if (seconds > kLong) {
    const auto fewer = static_cast<std::uint64_t>(
        std::max(1000.0, pace.nodes_per_second * workers * 60 /
                             std::max<double>(1, static_cast<double>(run.plans.size()))));
    // A round number is easier to type.
    std::uint64_t round = 1000;
    while (round * 10 <= fewer) round *= 10;
    text += fmt::format("; with --max-nodes {} it will take about a minute", fewer / round * round);
  }
  return Forecast{seconds, std::move(text)};
}

}  // namespace perft_verify::verifier
