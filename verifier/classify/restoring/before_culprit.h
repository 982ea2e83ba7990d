// Whether a board was spoiled before the move that is blamed was made.
#pragma once

#include <optional>

#include "verifier/classify/restoring/restoring.h"

namespace perft_verify::verifier {

/// Some engines try all moves to find the one that they are sent, and a move that is not taken back
/// then spoils the board before the culprit is made. Something is left of moves of another kind
/// than the culprit, or the lists are wrong after other moves too. If the culprit is the only legal
/// move, no other list can tell.
std::optional<Unrestored> left_before_culprit(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
