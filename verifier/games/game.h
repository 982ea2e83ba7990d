// A game as a file tells it, before anybody has looked whether its moves are legal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

/// The most characters of a foreign text that a message quotes.
inline constexpr std::size_t kShown = 40;

/// As it is written, in whatever notation.
struct PlayedMove {
  std::string text;
  std::size_t line = 0;
};

/// A problem of the file at a line.
struct GameProblem {
  std::size_t line = 0;
  std::string message;  // printable
};

struct Game {
  std::string file;        // "-" for standard input
  std::size_t number = 0;  // in its file, from 1
  std::size_t line = 0;    // where it begins
  std::string white;       // empty if nobody says
  std::string black;
  std::string fen;           // where it begins; empty for the start position
  std::size_t fen_line = 0;  // where that stands
  Chess960 chess960 = Chess960::Auto;
  std::vector<PlayedMove> moves;
  /// The last move is not of the game: an engine foretold it (in a PV).
  bool ends_in_a_plan = false;
  /// The file says that an illegal move was played after these, and perhaps which one.
  bool lost_by_illegal_move = false;
  std::optional<PlayedMove> illegal_move;
  /// The engine that makes the last move, where the file names neither side, as in a log.
  std::string last_mover;
  /// Why it cannot be read to its end; `moves` are those before.
  std::optional<GameProblem> problem;
  /// Oddities that do no harm.
  std::vector<GameProblem> notes;
};

/// Games of one file, one after the other.
class GameSource {
 public:
  GameSource() = default;
  GameSource(const GameSource&) = delete;
  GameSource& operator=(const GameSource&) = delete;
  virtual ~GameSource() = default;

  /// The next game, without `file` and `number`; nothing at the end.
  virtual std::optional<Game> next() = 0;
};

/// No game has more moves than that: with one capture or pawn move in 75 moves of each side, 12,000
/// plies would be the longest.
inline constexpr std::size_t kMostPlies = 20'000;

}  // namespace perft_verify::verifier
