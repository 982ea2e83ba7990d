#include "verifier/tools/mutate/survey.h"

#include <algorithm>
#include <set>

#include "core/parallel.h"
#include "verifier/run/model/plan.h"

namespace perft_verify::verifier {

bool BugSeen::seen() const {
  return std::ranges::any_of(shown, [](const auto& each) { return each.second.has_value(); });
}

bool BugSeen::seen_in_full() const {
  return std::ranges::all_of(shown, [](const auto& each) { return each.second.has_value(); });
}

namespace {

void count_rows(std::span<const Row> rows, const SurveyOptions& options,
                const std::stop_token& stop, Survey& survey) {
  RunOptions plan;
  plan.depth = options.depth;
  plan.max_nodes = options.max_nodes;
  std::vector<std::optional<Count>> counted(rows.size());
  std::vector<std::string> reasons(rows.size());
  parallel_for(rows.size(), options.jobs, stop, [&](std::size_t at) {
    const RowPlan row = plan_row(rows[at], plan);
    reasons[at] = row.reason;
    if (row.depth > 0) counted[at] = right_count(rows[at], row.depth, stop);
  });
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (counted[at]) {
      survey.nodes += counted[at]->nodes;
      survey.counts.push_back(*std::move(counted[at]));
    } else if (!stop.stop_requested()) {
      survey.left_out.push_back(name_of(rows[at]) + ": " + reasons[at]);
    }
  }
  std::ranges::stable_sort(survey.counts, {}, &Count::nodes);
}

}  // namespace

Survey survey(std::span<const Row> rows, const SurveyOptions& options,
              const std::stop_token& stop) {
  Survey survey;
  count_rows(rows, options, stop, survey);
  const Shown enough = options.totals_only ? Shown::ByTotal : Shown::ByDivide;
  const std::vector<Mutant> mutants = all_mutants();
  std::vector<std::optional<std::size_t>> shown(mutants.size());
  parallel_for(mutants.size(), options.jobs, stop, [&](std::size_t at) {
    for (std::size_t count = 0; count < survey.counts.size() && !shown[at]; ++count)
      if (shown_by(survey.counts[count], mutants[at], stop) >= enough) shown[at] = count;
    options.one_done(mutants.size());
  });
  std::set<std::size_t> needed;
  for (std::size_t at = 0; at < mutants.size(); ++at) {
    if (survey.bugs.empty() || survey.bugs.back().bug.id != mutants[at].bug.id)
      survey.bugs.push_back({mutants[at].bug, {}});
    survey.bugs.back().shown.emplace_back(mutants[at].only, shown[at]);
    if (shown[at]) needed.insert(*shown[at]);
  }
  survey.rows_needed = needed.size();
  for (const std::size_t count : needed) survey.nodes_needed += survey.counts[count].nodes;
  return survey;
}

}  // namespace perft_verify::verifier
