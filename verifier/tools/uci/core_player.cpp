#include "verifier/tools/uci/core_player.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/report/version.h"
#include "verifier/run/model/options.h"

namespace perft_verify::verifier {
namespace {

constexpr unsigned kMostThreads = 1024;
constexpr std::string_view kTooMany = "more than 2^64 - 1 nodes";
constexpr std::size_t kMostMegabytes = 33'554'432;  // 32 TiB, as Stockfish says

std::string info(std::string_view what) { return fmt::format("info string {}\n", what); }

std::string no_count(std::string_view why) { return info(why) + "bestmove (none)\n"; }

std::string introduction() {
  return fmt::format(
      "id name perft-verify core {}\n"
      "id author the authors of perft-verify\n"
      "\n"
      "option name Threads type spin default 1 min 1 max {}\n"
      "option name Hash type spin default 0 min 0 max {}\n"
      "option name Clear Hash type button\n"
      "option name UCI_Chess960 type check default false\n"
      "uciok\n",
      kVersion, kMostThreads, kMostMegabytes);
}

template <class Number>
std::optional<Number> number_in(std::string_view text, Number least, Number most) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    return std::nullopt;
  return number;
}

/// The FEN as Stockfish writes it: an en passant square only where a pawn attacks it.
std::string shown_fen(const Position& position) {
  const Color us = position.side_to_move();
  const auto square = position.en_passant();
  if (!square || (pawn_attacks(~us, *square) & position.pieces(us, PieceType::Pawn)).any())
    return position.fen();
  PositionParts parts = position.parts();
  parts.en_passant.reset();
  return Position(parts).fen();
}

/// Sorted by move, as `verify divide` prints it.
std::string answer(const std::vector<MoveCount>& counts, bool chess960) {
  std::vector<std::string> lines;
  std::uint64_t total = 0;
  for (const auto& [move, nodes] : counts) {
    lines.push_back(fmt::format("{}: {}\n", to_uci(move, chess960), nodes));
    if (__builtin_add_overflow(total, nodes, &total)) return no_count(kTooMany);
  }
  std::ranges::sort(lines);
  return fmt::format("{}\nNodes searched: {}\n\n", fmt::join(lines, ""), total);
}

}  // namespace

std::string CorePlayer::obey(std::string_view command, const std::stop_token& stop) {
  std::string_view arguments = command;
  const std::string_view name = take_word(arguments);
  if (name.empty() || name.starts_with('#')) return "";
  if (name == "uci") return introduction();
  if (name == "isready") return "readyok\n";
  if (name == "ucinewgame") return set_table(table_ ? table_->bytes() >> 20 : 0);
  if (name == "setoption") return set_option(arguments);
  if (name == "position") return set_position(arguments);
  if (name == "go") return go(arguments, stop);
  if (name == "d") return board();
  if (name == "ponderhit") return "";
  return fmt::format("Unknown command: '{}'.\n", printable(command));
}

std::string CorePlayer::set_option(std::string_view arguments) {
  const std::size_t value_at = find_word(arguments, "value");
  std::string_view left = arguments.substr(0, value_at);
  std::string_view value =
      value_at == std::string_view::npos ? std::string_view() : arguments.substr(value_at);
  take_word(value);
  value = trimmed(value);
  take_word(left);  // "name"
  const std::string_view name = trimmed(left);
  const auto refused = [&](std::string_view meant) {
    return info(fmt::format("option {} is not set: '{}' is not {}", name, printable(value), meant));
  };
  if (name == "Hash") {
    const auto megabytes = number_in<std::size_t>(value, 0, kMostMegabytes);
    return megabytes ? set_table(*megabytes)
                     : refused(fmt::format("a number of megabytes from 0 to {}", kMostMegabytes));
  }
  if (name == "Threads") {
    const auto threads = number_in<unsigned>(value, 1, kMostThreads);
    if (!threads) return refused(fmt::format("a number from 1 to {}", kMostThreads));
    threads_ = *threads;
    return "";
  }
  if (name == "UCI_Chess960") {
    if (value != "true" && value != "false") return refused("true or false");
    chess960_ = value == "true";
    return "";
  }
  if (name == "Clear Hash") return set_table(table_ ? table_->bytes() >> 20 : 0);
  return fmt::format("No such option: {}\n", printable(name));
}

/// An empty table of that size; the memory of the one before is given back first.
std::string CorePlayer::set_table(std::size_t megabytes) {
  table_.reset();
  if (megabytes == 0) return "";
  auto table = PerftTable::of(megabytes);
  if (!table) return info(fmt::format("{}; there is no table", table.error()));
  table_.emplace(std::move(*table));
  return "";
}

std::string CorePlayer::set_position(std::string_view arguments) {
  position_.reset();
  const auto refuse = [](std::string_view why) {
    return info(fmt::format("position refused, there is none now: {}", why));
  };
  const std::size_t moves_at = find_word(arguments, "moves");
  std::string_view root = arguments.substr(0, moves_at);
  const std::string_view kind = take_word(root);
  root = trimmed(root);
  if (kind != "fen" && kind != "startpos") return refuse("startpos or fen has to follow");
  if (kind == "startpos" && !root.empty())
    return refuse(fmt::format("'{}' after startpos, where only moves may follow", printable(root)));
  const auto parsed = parse_fen_as(kind == "fen" ? root : kStartPosition, chess960_);
  if (!parsed)
    return refuse(fmt::format("{} at column {} of the FEN: {}",
                              to_string(parsed.error().error_class()), parsed.error().offset + 1,
                              parsed.error().message()));
  Line line(parsed->position);
  if (moves_at != std::string_view::npos) {
    std::string_view moves = arguments.substr(moves_at);
    take_word(moves);
    for (std::string_view move = take_word(moves); !move.empty(); move = take_word(moves))
      if (!line.push_text(move))
        return refuse(fmt::format("move {}, '{}', is not legal in {}", line.ply() + 1,
                                  printable(move), line.position().fen()));
  }
  position_ = line.position();
  return "";
}

std::string CorePlayer::go(std::string_view arguments, const std::stop_token& stop) {
  if (take_word(arguments) != "perft") return no_count("this engine counts only: go perft N");
  const std::string_view word = take_word(arguments);
  const auto depth = number_in(word, 1, kMaxDepth);
  if (!depth)
    return no_count(
        fmt::format("go perft: '{}' is not a depth from 1 to {}", printable(word), kMaxDepth));
  if (!position_) return no_count("nothing is counted: the last position was refused");
  const auto counts = divide(
      *position_, *depth, {.stop = stop, .table = table_ ? &*table_ : nullptr, .jobs = threads_});
  if (counts) return answer(*counts, position_->chess960());
  const bool stopped = counts.error() == PerftFailure::Stopped;
  return no_count(stopped ? "stopped before the count was complete" : kTooMany);
}

std::string CorePlayer::board() const {
  if (!position_) return info("there is no position: the last one was refused");
  std::string text = framed_diagram([this](Square square) {
    const auto piece = position_->piece_on(square);
    return piece ? letter_of(*piece) : ' ';
  });
  text +=
      fmt::format("\nFen: {}\nKey: {:016X}\nCheckers: ", shown_fen(*position_), position_->key());
  for (const Square square : position_->checkers()) text += to_string(square) + " ";
  return text + "\n";
}

}  // namespace perft_verify::verifier
