#include "verifier/run/schedule/deep_pass.h"

#include <algorithm>
#include <utility>

#include "verifier/run/schedule/sharing.h"

namespace perft_verify::verifier {
namespace {

/// Enough parts per worker that no worker idles at the end.
constexpr double kPartsPerWorker = 16;
/// The longest time of a part: an interruption loses that much.
constexpr double kMostPartSeconds = 10;
/// A faster row is not worth dividing.
constexpr double kLeastSecondsToShare = 0.2;

/// The assumed pace before any measurement.
ReferencePace usual_pace(const reference::Identity& reference) {
  if (reference.kind == "core") return {2e9, 3e-6, 3e-6};
  if (reference.kind == "mailbox") return {2e7, 1e-5, 1e-5};
  return {2e8, 1.2e-4, 6e-5};
}

double subject_speed(const reference::Identity& subject, const RowStates& states) {
  double nodes = 0;
  double seconds = 0;
  for (std::size_t row = 0; row < states.size(); ++row) {
    const RowState& state = states[row];
    constexpr std::uint64_t kTellingNodes = 20'000;
    if (state.result.subject_nodes.value_or(0) < kTellingNodes) continue;
    nodes += static_cast<double>(*state.result.subject_nodes);
    seconds += state.result.subject_seconds;
  }
  const double least = subject.kind == "core" ? 2e9 : 1e5;
  return seconds > 0 ? std::max(nodes / seconds, least) : std::max(1e8, least);
}

}  // namespace

DeepPass::DeepPass(const RunOptions& options, const RunInfo& run, const RowStates& states,
                   std::vector<std::size_t> rows,
                   std::map<std::pair<std::size_t, int>, KnownParts> known, unsigned workers,
                   bool subject_in_parts)
    : options_(options),
      run_(run),
      states_(states),
      rows_(std::move(rows)),
      known_(std::move(known)),
      divisible_(!options.recorded && run.reference_ignores_clocks) {
  std::ranges::stable_sort(rows_, std::ranges::greater{},
                           [this](std::size_t row) { return expected(row); });
  for (const std::size_t row : rows_) nodes_ += expected(row);
  rules_.share = options.share;
  rules_.pace = usual_pace(run.reference);
  rules_.subject_in_parts = subject_in_parts;
  const double subject = subject_speed(run.subject, states);
  rules_.subject_share = rules_.pace.nodes_per_second / (rules_.pace.nodes_per_second + subject);
  const double least = rules_.pace.nodes_per_second * options.part_seconds;
  const double most = std::max(rules_.pace.nodes_per_second * kMostPartSeconds, least);
  rules_.part_nodes =
      workers > 1 ? std::clamp(nodes_ / (workers * kPartsPerWorker), least, most) : most;
}

double DeepPass::correction(std::size_t row) const {
  const RowPlan& plan = run_.plans[row];
  const auto& agreed = states_[row].agreed;
  const auto counted =
      std::ranges::find(agreed, plan.shallow, &std::pair<int, std::uint64_t>::first);
  if (recorded_at(run_.rows[row], plan.depth) || counted == agreed.end() || plan.shallow_nodes <= 0)
    return 1;
  return std::max(static_cast<double>(counted->second) / plan.shallow_nodes, 1e-3);
}

/// Nodes by ply.
std::vector<double> DeepPass::forecast(std::size_t row) const {
  const RowPlan& plan = run_.plans[row];
  const Row asked = run_.rows[row];  // used by the forecast
  NodeForecast nodes(asked);
  std::vector<double> forecast{1};
  for (int ply = 1; ply < plan.depth; ++ply)
    forecast.push_back(nodes.nodes(ply) * (ply < plan.shallow ? 1 : correction(row)));
  forecast.push_back(expected(row));
  return forecast;
}

bool DeepPass::is_worth_dividing(const std::vector<double>& forecast) const {
  const int depth = static_cast<int>(forecast.size()) - 1;
  if (!divisible_ || depth < 2) return false;
  if (forecast.back() > rules_.part_nodes || options_.share == Sharing::On) return true;
  if (options_.share == Sharing::Off ||
      plain_seconds(forecast.back(), rules_.pace) < kLeastSecondsToShare)
    return false;
  const auto sharing = cheapest_sharing({.depth = depth,
                                         .nodes = forecast.back(),
                                         .paths = forecast,
                                         .known_ply = 1,
                                         .known_positions = forecast[1]},
                                        rules_.pace);
  return sharing && sharing_pays(*sharing, forecast.back(), rules_.pace);
}

std::optional<Job> DeepPass::next(unsigned worker) {
  for (Open& open : open_) {
    if (auto job = open.row->next(worker)) {
      ++open.out;
      return job;
    }
  }
  while (!resumed_.empty() || next_ < rows_.size()) {
    const std::size_t row = resumed_.empty() ? rows_[next_++] : resumed_.front();
    if (!resumed_.empty()) resumed_.pop_front();
    if (auto job = begin(row, worker)) return job;
  }
  return std::nullopt;
}

/// The depths that one worker runs alone in one job; else the next depth, divided.
std::optional<Job> DeepPass::begin(std::size_t row, unsigned worker) {
  const RowPlan& plan = run_.plans[row];
  const std::vector<double> nodes = forecast(row);
  const auto to = [&nodes](int depth) {
    return std::vector<double>(nodes.begin(), nodes.begin() + depth + 1);
  };
  const auto is_divided = [&](int depth) {
    return (divisible_ && known_.contains({row, depth})) || is_worth_dividing(to(depth));
  };
  const int first = states_[row].result.depth.value_or(plan.shallow) + 1;
  int depth = first;
  while (depth <= plan.depth && !is_divided(depth)) ++depth;
  if (depth > plan.depth)
    return Job{
        .row = row, .depth = plan.depth, .nodes = nodes.back(), .part = 0, .task = CheckRow{}};
  if (depth > first) {
    ++between_;
    return Job{.row = row, .depth = depth - 1, .nodes = 0, .part = 0, .task = CheckRow{}};
  }
  const auto known = known_.find({row, depth});
  KnownParts parts = known != known_.end() ? std::move(known->second) : KnownParts{};
  if (options_.share == Sharing::Off && parts.tree.ply > 0) parts.tree.counts.clear();
  Open open{std::make_unique<DividedRow>(row, to(depth), plan.most_nodes, plan.shallow, rules_,
                                         std::move(parts)),
            0, false};
  auto job = open.row->next(worker);
  if (job) ++open.out;
  open_.push_back(std::move(open));
  return job;
}

std::optional<JournalPart> DeepPass::take(unsigned worker, const Job& job, JobResult result) {
  const bool goes_deeper = ends_row(job) && job.depth < run_.plans[job.row].depth &&
                           !states_[job.row].done && !states_[job.row].stopped;
  if (goes_deeper) resumed_.push_back(job.row);
  if (std::holds_alternative<CheckRow>(job.task)) {
    if (job.depth < run_.plans[job.row].depth) --between_;
    return std::nullopt;
  }
  const auto open = std::ranges::find_if(open_, [&job](const Open& each) {
    return each.row->row() == job.row && each.row->depth() == job.depth;
  });
  if (open == open_.end()) return std::nullopt;
  std::optional<JournalPart> part;
  const auto& found = result.found;
  if (const auto* counts = std::get_if<reference::Answer<std::vector<std::uint64_t>>>(&found);
      counts != nullptr && *counts) {
    part.emplace();
    const auto& paths = std::get<CountPaths>(job.task).paths;
    for (std::size_t at = 0; at < paths.size(); ++at)
      part->counts.emplace_back(paths[at], (**counts)[at]);
    part->reference_seconds = result.seconds;
  } else if (const auto* subject = std::get_if<SubjectAnswer>(&found);
             subject != nullptr && subject->answer) {
    const auto& filter = std::get<AskSubject>(job.task).part;
    if (!filter || !filter->others) {
      part.emplace();
      part->subject = *subject->answer;
      if (filter) part->subject_moves = filter->moves;
      part->subject_seconds = subject->seconds;
    }
  } else if (const auto* outline = std::get_if<reference::Answer<Outline>>(&found);
             outline != nullptr && *outline && (*outline)->pace) {
    rules_.pace = *(*outline)->pace;
    rules_.measured = true;
  }
  if (part) {
    part->part_of_row = job.row;
    part->depth = job.depth;
    part->ply = open->row->shared_ply();
  }
  open->row->take(worker, job, std::move(result));
  --open->out;
  open->judged = open->judged || std::holds_alternative<JudgeRow>(job.task);
  if (open->judged && open->out == 0) open_.erase(open);
  return part;
}

void DeepPass::forget(unsigned worker) {
  for (Open& open : open_) open.row->forget(worker);
}

}  // namespace perft_verify::verifier
