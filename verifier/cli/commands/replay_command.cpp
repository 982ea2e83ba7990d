#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <unordered_map>

#include "core/stopwatch.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/arguments/reproduce_options.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/replay_reports.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/games/game_reader.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/run/model/result.h"
#include "verifier/suite/suite_writer.h"
#include "verifier/tools/extract/position_choice.h"

namespace perft_verify::verifier {
namespace {

/// `verify replay FILE…`
struct ReplayArguments {
  std::vector<std::string> files;
  RawEngine raw_engine;
  VerifyArguments run;  // engine, reference, timeout, look
  std::vector<std::string> reports;
  bool every_ply = false;
  std::optional<std::string> extract;
};

class Replay {
 public:
  Replay(const ReplayArguments& arguments, ReplayReports& reports, const Interrupts& interrupts)
      : arguments_(arguments), reports_(reports), interrupts_(interrupts) {}

  /// The engine and the reference.
  std::expected<void, NotReady> start() {
    info_.files = arguments_.files;
    const VerifyArguments& run = arguments_.run;
    if (run.engine) {
      auto sides = choose_sides(run.engine, run, interrupts_.token());
      if (!sides) return std::unexpected(sides.error());
      sides_ = std::move(*sides);
      auto& [subject, reference, second] = sides_;
      if (reference.notice) info_.notices.push_back(*reference.notice);
      info_.subject = subject.chosen.identity;
      info_.reference = reference.identity;
      check_ = std::make_unique<EngineCheck>(
          *subject.chosen.first, *reference.first,
          EngineCheck::Options{reference.live, second, reproduce_options(run)},
          interrupts_.token());
    } else if (arguments_.extract) {
      auto reference = choose_reference(run, interrupts_.token());
      if (!reference) return std::unexpected(NotReady{ExitCode::Undecided, reference.error()});
      sides_.reference = std::move(*reference);
    }
    for (const auto& reporter : reports_.all()) reporter->started(info_);
    return {};
  }

  void play(const std::string& file) {
    auto games = open_games(file);
    if (!games) {
      complain(games.error());
      ++summary_.files_refused;
      return;
    }
    while (!interrupts_.token().stop_requested()) {
      auto game = (*games)->next();
      if (!game) return;
      play(std::move(*game));
    }
  }

  /// The suite of --extract; what was written, in words. The error is one sentence.
  std::expected<std::string, std::string> extract() {
    auto suite = choice_.suite(*sides_.reference.first, interrupts_.token());
    if (!suite) return std::unexpected(suite.error());
    std::string files;
    for (const std::string& file : arguments_.files) files += " " + printable(shell_quoted(file));
    suite->comments = {
        {1, fmt::format("# {} positions of {} games, with every situation of the rules that the "
                        "games have",
                        suite->rows.size(), summary_.games)},
        {2, fmt::format("# verify replay{} --extract", files)},
        {3, fmt::format("# Counts by {}", sides_.reference.identity.name)}};
    for (std::size_t at = 0; at < suite->rows.size(); ++at) suite->rows[at].line = at + 4;
    const std::string text = write_suites({&*suite, 1}, SuiteFormat::Epd).text;
    if (auto written = write_file(*arguments_.extract, text); !written)
      return std::unexpected(written.error());
    return fmt::format("{} positions written to {}", suite->rows.size(),
                       printable(*arguments_.extract));
  }

  int finish() {
    summary_.seconds = watch_.seconds();
    summary_.findings = known_.size();
    summary_.complete = interrupts_.signal() == 0;
    int code = static_cast<int>(exit_code());
    for (const auto& reporter : reports_.all()) reporter->finished(summary_, code);
    if (!reports_.finish())
      code = static_cast<int>(with_reports(static_cast<ExitCode>(code), false));
    return code;
  }

 private:
  void play(Game game) {
    GameReport report;
    report.replayed = replay(game);
    report.game = std::move(game);
    const ReplayedGame& played = report.replayed;
    const std::size_t index = summary_.games++;
    summary_.plies += played.path.size();
    if (played.illegal) ++summary_.illegal;
    if (played.problem) ++summary_.unreadable;
    if (played.disputed) ++summary_.disputed;
    if (check_ && !played.root.fen.empty()) ask(report, index);
    if (arguments_.extract) choice_.add(report.game, played);
    for (const auto& reporter : reports_.all()) reporter->game(report);
  }

  void ask(GameReport& report, std::size_t index) {
    const ReplayedGame& played = report.replayed;
    if (played.illegal) report.engine = check_->at_illegal_move(played, index);
    const bool blamed = report.engine && report.engine->suspect == Suspect::Generator;
    if (arguments_.every_ply && !blamed)
      if (auto wrong = check_->at_every_ply(played, index, summary_.compared))
        report.engine = std::move(*wrong);
    if (!report.engine) return;
    switch (report.engine->suspect) {
      case Suspect::Generator:
        ++summary_.blamed;
        break;
      case Suspect::Elsewhere:
        ++summary_.elsewhere;
        break;
      case Suspect::Undecided:
        ++summary_.undecided;
    }
    for (const Finding& finding : report.engine->findings) {
      const auto [known, fresh] = known_.emplace(fault_key(finding), known_.size());
      report.findings.push_back(known->second);
      if (!fresh) continue;
      for (const auto& reporter : reports_.all()) reporter->finding(known->second, finding, report);
    }
  }

  /// An engine that could not be asked anywhere has decided nothing.
  [[nodiscard]] ExitCode exit_code() const {
    if (interrupts_.signal() != 0) return static_cast<ExitCode>(128 + interrupts_.signal());
    const bool nothing_decided =
        summary_.undecided > 0 && summary_.blamed == 0 && summary_.elsewhere == 0;
    if (nothing_decided) return ExitCode::Undecided;
    if (summary_.illegal > 0 || summary_.blamed > 0) return ExitCode::Findings;
    if (summary_.undecided > 0) return ExitCode::Undecided;
    if (summary_.unreadable > 0 || summary_.files_refused > 0) return ExitCode::Usage;
    return ExitCode::Agree;
  }

  const ReplayArguments& arguments_;
  ReplayReports& reports_;
  const Interrupts& interrupts_;
  Stopwatch watch_;
  ReplayInfo info_;
  ChosenSides sides_;  // none without an engine, and the reference alone for --extract
  std::unique_ptr<EngineCheck> check_;
  ReplaySummary summary_;
  PositionChoice choice_;
  std::unordered_map<std::string, std::size_t> known_;  // faults
};

int replay_files(const ReplayArguments& arguments, StandardOutput& out) {
  auto reports = ReplayReports::open(arguments.reports, arguments.run, out);
  if (!reports) return failed(ExitCode::Usage, reports.error());
  const Interrupts interrupts;
  Replay replay(arguments, **reports, interrupts);
  if (auto ok = replay.start(); !ok) {
    if (interrupts.signal() != 0) return interrupted(interrupts, "replay");
    return failed(ok.error().code, ok.error().why);
  }
  for (const std::string& file : arguments.files) replay.play(file);
  const int code = replay.finish();
  if (!arguments.extract || interrupts.signal() != 0) return code;
  const auto written = replay.extract();
  complain(written ? *written : fmt::format("--extract: {}", written.error()));
  return written ? code : static_cast<int>(with_reports(static_cast<ExitCode>(code), false));
}

Ran run(ReplayArguments& arguments, StandardOutput& out) {
  VerifyArguments& run = arguments.run;
  auto engine = engine_of(arguments.raw_engine, run.timeout);
  if (!engine) return std::unexpected(engine.error());
  run.engine = std::move(*engine);
  if (!run.engine && (arguments.every_ply || run.timeout || (run.reference && !arguments.extract)))
    return wrong("replay: --reference, --timeout and --every-ply need an --engine to be asked");
  if (run.reference == "recorded")
    return wrong("replay: recorded counts cannot be asked; name another --reference");
  if (run.quiet && run.verbose) return wrong("-q and -v contradict each other");
  return replay_files(arguments, out);
}

}  // namespace

void add_replay_command(CommandLine& line) {
  const auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* const command = line.add(
      "replay", "Find the first illegal move of each game, and whether the engine is to blame",
      [&line, arguments] { return run(*arguments, line.out()); });
  command
      ->add_option("FILE", arguments->files,
                   "Games: PGN, a log of UCI or xboard, a list of `position` commands; - is "
                   "standard input")
      ->required();
  command->add_flag("--every-ply", arguments->every_ply,
                    "With --engine: compare the legal moves at every position of every game");
  command
      ->add_option("--extract", arguments->extract,
                   "Make a suite of the games: positions that together have every situation of the "
                   "rules that the games have, with their counts by the reference")
      ->type_name("SUITE");
  command
      ->add_option("--reference", arguments->run.reference,
                   "With --engine, what to compare with: stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD");
  command->add_option("--timeout", arguments->run.timeout, "Seconds per question to the engine")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--report", arguments->reports,
                   "text, json and html; to PATH, or to standard output (repeatable)")
      ->type_name("FORMAT[=PATH]")
      ->allow_extra_args(false);
  add_look_options(*command, arguments->run);
  add_engine_options(*command, arguments->raw_engine);
  command->footer(
      "Examples: verify replay games.pgn\n"
      "          verify replay games.pgn --engine ./my-engine\n\n"
      "Exit codes: 0 every move is legal; 1 an illegal move, or the engine lists wrong ones; 2 "
      "wrong\n"
      "usage, or a game cannot be read; 3 the engine gave no usable answer.");
}

}  // namespace perft_verify::verifier
