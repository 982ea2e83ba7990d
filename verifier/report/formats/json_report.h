// The JSON report, one object with everything; the fields are a contract ("perft-verify/1",
// docs/schemas/report.schema.json). It is written during the run, a row per line: only the findings
// stay in memory, as their rows are known only at the end.
#pragma once

#include <string>

#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class JsonReport final : public Reporter {
 public:
  explicit JsonReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  /// The text up to the list of rows, and the rows.
  struct Pending {
    std::string text;
    std::vector<std::size_t> rows;
  };

  Sink sink_;
  const RunInfo* run_ = nullptr;
  bool first_row_ = true;
  std::vector<Pending> findings_;
};

}  // namespace perft_verify::verifier
