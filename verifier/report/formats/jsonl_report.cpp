#include "verifier/report/formats/jsonl_report.h"

#include "core/text/sha256.h"
#include "verifier/run/record/journal_record.h"

namespace perft_verify::verifier {
void JsonLinesReport::write(const char* name, std::optional<std::size_t> index,
                            const Json& fields) {
  Json json{{"event", name}};
  if (index) json["index"] = *index;
  json.update(fields);
  const std::string line = line_of(json) + "\n";
  if (run_->part) digest_ = sha256_of(digest_ + line);
  sink_(line);
}

void JsonLinesReport::run_started(const RunInfo& run) {
  run_ = &run;
  Json fields = run_json(run);
  if (run.part) {
    Json options = Json::object();
    for (const auto& [name, value] : run.part->options) options[name] = value;
    fields["part"] = {{"partition", to_string(run.part->partition)},
                      {"all_rows", run.part->all_rows},
                      {"jobs", run.jobs},
                      {"options", options}};
  }
  write("run", std::nullopt, fields);
}

void JsonLinesReport::finding(std::size_t index, const ReportedFinding& finding) {
  Json fields = finding_json(finding);
  if (run_->part) fields["record"] = record_of(finding.finding);
  write("finding", index, fields);
}

void JsonLinesReport::row_finished(std::size_t index, const RowResult& result) {
  Json fields = row_json(run_->rows[index], result);
  if (run_->part) {
    // For `verify merge`: the row's index, and all its results.
    fields["index_of_all"] = run_->part->indices[index];
    fields["planned_depth"] = RowPlan(run_->plans[index]).depth;
    fields["record"] = record_of(result);
    fields["same_as"] = result.same_as ? Json(run_->part->indices[*result.same_as]) : Json(nullptr);
  }
  write("row", index, fields);
}

void JsonLinesReport::run_finished(const Summary& summary, ExitCode exit_code) {
  Json fields = summary_json(summary, exit_code);
  if (run_->part) fields["digest"] = digest_;
  write("summary", std::nullopt, fields);
}

}  // namespace perft_verify::verifier
