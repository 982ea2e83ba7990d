// A king's square that is not put back where the king's moves are tried: the moves after them are
// tested for another king.
#pragma once

#include <optional>

#include "verifier/classify/restoring/restoring.h"

namespace perft_verify::verifier {

/// A square up to two steps from the king with which all wrong moves are right: those listed leave
/// it safe, and those that are missing do not.
std::optional<Square> square_of_other_king(const WrongMoves& wrong, const Position& position);

/// As `unrestored`, where the wrong moves of a list are right for a king on another square nearby,
/// and all moves but captures of the checking piece are missing in a small position where each
/// step of the king is into check.
std::optional<Unrestored> king_not_restored(const Finding& finding, ProbedSubject& probed);

/// Whether moves of that color's king that are tried leave its square wrong, by the lists of that
/// position: at once, or where it has listed and is not sent the position again.
bool leaves_king_elsewhere(Color color, ProbedSubject& probed);

}  // namespace perft_verify::verifier
