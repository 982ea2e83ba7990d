// A game played through: its first illegal move, and why it is one.
#pragma once

#include "core/position.h"
#include "verifier/finding/finding.h"
#include "verifier/games/game.h"

namespace perft_verify::verifier {

enum class GameVerdict : std::uint8_t {
  Legal,       // all moves are
  Illegal,     // the first one that is not is named
  Unreadable,  // all moves that could be read are legal
};
std::string_view to_string(GameVerdict verdict);  // "legal" …

/// The first illegal move of a game.
struct IllegalMove {
  PlayedMove written;  // `text` is empty where the file does not say which move
  std::string uci;     // empty where that is not clear
  std::string why;     // one sentence without a full stop; printable
  std::string player;  // the name of the player; may be empty
};

struct ReplayedGame {
  GameVerdict verdict = GameVerdict::Legal;
  Root root;
  std::vector<std::string> path;  // the legal moves, as UCI text
  Position position;              // after them
  std::optional<IllegalMove> illegal;
  std::optional<GameProblem> problem;
  std::vector<GameProblem> notes;
  /// The file calls a move illegal that is legal: where, and why it is.
  std::optional<GameProblem> disputed;
};

/// Plays it through to its end or the first move that cannot be played.
ReplayedGame replay(const Game& game);

/// The illegal move as a finding of unknown cause, for reports that show findings.
Finding finding_of(const ReplayedGame& game);

}  // namespace perft_verify::verifier
