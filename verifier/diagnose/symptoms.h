// The features by which findings of different rows are the same fault.
#pragma once

#include <string>

#include "core/position.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Whether a finding of that kind has neither wrong moves nor wrong counts.
bool says_nothing_of_moves(FindingKind kind);

/// Whether exactly the other side's moves are listed. Castling in letters is read as a move of the
/// king of the side to move.
bool lists_other_side(const Finding& finding);

/// Equal for findings of one fault: the class and the cause if they are known, or the kind of each
/// wrong move and its effects.
std::string symptoms_text(const Finding& finding);

}  // namespace perft_verify::verifier
