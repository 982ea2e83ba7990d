// Moves that are missing as if sliders attacked the king through other pieces: a loop over the
// squares of a line that does not stop at the first piece.
#pragma once

#include <vector>

#include "core/position.h"
#include "verifier/diagnose/slider_faults.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// The lines along which sliders seem to attack so: nothing is wrong, but exactly the moves are
/// missing after which one of them would attack the king, or a square of castling. Empty if no
/// lines explain that.
std::vector<SliderLines> seen_through(const Position& position, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
