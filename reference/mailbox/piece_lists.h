// The squares of the pieces of each kind, so that the board need not be searched for them.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "reference/mailbox/cells.h"

namespace perft_verify::mailbox {

/// Twelve lists of cells. The order within a list is part of the state: undoing the last changes,
/// step by step, restores it exactly.
class PieceLists {
 public:
  /// Appends `cell` to the list of `piece`; no piece may be listed there.
  void add(Occupant piece, Cell cell) { insert(piece, cell, count_[piece]); }

  /// Takes `cell` out of the list of `piece` and returns the slot that it had; the last
  /// cell of the list moves there.
  int remove(Occupant piece, Cell cell) {
    const int slot = slot_[cell];
    assert(slot < count_[piece] && cells_[piece][slot] == cell);
    const int last = --count_[piece];
    cells_[piece][slot] = cells_[piece][last];
    slot_[cells_[piece][slot]] = static_cast<std::uint8_t>(slot);
    return slot;
  }

  /// The inverse of `remove`. A slot past the end means the end.
  void insert(Occupant piece, Cell cell, int slot) {
    const int last = count_[piece]++;
    if (slot < last) {
      cells_[piece][last] = cells_[piece][slot];
      slot_[cells_[piece][last]] = static_cast<std::uint8_t>(last);
    } else {
      slot = last;
    }
    cells_[piece][slot] = static_cast<std::uint8_t>(cell);
    slot_[cell] = static_cast<std::uint8_t>(slot);
  }

  [[nodiscard]] std::span<const std::uint8_t> cells(Occupant piece) const {
    return {cells_[piece].begin(), static_cast<std::size_t>(count_[piece])};
  }

  /// Same pieces in the same order.
  friend bool operator==(const PieceLists& one, const PieceLists& other);

 private:
  // A cell is in one list at most, so 64 slots are enough for any board.
  Table<Table<std::uint8_t, kSquareCount>, kPieceKinds> cells_;
  Table<int, kPieceKinds> count_;
  Table<std::uint8_t, kCellCount> slot_;
};

}  // namespace perft_verify::mailbox
