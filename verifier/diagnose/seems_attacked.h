// A step of the king that is missing where one piece of the other side stands, and is listed
// without it: the piece seems to attack the square. A wrong table of its moves may be that of its
// attacks.
#pragma once

#include <optional>

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// For a finding without a class whose smallest position has no other piece; asks for the list
/// without it.
std::optional<SeemsAttacked> seems_attacked(const Finding& finding, ProbedSubject& probed);

/// The kind of piece whose steps are wrong, whether as moves or as attacks; nothing if it is not
/// known, or if it is a slider.
std::optional<PieceType> wrong_stepper(const Finding& finding);

}  // namespace perft_verify::verifier
