#include "verifier/cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <thread>

#include "reference/foreign_text.h"
#include "verifier/report/formats.h"
#include "verifier/report/version.h"
#include "verifier/run/command_line.h"

namespace perft_verify::verifier {
namespace {

const std::map<std::string, Mode> kModes{
    {"totals", Mode::Totals}, {"divide", Mode::Divide}, {"full", Mode::Full}};
const std::map<std::string, Chess960> kChess960{
    {"auto", Chess960::Auto}, {"on", Chess960::On}, {"off", Chess960::Off}};
const std::map<std::string, Sharing> kSharing{
    {"auto", Sharing::Auto}, {"off", Sharing::Off}, {"on", Sharing::On}};
const std::map<std::string, Switch> kColors{
    {"auto", Switch::Auto}, {"always", Switch::On}, {"never", Switch::Off}};
const std::map<std::string, Switch> kSwitches{
    {"auto", Switch::Auto}, {"on", Switch::On}, {"off", Switch::Off}};

/// Options as text, before they are understood.
struct Raw {
  std::optional<std::string> engine;
  std::vector<std::string> engine_args;
  std::vector<std::string> engine_options;
  std::vector<std::string> engine_setup;
  std::optional<std::string> engine_template;
  std::string dialect = "auto";
  std::optional<std::string> perft_command;
  std::vector<std::string> reports;
  std::optional<std::string> save_findings;
  std::vector<std::string> position;
  std::string moves;
  std::string mode = "divide";
  std::string chess960 = "auto";
  std::string color = "auto";
  std::string progress = "auto";
  std::string invalid = "error";
  bool no_bisect = false;
  std::optional<std::string> partition;
  std::string share = "auto";
};

std::unexpected<NotToRun> wrong(const std::string& what) {
  return std::unexpected(
      NotToRun{2, fmt::format("verify: {}\nRun `verify --help` for the options.\n", what)});
}

template <typename T>
std::vector<std::string> names_of(const std::map<std::string, T>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) names.push_back(name);
  return names;
}

void add_engine_options(CLI::App& app, Raw& raw) {
  app.add_option("--engine", raw.engine,
                 "The engine under test instead of the linked core; split like shell words, "
                 "started without a shell. How to ask it for perft is found out by asking")
      ->type_name("CMD");
  app.add_option("--engine-arg", raw.engine_args, "One more argument for the engine (repeatable)")
      ->type_name("ARG")
      ->allow_extra_args(false);
  app.add_option("--engine-option", raw.engine_options,
                 "Sent as `setoption name NAME value VALUE` (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--engine-setup", raw.engine_setup,
                 "A line sent to the engine as it is, after the options (repeatable)")
      ->type_name("LINE")
      ->allow_extra_args(false);
  app.add_option("--engine-template", raw.engine_template,
                 "A program that is started once per question, without a shell: "
                 "\"./eng divide {depth} '{fen}'\"; {moves} is replaced too")
      ->type_name("CMD");
  std::string dialects;
  for (const auto& each : reference::built_in_dialects())
    dialects += fmt::format("{}{}: {}", dialects.empty() ? "" : "; ", each.name, each.meaning);
  app.add_option("--dialect", raw.dialect,
                 fmt::format("How the engine is spoken to. {}; or a section of perft-dialects.ini",
                             dialects))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--perft-command", raw.perft_command,
                 "What asks the engine for perft: \"divide {depth}\"; {fen} is replaced too, and "
                 "\" ; \" separates lines")
      ->type_name("LINE");
}

void add_chess960_option(CLI::App& app, Raw& raw) {
  app.add_option("--chess960", raw.chess960,
                 "auto: a position is Chess960 if its castling rights say so")
      ->type_name("auto|on|off")
      ->check(CLI::IsMember(names_of(kChess960)))
      ->capture_default_str();
}

/// What is written, and how it looks.
void add_report_options(CLI::App& app, Raw& raw, VerifyArguments& arguments) {
  app.add_option("--report", raw.reports,
                 fmt::format("{}; to standard output or to PATH (repeatable)", report_formats()))
      ->type_name("FORMAT[=PATH]")
      ->allow_extra_args(false);
  app.add_option("--color", raw.color, "Colours; NO_COLOR and CLICOLOR_FORCE are respected")
      ->type_name("auto|always|never")
      ->check(CLI::IsMember(names_of(kColors)))
      ->capture_default_str();
  app.add_option("--progress", raw.progress, "Progress on standard error")
      ->type_name("auto|on|off")
      ->check(CLI::IsMember(names_of(kSwitches)))
      ->capture_default_str();
  app.add_flag("-q,--quiet", arguments.quiet, "Findings and the summary only");
  app.add_flag("-v,--verbose", arguments.verbose, "Also what was proven for each row, and remarks");
}

void add_verify_options(CLI::App& app, Raw& raw, VerifyArguments& arguments) {
  app.add_option("SUITE", arguments.suites,
                 "Suites: .epd (`FEN ;D1 20 ;D2 400`), .perft, .csv, .json; others, and - for "
                 "standard input, by what is in them")
      ->type_name("FILE");
  app.add_option("--fen", arguments.fens, "A single position, or startpos (repeatable)")
      ->type_name("FEN")
      ->allow_extra_args(false)
      ->group("What is verified");
  app.add_option("--depth", arguments.depth,
                 "Depth of every row (each row's deepest recorded depth; 4 where nothing is "
                 "recorded)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth))
      ->group("What is verified");
  app.add_option("--max-nodes", arguments.max_nodes,
                 "Per row, the deepest depth not above N nodes; with --depth, the smaller")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62))
      ->group("What is verified");
  app.add_option("--invalid", raw.invalid, "What to do about rows that do not parse or are illegal")
      ->type_name("error|skip")
      ->check(CLI::IsMember({"error", "skip"}))
      ->capture_default_str();
  app.add_flag("--lenient-clocks", arguments.lenient_clocks,
               "Clocks that are no numbers or out of range are clamped, not refused");

  app.add_option("--reference", arguments.reference,
                 "Whom to compare with: stockfish, mailbox, core, recorded, or an engine's command "
                 "(stockfish: $STOCKFISH, PATH, /usr/games; where there is none, mailbox)")
      ->type_name("NAME|CMD");
  app.add_option("--second-reference", arguments.second_reference,
                 "A further vote where the two differ: one of the names above, a command, or none "
                 "(mailbox, unless it is the reference or the linked core is the subject)")
      ->type_name("NAME|CMD");
  app.add_option("--timeout", arguments.timeout,
                 "Seconds per question (automatic: at least 10, and 20 times what the engine's own "
                 "speed predicts)")
      ->type_name("S")
      ->check(CLI::Range(0.001, 1e7));

  app.add_option("--mode", raw.mode,
                 "How much is compared: the totals; every root move; every position and move list")
      ->type_name("totals|divide|full")
      ->check(CLI::IsMember(names_of(kModes)))
      ->capture_default_str();
  app.add_option("--full-nodes", arguments.full_nodes,
                 "With --mode full: at most this many positions a row")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_flag("--no-bisect", raw.no_bisect, "Report wrong counts without looking for the move");
  app.add_option("--jobs,-j", arguments.jobs, "Workers (the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  app.add_option("--hash", arguments.hash_megabytes,
                 "Megabytes for a table of positions that the linked core has counted, one for all "
                 "workers; samples of its answers are counted again without it (0: none)")
      ->type_name("MB");
  app.add_flag("--git-bisect", arguments.git_bisect,
               "For `git bisect run`: 0 and 1 as they are, 125 (skip this commit) where rows are "
               "undecided, 128 (stop) for everything else");
  app.add_flag("--fail-fast", arguments.fail_fast, "Stop at the first finding");
  app.add_option("--max-findings", arguments.max_findings, "Stop after N findings")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
  app.add_option("--store", arguments.store,
                 "Where the reference's answers are remembered ($PERFT_VERIFY_STORE; else "
                 "perft-verify/answers.store in the user's cache folder)")
      ->type_name("PATH");
  app.add_flag("--no-store", arguments.no_store, "Ask the reference everything, remember nothing");
  app.add_option("--share", raw.share,
                 "In large rows, ask the reference once for each position of its own tree that is "
                 "reached in several ways: where that is quicker (auto), never, wherever it can be")
      ->type_name("auto|off|on")
      ->check(CLI::IsMember(names_of(kSharing)))
      ->capture_default_str();

  app.add_option("--partition", raw.partition,
                 "Only this share of all rows, for one of N machines; `verify merge` puts the "
                 "--report jsonl of all shares together")
      ->type_name("slice:I/N|hash:I/N");
  app.add_option("--journal", arguments.journal,
                 "Write down what is done, so that --resume can go on after an interruption")
      ->type_name("PATH");
  app.add_option("--resume", arguments.resume,
                 "Go on where the run of this journal was interrupted; the other options as then")
      ->type_name("PATH");

  app.add_option("--save-findings", raw.save_findings,
                 "Write the smallest position of each finding, with its right count, as a suite")
      ->type_name("FILE.epd");
  add_report_options(app, raw, arguments);
}

CLI::App* add_position_command(CLI::App& app, const std::string& name, const std::string& what,
                               const std::string& example, Raw& raw, PositionArguments& arguments) {
  CLI::App* const command = app.add_subcommand(name, what);
  command->add_option("POSITION", raw.position, "A FEN, or startpos")->required()->type_name("FEN");
  command->add_option("--moves", raw.moves, "Moves played from it, as UCI writes them")
      ->type_name("\"M1 M2 …\"");
  if (name != "show")
    command->add_option("--depth", arguments.depth, "Depth")
        ->type_name("N")
        ->required()
        ->check(CLI::Range(name == "perft" ? 0 : 1, kMaxDepth));
  if (name != "show") {
    command
        ->add_option("--hash", arguments.hash_megabytes,
                     "Megabytes for a table of positions already counted (none)")
        ->type_name("MB");
    command->add_option("--jobs,-j", arguments.jobs, "Threads (1)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
  }
  if (name == "perft")
    command->add_flag("--stats", arguments.statistics,
                      "What kinds of moves there are at each depth: captures, checks, mates and so "
                      "on, move by move and therefore slow");
  if (name == "show")
    if (name == "show") {
      command->add_flag("--unicode", arguments.unicode, "Chess symbols instead of letters");
      command->add_flag("--svg", arguments.svg, "A picture for documents, in SVG");
    }
  command->add_flag("--json", arguments.json, "For programs");
  add_chess960_option(*command, raw);
  command->footer(example);
  return command;
}

std::expected<std::optional<EngineArguments>, NotToRun> engine_of(const Raw& raw,
                                                                  std::optional<double> timeout) {
  if (!raw.engine && !raw.engine_template) {
    if (!raw.engine_args.empty() || !raw.engine_options.empty() || !raw.engine_setup.empty())
      return wrong("--engine-arg, --engine-option and --engine-setup need --engine");
    if (raw.dialect != "auto" || raw.perft_command)
      return wrong("--dialect and --perft-command need --engine");
    return std::nullopt;
  }
  if (raw.engine && raw.engine_template)
    return wrong("--engine and --engine-template contradict each other");
  EngineArguments engine;
  const std::string option = raw.engine ? "--engine" : "--engine-template";
  auto words = split_words(raw.engine ? *raw.engine : *raw.engine_template);
  if (!words) return wrong(fmt::format("{}: {}", option, words.error()));
  if (words->empty()) return wrong(fmt::format("{}: no program is named", option));
  engine.command = std::move(*words);
  engine.command.insert(engine.command.end(), raw.engine_args.begin(), raw.engine_args.end());
  auto dialect = reference::find_dialect(raw.dialect, reference::dialect_files());
  if (!dialect) return wrong(fmt::format("--dialect: {}", dialect.error()));
  engine.dialect = std::move(*dialect);
  if (raw.perft_command) {
    auto lines = reference::parse_perft_command(*raw.perft_command);
    if (!lines) return wrong(fmt::format("--perft-command: {}", lines.error()));
    engine.dialect.perft = std::move(*lines);
  }
  if (engine.dialect.stockfish && engine.dialect.perft)
    return wrong("--dialect stockfish asks with `go perft`; leave out --perft-command");
  engine.is_template = raw.engine_template.has_value();
  if (engine.is_template || engine.dialect.script) {
    if (!raw.engine_options.empty() || !raw.engine_setup.empty())
      return wrong("--engine-option and --engine-setup are for engines that run all the time");
    if (engine.dialect.perft)
      return wrong(
          "--perft-command is for engines that run all the time; write what asks for "
          "perft into --engine-template");
  }
  if (engine.is_template) {
    if (raw.dialect != "auto")
      return wrong("--engine-template says how the engine is asked; leave out --dialect");
    for (const char* part : {"{depth}", "{fen}"})
      if (std::ranges::none_of(engine.command,
                               [&](const std::string& word) { return word.contains(part); }))
        return wrong(fmt::format("--engine-template: {} is missing", part));
  }
  for (const std::string& text : raw.engine_options) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return wrong(
          fmt::format("--engine-option {}: NAME=VALUE is expected", reference::printable(text)));
    engine.options.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  engine.setup = raw.engine_setup;
  for (const auto* list : {&raw.engine_options, &raw.engine_setup})
    for (const std::string& text : *list)
      if (reference::has_control_characters(text))
        return wrong(fmt::format("'{}': control characters are not sent to an engine",
                                 reference::printable(text)));
  engine.timeout = timeout;
  return engine;
}

std::expected<void, NotToRun> read_report_options(const Raw& raw, VerifyArguments& arguments) {
  arguments.color = kColors.at(raw.color);
  arguments.progress = kSwitches.at(raw.progress);
  for (const std::string& text : raw.reports) {
    const std::size_t equals = text.find('=');
    ReportRequest request{text.substr(0, equals), ""};
    if (!is_report_format(request.format))
      return wrong(fmt::format("--report {}: the formats are {}", reference::printable(text),
                               report_formats()));
    if (equals != std::string::npos) {
      request.path = text.substr(equals + 1);
      if (request.path.empty())
        return wrong(fmt::format("--report {}: a path belongs after '='", request.format));
    }
    if (request.path == "/dev/stdout") request.path.clear();
    arguments.reports.push_back(std::move(request));
  }
  if (raw.save_findings) {
    if (raw.save_findings->empty()) return wrong("--save-findings: a path belongs after it");
    arguments.reports.push_back({std::string(kFindingsSuite), *raw.save_findings});
  }
  const auto on_output = [](const ReportRequest& request) { return request.path.empty(); };
  if (std::ranges::count_if(arguments.reports, on_output) > 1)
    return wrong("more than one --report goes to standard output; give the others a path");
  if (arguments.quiet && arguments.verbose) return wrong("-q and -v contradict each other");
  return {};
}

std::expected<Arguments, NotToRun> verify_arguments(const Raw& raw, VerifyArguments arguments) {
  auto engine = engine_of(raw, arguments.timeout);
  if (!engine) return std::unexpected(engine.error());
  arguments.engine = std::move(*engine);
  arguments.mode = kModes.at(raw.mode);
  arguments.share = kSharing.at(raw.share);
  arguments.chess960 = kChess960.at(raw.chess960);
  arguments.skip_invalid = raw.invalid == "skip";
  arguments.bisect = !raw.no_bisect;
  if (auto read = read_report_options(raw, arguments); !read) return std::unexpected(read.error());
  if (arguments.suites.empty() && arguments.fens.empty())
    return wrong("no suite and no --fen: there is nothing to verify");
  if (arguments.reference == "core" && !arguments.engine)
    return wrong(
        "--reference core compares the linked core with itself; name an --engine or "
        "another reference");
  if (arguments.hash_megabytes != 0 && arguments.engine && arguments.reference != "core")
    return wrong("--hash is for the linked core, which takes no part here");
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
    return wrong("--resume goes on with the journal that it names; leave out --journal");
  for (const auto& [option, path] :
       {std::pair("--journal", &arguments.journal), std::pair("--resume", &arguments.resume)})
    if (*path && (*path)->empty()) return wrong(fmt::format("{}: no path is given", option));
  if (arguments.store && arguments.store->empty()) return wrong("--store: no path is given");
  return arguments;
}

std::expected<Arguments, NotToRun> position_arguments(const Raw& raw, PositionCommand command,
                                                      PositionArguments arguments) {
  arguments.command = command;
  arguments.chess960 = kChess960.at(raw.chess960);
  for (const std::string& word : raw.position)
    arguments.position += (arguments.position.empty() ? "" : " ") + word;
  auto moves = split_words(raw.moves);
  if (!moves) return wrong(fmt::format("--moves: {}", moves.error()));
  arguments.moves = std::move(*moves);
  if (arguments.statistics && arguments.depth == 0)
    return wrong("--stats needs a --depth of at least 1: at 0 no move is made");
  if (arguments.statistics && arguments.hash_megabytes != 0)
    return wrong("--stats looks at every move; leave out --hash, which skips positions");
  if (arguments.svg && (arguments.json || arguments.unicode))
    return wrong("--svg goes with neither --json nor --unicode");
  return arguments;
}

CLI::App* add_split_command(CLI::App& app, Raw& raw, SplitArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "split", "Cut a deep perft into work units: a suite that any number of machines can share");
  command->add_option("POSITION", raw.position, "A FEN, or startpos")->required()->type_name("FEN");
  command->add_option("--depth", arguments.depth, "Depth of the whole")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(2, 2 * kMaxDepth));
  command->add_option("--at", arguments.at, "The ply whose positions are the units, each once")
      ->type_name("K")
      ->required()
      ->check(CLI::Range(1, kMaxDepth));
  command->add_option("-o,--output", arguments.output, "Where to (standard output)")
      ->type_name("FILE");
  command
      ->add_option("--reference", arguments.run.reference,
                   "Whose moves and positions they are: stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD");
  command->add_option("--jobs,-j", arguments.run.jobs, "Processes of the reference (the cores)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  add_chess960_option(*command, raw);
  command->footer(
      "Example:\n"
      "  verify split startpos --depth 9 --at 4 -o units.epd\n"
      "  verify units.epd --no-store --partition slice:1/2 --report jsonl=part-1.jsonl\n"
      "  verify units.epd --no-store --partition slice:2/2 --report jsonl=part-2.jsonl\n"
      "  verify merge units.epd part-*.jsonl\n"
      "\n"
      "Exit codes: 1 the reference and the linked core do not agree on the lines down to the\n"
      "units; 2 wrong usage; 3 the reference could not be asked; 5 nothing could be written.");
  return command;
}

std::expected<Arguments, NotToRun> split_arguments(const Raw& raw, SplitArguments arguments) {
  if (arguments.at >= arguments.depth)
    return wrong("split: --at is to be less than --depth: something has to be left to count");
  if (arguments.depth - arguments.at > kMaxDepth)
    return wrong(fmt::format("split: a unit is counted to depth {} at most; choose a larger --at",
                             kMaxDepth));
  if (arguments.run.reference == "recorded")
    return wrong("split: recorded counts cannot be asked; name another --reference");
  for (const std::string& word : raw.position)
    arguments.fen += (arguments.fen.empty() ? "" : " ") + word;
  arguments.run.chess960 = kChess960.at(raw.chess960);
  return arguments;
}

constexpr const char* kDescription =
    "Proves that a chess move generator is right, or names its first wrong move and says why.";

constexpr const char* kFooter =
    "Examples:\n"
    "  verify suites/standard.epd --depth 6          the linked core against Stockfish\n"
    "  verify suites/rules.epd --engine ./my-engine  your engine\n"
    "  verify suites/gate.epd --engine-template \"./eng divide {depth} '{fen}'\"\n"
    "  verify --fen \"FEN\" --depth 4 --engine ./my-engine --report json=report.json\n"
    "\n"
    "Exit codes: 0 every row agrees; 1 findings; 2 wrong usage or suite; 3 some rows undecided;\n"
    "4 no row selected; 5 a report could not be written; 70 internal error; 130, 143 interrupted.";

}  // namespace

std::expected<Arguments, NotToRun> parse_arguments(int argc, const char* const* argv) {
  Raw raw;
  VerifyArguments verify;
  verify.jobs = std::max(1U, std::thread::hardware_concurrency());
  PositionArguments position;
  DoctorArguments doctor;

  CLI::App app(kDescription, "verify");
  app.footer(kFooter);
  app.set_version_flag("--version", fmt::format("verify {}", kVersion));
  app.require_subcommand(0, 1);
  add_verify_options(app, raw, verify);
  add_engine_options(app, raw);
  add_chess960_option(app, raw);

  const CLI::App* const perft =
      add_position_command(app, "perft", "Count the lines of legal moves to a depth",
                           "Example: verify perft startpos --depth 6", raw, position);
  const CLI::App* const divide = add_position_command(
      app, "divide", "Count below each legal move",
      "Example: verify divide startpos --moves \"e2e4 e7e5\" --depth 3", raw, position);
  const CLI::App* const show = add_position_command(
      app, "show", "Draw a position, with its FEN, key and what is odd about it",
      "Examples:\n"
      "  verify show startpos --moves e2e4 --unicode\n"
      "  verify show startpos --moves e2e4 --svg > e4.svg",
      raw, position);
  CLI::App* const doctor_command =
      app.add_subcommand("doctor", "Look at this machine, Stockfish and an engine");
  add_engine_options(*doctor_command, raw);
  doctor_command->add_flag("--json", doctor.json, "For programs");
  doctor_command->footer("Example: verify doctor --engine ./my-engine");
  LintArguments lint;
  lint.options.jobs = verify.jobs;
  CLI::App* const lint_command = add_lint_command(app, lint);
  add_chess960_option(*lint_command, raw);
  MutateArguments mutate;
  mutate.survey.jobs = verify.jobs;
  CLI::App* const mutate_command = add_mutate_command(app, mutate);
  add_chess960_option(*mutate_command, raw);
  ReduceArguments reduce;
  CLI::App* const reduce_command = app.add_subcommand(
      "reduce", "From a position with a wrong count to the smallest one with the same fault");
  reduce_command->add_option("POSITION", raw.position, "A FEN, or startpos")
      ->required()
      ->type_name("FEN");
  reduce_command->add_option("--moves", raw.moves, "Moves played from it, as UCI writes them")
      ->type_name("\"M1 M2 …\"");
  reduce_command->add_option("--depth", reduce.depth, "Where the count is wrong")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, kMaxDepth));
  reduce_command
      ->add_option("--reference", reduce.run.reference, "stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD");
  reduce_command->add_flag("--json", reduce.json, "For programs");
  add_engine_options(*reduce_command, raw);
  add_chess960_option(*reduce_command, raw);
  reduce_command->footer(
      "Example: verify reduce \"FEN\" --depth 3 --engine ./my-engine\n\n"
      "Prints a row of a suite, what to type into the engine, and a unit test. Exit codes: 0 the\n"
      "two agree there; 1 a fault was found; 2 wrong usage; 3 one of them could not be asked.");
  ConvertArguments convert;
  const CLI::App* const convert_command = add_convert_command(app, convert);
  BenchArguments bench;
  const CLI::App* const bench_command = add_bench_command(app, bench);
  ExplainArguments explain;
  CLI::App* const explain_command = add_explain_command(app, explain);
  add_chess960_option(*explain_command, raw);
  MergeArguments merge;
  CLI::App* const merge_command = app.add_subcommand(
      "merge", "Put the shares of a run together (--partition), and report it as one run");
  merge_command
      ->add_option("PART", merge.parts,
                   "What --report jsonl wrote for each share; and the suite that `verify split` "
                   "wrote, if they are shares of that: then their counts are added up")
      ->required()
      ->type_name("FILE");
  add_report_options(*merge_command, raw, merge.reports);
  merge_command->footer(
      "Examples:\n"
      "  verify merge part-*.jsonl --report junit=report.xml\n"
      "  verify merge units.epd part-*.jsonl\n"
      "\n"
      "Exit codes: those of the run as a whole; 2 if the parts are no shares of one run, or one is "
      "missing.");
  SplitArguments split;
  split.run.jobs = verify.jobs;
  const CLI::App* const split_command = add_split_command(app, raw, split);
  StoreArguments store;
  const CLI::App* const store_command = add_store_command(app, store);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream text;
      app.exit(error, text, text);
      return std::unexpected(NotToRun{0, text.str()});
    }
    return wrong(error.what());
  }
  if (perft->parsed()) return position_arguments(raw, PositionCommand::Perft, std::move(position));
  if (divide->parsed())
    return position_arguments(raw, PositionCommand::Divide, std::move(position));
  if (show->parsed()) return position_arguments(raw, PositionCommand::Show, std::move(position));
  if (lint_command->parsed()) {
    lint.fen.chess960 = kChess960.at(raw.chess960);
    return lint;
  }
  if (mutate_command->parsed()) {
    mutate.fen.chess960 = kChess960.at(raw.chess960);
    mutate.survey.totals_only = mutate.mode == "totals";
    if (!mutate.survey.depth && !mutate.survey.max_nodes) mutate.survey.max_nodes = 100'000;
    mutate.choice.jobs = mutate.survey.jobs;
    mutate.choice.situations = !mutate.bugs_only;
    return mutate;
  }
  if (convert_command->parsed()) {
    if (auto ok = choose_format(convert); !ok) return wrong(ok.error());
    return convert;
  }
  if (bench_command->parsed()) {
    if (auto ok = check_bench(bench); !ok) return wrong(ok.error());
    return bench;
  }
  if (explain_command->parsed()) {
    explain.chess960 = kChess960.at(raw.chess960);
    if (auto ok = understand(explain); !ok) return wrong(fmt::format("explain: {}", ok.error()));
    return explain;
  }
  if (reduce_command->parsed()) {
    auto engine = engine_of(raw, std::nullopt);
    if (!engine) return std::unexpected(engine.error());
    reduce.run.engine = std::move(*engine);
    reduce.run.chess960 = kChess960.at(raw.chess960);
    if (reduce.run.reference == "recorded")
      return wrong("reduce: recorded counts cannot be asked; name another --reference");
    if (reduce.run.reference == "core" && !reduce.run.engine)
      return wrong("reduce: --reference core compares the linked core with itself");
    for (const std::string& word : raw.position)
      reduce.fen += (reduce.fen.empty() ? "" : " ") + word;
    auto moves = split_words(raw.moves);
    if (!moves) return wrong(fmt::format("--moves: {}", moves.error()));
    reduce.moves = std::move(*moves);
    return reduce;
  }
  if (merge_command->parsed()) {
    if (auto read = read_report_options(raw, merge.reports); !read)
      return std::unexpected(read.error());
    return merge;
  }
  if (split_command->parsed()) return split_arguments(raw, std::move(split));
  if (store_command->parsed()) return store;
  if (doctor_command->parsed()) {
    auto engine = engine_of(raw, std::nullopt);
    if (!engine) return std::unexpected(engine.error());
    doctor.engine = std::move(*engine);
    return doctor;
  }
  verify.jobs_given = app.count("--jobs") > 0;
  return verify_arguments(raw, std::move(verify));
}

}  // namespace perft_verify::verifier
