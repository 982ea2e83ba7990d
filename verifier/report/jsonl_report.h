// JSON lines: one event a line as it happens, with the fields of the JSON report
// (docs/schemas/event.schema.json). Nothing is kept in memory.
#pragma once

#include "verifier/report/sink.h"
#include "verifier/run/events.h"

namespace perft_verify::verifier {

class JsonLinesReport final : public Reporter {
 public:
  explicit JsonLinesReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  Sink sink_;
  const RunInfo* run_ = nullptr;
};

}  // namespace perft_verify::verifier
