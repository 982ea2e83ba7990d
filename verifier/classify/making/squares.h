// Pieces that a move leaves on a wrong square, or takes from a right one.
#pragma once

#include "verifier/classify/making/asking.h"

namespace perft_verify::verifier::making {

Classification class_of_wrong_squares(const MoveFacts& culprit, const Position& before,
                                      const StateDifference& difference, const AskMoves& ask);

/// How a move of one piece is made, by one between the lines of two rooks.
struct MovedPiece {
  bool right = false;              // as its list shows
  std::optional<BugId> bug_class;  // it stays where it was, or does not arrive
};
MovedPiece moved_piece(Piece piece, const AskMoves& ask);

}  // namespace perft_verify::verifier::making
