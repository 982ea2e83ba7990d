// The run: distributes rows to workers, shallow depths of all rows first, then the deep ones, the
// most expensive first; results go to the reports in suite order.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

#include "verifier/run/emission.h"
#include "verifier/run/judge/remote_worker.h"
#include "verifier/run/judge/row_check.h"
#include "verifier/run/model/events.h"
#include "verifier/run/record/journal.h"
#include "verifier/run/schedule/divided_row.h"
#include "verifier/run/schedule/row_states.h"

namespace perft_verify::verifier {

/// If so many rows end in a crash or a timeout each, and none has ended otherwise, the rest is not
/// run.
inline constexpr std::size_t kTellingFailures = 8;
/// The fewest rows that may use up RunOptions::fault_seconds.
inline constexpr std::size_t kCostlyFaults = 3;

class Runner {
 public:
  /// `subject` and `reference` are the generators of the first worker; others are made by the
  /// factories of `options`. All references must outlive the runner.
  Runner(const RunOptions& options, const RunInfo& run, std::vector<Reporter*> reporters,
         std::unique_ptr<reference::Generator> subject,
         std::unique_ptr<reference::Generator> reference);

  /// Uses the results of an interrupted run: its jobs are not done again. Jobs that are done from
  /// now on are appended to the journal, which must outlive the runner. To be called before `run`.
  void use(Journal& journal);

  /// Workers of other processes, which share the rows with those of this one. To be called before
  /// `run`.
  void use(std::vector<std::unique_ptr<RemoteWorker>> workers);

  /// Receives a sentence when workers can do no more. To be called before `run`.
  void on_notice(std::function<void(const std::string&)> notice) { notice_ = std::move(notice); }

  /// Runs to the end or until `stop`. The caller sends run_started and run_finished.
  Summary run(const std::stop_token& stop);

 private:
  class Workers;

  void restore(std::vector<JournalEntry> entries, std::vector<JournalPart> parts);
  void add_dissent(std::size_t row);

  const RunOptions& options_;
  const RunInfo& run_;
  Journal* journal_ = nullptr;
  std::vector<std::unique_ptr<RemoteWorker>> remote_workers_;
  std::function<void(const std::string&)> notice_;
  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;

  RowStates states_;  // of the first of equal rows, for all of them
  std::map<std::pair<std::size_t, int>, KnownParts> known_parts_;  // by row and depth
  KnownFaults faults_;
  EqualRows equal_;
  Emission emission_;
};

}  // namespace perft_verify::verifier
