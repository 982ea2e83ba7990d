// The exhaustive comparison of `--mode full`: the move lists at every position that can be
// reached, and every position itself, not only the counts.
//
// Counts can agree while moves are wrong (one missing, another extra; a promotion listed as
// the wrong piece), and a wrong state may show only plies later. If at every unique position
// of the reference's tree the move lists agree, and each move leads both sides to the same
// position, then both trees are the same, and so are all counts.
//
// Transpositions are shared inside the reference's tree only, by the reference's own FENs with the
// en passant square of the wire rule, and only if the subject shows the same position too. The
// subject is asked by root and moves. If it prints no position, nothing is shared: every line is
// asked for, and the FEN of each position as well.
#pragma once

#include <optional>
#include <stop_token>

#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {

struct ExhaustiveResult {
  /// Everything is proven equal to this depth; 0 if nothing is.
  int proven = 0;
  std::uint64_t positions = 0;  // with compared move lists
  std::optional<Finding> finding;
  std::optional<Undecided> undecided;
};

/// Compares to `root.depth` at most, and no ply that would bring the number of positions
/// above `budget`.
ExhaustiveResult compare_exhaustively(reference::Generator& subject,
                                      reference::Generator& reference,
                                      const reference::Question& root, std::uint64_t budget,
                                      const std::stop_token& stop);

}  // namespace perft_verify::verifier
