// By what the subject's state differs from the position after the moves, and which class of
// mistakes in making moves does that.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verifier/diagnose/classify.h"

namespace perft_verify::verifier {

struct StateDifference {
  using Right = std::pair<Color, CastlingSide>;
  std::vector<Right> rights_kept;
  std::vector<Right> rights_lost;
  bool en_passant_kept = false;
  bool en_passant_lost = false;
  bool en_passant_elsewhere = false;
  bool side_to_move = false;
  struct OnSquare {
    Square square;
    std::optional<Piece> expected;
    std::optional<Piece> found;
  };
  std::vector<OnSquare> squares;

  [[nodiscard]] bool any() const {
    return !rights_kept.empty() || !rights_lost.empty() || en_passant_kept || en_passant_lost ||
           en_passant_elsewhere || side_to_move || !squares.empty();
  }
};

/// Between two FENs; the second may be of no legal position. Nothing if it is no FEN at all.
/// Whether an en passant square that nobody can use is written down makes no difference.
std::optional<StateDifference> state_difference(const std::string& expected,
                                                const std::string& found, bool chess960);

/// What wrong moves alone give away of it: rights from castling, en passant from captures.
StateDifference inferred_state(const std::string& fen, bool chess960, const WrongMoves& wrong);

/// "White keeps the right to castle on the king's side"; empty if nothing differs.
std::string to_sentence(const StateDifference& difference);

/// Where the moves are wrong, for faults that no board shows.
struct HiddenState {
  std::string fen;
  WrongMoves wrong;
  std::size_t moves = 0;  // from the position before the culprit, the culprit included
};

/// The class of a fault in making `culprit` in the position `before`. `ask` tells narrow classes
/// from wide ones, and may be null.
Classification classify_making(const std::string& before, bool chess960, const std::string& culprit,
                               const StateDifference& difference, const HiddenState& hidden,
                               const AskMoves& ask);

}  // namespace perft_verify::verifier
