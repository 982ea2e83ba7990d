// A move after which the board is right and the moves are not: a state that no FEN shows.
#pragma once

#include "verifier/classify/making/asking.h"
#include "verifier/classify/making/making.h"

namespace perft_verify::verifier::making {

Classification class_of_hidden_state(const MoveFacts& culprit, const Position& before,
                                     const HiddenState& hidden, const AskMoves& ask);

}  // namespace perft_verify::verifier::making
