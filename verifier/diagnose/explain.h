// What is wrong with a move list, in sentences.
#pragma once

#include <string>
#include <vector>

namespace perft_verify::verifier {

/// The faults of a move list, as UCI texts.
struct WrongMoves {
  std::vector<std::string> illegal;
  std::vector<std::string> missing;
  std::vector<std::string> duplicate;
};

/// One or more sentences, joined by semicolons, on the wrong moves of the position `fen`,
/// which must be a wire FEN.
std::string explain_moves(const std::string& fen, bool chess960, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
