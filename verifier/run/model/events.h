// The events that the runner reports. It prints nothing itself.
#pragma once

#include "verifier/run/model/options.h"
#include "verifier/run/model/partition.h"
#include "verifier/run/model/plan.h"
#include "verifier/run/model/result.h"
#include "verifier/suite/row_list.h"

namespace perft_verify::verifier {

/// The data of a run that is one of several shares.
struct PartOfRun {
  Partition partition;
  std::vector<std::size_t> indices;  // of its rows among those of all shares
  std::size_t all_rows = 0;          // of all shares
  /// The facts that have to be the same in all shares, in words.
  std::vector<std::pair<std::string, std::string>> options;
};

/// The facts that are fixed before the first row.
struct RunInfo {
  reference::Identity subject;
  reference::Identity reference;
  /// Its counts may then be put together from those of positions within a row.
  bool reference_ignores_clocks = false;
  std::vector<Suite> suites;  // their rows stand in `rows`
  std::vector<std::size_t> suite_rows;
  RowList rows;
  RowPlans plans;
  std::optional<int> depth;
  Mode mode = Mode::Divide;
  unsigned jobs = 1;
  std::optional<PartOfRun> part;
  /// Remarks for the user: no Stockfish found, and the like.
  std::vector<std::string> notices;
};

/// A row that a worker is running.
struct RunningRow {
  std::size_t row = 0;
  int depth = 0;
  double seconds = 0;  // so far
  double nodes = 0;    // expected
};

struct Progress {
  std::size_t rows_done = 0;
  std::size_t rows = 0;
  double nodes_done = 0;               // expected nodes of finished jobs
  double nodes_total = 0;              // expected nodes of the whole run
  std::optional<double> seconds_left;  // unknown at the beginning
  std::size_t findings = 0;
  double seconds = 0;
  std::vector<RunningRow> running;
};

/// Consumes the events of a run, in this order: run_started; findings and rows in suite order, a
/// finding as soon as it is known and its row when it is done; run_finished. The sequence of
/// findings and rows depends on the results, not on which worker was faster; only `progress` comes
/// at any time. Never called by two threads at once.
class Reporter {
 public:
  Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;
  virtual ~Reporter() = default;

  virtual void run_started(const RunInfo& /*run*/) {}
  virtual void finding(std::size_t /*index*/, const ReportedFinding& /*finding*/) {}
  virtual void row_finished(std::size_t /*index*/, const RowResult& /*result*/) {}
  virtual void progress(const Progress& /*progress*/) {}
  virtual void run_finished(const Summary& /*summary*/, ExitCode /*exit_code*/) {}
};

}  // namespace perft_verify::verifier
