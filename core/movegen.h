// Legal moves, generated directly: restrictions are computed before any move is made, so nothing is
// taken back.
#pragma once

#include <cassert>

#include "core/position.h"

namespace perft_verify {

/// The moves of one position. No legal position has more than 218.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 256;

  MoveList() {}  // NOLINT(modernize-use-equals-default): the union has to be left alone

  void add(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t at) const { return moves_[at]; }
  [[nodiscard]] bool contains(Move move) const;

 private:
  // In a union, which leaves them uninitialized: to clear them takes as long as to find some.
  union {
    std::array<Move, kCapacity> moves_;
  };
  std::size_t size_ = 0;
};

/// All legal moves, in no particular order.
///
///     for (const Move move : legal_moves(Position()))
///       assert(legal_moves(Position().after(move)).size() == 20);
MoveList legal_moves(const Position& position);

/// The legal moves as sets of targets: what a list can be compared with, without another list.
struct LegalTargets {
  std::array<Bitboard, kSquareCount> normal{};  // by the square from which
  std::array<Bitboard, 8> promotions{};         // to each of four pieces; by the file of the pawn
  Bitboard castling;                            // rooks with which the king may castle
  Bitboard en_passant;                          // pawns that may capture en passant
  int count = 0;                                // of moves, four for each promotion
};
LegalTargets legal_targets(const Position& position);
/// The same in place, for whoever looks at them at once: to copy what has just been written waits.
void find_legal_targets(const Position& position, LegalTargets& targets);

/// The number of legal moves, without listing them.
int count_legal(const Position& position);

}  // namespace perft_verify
