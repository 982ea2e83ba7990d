#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <random>

#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/arguments/reproduce_options.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/finding_reports.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/cli/run/run_journal.h"
#include "verifier/report/output/progress_line.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/version.h"
#include "verifier/tools/fuzz/corpus.h"
#include "verifier/tools/fuzz/fuzz_report.h"

namespace perft_verify::verifier {
namespace {

constexpr double kUsualSeconds = 60;

/// `verify fuzz --engine CMD`
struct FuzzArguments {
  RawEngine raw_engine;
  std::optional<EngineArguments> engine;
  ReferenceArguments reference;
  std::optional<std::uint64_t> seed;
  std::optional<double> seconds;
  std::optional<std::uint64_t> positions;
  std::optional<std::size_t> max_findings;
  unsigned jobs = 1;
  bool unreachable = false;
  bool standard_only = false;
  std::optional<std::string> corpus;
  JournalPaths journal;
  std::optional<std::string> write;
  std::size_t rows = 1'000;
  std::optional<std::string> save_findings;
  RawReports raw_reports;
  std::vector<ReportRequest> reports;
  bool json = false;

  [[nodiscard]] bool is_compared_with_itself() const { return reference.reference == "self"; }
};

/// The command that reaches the same position again, with the options of the run that it takes.
std::string command_for(const FuzzArguments& arguments, std::uint64_t seed,
                        const std::string& options, std::uint64_t number) {
  return fmt::format("verify fuzz --seed {} --positions {}{}{} --reference self{}", seed, number,
                     arguments.unreachable ? " --unreachable" : "",
                     arguments.standard_only ? " --standard" : "", options);
}

/// A file that has been opened before the run, if there is to be one.
std::expected<std::optional<OutputFile>, std::string> open(const std::optional<std::string>& path) {
  if (!path) return std::optional<OutputFile>();
  auto file = OutputFile::create(*path);
  if (!file) return std::unexpected(file.error());
  return std::optional(std::move(*file));
}

bool write(std::optional<OutputFile>& file, const std::string& text) {
  if (!file) return true;
  file->write(text);
  const auto written = file->commit();
  if (!written) complain(written.error());
  return written.has_value();
}

/// The sides that are compared. A subject that is compared with itself is alone: the reference has
/// no generator.
std::expected<ChosenSides, NotReady> start_sides(const FuzzArguments& arguments,
                                                 const std::stop_token& stop) {
  if (!arguments.is_compared_with_itself())
    return choose_sides(arguments.engine, arguments.reference, stop);
  ChosenSides sides;
  sides.subject = choose_subject(arguments.engine, stop);
  if (!sides.subject.failure.empty())
    return std::unexpected(NotReady{ExitCode::Undecided, sides.subject.failure});
  return sides;
}

FuzzOptions options_of(const FuzzArguments& arguments, std::uint64_t seed,
                       const ChosenSides& sides) {
  VerifyArguments shown;
  shown.engine = arguments.engine;
  if (!arguments.is_compared_with_itself()) shown.reference = arguments.reference.reference;
  const std::string reproduce = reproduce_options(shown);
  const reference::Generator& subject = *sides.subject.chosen.first;
  FuzzOptions options;
  options.source.seed = seed;
  options.source.chess960 = !arguments.standard_only && subject.lacks_chess960().empty();
  options.source.unreachable = arguments.unreachable;
  options.source.paths = subject.plays_moves();
  options.positions = arguments.positions;
  options.seconds = arguments.seconds;
  options.max_findings = arguments.max_findings;
  options.jobs = arguments.jobs;
  options.subject = sides.subject.chosen.factory;
  if (sides.reference.first) {
    options.reference = sides.reference.factory;
    options.inspector = {sides.reference.live, sides.second, reproduce};
  }
  options.reproduce = [&arguments, seed, reproduce](std::uint64_t number) {
    return command_for(arguments, seed, reproduce, number);
  };
  return options;
}

constexpr const char* kSeed = "seed";
constexpr const char* kAgreed = "all agreed in batch";

/// The seed that the user gives, or that of the run to go on with.
std::uint64_t seed_of(const FuzzArguments& arguments) {
  if (arguments.seed) return *arguments.seed;
  std::uint64_t seed = std::random_device{}();
  if (arguments.journal.resume)
    if (const auto before = Journal::fact_of(*arguments.journal.resume, kSeed))
      std::from_chars(before->data(), before->data() + before->size(), seed);
  return seed;
}

/// The journal that the user wants, to which the options then write. The questions that it has
/// already are not asked again.
std::expected<RunJournal, std::string> open_journal(const FuzzArguments& arguments,
                                                    const ChosenSides& sides,
                                                    FuzzOptions& options) {
  if (!arguments.journal.journal && !arguments.journal.resume) return RunJournal{};
  const SourceOptions& source = options.source;
  RunFacts facts{{"command", arguments.is_compared_with_itself() ? "fuzz, by itself" : "fuzz"},
                 {"version", std::string(kVersion)},
                 {kSeed, fmt::format("{}", source.seed)},
                 {"chess960", source.chess960 ? "on" : "off"},
                 {"unreachable", source.unreachable ? "on" : "off"},
                 {"paths", source.paths ? "on" : "off"}};
  const Chosen& subject = sides.subject.chosen;
  std::vector<JournalSide> asked{
      {"subject", subject.identity, subject.first.get(), command_of(arguments.engine)}};
  if (sides.reference.first)
    asked.push_back({"reference", sides.reference.identity, sides.reference.first.get(), {}});
  auto opened = verifier::open_journal(arguments.journal, std::move(facts), asked);
  if (!opened) return opened;
  for (const JournalNote& each : opened->journal->take_notes())
    options.agreed_before[each.number] = each.nodes;
  options.note = [journal = opened->journal.get()](std::uint64_t batch, std::uint64_t nodes) {
    journal->append(JournalNote{kAgreed, batch, nodes});
  };
  return opened;
}

FuzzRun run_of(const ChosenSides& sides, const FuzzOptions& options) {
  FuzzRun run;
  run.subject = sides.subject.chosen.identity;
  run.reference =
      sides.reference.first ? sides.reference.identity : reference::Identity{"itself", "self", ""};
  run.seed = options.source.seed;
  run.jobs = options.jobs;
  if (sides.reference.notice) run.notices.push_back(*sides.reference.notice);
  for (const std::string& note : sides.subject.notes) run.notices.push_back(note);
  if (const std::string why = sides.subject.chosen.first->lacks_chess960(); !why.empty())
    run.notices.push_back(
        fmt::format("without positions of Chess960: {} {}", run.subject.name, why));
  return run;
}

FuzzResult fuzz_with_progress(const FuzzOptions& options, const std::stop_token& stop) {
  ProgressLine line(columns_of_terminal(STDERR_FILENO), tell, "positions");
  return fuzz(options, stop, [&line](const FuzzProgress& progress) {
    line.show(fmt::format(
        "{} positions ({} a second), {} situations, {} findings, {}", grouped(progress.positions),
        grouped(
            static_cast<std::uint64_t>(static_cast<double>(progress.positions) / progress.seconds)),
        grouped(progress.situations), progress.findings, duration_text(progress.seconds)));
  });
}

FindingOutput output_of(const FuzzRun& run) {
  FindingOutput output;
  output.text = [&run](bool color) {
    FindingTextOptions look;
    look.palette = Palette(color);
    return fuzz_text(run, look);
  };
  output.json = [&run] { return page_of(fuzz_json(run)); };
  output.report = [&run](Reporter& reporter) { report_fuzz(run, reporter); };
  return output;
}

int run_fuzz(const FuzzArguments& arguments, StandardOutput& out) {
  const std::uint64_t seed = seed_of(arguments);
  Corpus corpus;
  if (arguments.corpus) {
    auto read = read_corpus(*arguments.corpus);
    if (!read) return failed(ExitCode::Usage, read.error());
    corpus = std::move(*read);
  }
  auto suite = open(arguments.write);
  if (!suite) return failed(ExitCode::Usage, suite.error());
  auto saved = open(arguments.save_findings);
  if (!saved) return failed(ExitCode::Usage, saved.error());
  auto reports = FindingReports::open(arguments.reports);
  if (!reports) return failed(ExitCode::Usage, reports.error());
  const Interrupts interrupts;
  const auto sides = start_sides(arguments, interrupts.token());
  if (interrupts.signal() != 0) return interrupted(interrupts, "search");
  if (!sides) return failed(sides.error().code, sides.error().why);
  FuzzOptions options = options_of(arguments, seed, *sides);
  options.stock = std::move(corpus.stock);
  options.replay = std::move(corpus.failures);
  if (!options.source.chess960) {
    std::erase_if(options.replay, [](const FuzzCase& each) { return each.question.root.chess960; });
    std::erase_if(options.stock, [](const Position& each) { return each.chess960(); });
  }
  const auto journal = open_journal(arguments, *sides, options);
  if (!journal) return failed(ExitCode::Usage, journal.error());
  FuzzRun run = run_of(*sides, options);
  if (!journal->notice.empty()) run.notices.push_back(journal->notice);
  const FuzzResult result = fuzz_with_progress(options, interrupts.token());
  run.result = &result;
  run.exit_code = exit_code_of(result);
  if (interrupts.signal() != 0) run.exit_code = static_cast<ExitCode>(128 + interrupts.signal());
  bool written = reports->write(output_of(run), out);
  const std::string findings = findings_suite(run);
  written = write(*saved, findings) && written;
  written = write(*suite, richest_suite(result, arguments.rows, seed)) && written;
  if (arguments.corpus)
    if (const auto kept = write_corpus(*arguments.corpus, result, findings); !kept) {
      complain(kept.error());
      written = false;
    }
  if (journal->journal)
    written =
        end_journal(*journal->journal, interrupts.signal() == 0, arguments.journal) && written;
  return static_cast<int>(with_reports(run.exit_code, written));
}

Ran check_and_run(FuzzArguments& arguments, StandardOutput& out) {
  auto engine = engine_of(arguments.raw_engine);
  if (!engine) return std::unexpected(engine.error());
  arguments.engine = std::move(*engine);
  if (arguments.reference.reference == "recorded")
    return wrong("fuzz: nothing is recorded of new positions; name another --reference");
  if (arguments.reference.reference == "core" && !arguments.engine)
    return wrong("fuzz: --reference core compares the linked core with itself");
  auto reports = read_finding_reports(arguments.raw_reports, arguments.json);
  if (!reports) return std::unexpected(reports.error());
  arguments.reports = std::move(*reports);
  if (!arguments.seconds && !arguments.positions) arguments.seconds = kUsualSeconds;
  return run_fuzz(arguments, out);
}

}  // namespace

void add_fuzz_command(CommandLine& line) {
  const auto arguments = std::make_shared<FuzzArguments>();
  CLI::App* const command =
      line.add("fuzz", "Compare an engine with a reference on random positions around rare rules",
               [&line, arguments]() { return check_and_run(*arguments, line.out()); });
  add_engine_options(*command, arguments->raw_engine);
  command
      ->add_option("--reference", arguments->reference.reference,
                   "stockfish, mailbox, core, or a command; self: no reference, the engine's own "
                   "answers have to agree with each other")
      ->type_name("NAME|CMD");
  command->add_option("--time", arguments->seconds, "Seconds (60, unless --positions is given)")
      ->type_name("S")
      ->check(CLI::Range(0.1, 1e7));
  command->add_option("--positions", arguments->positions, "So many positions, in batches of 64")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command
      ->add_option("--seed", arguments->seed,
                   "The same seed gives the same positions (a random one, which is printed)")
      ->type_name("N");
  command->add_option("--max-findings", arguments->max_findings, "End after so many findings")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  command->add_flag("--unreachable", arguments->unreachable,
                    "Also legal positions to which no game leads");
  command->add_flag("--standard", arguments->standard_only, "No positions of Chess960");
  add_jobs_option(*command, arguments->jobs, "Workers, each with an engine (the number of cores)");
  const auto [journal, resume] = add_journal_options(*command, arguments->journal);
  command
      ->add_option("--corpus", arguments->corpus,
                   "A folder that keeps what was found: failures are asked first the next time, "
                   "and the positions in its suites are changed further")
      ->type_name("DIR")
      ->excludes(journal)
      ->excludes(resume);
  CLI::Option* const write = command
                                 ->add_option("--write", arguments->write,
                                              "Write the positions that reached most as a suite")
                                 ->type_name("SUITE");
  command->add_option("--rows", arguments->rows, "With --write: so many rows")
      ->type_name("N")
      ->needs(write)
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();
  command->add_option("--save-findings", arguments->save_findings, "Reduced findings as a suite")
      ->type_name("FILE");
  add_finding_reports(*command, arguments->raw_reports, arguments->json);
  command->footer(
      "Example: verify fuzz --engine ./my-engine --time 60\n\n"
      "Exit codes: 0 no difference; 1 findings; 2 wrong usage; 3 undecided positions, or a side\n"
      "that cannot be asked; 5 a file could not be written.");
}

}  // namespace perft_verify::verifier
