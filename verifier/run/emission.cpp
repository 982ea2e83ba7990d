#include "verifier/run/emission.h"

#include <algorithm>
#include <utility>

#include "core/contains.h"

namespace perft_verify::verifier {

Emission::Emission(const RunInfo& run, RowStates& states, const EqualRows& equal,
                   std::vector<Reporter*> reporters)
    : run_(run),
      states_(states),
      equal_(equal),
      reporters_(std::move(reporters)),
      shallow_done_(run.rows.size()),
      done_(run.rows.size()) {}

/// Emits results in suite order, as if one worker had done everything, so that a report does not
/// depend on which worker was faster.
void Emission::emit() {
  while (next_shallow_ < states_.size() && shallow_done_[equal_.first(next_shallow_)]) {
    if (!states_[equal_.first(next_shallow_)].result.deep) emit_findings(next_shallow_);
    ++next_shallow_;
    emit_rows();
  }
  emit_rows();
}

void Emission::emit_rows() {
  // Results of the deep pass come after all shallow ones, even where a journal has known them from
  // the beginning.
  const bool shallow_is_over = next_shallow_ == states_.size();
  for (; next_row_ < next_shallow_; ++next_row_) {
    const std::size_t row = next_row_;
    const std::size_t first = equal_.first(row);
    if (!done_[first] || (!shallow_is_over && states_[first].result.deep)) return;
    emit_findings(row);
    const auto report = [&](const RowResult& result) {
      for (Reporter* reporter : reporters_) reporter->row_finished(row, result);
      count(row, result);
    };
    if (equal_.is_duplicate(row)) {
      report(result_of_duplicate(row));
    } else {
      report(states_[row].result);
    }
    if (equal_.next(row) == 0) states_.reported(first);
  }
}

RowResult Emission::result_of_duplicate(std::size_t row) const {
  const std::size_t first = equal_.first(row);
  const RowState& state = states_[first];
  RowResult result = state.result;
  result.same_as = first;
  if (run_.plans.number(row) == run_.plans.number(first)) return result;
  const Row other = run_.rows[row];
  result.recorded_nodes.reset();
  if (result.depth) result.recorded_nodes = recorded_at(other, *result.depth);
  result.suite_errors = wrong_recorded(other, state);
  return result;
}

/// Findings of one root cause become one, with several rows. Done in suite order, so that the
/// result does not depend on which worker was faster.
void Emission::emit_findings(std::size_t row) {
  if (equal_.is_duplicate(row)) return emit_findings_of_first(row);
  if (states_[row].findings.empty()) return;
  RowState& state = states_.change(row);
  for (Finding& finding : state.findings) {
    const std::size_t index = root_causes_.number_of(finding);
    if (!contains(state.result.findings, index)) state.result.findings.push_back(index);
    if (index < findings_.size()) {
      std::vector<std::size_t>& rows = findings_[index].rows;
      if (rows.back() != row) rows.push_back(row);
      if (is_failure(finding.kind) && !is_failure(findings_[index].finding.kind)) {
        state.result.failed = true;
        state.result.reason = reason_of<Failed>(finding)->failure.message;
      }
      if (state.result.findings.size() == 1)
        state.result.looks_like = other_class(finding, findings_[index].finding);
      continue;
    }
    findings_.push_back({std::move(finding), {row}});
    for (Reporter* reporter : reporters_) reporter->finding(index, findings_.back());
  }
  state.findings.clear();
}

std::optional<BugId> Emission::other_class(const Finding& finding, const Finding& shown) {
  const std::vector<BugId> classes = classes_of(finding);
  const std::string symptoms = fault_key(finding);
  if (!classes.empty()) likeliest_.try_emplace(symptoms, classes.front());
  const auto likeliest = likeliest_.find(symptoms);
  if (shown.bug_class || likeliest == likeliest_.end() ||
      contains(shown.candidates, likeliest->second))
    return std::nullopt;
  return likeliest->second;
}

/// Findings of the first of equal rows, so far, apply to every one of them.
void Emission::emit_findings_of_first(std::size_t duplicate) {
  const std::vector<std::size_t>& shown = states_[equal_.first(duplicate)].result.findings;
  if (shown.empty()) return;
  std::vector<std::size_t>& added = findings_of_duplicates_[duplicate];
  for (; added.size() < shown.size(); added.push_back(shown[added.size()]))
    findings_[shown[added.size()]].rows.push_back(duplicate);
}

void Emission::count(std::size_t row, const RowResult& result) {
  Summary& summary = counted_;
  switch (result.verdict) {
    case Verdict::Agree:
      ++summary.agree;
      break;
    case Verdict::Mismatch:
      ++summary.mismatch;
      break;
    case Verdict::Undecided:
      ++summary.undecided;
      if (result.reason == kNotRun) ++summary.not_run;
      break;
    case Verdict::Skipped:
      ++summary.skipped;
      break;
  }
  if (!result.suite_errors.empty()) ++summary.suite_errors;
  if (result.verdict == Verdict::Agree && result.depth) {
    const auto recorded = run_.rows[row].recorded;
    if (!recorded.empty() && recorded.rbegin()->first > *result.depth) ++summary.shallower;
  }
  if (result.same_as) {
    ++summary.duplicates;
  } else {
    summary.nodes += result.subject_nodes.value_or(0);
  }
}

Summary Emission::summary(double seconds) const {
  Summary summary = counted_;
  summary.rows = states_.size();
  summary.findings = findings_.size();
  summary.seconds = seconds;
  return summary;
}

void Emission::progress(const Progress& progress) {
  for (Reporter* reporter : reporters_) reporter->progress(progress);
}

Summary report_entries(const RunInfo& run, std::vector<Reporter*> reporters,
                       std::vector<JournalEntry> entries, double seconds) {
  RowStates states(run.rows.size());
  const EqualRows equal(run.rows.size());
  Emission emission(run, states, equal, std::move(reporters));
  for (JournalEntry& entry : entries) {
    states.change(entry.row) = std::move(entry.state);
    emission.all_is_done(entry.row);
    emission.emit();
  }
  return emission.summary(seconds);
}

}  // namespace perft_verify::verifier
