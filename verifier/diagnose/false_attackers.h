// Moves that are missing as if a piece that attacks nothing there attacked the king: one wrong test
// of attacks shows in steps of the king, castling, and the moves of all other pieces.
#pragma once

#include <optional>
#include <set>

#include "core/position.h"
#include "verifier/finding/reason.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// All that hold after each missing move and after none of the listed ones. Empty if anything else
/// is wrong.
std::set<FalseAttacker> false_attackers(const Position& position, const WrongMoves& wrong);

/// The most general one of them; nothing if they are of different places around the king, or if few
/// moves are listed that could refute them.
std::optional<FalseAttacker> false_attacker(const Position& position, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
