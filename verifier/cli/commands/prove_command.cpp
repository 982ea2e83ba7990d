#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "core/text/format.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/process/system.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/arguments/reproduce_options.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/finding_reports.h"
#include "verifier/cli/reports/prove_report.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/cli/run/join.h"
#include "verifier/cli/run/run_journal.h"
#include "verifier/report/formats/json_fields.h"
#include "verifier/report/output/progress_line.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/version.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/words.h"
#include "verifier/tools/fuzz/findings_run.h"
#include "verifier/tools/prove/prove.h"
#include "verifier/tools/prove/ranks.h"

namespace perft_verify::verifier {
namespace {

/// `verify prove --engine CMD`
struct ProveArguments {
  RawEngine raw_engine;
  std::optional<EngineArguments> engine;
  ReferenceArguments reference;  // of our own without it
  std::vector<std::string> families;
  std::optional<std::uint64_t> sample;
  std::optional<double> seconds;
  unsigned jobs = 1;
  bool jobs_given = false;  // by the user
  JournalPaths journal;
  RawReports raw_reports;
  std::vector<ReportRequest> reports;
  bool json = false;
};

ExitCode exit_code_of(const ProveResult& result, const Interrupts& interrupts) {
  if (interrupts.signal() != 0) return static_cast<ExitCode>(128 + interrupts.signal());
  const auto any = [&](auto what) { return std::ranges::any_of(result.families, what); };
  if (!result.findings.empty()) return ExitCode::Findings;
  const bool all = !any([](const FamilyResult& each) { return !each.proved(); });
  return all && result.undecided.empty() ? ExitCode::Agree : ExitCode::Undecided;
}

/// The reference that the user names, or one of our own generators, whose digests are known.
ReferenceArguments reference_of(const ProveArguments& arguments) {
  ReferenceArguments reference = arguments.reference;
  if (!reference.reference) reference.reference = arguments.engine ? "core" : "mailbox";
  return reference;
}

constexpr std::uint64_t kUsualSample = 10'000;

ProveOptions options_of(const ProveArguments& arguments, const ChosenSides& sides) {
  const auto& [subject, reference, second] = sides;
  ProveOptions options;
  for (const Family& each : families())
    if (arguments.families.empty() ||
        std::ranges::find(arguments.families, each.name) != arguments.families.end())
      options.families.push_back(&each);
  options.sample = arguments.sample.value_or(arguments.families.empty() ? kUsualSample : 0);
  options.seconds = arguments.seconds;
  options.jobs = arguments.jobs;
  options.chess960 = subject.chosen.first->lacks_chess960().empty();
  options.subject = subject.chosen.factory;
  options.reference = reference.factory;
  VerifyArguments shown;
  shown.engine = arguments.engine;
  shown.reference =
      reference.identity.kind == "engine" ? arguments.reference.reference : reference.identity.kind;
  options.inspector = {reference.live, second, reproduce_options(shown)};
  return options;
}

/// The facts that have to be the same on every rank.
RunFacts facts_of(const ProveArguments& arguments, const ChosenSubject& subject,
                  const Chosen& reference) {
  RunFacts facts{{"version", std::string(kVersion)}};
  facts.emplace_back("subject", in_words(subject.chosen.identity, command_of(arguments.engine)));
  facts.emplace_back("reference",
                     in_words(reference.identity, command_of_reference(reference_of(arguments))));
  return facts;
}

/// Works as a rank other than 0: with the same programs, on positions that it is given.
int serve_prove(const ProveArguments& arguments, Link& link) {
  const Interrupts interrupts;
  const auto stop = interrupts.token();
  const Heartbeat heartbeat(link);
  Hello hello{.host = reference::host_name(), .failure = {}, .facts = {}};
  Sides sides;
  auto reference = choose_reference(reference_of(arguments), stop);
  if (!reference) {
    hello.failure = reference.error();
  } else {
    ChosenSubject subject = choose_subject(arguments.engine, stop);
    hello.failure = subject.failure;
    hello.facts = facts_of(arguments, subject, *reference);
    sides = {std::move(subject.chosen.first), std::move(reference->first)};
  }
  serve_batches(link, hello, std::move(sides), stop);
  return 0;
}

/// The journal that the user wants, which the options then write to; what it says already is not
/// asked again.
std::expected<RunJournal, std::string> open_journal(const ProveArguments& arguments,
                                                    const ChosenSubject& subject,
                                                    const Chosen& reference,
                                                    ProveOptions& options) {
  if (!arguments.journal.journal && !arguments.journal.resume) return RunJournal{};
  RunFacts facts{{"command", "prove"}, {"version", std::string(kVersion)}};
  for (const Family& each : families())
    facts.emplace_back("family " + std::string(each.name), std::string(each.digest));
  const std::array sides{JournalSide{"subject", subject.chosen.identity, subject.chosen.first.get(),
                                     command_of(arguments.engine)},
                         JournalSide{"reference", reference.identity, reference.first.get(), {}}};
  auto opened = verifier::open_journal(arguments.journal, std::move(facts), sides);
  if (!opened) return opened;
  for (const JournalNote& each : opened->journal->take_notes())
    options.agreed_before[each.note] = {each.number, each.nodes};
  options.note = [journal = opened->journal.get()](const Family& family, const Agreed& agreed) {
    journal->append(JournalNote{std::string(family.name), agreed.positions, agreed.nodes});
  };
  return opened;
}

int run_prove(const ProveArguments& arguments, StandardOutput& out, Link* link) {
  if (link != nullptr && link->rank() > 0) return serve_prove(arguments, *link);
  auto reports = FindingReports::open(arguments.reports);
  if (!reports) return failed(ExitCode::Usage, reports.error());
  const Interrupts interrupts;
  const auto stop = interrupts.token();
  const auto sides = choose_sides(arguments.engine, reference_of(arguments), stop);
  if (interrupts.signal() != 0) return interrupted(interrupts, "proof");
  if (!sides) return failed(sides.error().code, sides.error().why);
  const auto& [subject, reference, second] = *sides;
  ProveOptions options = options_of(arguments, *sides);
  if (link != nullptr) {
    options.jobs = 1;
    options.remote = rank_comparers(*link, facts_of(arguments, subject, reference));
    options.on_lost = [](const std::string& why) { complain(why); };
  }
  const auto journal = open_journal(arguments, subject, reference, options);
  if (!journal) return failed(ExitCode::Usage, journal.error());
  if (!journal->notice.empty()) complain(journal->notice);
  ProveResult result;
  {
    ProgressLine line(columns_of_terminal(STDERR_FILENO), tell, "positions");
    result = prove(
        options, stop, [&line](std::string_view name, std::uint64_t positions, std::uint64_t all) {
          line.show(fmt::format("{}: {} of {} positions", name, grouped(positions), grouped(all)));
        });
  }
  const RunInfo info =
      run_of_findings(subject.chosen.identity, reference.identity, result.findings);
  const ExitCode code = exit_code_of(result, interrupts);
  FindingOutput output;
  output.text = [&](bool color) { return report_of(result, info, color); };
  output.json = [&] { return page_of(json_of(result, info, code)); };
  output.report = [&](Reporter& reporter) {
    report_findings(info, result.findings, result.nodes, result.seconds, code, reporter);
  };
  bool written = reports->write(output, out);
  const bool all_tried = std::ranges::all_of(result.families, &FamilyResult::whole);
  if (interrupts.signal() != 0) interrupted(interrupts, "proof");
  if (journal->journal)
    written = end_journal(*journal->journal, all_tried, arguments.journal) && written;
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
                 if (line.link() != nullptr && arguments->jobs_given) return wrong(kJobsUnderMpi);
                 return run_prove(*arguments, line.out(), line.link());
               });
  line.on_every_rank();
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
          CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}})
              .description(""))  // else the type of the parser stands in the help
      ->check(CLI::Range(0.1, 1e7));
  command
      ->add_option("--sample", arguments->sample,
                   "Besides, the rows of the gate and so many random positions (10000; with "
                   "--family 0: none)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 40));
  add_jobs_option(*command, arguments->jobs, "Workers, each with an engine (the number of cores)")
      ->each([arguments](const std::string&) { arguments->jobs_given = true; });
  add_journal_options(*command, arguments->journal);
  add_finding_reports(*command, arguments->raw_reports, arguments->json);
  command->footer(
      "Example: verify prove --engine ./my-engine --budget 10m\n\n"
      "Exit codes: 0 all families proved; 1 findings; 2 wrong usage; 3 some family is open, or a\n"
      "side cannot be asked; 5 a file could not be written.");
}

}  // namespace perft_verify::verifier
