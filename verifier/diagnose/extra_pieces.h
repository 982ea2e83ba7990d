// Missing moves of pieces of which a side has more than at the start of a game: each such piece
// gets a place in some list when a FEN is read, or when a pawn promotes.
#pragma once

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Whether nothing is wrong but moves that are missing, all of such pieces. Where a move is to
/// blame, the pieces before it count, and else those that the smallest position needs. A full list
/// of pieces is another mistake.
bool are_of_extra_pieces(const Finding& finding);

}  // namespace perft_verify::verifier
