// The findings of a run as a suite (--save-findings): the smallest position of each with its
// correct count, for regression tests.
#pragma once

#include <string>

#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class FindingsSuite final : public Reporter {
 public:
  explicit FindingsSuite(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  Sink sink_;
  std::string text_;
};

}  // namespace perft_verify::verifier
