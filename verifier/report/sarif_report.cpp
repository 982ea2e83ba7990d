#include "verifier/report/sarif_report.h"

#include <fmt/format.h>

#include "verifier/report/json_fields.h"
#include "verifier/report/sentence.h"
#include "verifier/report/version.h"
#include "verifier/report/words.h"
#include "verifier/suite/built_in.h"

namespace perft_verify::verifier {
namespace {

/// A path as a URI reference: what is no unreserved character or slash is percent-encoded.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (kPlain.contains(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace

void SarifReport::run_started(const RunInfo& run) {
  run_ = &run;
  const Json driver{{"name", "perft-verify"}, {"version", kVersion}};
  sink_(
      "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
      " \"runs\": [{\"tool\": {\"driver\": " +
      line_of(driver) + "},\n  \"results\": [");
}

void SarifReport::result(std::string_view rule, std::string_view level, std::string_view message,
                         const Row& row) {
  Json json{{"ruleId", rule}, {"level", level}, {"message", {{"text", message}}}};
  Json location{{"logicalLocations", Json::array({{{"name", short_name(row)}}})}};
  if (stands_in_a_file(row))
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(row.file)}}},
                                    {"region", {{"startLine", row.line}}}};
  json["locations"] = Json::array({location});
  sink_((first_ ? "\n   " : ",\n   ") + line_of(json));
  first_ = false;
}

void SarifReport::finding(std::size_t, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  result(is_classified(finding) ? std::string_view(finding.bug_class) : to_string(finding.kind),
         "error",
         fmt::format("{}: {}. Position {}. Reproduce: {}", headline(finding), sentence_of(finding),
                     finding.fen, finding.reproduce),
         run_->rows[reported.rows.front()]);
}

void SarifReport::row_finished(std::size_t index, const RowResult& result_of_row) {
  const Row& row = run_->rows[index];
  if (result_of_row.verdict == Verdict::Undecided && result_of_row.reason != kNotRun)
    result("undecided", "warning", result_of_row.reason, row);
  for (const SuiteCountError& wrong : result_of_row.suite_errors)
    result("suite-error", "warning",
           fmt::format("The count recorded at depth {} is {}, and both sides count {}.",
                       wrong.depth, wrong.recorded, wrong.counted),
           row);
}

void SarifReport::run_finished(const Summary& summary, ExitCode exit_code) {
  const Json invocation{{"executionSuccessful", summary.complete()},
                        {"exitCode", static_cast<int>(exit_code)}};
  sink_("\n  ],\n  \"invocations\": [" + line_of(invocation) + "]}]}\n");
}

}  // namespace perft_verify::verifier
