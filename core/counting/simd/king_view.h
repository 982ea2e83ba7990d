// Data that depends on a king's square alone.
#pragma once

#include "core/attacks.h"

namespace perft_verify::counting {

struct KingView {
  std::uint64_t king;
  std::uint64_t steps;         // its steps
  std::uint64_t knight_steps;  // squares from which a knight would give check
  std::uint64_t pawns_above;   // squares from which a black pawn would give check
  std::uint64_t pawns_below;   // squares from which a white pawn would
  // The neighbors, one by one; nothing beyond the edge.
  std::uint64_t north, south, east, west, north_east, south_west, north_west, south_east;
  // All squares up to the edge; those toward the first rank with the board upside down.
  std::uint64_t ray_north, ray_east, ray_north_east, ray_north_west;
  std::uint64_t flipped_south, flipped_south_west, flipped_south_east;
};

consteval std::array<KingView, kSquareCount> build_king_views() {
  std::array<KingView, kSquareCount> views{};
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    const Bitboard king{square};
    views[static_cast<std::size_t>(number)] = {
        .king = king.bits(),
        .steps = detail::kKing[static_cast<std::size_t>(number)].bits(),
        .knight_steps = detail::kKnight[static_cast<std::size_t>(number)].bits(),
        .pawns_above = detail::kPawn[0][static_cast<std::size_t>(number)].bits(),
        .pawns_below = detail::kPawn[1][static_cast<std::size_t>(number)].bits(),
        .north = shift<Direction::North>(king).bits(),
        .south = shift<Direction::South>(king).bits(),
        .east = shift<Direction::East>(king).bits(),
        .west = shift<Direction::West>(king).bits(),
        .north_east = shift<Direction::NorthEast>(king).bits(),
        .south_west = shift<Direction::SouthWest>(king).bits(),
        .north_west = shift<Direction::NorthWest>(king).bits(),
        .south_east = shift<Direction::SouthEast>(king).bits(),
        .ray_north = detail::ray(square, {0, 1}).bits(),
        .ray_east = detail::ray(square, {1, 0}).bits(),
        .ray_north_east = detail::ray(square, {1, 1}).bits(),
        .ray_north_west = detail::ray(square, {-1, 1}).bits(),
        .flipped_south = detail::flip(detail::ray(square, {0, -1}).bits()),
        .flipped_south_west = detail::flip(detail::ray(square, {-1, -1}).bits()),
        .flipped_south_east = detail::flip(detail::ray(square, {1, -1}).bits())};
  }
  return views;
}
inline constexpr std::array<KingView, kSquareCount> kKingViews = build_king_views();

}  // namespace perft_verify::counting
