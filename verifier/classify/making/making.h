// The class of mistakes in making moves that leaves a given wrong state.
#pragma once

#include <string>

#include "verifier/classify/classify.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// The position with wrong moves, for faults that no board shows.
struct HiddenState {
  std::string fen;
  WrongMoves wrong;
  std::size_t moves = 0;     // from the position before the culprit, the culprit included
  bool board_shown = false;  // and right: then no piece stands on a wrong square
};

/// The class of a fault in making `culprit` in the position `before`. `ask` distinguishes narrow
/// classes from wide ones, and may be null.
Classification classify_making(const Root& before, const std::string& culprit,
                               const StateDifference& difference, const HiddenState& hidden,
                               const AskMoves& ask);

}  // namespace perft_verify::verifier
