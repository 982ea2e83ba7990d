// Moves that are wrong as if the king's safety were tested on another board: one where sliders
// attack through pieces, or where the moved piece also stands where it came from.
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

/// Whether nothing is wrong, but moves are listed that leave the king to sliders whose line the
/// moved piece has left; and whether all of those moves are.
bool opened_by_leaving(const Position& position, const WrongMoves& wrong);
bool all_opened_by_leaving(const Position& position, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
