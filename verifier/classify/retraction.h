// The moves that may have led to a position: by way of one of them a subject stands there without
// having read it.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier {

struct Retraction {
  std::string fen;  // the position before
  std::string move;
};

/// One move of the other side each, that leads to exactly `fen`, its clocks apart: the double push
/// where there is an en passant square, else moves of pieces that capture nothing. At most `most`.
std::vector<Retraction> retractions(const std::string& fen, bool chess960, std::size_t most);

}  // namespace perft_verify::verifier
