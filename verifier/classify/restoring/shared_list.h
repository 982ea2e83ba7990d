// One list of moves for all plies: those that are counted below a move write over the rest.
#pragma once

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Whether a list that is wrong only where something is counted below it has moves of the other
/// side, each of which is legal after one of the moves that both list.
bool lists_next_ply(const Finding& finding);

/// Whether the board of that position is put back: the subject is not sent the position again once
/// it has counted, and lists the right moves. False too for a subject that forgets its board.
bool board_is_put_back(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
