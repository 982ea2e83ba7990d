#include "verifier/cli/position_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "verifier/run/options.h"

namespace perft_verify::verifier {
namespace {

void add_position_option(CLI::App& command, Raw& raw) {
  command.add_option("POSITION", raw.position, "A FEN, or startpos")->required()->type_name("FEN");
}

void add_moves_option(CLI::App& command, Raw& raw) {
  command.add_option("--moves", raw.moves, "Moves played from it, as UCI writes them")
      ->type_name("\"M1 M2 …\"");
}

}  // namespace

CLI::App* add_position_command(CLI::App& app, const std::string& name, const std::string& what,
                               const std::string& example, Raw& raw, PositionArguments& arguments) {
  CLI::App* const command = app.add_subcommand(name, what);
  add_position_option(*command, raw);
  add_moves_option(*command, raw);
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

std::expected<Arguments, NotToRun> position_arguments(const Raw& raw, PositionCommand command,
                                                      PositionArguments arguments) {
  arguments.command = command;
  arguments.chess960 = chess960_of(raw);
  arguments.position = joined_position(raw);
  auto moves = moves_of(raw);
  if (!moves) return std::unexpected(moves.error());
  arguments.moves = std::move(*moves);
  if (arguments.statistics && arguments.depth == 0)
    return wrong("--stats needs a --depth of at least 1: at 0 no move is made");
  if (arguments.statistics && arguments.hash_megabytes != 0)
    return wrong("--stats looks at every move; leave out --hash, which skips positions");
  if (arguments.svg && (arguments.json || arguments.unicode))
    return wrong("--svg goes with neither --json nor --unicode");
  return arguments;
}

CLI::App* add_reduce_command(CLI::App& app, Raw& raw, ReduceArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "reduce", "From a position with a wrong count to the smallest one with the same fault");
  add_position_option(*command, raw);
  add_moves_option(*command, raw);
  command->add_option("--depth", arguments.depth, "Where the count is wrong")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, kMaxDepth));
  command
      ->add_option("--reference", arguments.run.reference, "stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD");
  command->add_flag("--json", arguments.json, "For programs");
  add_engine_options(*command, raw);
  add_chess960_option(*command, raw);
  command->footer(
      "Example: verify reduce \"FEN\" --depth 3 --engine ./my-engine\n\n"
      "Prints a row of a suite, what to type into the engine, and a unit test. Exit codes: 0 the\n"
      "two agree there; 1 a fault was found; 2 wrong usage; 3 one of them could not be asked.");
  return command;
}

std::expected<Arguments, NotToRun> reduce_arguments(const Raw& raw, ReduceArguments arguments) {
  auto engine = engine_of(raw, std::nullopt);
  if (!engine) return std::unexpected(engine.error());
  arguments.run.engine = std::move(*engine);
  arguments.run.chess960 = chess960_of(raw);
  if (arguments.run.reference == "recorded")
    return wrong("reduce: recorded counts cannot be asked; name another --reference");
  if (arguments.run.reference == "core" && !arguments.run.engine)
    return wrong("reduce: --reference core compares the linked core with itself");
  arguments.fen = joined_position(raw);
  auto moves = moves_of(raw);
  if (!moves) return std::unexpected(moves.error());
  arguments.moves = std::move(*moves);
  return arguments;
}

CLI::App* add_split_command(CLI::App& app, Raw& raw, SplitArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "split", "Cut a deep perft into work units: a suite that any number of machines can share");
  add_position_option(*command, raw);
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
  arguments.fen = joined_position(raw);
  arguments.run.chess960 = chess960_of(raw);
  return arguments;
}

}  // namespace perft_verify::verifier
