// The Test Anything Protocol, version 13, which `prove` reads: a test line for each row, with the
// finding below it.
#pragma once

#include "verifier/report/formats/outcome.h"
#include "verifier/report/output/sink.h"

namespace perft_verify::verifier {

class TapReport final : public Reporter {
 public:
  explicit TapReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override {
    outcomes_.finding(index, finding);
  }
  void row_finished(std::size_t index, const RowResult& result) override;

 private:
  Sink sink_;
  const RunInfo* run_ = nullptr;
  Outcomes outcomes_;
};

}  // namespace perft_verify::verifier
