#include "verifier/run/runner.h"

#include <utility>

#include "verifier/run/workers.h"

namespace perft_verify::verifier {

Runner::Runner(const RunOptions& options, const RunInfo& run, std::vector<Reporter*> reporters,
               std::unique_ptr<reference::Generator> subject,
               std::unique_ptr<reference::Generator> reference)
    : options_(options),
      run_(run),
      subject_(std::move(subject)),
      reference_(std::move(reference)),
      states_(run.rows.size()),
      equal_(run.rows.size()),
      emission_(run, states_, equal_, std::move(reporters)) {}

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
      RowPlan plan = run_.plans[row];
      if (plan.skipped) state.result.verdict = Verdict::Skipped;
      state.result.reason = std::move(plan.reason);
    }
    state.done = true;
    emission_.all_is_done(row);
  }
  equal_.find(run_, states_, options_.recorded);
  if (journal_ != nullptr) restore(journal_->take_entries(), journal_->take_parts());
  Workers workers(*this, stop);
  emission_.emit();
  workers.run();

  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (!equal_.is_duplicate(row) && !states_[row].done) {
      RowResult& result = states_.change(row).result;
      result.verdict = Verdict::Undecided;
      result.reason = kNotRun;
    }
    emission_.all_is_done(row);
    emission_.emit();
  }
  Summary summary = emission_.summary(watch.seconds());
  summary.why_not_run = workers.why_it_ended();
  return summary;
}

void Runner::use(Journal& journal) { journal_ = &journal; }

void Runner::use(std::vector<std::unique_ptr<RemoteWorker>> workers) {
  remote_workers_ = std::move(workers);
}

void Runner::restore(std::vector<JournalEntry> entries, std::vector<JournalPart> parts) {
  for (JournalEntry& entry : entries) {
    if (entry.row >= states_.size() || states_[entry.row].done || equal_.is_duplicate(entry.row))
      continue;
    states_.change(entry.row) = std::move(entry.state);
    emission_.shallow_is_done(entry.row);
    if (states_[entry.row].done) emission_.all_is_done(entry.row);
    add_dissent(entry.row);
  }
  for (JournalPart& part : parts) {
    if (part.part_of_row >= states_.size() || states_[part.part_of_row].done ||
        equal_.is_duplicate(part.part_of_row))
      continue;
    known_parts_[{part.part_of_row, part.depth}].add(std::move(part));
  }
}

/// The findings of a row include the vote of its own recorded count; a duplicate may have another
/// one.
void Runner::add_dissent(std::size_t row) {
  const RowResult& result = states_[row].result;
  if (!result.depth || result.subject_nodes == result.reference_nodes) return;
  for (std::size_t duplicate = row; (duplicate = equal_.next(duplicate)) != 0;) {
    const auto recorded = recorded_at(run_.rows[duplicate], *result.depth);
    if (!recorded || recorded == result.recorded_nodes || recorded != result.subject_nodes)
      continue;
    for (Finding& finding : states_.change(row).findings)
      finding.reasons.emplace_back(RecordedCount{*recorded, place_of(run_.rows[duplicate])});
  }
}

}  // namespace perft_verify::verifier
