// SARIF 2.1.0, which code scanning reads: a result for each finding, wrong recorded count and
// undecided row, at the suite's line.
#pragma once

#include "verifier/report/sink.h"
#include "verifier/run/events.h"

namespace perft_verify::verifier {

class SarifReport final : public Reporter {
 public:
  explicit SarifReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  void result(std::string_view rule, std::string_view level, std::string_view message,
              const Row& row);

  Sink sink_;
  const RunInfo* run_ = nullptr;
  bool first_ = true;
};

}  // namespace perft_verify::verifier
