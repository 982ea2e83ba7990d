// The moves that may have led to a position: after one of them a subject has that position without
// having read its FEN.
#pragma once

#include <string>
#include <vector>

#include "core/types.h"
#include "reference/generator.h"

namespace perft_verify::verifier {

struct Retraction {
  Root root;  // the position before
  std::string move;
};

/// Single moves of the other side that lead to exactly `root`, apart from its clocks: the double
/// push if there is an en passant square, else moves without a capture, those of pawns last. At
/// most `most`.
std::vector<Retraction> retractions(const Root& root, std::size_t most);

/// Questions for the moves of exactly `root`, apart from its clocks, after a step of the piece on
/// `to` to where it stands and, if it is one of the side to move, a move of the other side. At most
/// `most`.
std::vector<reference::Question> ways_by_a_step(const Root& root, Square to, std::size_t most);

}  // namespace perft_verify::verifier
