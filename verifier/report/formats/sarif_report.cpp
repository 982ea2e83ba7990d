#include "verifier/report/formats/sarif_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/escape.h"
#include "verifier/report/output/workspace.h"
#include "verifier/report/version.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

/// A path as a URI reference: all but unreserved characters and slashes is percent-encoded.
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

/// A rule for a finding outside the catalog: only the observation is known.
Json other_rule(std::string_view id) {
  std::string title = "The move generator is wrong: " + std::string(id);
  std::string help =
      "The class of the bug is not known. The message says what is wrong at which position, and "
      "the "
      "command that shows it again.";
  if (id == "undecided") {
    title = "A row could not be compared";
    help =
        "The engine or the reference gave no answer that can be relied on. The message says why.";
  } else if (id == "suite-error") {
    title = "A recorded count is wrong";
    help = "The engine and the reference agree, and the suite says something else. Correct it.";
  }
  return {{"id", id},
          {"shortDescription", {{"text", title}}},
          {"fullDescription", {{"text", help}}},
          {"help", {{"text", help}}}};
}

Json rule_json(const std::string& id) {
  const CatalogEntry* const found = find_class(id);
  if (found == nullptr) return other_rule(id);
  const BugText& bug = found->text;
  return {{"id", id},
          {"shortDescription", {{"text", bug.title}}},
          {"fullDescription", {{"text", bug.what}}},
          {"help",
           {{"text", fmt::format("{}\n\nWhere to look: {}\n\nHow to fix it: {}", bug.what,
                                 bug.where, bug.fix)},
            {"markdown", fmt::format("{}\n\n**Where to look:** {}\n\n**How to fix it:** {}",
                                     markdown_text(bug.what), markdown_text(bug.where),
                                     markdown_text(bug.fix))}}}};
}

std::string fingerprint_of(const std::string& rule, const Finding& finding) {
  if (!finding.reduced) return fmt::format("{} {}", rule, finding.fen);
  return fmt::format("{} {}{}{}", rule, finding.reduced->fen,
                     finding.reduced->moves.empty() ? "" : " ",
                     fmt::join(finding.reduced->moves, " "));
}

}  // namespace

void SarifReport::run_started(const RunInfo& run) { run_ = &run; }

void SarifReport::add(const Result& result, const Row& row) {
  const auto known = std::ranges::find(rules_, result.rule);
  const auto index = known - rules_.begin();
  if (known == rules_.end()) rules_.push_back(result.rule);
  Json json{{"ruleId", result.rule},
            {"ruleIndex", index},
            {"level", result.level},
            {"message", {{"text", result.message}}}};
  Json location{{"logicalLocations", Json::array({{{"name", short_name(row)}}})}};
  if (const auto file = path_in_workspace(row, workspace_))
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(*file)}}},
                                    {"region", {{"startLine", row.line}}}};
  json["locations"] = Json::array({location});
  json["partialFingerprints"] = {{"ruleAndPosition/v1", result.fingerprint}};
  results_.write((first_ ? "\n   " : ",\n   ") + line_of(json));
  first_ = false;
}

void SarifReport::finding(std::size_t, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  const std::string rule(finding.bug_class ? class_name(finding) : to_string(finding.kind));
  add({rule, "error",
       fmt::format("{}: {}. Position {}. Reproduce: {}", headline(finding), sentence_of(finding),
                   finding.fen, finding.reproduce),
       fingerprint_of(rule, finding)},
      run_->rows[reported.rows.front()]);
}

void SarifReport::row_finished(std::size_t index, const RowResult& result) {
  const Row row = run_->rows[index];
  if (result.verdict == Verdict::Undecided && result.reason != kNotRun)
    add({"undecided", "warning", result.reason, "undecided " + row.fen}, row);
  for (const SuiteCountError& wrong : result.suite_errors)
    add({"suite-error", "warning",
         fmt::format("The count recorded at depth {} is {}, and both sides count {}.", wrong.depth,
                     wrong.recorded, wrong.counted),
         fmt::format("suite-error {} depth {}", row.fen, wrong.depth)},
        row);
}

void SarifReport::run_finished(const Summary& summary, ExitCode exit_code) {
  Json rules = Json::array();
  for (const std::string& rule : rules_) rules.push_back(rule_json(rule));
  const Json driver{{"name", "perft-verify"}, {"version", kVersion}, {"rules", rules}};
  sink_(
      "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
      " \"runs\": [{\"tool\": {\"driver\": " +
      line_of(driver) + "},\n  \"results\": [");
  results_.move_to(sink_);
  const Json invocation{{"executionSuccessful", summary.complete()},
                        {"exitCode", static_cast<int>(exit_code)}};
  sink_("\n  ],\n  \"invocations\": [" + line_of(invocation) + "]}]}\n");
}

}  // namespace perft_verify::verifier
