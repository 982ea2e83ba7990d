// Hands results to the reports as if one worker had done everything in suite order: a report does
// not depend on which worker was faster.
#pragma once

#include <unordered_map>
#include <vector>

#include "verifier/diagnose/root_causes.h"
#include "verifier/run/model/events.h"
#include "verifier/run/record/journal_record.h"
#include "verifier/run/schedule/equal_rows.h"
#include "verifier/run/schedule/row_states.h"

namespace perft_verify::verifier {

/// Used by one thread at a time.
class Emission {
 public:
  /// All must outlive this. The state of the first of equal rows is that of all.
  Emission(const RunInfo& run, RowStates& states, const EqualRows& equal,
           std::vector<Reporter*> reporters);

  /// A row has been judged at its shallow depth, or will have no more results.
  void shallow_is_done(std::size_t row) { shallow_done_[row] = true; }
  void all_is_done(std::size_t row) { shallow_done_[row] = done_[row] = true; }
  [[nodiscard]] bool is_shallow_done(std::size_t row) const { return shallow_done_[row]; }

  /// Emits all results that are ready.
  void emit();
  void progress(const Progress& progress);
  /// Summarizes the emitted results.
  [[nodiscard]] Summary summary(double seconds) const;

 private:
  void emit_rows();
  void emit_findings(std::size_t row);
  void emit_findings_of_first(std::size_t row);
  /// The likeliest class by the symptoms of a finding, unless `shown` names it or has a class.
  std::optional<BugId> other_class(const Finding& finding, const Finding& shown);
  [[nodiscard]] RowResult result_of_duplicate(std::size_t row) const;
  void count(std::size_t row, const RowResult& result);

  const RunInfo& run_;
  RowStates& states_;
  const EqualRows& equal_;
  std::vector<Reporter*> reporters_;
  std::vector<ReportedFinding> findings_;
  RootCauses root_causes_;
  /// By the symptoms of a finding: only the first with the same is examined.
  std::unordered_map<std::string, BugId> likeliest_;
  /// The findings that duplicates have been added to.
  std::unordered_map<std::size_t, std::vector<std::size_t>> findings_of_duplicates_;
  std::vector<bool> shallow_done_;
  std::vector<bool> done_;
  Summary counted_;
  std::size_t next_shallow_ = 0;  // all rows before it have had their first findings emitted
  std::size_t next_row_ = 0;      // all rows before it have been emitted
};

/// Reports the results of other runs instead of running, one entry for each row.
Summary report_entries(const RunInfo& run, std::vector<Reporter*> reporters,
                       std::vector<JournalEntry> entries, double seconds);

}  // namespace perft_verify::verifier
