// The definitions of core/attacks.h: they run in the innermost loop and must be inlined. Tables are
// built by the compiler.
#pragma once

#include "core/bitboard.h"

namespace perft_verify {
namespace detail {

template <typename Fill>
consteval std::array<Bitboard, kSquareCount> table_by_square(Fill fill) {
  std::array<Bitboard, kSquareCount> table{};
  for (int number = 0; number < kSquareCount; ++number)
    table[static_cast<std::size_t>(number)] = fill(square_at(number));
  return table;
}

inline constexpr std::array<Offset, 8> kKingSteps{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
inline constexpr std::array<Offset, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

/// All squares in one direction up to the edge, `from` not included.
constexpr Bitboard ray(Square from, Offset step) {
  Bitboard squares;
  for (auto at = stepped(from, step); at; at = stepped(*at, step)) squares |= Bitboard{*at};
  return squares;
}

template <std::size_t N>
constexpr Bitboard steps_from(Square from, const std::array<Offset, N>& steps) {
  Bitboard squares;
  for (const Offset step : steps)
    if (const auto to = stepped(from, step)) squares |= Bitboard{*to};
  return squares;
}

constexpr Bitboard full_line(Square through, Offset step) {
  return ray(through, step) | ray(through, {-step.files, -step.ranks}) | Bitboard{through};
}

inline constexpr auto kKnight =
    table_by_square([](Square from) { return steps_from(from, kKnightSteps); });
inline constexpr auto kKing =
    table_by_square([](Square from) { return steps_from(from, kKingSteps); });
inline constexpr std::array kPawn{
    table_by_square(
        [](Square from) { return steps_from(from, std::array<Offset, 2>{{{-1, 1}, {1, 1}}}); }),
    table_by_square(
        [](Square from) { return steps_from(from, std::array<Offset, 2>{{{-1, -1}, {1, -1}}}); })};
inline constexpr auto kDiagonal =
    table_by_square([](Square square) { return full_line(square, {1, 1}); });
inline constexpr auto kAntiDiagonal =
    table_by_square([](Square square) { return full_line(square, {1, -1}); });

using SquarePairTable = std::array<std::array<Bitboard, kSquareCount>, kSquareCount>;

consteval SquarePairTable build_between() {
  SquarePairTable table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (const Offset step : kKingSteps) {
      Bitboard passed;
      for (auto b = stepped(square_at(a), step); b; b = stepped(*b, step)) {
        table[static_cast<std::size_t>(a)][static_cast<std::size_t>(*b)] = passed;
        passed |= Bitboard{*b};
      }
    }
  }
  return table;
}

consteval SquarePairTable build_line() {
  SquarePairTable table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (const Offset step : kKingSteps) {
      const Bitboard whole = full_line(square_at(a), step);
      for (auto b = stepped(square_at(a), step); b; b = stepped(*b, step))
        table[static_cast<std::size_t>(a)][static_cast<std::size_t>(*b)] = whole;
    }
  }
  return table;
}

inline constexpr SquarePairTable kBetween = build_between();
inline constexpr SquarePairTable kLine = build_line();

/// Attacks along a rank, for each file and each pattern of the six inner squares.
consteval std::array<std::array<std::uint8_t, 64>, 8> build_rank_attacks() {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (int file = 0; file < 8; ++file) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      const unsigned occupied = inner << 1;
      unsigned attacked = 0;
      for (int to = file + 1; to < 8; ++to) {
        attacked |= 1U << to;
        if ((occupied >> to & 1) != 0) break;
      }
      for (int to = file - 1; to >= 0; --to) {
        attacked |= 1U << to;
        if ((occupied >> to & 1) != 0) break;
      }
      table[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(attacked);
    }
  }
  return table;
}
inline constexpr auto kRankAttacks = build_rank_attacks();

/// Reverses the order of the ranks.
constexpr std::uint64_t flip(std::uint64_t bits) { return __builtin_bswap64(bits); }

/// Attacks in both directions of a file or diagonal: subtracting twice the slider from the
/// blockers borrows up to the first of them; the other direction is done on the flipped board.
/// `Word` is 64 bits, or a term of a solver (tests/core/proofs_test.cpp).
template <class Word>
constexpr Word along_line(std::uint64_t slider, Word occupied, std::uint64_t whole_line) {
  const std::uint64_t mask = whole_line & ~slider;
  const Word blockers = occupied & mask;
  const Word forward = blockers - 2 * slider;
  const Word backward = flip(flip(blockers) - 2 * flip(slider));
  return (forward ^ backward) & mask;
}

constexpr Bitboard along_line(Square from, Bitboard occupied, Bitboard whole_line) {
  return Bitboard{along_line(Bitboard{from}.bits(), occupied.bits(), whole_line.bits())};
}

constexpr Bitboard along_rank(Square from, Bitboard occupied) {
  const int base = index(rank_of(from)) * 8;
  const auto inner = static_cast<std::size_t>(occupied.bits() >> (base + 1) & 63);
  const std::uint64_t attacked = kRankAttacks[static_cast<std::size_t>(file_of(from))][inner];
  return Bitboard{attacked << base};
}

}  // namespace detail

inline Bitboard knight_attacks(Square from) {
  return detail::kKnight[static_cast<std::size_t>(from)];
}
inline Bitboard king_attacks(Square from) { return detail::kKing[static_cast<std::size_t>(from)]; }
inline Bitboard pawn_attacks(Color color, Square from) {
  return detail::kPawn[static_cast<std::size_t>(color)][static_cast<std::size_t>(from)];
}
inline Bitboard diagonal_through(Square square) {
  return detail::kDiagonal[static_cast<std::size_t>(square)];
}
inline Bitboard anti_diagonal_through(Square square) {
  return detail::kAntiDiagonal[static_cast<std::size_t>(square)];
}
inline Bitboard diagonals_through(Square square) {
  return diagonal_through(square) | anti_diagonal_through(square);
}
inline Bitboard cross_through(Square square) {
  return Bitboard{file_of(square)} | Bitboard{rank_of(square)};
}
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  return detail::along_line(from, occupied, diagonal_through(from)) |
         detail::along_line(from, occupied, anti_diagonal_through(from));
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  return detail::along_line(from, occupied, Bitboard{file_of(from)}) |
         detail::along_rank(from, occupied);
}
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}
inline Bitboard between(Square a, Square b) {
  return detail::kBetween[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
inline Bitboard line(Square a, Square b) {
  return detail::kLine[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

inline Bitboard attacks(PieceType type, Square from, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight:
      return knight_attacks(from);
    case PieceType::Bishop:
      return bishop_attacks(from, occupied);
    case PieceType::Rook:
      return rook_attacks(from, occupied);
    case PieceType::Queen:
      return queen_attacks(from, occupied);
    case PieceType::King:
      return king_attacks(from);
    case PieceType::Pawn:
      break;
  }
  return {};
}

}  // namespace perft_verify
