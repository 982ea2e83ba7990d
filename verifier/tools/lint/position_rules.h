// Rules about the position of a row. All of them are notes: what is odd may be the point.
//
//   ep-not-capturable   no pawn can take on the en passant square, or none may
//   unreachable         no game leads to this position
//   clock               a clock that draw rules, the en passant square or the move number
//   contradict spelling            accepted, and not written as FEN is written
#pragma once

#include <vector>

#include "verifier/tools/lint/issue.h"

namespace perft_verify::verifier {

void check_position(const Row& row, std::vector<Issue>& issues);

}  // namespace perft_verify::verifier
