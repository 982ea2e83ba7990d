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

  /// Nothing if the position is not legal or the moves are not.
  [[nodiscard]] std::optional<Root> root() const;
  /// The position after the moves; only if root() has returned one.
  [[nodiscard]] Root final_root() const;
  /// Occupied squares except those of the kings.
  [[nodiscard]] std::vector<Square> removable() const;
  [[nodiscard]] std::size_t pieces() const;
};

/// Nothing if `root` is not legal.
std::optional<ReduceCandidate> candidate_of(const Root& root, std::vector<std::string> moves,
                                            int depth);

}  // namespace perft_verify::verifier
