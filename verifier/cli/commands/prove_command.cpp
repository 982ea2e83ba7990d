#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/format.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/finding_reports.h"
#include "verifier/cli/generators.h"
#include "verifier/cli/interrupts.h"
#include "verifier/cli/raw_arguments.h"
#include "verifier/cli/reproduce_options.h"
#include "verifier/report/finding_text.h"
#include "verifier/report/json_fields.h"
#include "verifier/report/progress_line.h"
#include "verifier/report/standard_error.h"
#include "verifier/report/words.h"
#include "verifier/tools/fuzz/findings_run.h"
#include "verifier/tools/prove/prove.h"

namespace perft_verify::verifier {
namespace {

/// `verify prove --engine CMD`
struct ProveArguments {
  RawEngine raw_engine;
  std::optional<EngineArguments> engine;
  ReferenceArguments reference;  // of our own without it
  std::vector<std::string> families;
  std::optional<double> seconds;
  RawReports raw_reports;
  std::vector<ReportRequest> reports;
  bool json = false;
};

std::string_view state_of(const FamilyResult& result) {
  return result.refuted          ? "REFUTED"
         : result.proved()       ? "proved"
         : result.positions == 0 ? "not tried"
                                 : "open";
}

std::string text_of(const ProveResult& result, const std::string& name) {
  std::string text =
      fmt::format("{:<14}{:<12}{:>12}  {:>9}  {}\n", "family", "", "positions", "", "what");
  std::size_t proved = 0;
  std::size_t refuted = 0;
  for (const FamilyResult& each : result.families) {
    text += fmt::format("{:<14}{:<12}{:>12}  {:>9}  {}\n", each.family->name, state_of(each),
                        grouped(each.positions), duration_text(each.seconds), each.family->what);
    if (each.proved()) {
      ++proved;
      text += fmt::format("{:<26}if {}\n", "", each.family->assumption);
    }
    refuted += each.refuted ? 1 : 0;
  }
  return text + fmt::format(
                    "\n{}: {} of {} families proved, {} refuted, the rest is open. Nothing here "
                    "says how moves are\nmade and taken back over many plies; verify gate and "
                    "verify fuzz sample that.\n",
                    name, proved, result.families.size(), refuted);
}

std::string report_of(const ProveResult& result, const RunInfo& info, bool color) {
  FindingTextOptions look;
  look.palette = Palette(color);
  std::string text;
  for (std::size_t at = 0; at < result.findings.size(); ++at)
    text += finding_text(at, {result.findings[at].finding, {at}}, info, look) + "\n";
  for (const auto& [why, times] : result.undecided)
    text += fmt::format("undecided, {}: {}\n", counted(times, "position", "positions"), why);
  return text + text_of(result, info.subject.name);
}

Json json_of(const ProveResult& result, const RunInfo& info, ExitCode code) {
  Json json = run_json(info);
  json["schema"] = "perft-verify-prove/1";
  json.erase("suites");
  json.erase("options");
  json["families"] = Json::array();
  for (const FamilyResult& each : result.families)
    json["families"].push_back({{"name", each.family->name},
                                {"what", each.family->what},
                                {"assumption", each.family->assumption},
                                {"depth", each.family->depth},
                                {"state", each.refuted    ? "refuted"
                                          : each.proved() ? "proved"
                                                          : "open"},
                                {"positions", each.positions},
                                {"all_positions", each.family->positions},
                                {"differing", each.differing},
                                {"seconds", each.seconds}});
  json["findings"] = Json::array();
  for (const FuzzFinding& each : result.findings) {
    Json finding = finding_json({each.finding, {}});
    finding.erase("rows");
    finding["positions"] = each.positions;
    json["findings"].push_back(std::move(finding));
  }
  json["summary"] = {{"seconds", result.seconds}, {"exit_code", static_cast<int>(code)}};
  return json;
}

ExitCode exit_code_of(const ProveResult& result, const Interrupts& interrupts) {
  if (interrupts.signal() != 0) return static_cast<ExitCode>(128 + interrupts.signal());
  const auto any = [&](auto what) { return std::ranges::any_of(result.families, what); };
  if (!result.findings.empty()) return ExitCode::Findings;
  const bool all = !any([](const FamilyResult& each) { return !each.proved(); });
  return all ? ExitCode::Agree : ExitCode::Undecided;
}

int failed(ExitCode code, const std::string& what) {
  complain(what);
  return static_cast<int>(code);
}

/// The answers of our own generators, whose digests are known; or whom the user names.
std::expected<Chosen, std::string> reference_of(const ProveArguments& arguments,
                                                const std::stop_token& stop) {
  ReferenceArguments reference = arguments.reference;
  if (!reference.reference) reference.reference = arguments.engine ? "core" : "mailbox";
  return choose_reference(reference, stop);
}

int run_prove(const ProveArguments& arguments, StandardOutput& out) {
  auto reports = FindingReports::open(arguments.reports);
  if (!reports) return failed(ExitCode::Usage, reports.error());
  const Interrupts interrupts;
  const auto stop = interrupts.token();
  auto reference = reference_of(arguments, stop);
  if (!reference) return failed(ExitCode::Undecided, reference.error());
  const ChosenSubject subject = choose_subject(arguments.engine, stop);
  if (!subject.failure.empty()) return failed(ExitCode::Undecided, subject.failure);
  if (const auto same = core_against_core(*subject.chosen.first, *reference->first))
    return failed(ExitCode::Usage, *same);
  ProveOptions options;
  for (const Family& each : families())
    if (arguments.families.empty() ||
        std::ranges::find(arguments.families, each.name) != arguments.families.end())
      options.families.push_back(&each);
  options.seconds = arguments.seconds;
  options.chess960 = subject.chosen.first->lacks_chess960().empty();
  options.subject = subject.chosen.factory;
  options.reference = reference->factory;
  VerifyArguments shown;
  shown.engine = arguments.engine;
  shown.reference = reference->identity.kind == "engine" ? arguments.reference.reference
                                                         : reference->identity.kind;
  options.inspector = {reference->live, own_second_reference(*reference, *subject.chosen.first),
                       reproduce_options(shown)};
  ProveResult result;
  {
    ProgressLine line(columns_of_terminal(STDERR_FILENO), tell, "positions");
    result = prove(options, stop, [&line](const FamilyResult& family) {
      line.show(fmt::format("{}: {} of {} positions", family.family->name,
                            grouped(family.positions), grouped(family.family->positions)));
    });
  }
  const RunInfo info =
      run_of_findings(subject.chosen.identity, reference->identity, result.findings);
  const ExitCode code = exit_code_of(result, interrupts);
  FindingOutput output;
  output.text = [&](bool color) { return report_of(result, info, color); };
  output.json = [&] {
    return json_of(result, info, code).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  };
  output.report = [&](Reporter& reporter) {
    report_findings(info, result.findings, result.nodes, result.seconds, code, reporter);
  };
  const bool written = reports->write(output, out);
  return static_cast<int>(with_reports(code, written));
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& each : families()) names.emplace_back(each.name);
  return names;
}

}  // namespace

void add_prove_command(CommandLine& line) {
  const auto arguments = std::make_shared<ProveArguments>();
  CLI::App* const command =
      line.add("prove", "Try families of positions whole: sliders, pins, castling, en passant",
               [&line, arguments]() -> Ran {
                 auto engine = engine_of(arguments->raw_engine);
                 if (!engine) return std::unexpected(engine.error());
                 arguments->engine = std::move(*engine);
                 if (arguments->reference.reference == "recorded")
                   return wrong("prove: nothing is recorded of these positions");
                 if (arguments->reference.reference == "core" && !arguments->engine)
                   return wrong("prove: --reference core compares the linked core with itself");
                 auto reports = read_finding_reports(arguments->raw_reports, arguments->json);
                 if (!reports) return std::unexpected(reports.error());
                 arguments->reports = std::move(*reports);
                 return run_prove(*arguments, line.out());
               });
  add_engine_options(*command, arguments->raw_engine);
  command
      ->add_option("--reference", arguments->reference.reference,
                   "mailbox, core, stockfish, or a command (core; for the linked core mailbox)")
      ->type_name("NAME|CMD")
      ->check(not_self());
  command->add_option("--family", arguments->families, "One of them (repeatable; all)")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(family_names()));
  command
      ->add_option("--budget", arguments->seconds,
                   "Seconds for all together, or 10m, 1h; what is not done by then is open")
      ->type_name("TIME")
      ->transform(
          CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}}))
      ->check(CLI::Range(0.1, 1e7));
  add_finding_reports(*command, arguments->raw_reports, arguments->json);
  command->footer(
      "Example: verify prove --engine ./my-engine --budget 10m\n\n"
      "Exit codes: 0 all families proved; 1 findings; 2 wrong usage; 3 some family is open, or a\n"
      "side cannot be asked; 5 a file could not be written.");
}

}  // namespace perft_verify::verifier
