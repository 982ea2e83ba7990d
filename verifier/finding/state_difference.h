// The difference between two positions: the subject's state and the correct one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

struct StateDifference {
  using Right = std::pair<Color, CastlingSide>;
  std::vector<Right> rights_kept;
  std::vector<Right> rights_new;  // that were not there before the move either
  std::vector<Right> rights_lost;
  std::vector<Right> rights_elsewhere;  // of another rook, which the board names by its file
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

  [[nodiscard]] bool of_rights() const {
    return !rights_kept.empty() || !rights_new.empty() || !rights_lost.empty() ||
           !rights_elsewhere.empty();
  }
  [[nodiscard]] bool of_en_passant() const {
    return en_passant_kept || en_passant_lost || en_passant_elsewhere;
  }
  [[nodiscard]] bool any() const {
    return of_rights() || of_en_passant() || side_to_move || !squares.empty();
  }
};

/// The squares on which two positions differ.
std::vector<StateDifference::OnSquare> squares_that_differ(const Position& expected,
                                                           const Position& found);

/// The difference between two FENs; the second may be illegal. Nothing if it is not a FEN at all.
/// It is no difference whether an unusable en passant square is written.
std::optional<StateDifference> state_difference(const Root& expected, const std::string& found);

/// The same after a move, which may have given rights that the position `before` did not have.
std::optional<StateDifference> state_difference_after(const Root& before,
                                                      const std::string& expected,
                                                      const std::string& found);

}  // namespace perft_verify::verifier
