// The progress of a run, on standard error. On a terminal it is one line that moves and is cleared
// whenever something is printed above it; in a log it is a line from time to time. A row that takes
// long is announced, with its name.
#pragma once

#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class ProgressBar final : public Reporter {
 public:
  /// `columns`: of the terminal; 0 for a log.
  ProgressBar(std::size_t columns, Sink sink) : columns_(columns), sink_(std::move(sink)) {}
  ~ProgressBar() override { clear(); }

  void run_started(const RunInfo& run) override { run_ = &run; }
  void finding(std::size_t, const ReportedFinding&) override { clear(); }
  void row_finished(std::size_t, const RowResult&) override { clear(); }
  void progress(const Progress& progress) override;
  void run_finished(const Summary&, ExitCode) override { clear(); }

 private:
  void announce_slow_rows(const Progress& progress);
  void clear();

  std::size_t columns_;
  Sink sink_;
  const RunInfo* run_ = nullptr;
  bool shown_ = false;
  double last_seconds_ = 0;
  /// The announced rows in flight, with the time of the next announcement.
  std::vector<std::pair<RunningRow, double>> announced_;
};

}  // namespace perft_verify::verifier
