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
  void restore(std::vector<JournalEntry> entries, std::vector<JournalPart> parts);
  /// Gives the duplicates of a row what was found out about it.
  void share_with_duplicates(std::size_t row);
  void add_dissent(std::size_t row, std::size_t duplicate);
  void emit_in_order();
  void emit_rows();
  void emit_findings(std::size_t row);
  [[nodiscard]] Summary summary(double seconds) const;

  const RunOptions& options_;
  const RunInfo& run_;
  std::vector<Reporter*> reporters_;
  Journal* journal_ = nullptr;
  std::vector<std::unique_ptr<Elsewhere>> elsewhere_;
  std::function<void(const std::string&)> notice_;
  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;

  std::vector<RowState> states_;
  std::map<std::size_t, KnownParts> known_parts_;  // by row
  KnownFaults faults_;
  /// Symptoms to the finding that they belong to.
  std::unordered_map<std::string, std::size_t> finding_of_symptoms_;
  /// Rows that are the same row to the same depth; the first one is run for all.
  std::unordered_map<std::size_t, std::vector<std::size_t>> duplicates_;
  std::vector<bool> is_duplicate_;
  std::vector<ReportedFinding> findings_;
  std::vector<bool> shallow_done_;
  std::vector<bool> finished_;
  std::size_t next_shallow_ = 0;  // all rows before it have had their first findings emitted
  std::size_t next_row_ = 0;      // all rows before it have been emitted
};

}  // namespace perft_verify::verifier
