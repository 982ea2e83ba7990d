// The 10x12 board: its cells, what can stand in them, and the steps between them.
//
//   110 … 119   wall
//   100 … 109   wall
//    90  91=a8 … 98=h8  99      one column of wall on either side
//     …
//    20  21=a1 … 28=h1  29
//    10 …  19   wall
//     0 …   9   wall
//
// No step of any piece leaves the 120 cells, so walking into a wall is the only test of
// the edge that a generator needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/types.h"

namespace perft_verify::mailbox {

/// A number from 0 to 119.
using Cell = int;

inline constexpr int kCellCount = 120;
/// A cell of the wall, which stands for "none".
inline constexpr Cell kNoCell = 0;

constexpr Cell cell_of(Square square) {
  return 21 + 10 * index(rank_of(square)) + index(file_of(square));
}
/// `cell` must be one of the 64 inside the wall.
constexpr Square square_of(Cell cell) { return square_at((cell / 10 - 2) * 8 + cell % 10 - 1); }
constexpr bool is_on_board(Cell cell) {
  return cell >= 21 && cell <= 98 && cell % 10 >= 1 && cell % 10 <= 8;
}
constexpr File file_of_cell(Cell cell) { return file_of(square_of(cell)); }
constexpr Rank rank_of_cell(Cell cell) { return rank_of(square_of(cell)); }

/// What a cell holds.
// clang-format off
enum class Occupant : std::uint8_t {
  WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
  BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
  Empty, Wall,
};
// clang-format on

/// How many occupants are pieces.
inline constexpr int kPieceKinds = 12;

constexpr bool is_piece(Occupant occupant) { return occupant < Occupant::Empty; }
/// Of a piece only.
constexpr Color color_of(Occupant occupant) {
  return occupant < Occupant::BlackPawn ? Color::White : Color::Black;
}
/// Of a piece only.
constexpr PieceType type_of(Occupant occupant) {
  return static_cast<PieceType>(index(occupant) % 6);
}
constexpr Occupant occupant_of(Color color, PieceType type) {
  return static_cast<Occupant>(index(color) * 6 + index(type));
}
constexpr bool is_piece_of(Occupant occupant, Color color) {
  return is_piece(occupant) && color_of(occupant) == color;
}

inline constexpr int kNorth = 10;
inline constexpr int kEast = 1;
inline constexpr std::array kRookSteps{kNorth, kEast, -kNorth, -kEast};
inline constexpr std::array kBishopSteps{kNorth + kEast, -kNorth + kEast, -kNorth - kEast,
                                         kNorth - kEast};
inline constexpr std::array kKingSteps{kNorth,  kNorth + kEast,  kEast,  -kNorth + kEast,
                                       -kNorth, -kNorth - kEast, -kEast, kNorth - kEast};
inline constexpr std::array kKnightSteps{
    2 * kNorth + kEast,  kNorth + 2 * kEast,  -kNorth + 2 * kEast, -2 * kNorth + kEast,
    -2 * kNorth - kEast, -kNorth - 2 * kEast, kNorth - 2 * kEast,  2 * kNorth - kEast};

/// The step of a pawn of this color.
constexpr int forward(Color color) { return color == Color::White ? kNorth : -kNorth; }

/// An array indexed by cells or by enumerators.
template <typename T, int Size>
class Table {
 public:
  constexpr T& operator[](int at) { return items_[static_cast<std::size_t>(at)]; }
  constexpr const T& operator[](int at) const { return items_[static_cast<std::size_t>(at)]; }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  constexpr T& operator[](Enum at) {
    return (*this)[index(at)];
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  constexpr const T& operator[](Enum at) const {
    return (*this)[index(at)];
  }
  constexpr auto begin() const { return items_.begin(); }
  constexpr auto end() const { return items_.end(); }

  friend constexpr bool operator==(const Table&, const Table&) = default;

 private:
  std::array<T, static_cast<std::size_t>(Size)> items_{};
};

/// For each color and side the cell of the rook that may still castle, or kNoCell.
using CastlingRooks = Table<Table<Cell, 2>, 2>;

}  // namespace perft_verify::mailbox
