// A position with moves and depth that may show a fault, and its removable parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

struct ReduceCandidate {
  PositionParts parts;
  std::vector<std::string> moves;
  int depth = 1;  // below the position after the moves

  /// The wire FEN; nothing if the position is not legal or the moves are not.
  [[nodiscard]] std::optional<std::string> fen() const;
  /// The position after the moves; only if fen() has returned one.
  [[nodiscard]] std::string final_fen() const;
  /// Occupied squares except those of the kings.
  [[nodiscard]] std::vector<Square> removable() const;
  [[nodiscard]] std::size_t pieces() const;
};

/// Nothing if `fen` is not legal.
std::optional<ReduceCandidate> candidate_of(const std::string& fen, bool chess960,
                                            std::vector<std::string> moves, int depth);

}  // namespace perft_verify::verifier
