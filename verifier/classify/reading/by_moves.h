// Whether a list is right where moves lead to the position, so that its FEN is not read.
#pragma once

#include "verifier/classify/reading/reading.h"

namespace perft_verify::verifier {

/// Reaches the position by moves, so that it is not read.
Reading reading_by_retraction(const Finding& finding, ProbedSubject& probed);

/// Whether the list is right once the king has stepped onto its square, here or between fewer
/// pieces. Readers may put it on the board alone, and not where the squares of the kings are kept,
/// which no board shows; if it shows one it has to be right after the moves, and if not each list.
bool is_right_after_a_kings_step(const Finding& finding, ProbedSubject& probed);

/// Whether the list is right once the one piece that the wrong moves are about has moved to its
/// square. Then the reader may not put it everywhere where it is kept, or the order of the pieces
/// matters.
bool is_right_once_moved_there(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
