#include "verifier/report/formats/json_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "verifier/report/formats/json_fields.h"

namespace perft_verify::verifier {

void JsonReport::run_started(const RunInfo& run) {
  run_ = &run;
  std::string text = "{\n";
  const Json json = run_json(run);
  for (const auto& [name, value] : json.items())
    text += fmt::format(" \"{}\": {},\n", name, line_of(value));
  sink_(text + " \"rows\": [");
}

void JsonReport::finding(std::size_t, const ReportedFinding& finding) {
  Json json = finding_json(finding);
  json.erase("rows");
  findings_.push_back({line_of(json), {}});
}

void JsonReport::row_finished(std::size_t index, const RowResult& result) {
  sink_((first_row_ ? "\n  " : ",\n  ") + line_of(row_json(run_->rows[index], result)));
  first_row_ = false;
  for (const std::size_t finding : result.findings) findings_[finding].rows.push_back(index);
}

void JsonReport::run_finished(const Summary& summary, ExitCode exit_code) {
  sink_("\n ],\n \"findings\": [");
  for (std::size_t at = 0; at < findings_.size(); ++at) {
    std::string& text = findings_[at].text;
    text.pop_back();  // the brace
    sink_(fmt::format("{}\n  {},\"rows\":[{}]}}", at == 0 ? "" : ",", text,
                      fmt::join(findings_[at].rows, ",")));
  }
  sink_(fmt::format("\n ],\n \"summary\": {}\n}}\n", line_of(summary_json(summary, exit_code))));
}

}  // namespace perft_verify::verifier
