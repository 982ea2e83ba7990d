#include "verifier/report/json_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "reference/foreign_text.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {

using Json = nlohmann::ordered_json;

namespace {

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json identity_json(const reference::Identity& identity) {
  return {{"name", identity.name}, {"kind", identity.kind}, {"command", or_null(identity.command)}};
}

Json row_json(const Row& row, const RowResult& result) {
  return {{"file", or_null(reference::printable(row.file, 4096))},
          {"line", row.line == 0 ? Json(nullptr) : Json(row.line)},
          {"id", or_null(reference::printable(row.id, 4096))},
          {"fen", or_null(row.fen)},
          {"depth", or_null(result.depth)},
          {"chess960", row.chess960},
          {"verdict", to_string(result.verdict)},
          {"reason", or_null(result.reason)},
          {"suite_error", !result.suite_errors.empty()},
          {"proven",
           {{"totals", or_null(result.proven.totals)},
            {"divide", or_null(result.proven.divide)},
            {"full", or_null(result.proven.full)}}},
          {"recorded_nodes", or_null(result.recorded_nodes)},
          {"subject_nodes", or_null(result.subject_nodes)},
          {"reference_nodes", or_null(result.reference_nodes)},
          {"findings", result.findings}};
}

Json reduced_json(const Finding& finding) {
  if (!finding.reduced) return nullptr;
  return {{"fen", finding.reduced->fen},
          {"moves", finding.reduced->moves},
          {"depth", finding.reduced->depth},
          {"pieces", finding.reduced->pieces}};
}

Json finding_json(const Finding& finding) {
  Json culprit = nullptr;
  if (finding.culprit)
    culprit = Json{{"ply", finding.culprit->ply}, {"move", finding.culprit->move}};
  Json counts = nullptr;
  if (finding.counts)
    counts = Json{{"subject", finding.counts->subject}, {"reference", finding.counts->reference}};
  return {{"kind", to_string(finding.kind)},
          {"class", finding.bug_class},
          {"candidates", finding.candidates},
          {"cause", to_string(finding.cause)},
          {"culprit", culprit},
          {"explanation", finding.explanation},
          {"root", finding.root},
          {"path", finding.path},
          {"fen", finding.fen},
          {"illegal", finding.illegal},
          {"missing", finding.missing},
          {"duplicate", finding.duplicate},
          {"counts", counts},
          {"reduced", reduced_json(finding)},
          {"reproduce", finding.reproduce},
          {"rows", Json::array()}};
}

}  // namespace

struct JsonReport::Document {
  Json json;
  std::vector<Row> rows;
};

JsonReport::JsonReport(Sink sink)
    : sink_(std::move(sink)), document_(std::make_unique<Document>()) {}

JsonReport::~JsonReport() = default;

void JsonReport::run_started(const RunInfo& run) {
  Json& json = document_->json;
  json["schema"] = "perft-verify/1";
  json["tool"] = {{"name", "verify"}, {"version", kVersion}};
  json["subject"] = identity_json(run.subject);
  json["reference"] = identity_json(run.reference);
  json["options"] = {{"depth", or_null(run.depth)}, {"mode", to_string(run.mode)}};
  json["suites"] = Json::array();
  for (std::size_t at = 0; at < run.suites.size(); ++at)
    json["suites"].push_back({{"file", reference::printable(run.suites[at].file, 4096)},
                              {"sha256", run.suites[at].sha256},
                              {"rows", run.suite_rows[at]}});
  json["summary"] = nullptr;
  json["rows"] = Json::array();
  json["findings"] = Json::array();
  document_->rows = run.rows;
}

void JsonReport::finding(std::size_t, const ReportedFinding& finding) {
  document_->json["findings"].push_back(finding_json(finding.finding));
}

void JsonReport::row_finished(std::size_t index, const RowResult& result) {
  Json& json = document_->json;
  json["rows"].push_back(row_json(document_->rows[index], result));
  for (const std::size_t finding : result.findings)
    json["findings"][finding]["rows"].push_back(index);
}

void JsonReport::run_finished(const Summary& summary, ExitCode exit_code) {
  Json& json = document_->json;
  json["summary"] = {{"rows", summary.rows},
                     {"agree", summary.agree},
                     {"mismatch", summary.mismatch},
                     {"undecided", summary.undecided},
                     {"skipped", summary.skipped},
                     {"suite_errors", summary.suite_errors},
                     {"findings", summary.findings},
                     {"nodes", summary.nodes},
                     {"seconds", summary.seconds},
                     {"complete", summary.complete()},
                     {"exit_code", static_cast<int>(exit_code)}};
  const auto done = sink_(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  if (!done) {
    written_ = false;
    fmt::print(stderr, "verify: the report could not be written: {}\n", done.error());
  }
}

}  // namespace perft_verify::verifier
