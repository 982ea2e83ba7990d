#include "verifier/tools/fuzz/fuzz_report.h"

#include <fmt/format.h>

#include "verifier/report/formats/findings_suite.h"
#include "verifier/report/words/words.h"
#include "verifier/tools/fuzz/findings_run.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

/// The situations of one rule that were reached.
struct Reached {
  std::string_view rule;
  std::uint64_t situations = 0;
  std::uint64_t times = 0;
};

std::vector<Reached> reached_by_rule(const FuzzResult& result) {
  std::map<std::string_view, Reached> rules;
  for (const auto& [situation, times] : result.reached) {
    Reached& rule = rules[rule_of(situation)];
    ++rule.situations;
    rule.times += times;
  }
  std::vector<Reached> list;
  for (const auto& [name, each] : rules) list.push_back({name, each.situations, each.times});
  return list;
}

RunInfo as_run(const FuzzRun& run) {
  RunInfo info = run_of_findings(run.subject, run.reference, run.result->findings);
  info.jobs = run.jobs;
  info.notices = run.notices;
  return info;
}

std::string_view verdict_of(const FuzzRun& run) {
  switch (run.exit_code) {
    case ExitCode::Agree:
      return "PASS";
    case ExitCode::Findings:
      return "FAIL";
    case ExitCode::Undecided:
      return "UNDECIDED";
    default:
      return "INTERRUPTED";
  }
}

Ink ink_of(ExitCode code) {
  return code == ExitCode::Agree ? Ink::Green : code == ExitCode::Findings ? Ink::Red : Ink::Yellow;
}

double speed_of(const FuzzResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.positions) / result.seconds : 0;
}

std::string verdict_text_of(const FuzzRun& run, const FindingTextOptions& options) {
  const FuzzResult& result = *run.result;
  std::string text = fmt::format(
      "{}  {} {} {}    {}, {}    {} ({} a second)\n",
      options.palette.paint(ink_of(run.exit_code), verdict_of(run)), run.subject.name,
      result.findings.empty() ? "=" : "≠", run.reference.name,
      counted(result.positions, "position", "positions"), counted(result.nodes, "node", "nodes"),
      duration_text(result.seconds), grouped(static_cast<std::uint64_t>(speed_of(result))));
  for (std::size_t at = 0; at < result.findings.size(); ++at) {
    const FuzzFinding& each = result.findings[at];
    text += fmt::format("  {}  {}  {}   {}\n", at + 1, headline(each.finding),
                        bug_words(each.finding), counted(each.positions, "position", "positions"));
  }
  std::uint64_t undecided = 0;
  for (const auto& [why, times] : result.undecided) undecided += times;
  if (undecided > 0)
    text += fmt::format("  {} undecided:\n", counted(undecided, "position", "positions"));
  for (const auto& [why, times] : result.undecided)
    text += wrapped(fmt::format("{}: {}", counted(times, "position", "positions"), why),
                    options.width, 4);
  if (result.unjudged > 0)
    text += fmt::format("  {} more where the two differ, or one was silent: no time was left\n",
                        counted(result.unjudged, "position", "positions"));
  if (result.gave_up) text += "  it answered nothing at all, so the run was ended\n";
  return text + fmt::format("  seed {}\n", run.seed);
}

}  // namespace

ExitCode exit_code_of(const FuzzResult& result) {
  if (!result.findings.empty()) return ExitCode::Findings;
  const bool judged = result.undecided.empty() && result.unjudged == 0 && !result.gave_up;
  return judged && result.positions > 0 ? ExitCode::Agree : ExitCode::Undecided;
}

std::string fuzz_text(const FuzzRun& run, const FindingTextOptions& options) {
  const FuzzResult& result = *run.result;
  std::string text;
  for (const std::string& notice : run.notices)
    text += wrapped(fmt::format("{} {}", options.palette.paint(Ink::Yellow, "note:"), notice),
                    options.width, 0);
  const RunInfo info = as_run(run);
  for (std::size_t at = 0; at < result.findings.size(); ++at)
    text += finding_text(at, {result.findings[at].finding, {at}}, info, options) + "\n";
  text += fmt::format("{} situations reached, in {} that were looked at:\n",
                      grouped(result.reached.size()),
                      counted(result.looked_at, "position", "positions"));
  text += fmt::format("  {:<40}{:>12}{:>14}\n", "rule", "situations", "times");
  for (const Reached& each : reached_by_rule(result))
    text += fmt::format("  {:<40}{:>12}{:>14}\n", each.rule, grouped(each.situations),
                        grouped(each.times));
  return text + "\n" + verdict_text_of(run, options);
}

Json fuzz_json(const FuzzRun& run) {
  const FuzzResult& result = *run.result;
  Json json = run_json(as_run(run));
  json["schema"] = "perft-verify-fuzz/1";
  json.erase("suites");
  json["options"] = {{"seed", run.seed}, {"jobs", run.jobs}};
  json["findings"] = Json::array();
  for (const FuzzFinding& each : result.findings) {
    Json finding = finding_json({each.finding, {}});
    finding.erase("rows");
    finding["position"] = each.first.number;
    finding["positions"] = each.positions;
    json["findings"].push_back(std::move(finding));
  }
  json["reached"] = Json::array();
  for (const Reached& each : reached_by_rule(result))
    json["reached"].push_back(
        {{"rule", each.rule}, {"situations", each.situations}, {"times", each.times}});
  json["undecided"] = Json::array();
  for (const auto& [why, times] : result.undecided)
    json["undecided"].push_back({{"reason", why}, {"positions", times}});
  json["summary"] = {{"positions", result.positions},
                     {"nodes", result.nodes},
                     {"boards", result.boards},
                     {"seconds", result.seconds},
                     {"positions_per_second", speed_of(result)},
                     {"differing", result.suspects},
                     {"unjudged", result.unjudged},
                     {"situations", result.reached.size()},
                     {"looked_at", result.looked_at},
                     {"findings", result.findings.size()},
                     {"exit_code", static_cast<int>(run.exit_code)}};
  return json;
}

void report_fuzz(const FuzzRun& run, Reporter& reporter) {
  const FuzzResult& result = *run.result;
  report_findings(as_run(run), result.findings, result.nodes, result.seconds, run.exit_code,
                  reporter);
}

std::string findings_suite(const FuzzRun& run) {
  std::string text;
  FindingsSuite suite([&text](std::string_view part) { text += part; });
  report_fuzz(run, suite);
  return text;
}

}  // namespace perft_verify::verifier
