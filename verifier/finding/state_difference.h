// By what a position differs from another one: the subject's state from what it should be.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/types.h"

namespace perft_verify::verifier {

struct StateDifference {
  using Right = std::pair<Color, CastlingSide>;
  std::vector<Right> rights_kept;
  std::vector<Right> rights_lost;
  bool en_passant_kept = false;
  bool en_passant_lost = false;
  bool en_passant_elsewhere = false;
  bool side_to_move = false;
  struct OnSquare {
    Square square;
    std::optional<Piece> expected;
    std::optional<Piece> found;
  };
  std::vector<OnSquare> squares;

  [[nodiscard]] bool any() const {
    return !rights_kept.empty() || !rights_lost.empty() || en_passant_kept || en_passant_lost ||
           en_passant_elsewhere || side_to_move || !squares.empty();
  }
};

/// Between two FENs; the second may be of no legal position. Nothing if it is not a FEN at all.
/// Whether an en passant square that nobody can use is written down makes no difference.
std::optional<StateDifference> state_difference(const std::string& expected,
                                                const std::string& found, bool chess960);

}  // namespace perft_verify::verifier
