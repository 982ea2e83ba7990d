// Whether a board was spoiled before the move that is blamed was made.
#pragma once

#include <optional>

#include "verifier/classify/restoring/restoring.h"

namespace perft_verify::verifier {

/// An engine that finds the move which it is sent among those that it tries may have spoiled its
/// board before it makes that move: then something is left of moves of another kind than the
/// culprit, or the lists are wrong after other moves too. Where the culprit is the only legal move,
/// no other list can tell.
std::optional<Unrestored> left_before_culprit(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
