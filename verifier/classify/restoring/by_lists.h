// Whether a subject that shows no board takes back the moves that it tries: from its lists of
// moves, when it is asked twice and sent the position once.
#pragma once

#include <optional>

#include "verifier/classify/restoring/restoring.h"

namespace perft_verify::verifier {

/// As `unrestored`. If a list is wrong after a move, the lists before that move are looked at.
std::optional<Unrestored> unrestored_by_lists(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
