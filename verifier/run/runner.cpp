#include "verifier/run/runner.h"

#include <fmt/format.h>

#include <algorithm>

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
      is_duplicate_(run.rows.size()),
      shallow_done_(run.rows.size()),
      finished_(run.rows.size()) {}

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
    if (!states_[row].done) {
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
    if (entry.row >= states_.size() || states_[entry.row].done || is_duplicate_[entry.row])
      continue;
    states_.change(entry.row) = std::move(entry.state);
    shallow_done_[entry.row] = true;
    finished_[entry.row] = states_[entry.row].done;
    share_with_duplicates(entry.row);
  }
  for (JournalPart& part : parts) {
    if (part.row >= states_.size() || states_[part.row].done || is_duplicate_[part.row]) continue;
    known_parts_[part.row].add(std::move(part));
  }
}

/// Recorded counts are no part of what a row is: each row is judged by its own. But where they
/// are the reference, they decide what is asked.
std::string Runner::identity_of(std::size_t row) const {
  const auto [fen, chess960] = run_.rows.fen(row);
  std::string key(fen);
  key += chess960 ? '|' : ';';
  key += std::to_string(run_.plans[row].depth);
  if (!options_.recorded) return key;
  const Row one = run_.rows[row];
  for (const auto& [depth, nodes] : one.recorded) key += fmt::format("|{} {}", depth, nodes);
  return key;
}

/// By hash first: the identities of all rows at once would be larger than all else.
void Runner::find_duplicates() {
  std::vector<std::pair<std::size_t, std::size_t>> hashes;  // and the row
  hashes.reserve(states_.size());
  for (std::size_t row = 0; row < states_.size(); ++row)
    if (!states_[row].done) hashes.emplace_back(std::hash<std::string>()(identity_of(row)), row);
  std::ranges::sort(hashes);
  for (std::size_t at = 0; at < hashes.size();) {
    std::size_t end = at + 1;
    while (end < hashes.size() && hashes[end].first == hashes[at].first) ++end;
    std::map<std::string, std::size_t> known;
    for (std::size_t same = at; end - at > 1 && same < end; ++same) {
      const std::size_t row = hashes[same].second;
      const auto [first, fresh] = known.emplace(identity_of(row), row);
      if (fresh) continue;
      duplicates_[first->second].push_back(row);
      is_duplicate_[row] = true;
    }
    at = end;
  }
}

void Runner::share_with_duplicates(std::size_t row) {
  const auto duplicates = duplicates_.find(row);
  if (duplicates == duplicates_.end()) return;
  const RowState& state = states_[row];
  for (const std::size_t duplicate : duplicates->second) add_dissent(row, duplicate);
  for (const std::size_t duplicate : duplicates->second) {
    const Row other = run_.rows[duplicate];
    RowState& copy = states_.change(duplicate);
    std::vector<std::size_t> findings = std::move(copy.result.findings);
    copy = state;
    copy.result.findings = std::move(findings);
    copy.result.same_as = row;
    copy.result.recorded_nodes.reset();
    if (copy.result.depth) copy.result.recorded_nodes = recorded_at(other, *copy.result.depth);
    copy.result.suite_errors = wrong_recorded(other, copy);
    shallow_done_[duplicate] = true;
    finished_[duplicate] = copy.done;
  }
}

/// The findings of a row say what its own recorded count votes for; a duplicate may have
/// another one.
void Runner::add_dissent(std::size_t row, std::size_t duplicate) {
  RowState& state = states_.change(row);
  if (!state.result.depth || state.result.subject_nodes == state.result.reference_nodes) return;
  const auto recorded = recorded_at(run_.rows[duplicate], *state.result.depth);
  if (!recorded || recorded == state.result.recorded_nodes ||
      recorded != state.result.subject_nodes)
    return;
  for (Finding& finding : state.findings)
    finding.explanation += fmt::format("; the count {} recorded in {} sides with the subject",
                                       *recorded, place_of(run_.rows[duplicate]));
}

/// What is ready goes out as if one worker had done everything in suite order, so that a report
/// does not depend on which of them was faster.
void Runner::emit_in_order() {
  while (next_shallow_ < states_.size() && shallow_done_[next_shallow_]) {
    if (!states_[next_shallow_].result.deep) emit_findings(next_shallow_);
    ++next_shallow_;
    emit_rows();
  }
  emit_rows();
}

void Runner::emit_rows() {
  // What was found by going deep comes after all that is shallow, also where a journal has
  // known it from the beginning.
  const bool shallow_is_over = next_shallow_ == states_.size();
  for (; next_row_ < next_shallow_ && finished_[next_row_] &&
         (shallow_is_over || !states_[next_row_].result.deep);
       ++next_row_) {
    emit_findings(next_row_);
    const RowResult& result = states_[next_row_].result;
    for (Reporter* reporter : reporters_) reporter->row_finished(next_row_, result);
    count(result);
    states_.reported(next_row_);
  }
}

/// Findings of one root cause become one, with several rows. Done in suite order, so that the
/// result does not depend on which worker was first.
void Runner::emit_findings(std::size_t row) {
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
