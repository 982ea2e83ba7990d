// JSON lines: one event per line as it happens, with the fields of the JSON report
// (docs/schemas/event.schema.json). Nothing is kept in memory.
//
// In a share of a run, which goes to `verify merge`, the summary has a digest of all lines before
// it: the SHA-256 of the previous digest and the next line, starting from an empty digest.
#pragma once

#include "verifier/report/formats/json_fields.h"
#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class JsonLinesReport final : public Reporter {
 public:
  explicit JsonLinesReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  void write(const char* name, std::optional<std::size_t> index, const Json& fields);

  Sink sink_;
  std::string digest_;
  const RunInfo* run_ = nullptr;
};

}  // namespace perft_verify::verifier
