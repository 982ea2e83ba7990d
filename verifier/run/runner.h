// The run: rows to workers, shallow depths of all rows first, then the deep ones, the
// costliest first; what is found goes to the reports in suite order.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "verifier/run/divided_row.h"
#include "verifier/run/elsewhere.h"
#include "verifier/run/events.h"
#include "verifier/run/journal.h"
#include "verifier/run/row_check.h"
#include "verifier/run/row_states.h"

namespace perft_verify::verifier {

class Runner {
 public:
  /// `subject` and `reference` are the generators of the first worker; others are made by the
  /// factories of `options`. All references must outlive the runner.
  Runner(const RunOptions& options, const RunInfo& run, std::vector<Reporter*> reporters,
         std::unique_ptr<reference::Generator> subject,
         std::unique_ptr<reference::Generator> reference);

  /// What an interrupted run has left: its jobs are not done again. Jobs that are done from now on
  /// are appended to the journal, which must outlive the runner. To be called before `run`.
  void use(Journal& journal);

  /// Workers of other processes, which share the rows with those of this one. What they say when
  /// they can do no more goes to `notice`. To be called before `run`.
  void use(std::vector<std::unique_ptr<Elsewhere>> elsewhere,
           std::function<void(const std::string&)> notice);

  /// Instead of running: reports what other runs have found out, one entry for each row.
  Summary report(std::vector<JournalEntry> entries, double seconds);

  /// Runs to the end or until `stop`. The caller sends run_started and run_finished.
  Summary run(const std::stop_token& stop);

 private:
  class Workers;

  void find_duplicates();
  [[nodiscard]] bool is_duplicate(std::size_t row) const { return first_[row] != row; }
  void restore(std::vector<JournalEntry> entries, std::vector<JournalPart> parts);
  void add_dissent(std::size_t row);
  void emit_in_order();
  void emit_rows();
  void emit_findings(std::size_t row);
  void emit_findings_of_first(std::size_t duplicate);
  [[nodiscard]] RowResult result_of_duplicate(std::size_t row) const;
  void count(const RowResult& result);
  [[nodiscard]] Summary summary(double seconds) const;

  const RunOptions& options_;
  const RunInfo& run_;
  std::vector<Reporter*> reporters_;
  Journal* journal_ = nullptr;
  std::vector<std::unique_ptr<Elsewhere>> elsewhere_;
  std::function<void(const std::string&)> notice_;
  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;

  RowStates states_;                               // of the first of equal rows, for all of them
  std::map<std::size_t, KnownParts> known_parts_;  // by row
  KnownFaults faults_;
  /// Symptoms to the finding that they belong to.
  std::unordered_map<std::string, std::size_t> finding_of_symptoms_;
  /// Of rows that are the same row to the same depth, the first one, which is run for all; and the
  /// next one, or 0.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> next_equal_;
  std::vector<ReportedFinding> findings_;
  /// Of duplicates, the findings they have been added to.
  std::unordered_map<std::size_t, std::vector<std::size_t>> findings_of_duplicates_;
  std::vector<bool> shallow_done_;
  std::vector<bool> finished_;
  Summary counted_;               // of the rows that have been emitted
  std::size_t next_shallow_ = 0;  // all rows before it have had their first findings emitted
  std::size_t next_row_ = 0;      // all rows before it have been emitted
};

}  // namespace perft_verify::verifier
