// Moves of one kind that are not taken back, told by the lists and counts of a subject in small
// positions: it shows no board.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verifier/classify/needed_field.h"
#include "verifier/classify/restoring/restoring.h"
#include "verifier/classify/restoring/trials.h"

namespace perft_verify::verifier {

/// The fields of the FEN with the moves that need them. Where a list is wrong with such a field
/// alone, although no wrong move needs it, the move that needs it is tried, and leaves something.
inline constexpr std::pair<NeededField, Undo> kTriedByField[] = {
    {NeededField::EnPassantSquare, Undo::EnPassant}, {NeededField::CastlingRights, Undo::Castling}};

/// Evidence that these moves are not taken back in that position, by one of these classes. The
/// class is certain if only one is possible, and if the moves are made right.
Unrestored left_of(const Position& before, const std::vector<std::string>& moves,
                   std::vector<BugId> classes, ProbedSubject& probed);
/// Leaves open whether moves of that kind are made wrong.
void doubt_undo(Unrestored& left, const std::vector<BugId>& made_wrong);
/// The first of these trials that shows something, as `left_of`; nothing if none does.
std::optional<Unrestored> left_in_trials(const std::vector<Trial>& trials, ProbedSubject& probed);
/// By the field of the FEN without which the finding's moves are right: what the moves that need it
/// leave behind, in a small position.
std::optional<Unrestored> left_of_field(NeededField field, Undo undo, const Finding& finding,
                                        Color color, ProbedSubject& probed);

}  // namespace perft_verify::verifier
