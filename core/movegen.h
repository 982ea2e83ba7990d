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
  std::array<Move, kCapacity> moves_;
  std::size_t size_ = 0;
};

/// All legal moves, in no particular order.
MoveList legal_moves(const Position& position);

/// The number of legal moves, without listing them.
int count_legal(const Position& position);

}  // namespace perft_verify
