#include "verifier/report/formats/json_fields.h"

#include "core/text/printable.h"
#include "verifier/report/version.h"
#include "verifier/report/words/sentence.h"

namespace perft_verify::verifier {
namespace {

Json identity_json(const reference::Identity& identity) {
  return {{"name", identity.name}, {"kind", identity.kind}, {"command", or_null(identity.command)}};
}

}  // namespace

Json run_json(const RunInfo& run) {
  Json json;
  json["schema"] = "perft-verify/1";
  json["tool"] = {{"name", "verify"}, {"version", kVersion}};
  json["subject"] = identity_json(run.subject);
  json["reference"] = identity_json(run.reference);
  json["options"] = {{"depth", or_null(run.depth)}, {"mode", to_string(run.mode)}};
  json["suites"] = Json::array();
  for (std::size_t at = 0; at < run.suites.size(); ++at)
    json["suites"].push_back({{"file", printable(run.suites[at].file, kLongestName)},
                              {"sha256", run.suites[at].sha256},
                              {"rows", run.suite_rows[at]}});
  return json;
}

Json result_json(const RowResult& result) {
  return {{"depth", or_null(result.depth)},
          {"verdict", to_string(result.verdict)},
          {"reason", or_null(result.reason)},
          {"suite_error", !result.suite_errors.empty()},
          {"proven",
           {{"totals", or_null(result.proven.totals)},
            {"divide", or_null(result.proven.divide)},
            {"full", or_null(result.proven.full)}}},
          {"recorded_nodes", or_null(result.recorded_nodes)},
          {"subject_nodes", or_null(result.subject_nodes)},
          {"reference_nodes", or_null(result.reference_nodes)}};
}

Json row_json(const Row& row, const RowResult& result) {
  Json json{{"file", or_null(printable(row.file, kLongestName))},
            {"line", row.line == 0 ? Json(nullptr) : Json(row.line)},
            {"id", or_null(printable(row.id, kLongestName))},
            {"fen", or_null(row.fen)},
            {"chess960", row.chess960}};
  json.update(result_json(result));
  json["findings"] = result.findings;
  return json;
}

Json finding_json(const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  Json culprit = nullptr;
  if (finding.culprit)
    culprit = Json{{"ply", finding.culprit->ply}, {"move", finding.culprit->move}};
  Json counts = nullptr;
  if (finding.counts)
    counts = Json{{"subject", finding.counts->subject}, {"reference", finding.counts->reference}};
  Json reduced = nullptr;
  if (finding.reduced)
    reduced = Json{{"fen", finding.reduced->fen},
                   {"moves", finding.reduced->moves},
                   {"depth", finding.reduced->depth},
                   {"pieces", finding.reduced->pieces}};
  return {{"kind", to_string(finding.kind)},
          {"class", class_name(finding)},
          {"candidates", names_of(finding.candidates)},
          {"cause", to_string(finding.cause)},
          {"culprit", culprit},
          {"explanation", sentence_of(finding)},
          {"root", finding.root.fen},
          {"path", finding.path},
          {"fen", finding.fen},
          {"illegal", finding.illegal},
          {"missing", finding.missing},
          {"duplicate", finding.duplicate},
          {"counts", counts},
          {"reduced", reduced},
          {"reproduce", finding.reproduce},
          {"rows", reported.rows}};
}

Json summary_json(const Summary& summary, ExitCode exit_code) {
  Json json{{"rows", summary.rows},
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
  if (const auto& total = summary.campaign)
    json["campaign"] = {{"root", total->root}, {"depth", total->depth},
                        {"at", total->at},     {"units", total->units},
                        {"by", total->by},     {"nodes", or_null(total->nodes)}};
  return json;
}

}  // namespace perft_verify::verifier
