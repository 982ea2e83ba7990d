// Moves that are missing as if a piece that attacks nothing there attacked the king: one wrong test
// of attacks shows in steps of the king, castling, and the moves of all other pieces.
#pragma once

#include <optional>
#include <set>

#include "core/position.h"
#include "verifier/finding/reason.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// All that hold after each missing move and after none of the listed ones; the king's steps may be
/// tested by other code, and count only if one is missing. Empty if anything else is wrong.
std::set<FalseAttacker> false_attackers(const Position& position, const WrongMoves& wrong);

/// The most general one of them; nothing if they are of different places around the king, if one
/// move is missing, if few are listed that could refute them, or if a piece has no moves at all.
std::optional<FalseAttacker> false_attacker(const Position& position, const WrongMoves& wrong);

/// The place of all of them; nothing if there are several.
std::optional<FalseAttacker::Where> place_of(const std::set<FalseAttacker>& attackers);

/// The place of the attackers that are not seen: nothing is wrong but moves that leave the king to
/// knights, to pawns or to the other king.
std::optional<FalseAttacker::Where> place_of_ignored_attackers(const Position& position,
                                                               const WrongMoves& wrong);

/// Whether they are the same place, or one of them is a part of the other.
bool may_be_same_place(const std::optional<FalseAttacker::Where>& one,
                       const std::optional<FalseAttacker::Where>& other);

/// Whether every move is missing but the king's, at least two, and nothing else is wrong.
bool only_the_king_moves(const Position& position, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
