#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "core/counting/perft.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/rules/plausibility.h"
#include "core/rules/statistics.h"
#include "core/text/format.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/cli/arguments/hash_option.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/side_by_side.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/progress_line.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/board_svg.h"
#include "verifier/run/model/options.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

enum class PositionCommand : std::uint8_t { Perft, Divide, Show };

/// `verify perft|divide|show FEN`
struct PositionArguments {
  RawPosition position;
  int depth = -1;  // if none is given
  SideBySide compared;
  RawEngine engine;
  std::size_t hash_megabytes = 0;
  unsigned jobs = 1;
  bool statistics = false;
  bool unicode = false;
  bool svg = false;
  bool json = false;
};

int failed(PerftFailure failure, const Interrupts& interrupts) {
  if (failure == PerftFailure::Stopped) return interrupted(interrupts, "count");
  complain("more than 2^64 - 1 nodes; choose a smaller depth");
  return static_cast<int>(ExitCode::Usage);
}

PerftOptions options_of(const PositionArguments& arguments, PerftTable* table,
                        const Interrupts& interrupts) {
  return {.stop = interrupts.token(), .table = table, .jobs = arguments.jobs};
}

/// perft(depth - 1) after each legal move. On a terminal move by move, to show the progress.
std::expected<std::vector<MoveCount>, PerftFailure> divide_visibly(const Position& position,
                                                                   int depth,
                                                                   const PerftOptions& options) {
  ProgressLine progress(columns_of_terminal(STDERR_FILENO), tell, "moves");
  if (!progress.is_shown()) return divide(position, depth, options);
  std::vector<MoveCount> counts;
  const MoveList moves = legal_moves(position);
  for (const Move move : moves) {
    MoveList one;
    one.add(move);
    auto counted = divide_below(position, one, depth, options);
    if (!counted) return counted;
    counts.push_back(counted->front());
    progress.one_done(moves.size());
  }
  return counts;
}

std::expected<std::uint64_t, PerftFailure> total_of(const std::vector<MoveCount>& counts) {
  std::uint64_t total = 0;
  for (const MoveCount& count : counts)
    if (__builtin_add_overflow(total, count.nodes, &total))
      return std::unexpected(PerftFailure::Overflow);
  return total;
}

/// perft; on a terminal as a sum over the moves, to show the progress.
std::expected<std::uint64_t, PerftFailure> perft_visibly(const Position& position, int depth,
                                                         const PerftOptions& options) {
  if (depth == 0 || columns_of_terminal(STDERR_FILENO) == 0) return perft(position, depth, options);
  const auto counts = divide_visibly(position, depth, options);
  return counts ? total_of(*counts) : std::unexpected(counts.error());
}

int show(const Line& line, const PositionArguments& arguments, StandardOutput& out) {
  const Position& position = line.position();
  if (arguments.svg) {
    BoardMarks marks{.attackers = position.checkers()};
    if (line.ply() > 0)
      if (const auto last = parse_move_text(uci_moves(line).back()))
        marks.last_move = Bitboard{last->from} | Bitboard{last->to};
    out.write(board_document(position, marks));
    return 0;
  }
  const auto oddities = unreachable_because(position);
  std::vector<std::string> checkers;
  for (const Square square : position.checkers()) checkers.push_back(to_string(square));
  const int moves = count_legal(position);
  if (arguments.json) {
    const Json json{{"fen", position.fen()},
                    {"key", fmt::format("{:016x}", position.key())},
                    {"chess960", position.chess960()},
                    {"legal_moves", moves},
                    {"checkers", checkers},
                    {"unreachable", oddities}};
    out.write(page_of(json));
    return 0;
  }
  std::string text =
      diagram(position, {.style = arguments.unicode ? DiagramStyle::Unicode : DiagramStyle::Ascii,
                         .marked = position.checkers()});
  text += fmt::format("{}\n\nFen: {}\nKey: {:016x}\n{} to move, {} legal {}\n",
                      state_line(position), position.fen(), position.key(),
                      to_string(position.side_to_move()), moves, moves == 1 ? "move" : "moves");
  if (!checkers.empty()) text += fmt::format("In check from {}\n", fmt::join(checkers, ", "));
  for (const std::string& reason : oddities)
    text += fmt::format("No game leads here: {}\n", reason);
  out.write(text);
  return 0;
}

int count(const Position& position, const PositionArguments& arguments,
          const Interrupts& interrupts, StandardOutput& out) {
  const auto table = table_of(arguments.hash_megabytes);
  const auto begin = std::chrono::steady_clock::now();
  const auto nodes =
      perft_visibly(position, arguments.depth, options_of(arguments, table.get(), interrupts));
  if (!nodes) return failed(nodes.error(), interrupts);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (arguments.json) {
    const Json json{{"fen", position.fen()},
                    {"depth", arguments.depth},
                    {"nodes", *nodes},
                    {"seconds", seconds}};
    out.write(page_of(json));
    return 0;
  }
  std::string text = fmt::format("Position: {}\nDepth: {}\nTime: {}", position.fen(),
                                 arguments.depth, duration_text(seconds));
  if (seconds >= 0.01)
    text += fmt::format(" ({})", speed_text(static_cast<double>(*nodes) / seconds));
  out.write(text + fmt::format("\nNodes: {}\n", *nodes));
  return 0;
}

struct StatisticsColumn {
  std::string_view title;  // as in the Chess Programming Wiki
  const char* name;        // in JSON
  std::uint64_t MoveStatistics::* number;
};
constexpr std::array kStatisticsColumns{
    StatisticsColumn{"Nodes", "nodes", &MoveStatistics::nodes},
    StatisticsColumn{"Captures", "captures", &MoveStatistics::captures},
    StatisticsColumn{"E.p.", "en_passant", &MoveStatistics::en_passant},
    StatisticsColumn{"Castles", "castles", &MoveStatistics::castles},
    StatisticsColumn{"Promotions", "promotions", &MoveStatistics::promotions},
    StatisticsColumn{"Checks", "checks", &MoveStatistics::checks},
    StatisticsColumn{"Discovery Checks", "discovered_checks", &MoveStatistics::discovered_checks},
    StatisticsColumn{"Double Checks", "double_checks", &MoveStatistics::double_checks},
    StatisticsColumn{"Checkmates", "checkmates", &MoveStatistics::checkmates}};

std::string statistics_table(const std::vector<MoveStatistics>& rows) {
  std::string text = "Depth";
  std::vector<std::size_t> widths;
  for (const auto& [title, name, number] : kStatisticsColumns) {
    std::size_t width = title.size();
    for (const MoveStatistics& row : rows)
      width = std::max(width, std::to_string(row.*number).size());
    widths.push_back(width);
    text += fmt::format("  {:>{}}", title, width);
  }
  for (std::size_t ply = 0; ply < rows.size(); ++ply) {
    text += fmt::format("\n{:>5}", ply + 1);
    for (std::size_t column = 0; column < widths.size(); ++column)
      text += fmt::format("  {:>{}}", rows[ply].*kStatisticsColumns[column].number, widths[column]);
  }
  return text + "\n";
}

int statistics(const Position& position, const PositionArguments& arguments,
               const Interrupts& interrupts, StandardOutput& out) {
  const auto rows = move_statistics(position, arguments.depth,
                                    {.stop = interrupts.token(), .jobs = arguments.jobs});
  if (!rows) return failed(rows.error(), interrupts);
  if (arguments.json) {
    Json json{{"fen", position.fen()},
              {"depth", arguments.depth},
              {"nodes", rows->back().nodes},
              {"statistics", Json::array()}};
    for (std::size_t ply = 0; ply < rows->size(); ++ply) {
      Json row{{"depth", ply + 1}};
      for (const auto& [title, name, number] : kStatisticsColumns) row[name] = (*rows)[ply].*number;
      json["statistics"].push_back(std::move(row));
    }
    out.write(page_of(json));
    return 0;
  }
  out.write(fmt::format("Position: {}\n\n{}\nNodes: {}\n", position.fen(), statistics_table(*rows),
                        rows->back().nodes));
  return 0;
}

int divided(const Position& position, const PositionArguments& arguments,
            const Interrupts& interrupts, StandardOutput& out) {
  const auto table = table_of(arguments.hash_megabytes);
  const auto counts =
      divide_visibly(position, arguments.depth, options_of(arguments, table.get(), interrupts));
  if (!counts) return failed(counts.error(), interrupts);
  const auto total = total_of(*counts);
  if (!total) return failed(total.error(), interrupts);
  std::vector<std::pair<std::string, std::uint64_t>> lines;
  for (const auto& [move, nodes] : *counts)
    lines.emplace_back(to_uci(move, position.chess960()), nodes);
  std::ranges::sort(lines);
  if (arguments.json) {
    Json moves = Json::object();
    for (const auto& [move, nodes] : lines) moves[move] = nodes;
    const Json json{
        {"fen", position.fen()}, {"depth", arguments.depth}, {"moves", moves}, {"nodes", *total}};
    out.write(page_of(json));
    return 0;
  }
  std::string text;
  for (const auto& [move, nodes] : lines) text += fmt::format("{}: {}\n", move, nodes);
  out.write(text + fmt::format("\nNodes: {}\n", *total));
  return 0;
}

/// `startpos 5`: a depth after the position. A FEN has six fields, or four without its clocks: a
/// seventh is the depth, and a number that is the fifth is taken for it unless --depth is given. No
/// other position ends in a blank and a number.
std::expected<void, NotToRun> take_depth(PositionCommand command, PositionArguments& arguments) {
  if (command == PositionCommand::Show) return {};
  const std::string text = arguments.position.text();
  const std::size_t blank = text.rfind(' ');
  const auto blanks = std::ranges::count(text, ' ');
  const bool fifth = blanks == 4 && arguments.depth < 0 && is_digit(text.back());
  const bool follows = blank != std::string::npos && (blanks == 6 || fifth || !text.contains('/'));
  if (!follows) {
    if (arguments.depth >= 0) return {};
    return wrong("how deep? Write the depth after the position, or --depth N");
  }
  if (arguments.depth >= 0)
    return wrong("the depth is given twice: after the position and by --depth");
  const std::string word = text.substr(blank + 1);
  const int least = command == PositionCommand::Perft ? 0 : 1;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), arguments.depth);
  if (error != std::errc{} || end != word.data() + word.size() || arguments.depth < least ||
      arguments.depth > kMaxDepth)
    return wrong(
        fmt::format("'{}' is not a depth from {} to {}", printable(word, 40), least, kMaxDepth));
  arguments.position.words = {text.substr(0, blank)};
  return {};
}

/// Compares with an engine, if one is named.
std::expected<std::optional<int>, NotToRun> compare(const PositionArguments& arguments,
                                                    const std::vector<std::string>& moves,
                                                    StandardOutput& out) {
  auto engine = engine_of(arguments.engine);
  if (!engine) return std::unexpected(engine.error());
  SideBySide compared = arguments.compared;
  if (!*engine) {
    if (compared.run.reference || compared.all)
      return wrong("--reference and --all are for a divide with --engine");
    return std::nullopt;
  }
  if (compared.run.reference == "recorded")
    return wrong("recorded counts cannot be divided; name another --reference");
  compared.run.engine = std::move(*engine);
  compared.run.chess960 = arguments.position.chess960;
  compared.position = arguments.position.text();
  compared.moves = moves;
  compared.depth = arguments.depth;
  compared.json = arguments.json;
  return side_by_side(compared, out);
}

Ran run(PositionCommand command, PositionArguments& arguments, StandardOutput& out) {
  if (auto ok = take_depth(command, arguments); !ok) return std::unexpected(ok.error());
  const auto moves = moves_of(arguments.position);
  if (!moves) return std::unexpected(moves.error());
  const auto compared = compare(arguments, *moves, out);
  if (!compared) return std::unexpected(compared.error());
  if (*compared) return **compared;
  if (arguments.statistics && arguments.depth == 0)
    return wrong("--stats needs a --depth of at least 1: at 0 no move is made");
  if (arguments.statistics && arguments.hash_megabytes != 0)
    return wrong("--stats looks at every move; leave out --hash, which skips positions");
  if (arguments.svg && (arguments.json || arguments.unicode))
    return wrong("--svg goes with neither --json nor --unicode");
  const Interrupts interrupts;
  const auto line = parse_line_arguments(arguments.position.text(), *moves,
                                         {.chess960 = arguments.position.chess960});
  if (!line) return failed(ExitCode::Usage, line.error());
  const Position& position = line->position();
  switch (command) {
    case PositionCommand::Perft:
      return arguments.statistics ? statistics(position, arguments, interrupts, out)
                                  : count(position, arguments, interrupts, out);
    case PositionCommand::Divide:
      return divided(position, arguments, interrupts, out);
    case PositionCommand::Show:
      break;
  }
  return show(*line, arguments, out);
}

void add(CommandLine& line, PositionCommand command, const char* name, const char* what,
         const char* example) {
  const auto arguments = std::make_shared<PositionArguments>();
  CLI::App* const options = line.add(
      name, what, [&line, command, arguments] { return run(command, *arguments, line.out()); });
  add_position_options(*options, arguments->position);
  add_moves_option(*options, arguments->position);
  options->add_flag("--json", arguments->json, "For programs");
  options->footer(example);
  if (command == PositionCommand::Show) {
    options->add_flag("--unicode", arguments->unicode, "Chess symbols instead of letters");
    options->add_flag("--svg", arguments->svg, "An SVG picture");
    return;
  }
  options->add_option("-d,--depth", arguments->depth, "Depth; may also follow the position")
      ->type_name("N")
      ->check(CLI::Range(command == PositionCommand::Perft ? 0 : 1, kMaxDepth));
  options
      ->add_option("--hash", arguments->hash_megabytes,
                   "Megabytes of the table of counted positions (0)")
      ->type_name("MB");
  options->add_option("--jobs,-j", arguments->jobs, "Threads (1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  if (command == PositionCommand::Divide) {
    add_engine_options(*options, arguments->engine);
    options
        ->add_option("--reference", arguments->compared.run.reference,
                     "With --engine, what to compare with: stockfish, mailbox, core, or a command")
        ->type_name("NAME|CMD")
        ->check(not_self());
    options->add_flag("--all", arguments->compared.all,
                      "With --engine: also the moves on which both agree");
  }
  if (command == PositionCommand::Perft)
    options->add_flag(
        "--stats", arguments->statistics,
        "Count the kinds of moves at each depth, captures, checks, mates and so on; slow, "
        "since every move is looked at");
}

}  // namespace

void add_position_commands(CommandLine& line) {
  add(line, PositionCommand::Perft, "perft", "Count the leaf nodes to a depth",
      "Example: verify perft startpos 6");
  add(line, PositionCommand::Divide, "divide",
      "Count the leaf nodes below each legal move; with --engine, side by side",
      "Examples:\n"
      "  verify divide startpos 3 --moves \"e2e4 e7e5\"\n"
      "  verify divide startpos 3 --engine ./my-engine     side by side with the reference\n"
      "\n"
      "Exit codes with --engine: 0 the same, 1 they differ, 3 one of them gave no answer.");
  add(line, PositionCommand::Show, "show",
      "Draw a position, with its FEN, key and what is odd about it",
      "Examples:\n"
      "  verify show startpos --moves e2e4 --unicode\n"
      "  verify show startpos --moves e2e4 --svg > e4.svg");
}

}  // namespace perft_verify::verifier
