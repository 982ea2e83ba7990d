// The moves of one position, on the stack.
#pragma once

#include <array>
#include <cstddef>

#include "core/move.h"

namespace perft_verify::mailbox {

class MoveList {
 public:
  // Nine queens, two rooks, bishops and knights and a king that all move over an empty
  // board have 321 moves: no position within the limits of a FEN comes near this.
  static constexpr std::size_t kCapacity = 512;

  /// A move beyond the capacity is dropped; it never overwrites anything.
  void push(Move move) {
    if (size_ < kCapacity) moves_[size_++] = move;
  }

  /// Keeps the moves for which `wanted(move)` holds, in their order.
  template <typename Predicate>
  void keep_if(Predicate wanted) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < size_; ++at) {
      const Move move = moves_[at];
      if (wanted(move)) moves_[kept++] = move;
    }
    size_ = kept;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// `at` must be less than `size()`.
  [[nodiscard]] Move& operator[](std::size_t at) { return moves_[at]; }
  [[nodiscard]] Move operator[](std::size_t at) const { return moves_[at]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, kCapacity> moves_;
  std::size_t size_ = 0;
};

}  // namespace perft_verify::mailbox
