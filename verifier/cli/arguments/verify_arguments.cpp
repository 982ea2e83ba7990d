#include "verifier/cli/arguments/verify_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>

#include "verifier/cli/arguments/choices.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/suite/built_in_text.h"

namespace perft_verify::verifier {
namespace {

const Choices<Mode> kModes{
    {"totals", Mode::Totals}, {"divide", Mode::Divide}, {"full", Mode::Full}};
const Choices<Sharing> kSharing{
    {"auto", Sharing::Auto}, {"off", Sharing::Off}, {"on", Sharing::On}};

/// The shell splits a FEN without quotes into words: the board goes to --fen or to SUITE, the rest
/// to SUITE.
bool has_fen_without_quotes(const VerifyArguments& arguments) {
  std::vector<std::string> words = arguments.suites;
  words.insert(words.end(), arguments.fens.begin(), arguments.fens.end());
  return is_fen_without_quotes(words);
}

/// A position where a suite may stand is as good as behind --fen, unless a file has that name.
void move_positions(VerifyArguments& arguments) {
  std::vector<std::string> suites;
  for (std::string& word : arguments.suites) {
    std::error_code error;
    const bool position =
        !built_in_suite(word) && means_position(word) && !std::filesystem::exists(word, error);
    (position ? arguments.fens : suites).push_back(std::move(word));
  }
  arguments.suites = std::move(suites);
}

// In the order of the help.

void add_suite_options(CLI::App& app, VerifyArguments& arguments) {
  app.add_option(
         "SUITE", arguments.suites,
         "Suites: gate, quick, standard or rules (built in; gate if only --engine is given); "
         "files: "
         ".epd (FEN ;D1 20 ;D2 400), .perft, .csv, .json, or a folder of them; other names, and - "
         "for standard input, by what is in them; a file called gate is ./gate. Or a position, as "
         "behind --fen")
      ->type_name("SUITE");
  app.add_option(
         "--fen", arguments.fens,
         "A single position: a FEN in quotes, startpos, or the id of a row of a built-in suite "
         "(repeatable)")
      ->type_name("FEN")
      ->allow_extra_args(false);
  app.add_option("--depth", arguments.depth,
                 "Depth of every row (each row's deepest recorded depth; 4 where nothing is "
                 "recorded)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth));
  app.add_option("--max-nodes", arguments.max_nodes,
                 "Per row, the deepest depth not above N nodes; with --depth, the smaller")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
  add_invalid_option(app, arguments.skip_invalid);
  add_lenient_clocks_option(app, arguments.lenient_clocks);
}

void add_reference_options(CLI::App& app, VerifyArguments& arguments) {
  app.add_option(
         "--reference", arguments.reference,
         "Reference to compare with: stockfish, mailbox, core, recorded, or an engine's command "
         "(stockfish: $STOCKFISH, PATH, /usr/games; where there is none, mailbox)")
      ->type_name("NAME|CMD")
      ->check(not_self());
  app.add_option(
         "--second-reference", arguments.second_reference,
         "Additional reference, asked where the two differ: one of these names, a command, or "
         "none (mailbox, or core where mailbox is the reference)")
      ->type_name("NAME|CMD")
      ->check(not_self());
  app.add_option("--timeout", arguments.timeout,
                 "Seconds per question (automatic: 20 times what the engine's own speed predicts, "
                 "and at least 10; at least 1 for an engine that has hung three times)")
      ->type_name("S")
      ->check(CLI::Range(0.001, 1e7))
      // A range check alone accepts text that is not a number.
      ->check([](const std::string& text) {
        const bool number = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
        return number ? std::string() : fmt::format("{} is not a number of seconds", text);
      });
}

void add_run_options(CLI::App& app, RawVerify& raw, VerifyArguments& arguments) {
  add_choice(
      app, "--mode", arguments.mode, kModes,
      "The extent of the comparison: totals, every root move, or every position and move list");
  app.add_option("--full-nodes", arguments.full_nodes,
                 "With --mode full: at most this many positions a row")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_flag("--no-bisect", raw.no_bisect, "Report wrong counts without looking for the move");
  add_jobs_option(app, arguments.jobs, "Workers (the number of cores)")
      ->each([&arguments](const std::string&) { arguments.jobs_given = true; });
  app.add_option(
         "--hash", arguments.hash_megabytes,
         "Megabytes of the linked core's table of counted positions, shared by all workers; "
         "samples of its answers are counted again without it (0)")
      ->type_name("MB");
  app.add_flag(
      "--git-bisect", arguments.git_bisect,
      "Exit codes for git bisect run: 125 (skip the commit) if undecided, 128 (stop) on any "
      "other error");
  app.add_flag("--fail-fast", arguments.fail_fast, "Stop at the first finding");
  app.add_option("--max-findings", arguments.max_findings, "Stop after N findings")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
}

void add_store_options(CLI::App& app, VerifyArguments& arguments) {
  app.add_option("--store", arguments.store,
                 "File that keeps the reference's answers ($PERFT_VERIFY_STORE, else "
                 "perft-verify/answers.store in the user's cache folder)")
      ->type_name("PATH");
  app.add_flag("--no-store", arguments.no_store, "Do not read or write the store");
  add_choice(app, "--share", arguments.share, kSharing,
             "In large rows, ask the reference once for each position of its own tree that is "
             "reached in several ways: where that is quicker (auto), never, wherever it can be");
}

void add_row_options(CLI::App& app, RawVerify& raw, VerifyArguments& arguments) {
  app.add_option("--only", arguments.only, "Only rows whose name matches, like 'ep-*' (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_option("--skip", arguments.skip, "No rows whose name matches (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  app.add_flag("--reachable", arguments.reachable,
               "No rows for which there is a reason why no game leads there");
  app.add_option(
         "--partition", raw.partition,
         "Run only part I of N, on one of N machines; verify merge puts the --report jsonl of "
         "all parts together")
      ->type_name("slice:I/N|hash:I/N");
  app.add_option("--journal", arguments.journal,
                 "Record finished rows, so that --resume can continue after an interruption")
      ->type_name("PATH");
  app.add_option("--resume", arguments.resume,
                 "Resume the run recorded in this journal (same options)")
      ->type_name("PATH");
}

}  // namespace

void add_verify_options(CLI::App& app, RawVerify& raw, VerifyArguments& arguments) {
  add_suite_options(app, arguments);
  add_reference_options(app, arguments);
  add_run_options(app, raw, arguments);
  add_store_options(app, arguments);
  add_row_options(app, raw, arguments);
  app.add_option("--save-findings", raw.reports.save_findings,
                 "Write the smallest position of each finding, with its right count, as a suite")
      ->type_name("FILE.epd");
  add_report_options(app, raw.reports, arguments);
  add_engine_options(app, raw.engine);
  app.add_flag("--allow-same", arguments.allow_same,
               "With --engine \"verify uci\" --reference core: the linked core against itself "
               "through a pipe, which proves nothing but the pipe");
  add_chess960_option(app, arguments.chess960);
}

std::expected<void, NotToRun> understand(const RawVerify& raw, VerifyArguments& arguments) {
  auto engine = engine_of(raw.engine, arguments.timeout);
  if (!engine) return std::unexpected(engine.error());
  arguments.engine = std::move(*engine);
  if (arguments.engine) arguments.engine->chess960_anyway = arguments.chess960 == Chess960::On;
  auto environment = environment_of(raw.engine);
  if (!environment) return std::unexpected(environment.error());
  arguments.environment = std::move(*environment);
  arguments.bisect = !raw.no_bisect;
  if (auto read = read_report_options(raw.reports, arguments); !read)
    return std::unexpected(read.error());
  if (has_fen_without_quotes(arguments))
    return wrong(fmt::format("the shell took the FEN{} apart: put it in quotes, {}\"FEN\"",
                             arguments.fens.empty() ? "" : " after --fen",
                             arguments.fens.empty() ? "" : "--fen "));
  move_positions(arguments);
  if (arguments.suites.empty() && arguments.fens.empty()) {
    if (!arguments.engine || arguments.resume)
      return wrong(
          "no suite and no --fen: nothing to verify (`verify gate` verifies the linked "
          "core)");
    arguments.suites.emplace_back("gate");
  }
  if (arguments.reference == "core" && !arguments.engine)
    return wrong(
        "--reference core compares the linked core with itself; name an --engine or "
        "another reference");
  if (arguments.allow_same && !(arguments.engine && arguments.reference == "core"))
    return wrong("--allow-same is for --engine \"verify uci\" with --reference core");
  if (arguments.hash_megabytes != 0 && arguments.engine && arguments.reference != "core")
    return wrong("--hash is for the linked core, which is not used here");
  if (raw.no_bisect && arguments.mode == Mode::Full)
    return wrong("--no-bisect goes with --mode totals and divide only");
  if (arguments.store && arguments.no_store)
    return wrong("--store and --no-store contradict each other");
  if (raw.partition) {
    auto partition = parse_partition(*raw.partition);
    if (!partition) return wrong(fmt::format("--partition {}", partition.error()));
    arguments.partition = *partition;
  }
  if (arguments.journal && arguments.resume)
    return wrong("--resume continues the journal that it names; leave out --journal");
  for (const auto& [option, path] :
       {std::pair("--journal", &arguments.journal), std::pair("--resume", &arguments.resume)})
    if (*path && (*path)->empty()) return wrong(fmt::format("{}: no path is given", option));
  if (arguments.store && arguments.store->empty()) return wrong("--store: no path is given");
  return {};
}

}  // namespace perft_verify::verifier
