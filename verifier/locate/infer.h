// Infers the wrong moves of a position, for an engine that prints totals only.
//
// The engine counts more or fewer moves than there are. Its counts below each legal move are known
// by asking after that move; the surplus or deficit of its totals at depths 2 and 3 then belongs to
// the wrong moves, which identifies most of them.
#pragma once

#include <stop_token>

#include "verifier/finding/reason.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

struct InferredMoves {
  /// Set only if nothing else fits.
  std::vector<std::string> illegal;
  std::vector<std::string> missing;
  /// The conclusions from the numbers, and the open questions.
  WrongNumberOfMoves told_by;
};

/// `question` is the position (root and moves) with depth 1; `legal` the reference's list there,
/// `total` the number of moves that the subject counts, which is another. `fen` is the position
/// as a wire FEN.
InferredMoves infer_moves(reference::Generator& subject, const reference::Question& question,
                          const std::string& fen, const std::vector<std::string>& legal,
                          std::uint64_t total, const std::stop_token& stop);

}  // namespace perft_verify::verifier
