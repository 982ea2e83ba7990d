// Castling rights that a move should take and does not, or takes and should not.
#pragma once

#include "verifier/classify/making/asking.h"
#include "verifier/classify/making/making.h"

namespace perft_verify::verifier::making {

Classification class_of_kept_right(const MoveFacts& culprit, const Position& before,
                                   const Right& right, const StateDifference& difference,
                                   const AskMoves& ask);

Classification class_of_lost_right(const MoveFacts& culprit, const Position& before,
                                   const Right& right, const AskMoves& ask);

/// The right that a list of moves still has where it is lost, even if king or rook is elsewhere: no
/// board of another position lists that.
std::optional<Right> right_kept_by_list(const Position& before, const HiddenState& hidden);

}  // namespace perft_verify::verifier::making
