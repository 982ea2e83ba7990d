// What is wrong with a move list, in sentences.
#pragma once

#include <string>

#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// One or more sentences, joined by semicolons, on the wrong moves of the position `fen`,
/// which must be a wire FEN.
std::string explain_moves(const std::string& fen, bool chess960, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
