// The same pieces on other squares: whether a mistake is tied to where they stand.
#pragma once

#include <optional>

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/reason.h"

namespace perft_verify::verifier {

/// RightElsewhere, RightOnOtherFiles or RightOnOtherRanks if the position's list is wrong, and
/// right where all pieces are shifted so; nothing if it is wrong there as well, or if too few
/// shifted positions have the same moves.
std::optional<Fact> tie_to_squares(const Root& root, ProbedSubject& probed);

}  // namespace perft_verify::verifier
