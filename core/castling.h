// Castling rights, each held as the square of its rook, so that Chess960 is no special case.
#pragma once

#include "core/types.h"

namespace perft_verify {

class CastlingRights {
 public:
  [[nodiscard]] constexpr bool any() const { return mask_ != 0; }
  /// White kingside 1, White queenside 2, Black kingside 4, Black queenside 8.
  [[nodiscard]] constexpr unsigned mask() const { return mask_; }

  /// The square of this right's rook; nothing if there is no such right.
  [[nodiscard]] constexpr std::optional<Square> rook(Color color, CastlingSide side) const {
    const std::size_t at = slot(color, side);
    if ((mask_ >> at & 1) == 0) return std::nullopt;
    return rook_[at];
  }

  /// The wing whose right has its rook on this square; nothing if the color has no such right.
  [[nodiscard]] constexpr std::optional<CastlingSide> side_of(Color color, Square square) const {
    for (const CastlingSide side : kCastlingSides)
      if (rook(color, side) == square) return side;
    return std::nullopt;
  }

  constexpr void grant(Color color, CastlingSide side, Square rook) {
    const std::size_t at = slot(color, side);
    mask_ = static_cast<std::uint8_t>(mask_ | 1U << at);
    rook_[at] = rook;
  }

  constexpr void remove(Color color, CastlingSide side) {
    const std::size_t at = slot(color, side);
    mask_ = static_cast<std::uint8_t>(mask_ & ~(1U << at));
    rook_[at] = Square::A1;  // the same for every absent right, so that == compares rights
  }

  friend constexpr bool operator==(const CastlingRights&, const CastlingRights&) = default;

 private:
  static constexpr std::size_t slot(Color color, CastlingSide side) {
    return static_cast<std::size_t>(index(color) * 2 + index(side));
  }

  std::uint8_t mask_ = 0;
  std::array<Square, 4> rook_{};
};

/// The target square of the king: the g file or the c file of its back rank.
constexpr Square castled_king(Color color, CastlingSide side) {
  return make_square(side == CastlingSide::King ? File::G : File::C,
                     relative_rank(color, Rank::R1));
}

/// The target square of the rook: the f file or the d file.
constexpr Square castled_rook(Color color, CastlingSide side) {
  return make_square(side == CastlingSide::King ? File::F : File::D,
                     relative_rank(color, Rank::R1));
}

/// The wing of the castling move "king takes rook".
constexpr CastlingSide castling_side(Square king, Square rook) {
  return index(rook) > index(king) ? CastlingSide::King : CastlingSide::Queen;
}

}  // namespace perft_verify
