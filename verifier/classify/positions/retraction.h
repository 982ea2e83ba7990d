// The moves that may have led to a position: after one of them a subject has that position without
// having read its FEN.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier {

struct Retraction {
  std::string fen;  // the position before
  std::string move;
};

/// Single moves of the other side that lead to exactly `fen`, apart from its clocks: the double
/// push if there is an en passant square, else moves of pieces without a capture. At most `most`.
std::vector<Retraction> retractions(const std::string& fen, bool chess960, std::size_t most);

}  // namespace perft_verify::verifier
