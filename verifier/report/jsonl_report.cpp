#include "verifier/report/jsonl_report.h"

#include "verifier/report/json_fields.h"

namespace perft_verify::verifier {
namespace {

std::string event(const char* name, std::optional<std::size_t> index, const Json& fields) {
  Json json{{"event", name}};
  if (index) json["index"] = *index;
  json.update(fields);
  return line_of(json) + "\n";
}

}  // namespace

void JsonLinesReport::run_started(const RunInfo& run) {
  run_ = &run;
  sink_(event("run", std::nullopt, run_json(run)));
}

void JsonLinesReport::finding(std::size_t index, const ReportedFinding& finding) {
  sink_(event("finding", index, finding_json(finding)));
}

void JsonLinesReport::row_finished(std::size_t index, const RowResult& result) {
  sink_(event("row", index, row_json(run_->rows[index], result)));
}

void JsonLinesReport::run_finished(const Summary& summary, ExitCode exit_code) {
  sink_(event("summary", std::nullopt, summary_json(summary, exit_code)));
}

}  // namespace perft_verify::verifier
