// Pieces that a FEN reader sets up wrongly, from the lists of a subject that shows no board.
#pragma once

#include <optional>
#include <span>

#include "core/position.h"
#include "verifier/classify/explanation.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The misreading of one letter with which the lists of all these positions are those of the boards
/// that it leaves; other wrong moves may stand beside them. Nothing if there is none.
std::optional<PiecesMisread> misreading_of_pieces(std::span<const Sighting> seen);

/// Whether the wrong moves of a finding are wrong by that, or may be: with two pieces on a square,
/// nobody knows which moves there are.
bool may_be_by(const PiecesMisread& misread, const Finding& finding);

}  // namespace perft_verify::verifier
