#include "verifier/run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <numeric>
#include <tuple>
#include <utility>

#include "verifier/run/workers.h"

namespace perft_verify::verifier {

Runner::Runner(const RunOptions& options, const RunInfo& run, std::vector<Reporter*> reporters,
               std::unique_ptr<reference::Generator> subject,
               std::unique_ptr<reference::Generator> reference)
    : options_(options),
      run_(run),
      reporters_(std::move(reporters)),
      subject_(std::move(subject)),
      reference_(std::move(reference)),
      states_(run.rows.size()),
      first_(run.rows.size()),
      next_equal_(run.rows.size()),
      shallow_done_(run.rows.size()),
      finished_(run.rows.size()) {
  std::iota(first_.begin(), first_.end(), 0U);
}

Summary Runner::run(const std::stop_token& stop) {
  const Stopwatch watch;
  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (run_.plans[row].depth > 0) continue;
    std::string skipped = run_.rows[row].skip_reason;
    RowState& state = states_.change(row);
    if (!skipped.empty()) {
      state.result.verdict = Verdict::Skipped;
      state.result.reason = std::move(skipped);
    } else {
      state.result.reason = run_.plans[row].reason;
    }
    state.done = true;
    shallow_done_[row] = finished_[row] = true;
  }
  find_duplicates();
  if (journal_ != nullptr) restore(journal_->take_entries(), journal_->take_parts());
  Workers workers(*this, stop);
  emit_in_order();
  workers.run();

  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (!is_duplicate(row) && !states_[row].done) {
      RowResult& result = states_.change(row).result;
      result.verdict = Verdict::Undecided;
      result.reason = kNotRun;
    }
    shallow_done_[row] = finished_[row] = true;
    emit_in_order();
  }
  return summary(watch.seconds());
}

Summary Runner::report(std::vector<JournalEntry> entries, double seconds) {
  for (JournalEntry& entry : entries) {
    states_.change(entry.row) = std::move(entry.state);
    shallow_done_[entry.row] = finished_[entry.row] = true;
    emit_in_order();
  }
  return summary(seconds);
}

void Runner::use(Journal& journal) { journal_ = &journal; }

void Runner::use(std::vector<std::unique_ptr<Elsewhere>> elsewhere,
                 std::function<void(const std::string&)> notice) {
  elsewhere_ = std::move(elsewhere);
  notice_ = std::move(notice);
}

void Runner::restore(std::vector<JournalEntry> entries, std::vector<JournalPart> parts) {
  for (JournalEntry& entry : entries) {
    if (entry.row >= states_.size() || states_[entry.row].done || is_duplicate(entry.row)) continue;
    states_.change(entry.row) = std::move(entry.state);
    shallow_done_[entry.row] = true;
    finished_[entry.row] = states_[entry.row].done;
    add_dissent(entry.row);
  }
  for (JournalPart& part : parts) {
    if (part.part_of_row >= states_.size() || states_[part.part_of_row].done || is_duplicate(part.part_of_row)) continue;
    known_parts_[part.part_of_row].add(std::move(part));
  }
}

/// Recorded counts are no part of what a row is: each row is judged by its own. But where they
/// are the reference, they decide what is asked.
void Runner::find_duplicates() {
  const auto identity = [this](std::size_t row) {
    const auto [fen, chess960] = run_.rows.fen(row);
    return std::tuple(options_.recorded ? run_.rows.position_and_counts(row) : fen, chess960,
                      run_.plans[row].depth);
  };
  const auto hash = [&identity](std::size_t row) { return boost::hash_value(identity(row)); };
  const auto equal = [&identity](std::size_t a, std::size_t b) {
    return identity(a) == identity(b);
  };
  boost::unordered_flat_set<std::uint32_t, decltype(hash), decltype(equal)> known(0, hash, equal);
  std::vector<std::uint32_t> first_of_plan;  // from 1
  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (states_[row].done) continue;
    const std::size_t plan = run_.plans.number(row);
    if (plan >= first_of_plan.size()) first_of_plan.resize(plan + 1);
    std::uint32_t& first = first_of_plan[plan];
    if (first == 0) first = 1 + *known.insert(static_cast<std::uint32_t>(row)).first;
    first_[row] = first - 1;
  }
  std::vector<std::uint32_t> next(states_.size());  // by first row
  for (std::size_t row = states_.size(); row-- > 0;)
    next_equal_[row] = std::exchange(next[first_[row]], static_cast<std::uint32_t>(row));
}

/// The findings of a row say what its own recorded count votes for; a duplicate may have
/// another one.
void Runner::add_dissent(std::size_t row) {
  const RowResult& result = states_[row].result;
  if (!result.depth || result.subject_nodes == result.reference_nodes) return;
  for (std::size_t duplicate = row; (duplicate = next_equal_[duplicate]) != 0;) {
    const auto recorded = recorded_at(run_.rows[duplicate], *result.depth);
    if (!recorded || recorded == result.recorded_nodes || recorded != result.subject_nodes)
      continue;
    for (Finding& finding : states_.change(row).findings)
      finding.reasons.emplace_back(RecordedCount{*recorded, place_of(run_.rows[duplicate])});
  }
}

/// What is ready goes out as if one worker had done everything in suite order, so that a report
/// does not depend on which of them was faster.
void Runner::emit_in_order() {
  while (next_shallow_ < states_.size() && shallow_done_[first_[next_shallow_]]) {
    if (!states_[first_[next_shallow_]].result.deep) emit_findings(next_shallow_);
    ++next_shallow_;
    emit_rows();
  }
  emit_rows();
}

void Runner::emit_rows() {
  // What was found by going deep comes after all that is shallow, also where a journal has
  // known it from the beginning.
  const bool shallow_is_over = next_shallow_ == states_.size();
  for (; next_row_ < next_shallow_; ++next_row_) {
    const std::size_t row = next_row_;
    const std::size_t first = first_[row];
    if (!finished_[first] || (!shallow_is_over && states_[first].result.deep)) return;
    emit_findings(row);
    const auto report = [&](const RowResult& result) {
      for (Reporter* reporter : reporters_) reporter->row_finished(row, result);
      count(result);
    };
    if (is_duplicate(row)) {
      report(result_of_duplicate(row));
    } else {
      report(states_[row].result);
    }
    if (next_equal_[row] == 0) states_.reported(first);
  }
}

RowResult Runner::result_of_duplicate(std::size_t row) const {
  const std::size_t first = first_[row];
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
/// result does not depend on which worker was first.
void Runner::emit_findings(std::size_t row) {
  if (is_duplicate(row)) return emit_findings_of_first(row);
  if (states_[row].findings.empty()) return;
  RowState& state = states_.change(row);
  for (Finding& finding : state.findings) {
    const std::string symptoms = fault_key(finding);
    const auto seen = finding_of_symptoms_.find(symptoms);
    const auto known = seen != finding_of_symptoms_.end()
                           ? findings_.begin() + static_cast<std::ptrdiff_t>(seen->second)
                           : std::ranges::find_if(findings_, [&](const ReportedFinding& each) {
                               return same_root_cause(each.finding, finding);
                             });
    const auto index = static_cast<std::size_t>(known - findings_.begin());
    finding_of_symptoms_.emplace(symptoms, index);
    if (std::ranges::find(state.result.findings, index) == state.result.findings.end())
      state.result.findings.push_back(index);
    if (known != findings_.end()) {
      if (known->rows.back() != row) known->rows.push_back(row);
      continue;
    }
    findings_.push_back({std::move(finding), {row}});
    for (Reporter* reporter : reporters_) reporter->finding(index, findings_.back());
  }
  state.findings.clear();
}

/// What the first of equal rows has shown, so far, every one of them shows.
void Runner::emit_findings_of_first(std::size_t duplicate) {
  const std::vector<std::size_t>& shown = states_[first_[duplicate]].result.findings;
  if (shown.empty()) return;
  std::vector<std::size_t>& added = findings_of_duplicates_[duplicate];
  for (; added.size() < shown.size(); added.push_back(shown[added.size()]))
    findings_[shown[added.size()]].rows.push_back(duplicate);
}

void Runner::count(const RowResult& result) {
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
  if (result.same_as) {
    ++summary.duplicates;
  } else {
    summary.nodes += result.subject_nodes.value_or(0);
  }
}

Summary Runner::summary(double seconds) const {
  Summary summary = counted_;
  summary.rows = states_.size();
  summary.findings = findings_.size();
  summary.seconds = seconds;
  return summary;
}

}  // namespace perft_verify::verifier
