// A move in 16 bits.
//
//   15 14 | 13 12 |  11 … 6  |  5 … 0
//   kind  | promo | to       | from
//
//   kind   0 normal, 1 promotion, 2 en passant, 3 castling
//   promo  0 knight, 1 bishop, 2 rook, 3 queen; 0 unless kind is promotion
//
// Castling is written as the king taking its own rook (e1h1), which is the one spelling
// that is unambiguous in Chess960 too. The spelling of UCI belongs to core/notation.h.
#pragma once

#include "core/types.h"

namespace perft_verify {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

class Move {
 public:
  /// The null move a1a1, which no generator yields.
  constexpr Move() = default;

  static constexpr Move normal(Square from, Square to) { return {from, to, MoveKind::Normal, 0}; }
  static constexpr Move en_passant(Square from, Square to) {
    return {from, to, MoveKind::EnPassant, 0};
  }
  static constexpr Move castling(Square king, Square rook) {
    return {king, rook, MoveKind::Castling, 0};
  }
  /// `piece` is knight, bishop, rook or queen.
  static constexpr Move promotion(Square from, Square to, PieceType piece) {
    return {from, to, MoveKind::Promotion, index(piece) - index(PieceType::Knight)};
  }

  [[nodiscard]] constexpr Square from() const { return square_at(bits_ & 63); }
  [[nodiscard]] constexpr Square to() const { return square_at((bits_ >> 6) & 63); }
  [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
  /// Meaningful only for a promotion.
  [[nodiscard]] constexpr PieceType promoted_to() const {
    return static_cast<PieceType>(((bits_ >> 12) & 3) + index(PieceType::Knight));
  }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  constexpr Move(Square from, Square to, MoveKind kind, int promotion)
      : bits_(static_cast<std::uint16_t>(index(from) | index(to) << 6 | promotion << 12 |
                                         index(kind) << 14)) {}

  std::uint16_t bits_ = 0;
};

}  // namespace perft_verify
