// One line on standard error that says how far a run is; cleared whenever something is
// printed above it. On a terminal it moves; in a log it is a line every so often.
#pragma once

#include "verifier/run/events.h"

namespace perft_verify::verifier {

class ProgressBar final : public Reporter {
 public:
  explicit ProgressBar(bool terminal) : terminal_(terminal) {}
  ~ProgressBar() override { clear(); }

  void finding(std::size_t, const ReportedFinding&) override { clear(); }
  void row_finished(std::size_t, const RowResult&) override { clear(); }
  void progress(const Progress& progress) override;
  void run_finished(const Summary&, ExitCode) override { clear(); }

 private:
  void clear();

  bool terminal_;
  bool shown_ = false;
  double last_seconds_ = 0;
};

}  // namespace perft_verify::verifier
