// The parts of an engine of some dialect; see odd_engine.cpp.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace perft_verify::odd {

enum class Protocol : std::uint8_t { Uci, Xboard, Console };

/// Writes a line of an answer: number of the move (from 1), its text, its count.
using LineWriter = std::function<std::string(int, const std::string&, const std::string&)>;

struct Family {
  std::string_view name;
  std::string_view command;  // the words before the depth
  LineWriter line = {};      // nothing: totals only
  /// Before the lines, and after them; {n} total, {d} depth.
  std::string_view head = {};
  std::string_view tail = {};
  Protocol protocol = Protocol::Uci;
  std::string_view spelling = "uci";
  bool lists_at_depth_one = true;
  bool on_stderr = false;
  bool thousands = false;
  bool fen_argument = false;     // command DEPTH FEN; `position` is ignored
  bool starts_at_start = false;  // of those: without a FEN they count the start position
  bool keeps_position = false;   // `position` is ignored altogether
  bool depth_apart = false;      // xboard: `sd N`, then the command
  bool plays_moves = true;       // xboard: takes moves
  bool cumulative = false;       // a total for each depth
  bool lists_each_depth = false;
  bool in_thread = false;  // ready before it has counted
  bool x_fen = false;      // reads no file letters
  bool chess960 = true;
  bool castles_from_e = false;   // wherever the king stands
  std::string_view prompt = {};  // printed before each command is read
  bool needs_newgame = false;    // takes no position before `ucinewgame`
  bool hangs = false;            // at a command that it does not know
  bool exits = false;
  bool flushes_late = false;        // prints into a buffer, at the next command
  int late_from = 0;                // so many answers later
  bool dies_at_one = false;         // of depth 1
  int least_depth = 1;              // counts so many plies where it is asked for fewer
  bool only_ungreeted = false;      // xboard: no perft after `xboard`
  bool searches = false;            // every other `go` is a search, and nothing else is obeyed
  bool silent = false;              // for unknown commands
  bool usermove = false;            // xboard: takes moves as `usermove e2e4`
  bool counts_root = false;         // its total has all nodes above the leaves as well
  std::string_view totals_by = {};  // the words that ask for a total alone
  std::string_view list_word = {};  // the word behind the depth that asks for a list
};

/// In the format of fmt: {0} move, {1} count, {2} number.
inline LineWriter shaped(std::string_view format) {
  return [format](int number, const std::string& move, const std::string& count) {
    return fmt::format(fmt::runtime(format), move, count, number);
  };
}

inline LineWriter with(std::string_view separator) {
  return [separator](int, const std::string& move, const std::string& count) {
    return move + std::string(separator) + count;
  };
}

/// A family put together at random from features seen among engines, the same for the same seed:
/// command, words before the move, index, spelling, separator, further columns, total, other lines.
Family seeded_family(unsigned seed);

}  // namespace perft_verify::odd
