// Attacks compared with a walk from square to square. All cases are tried if possible.
#include "core/attacks.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

using test::naive_bishop;
using test::naive_rook;

using SliderAttacks = Bitboard (*)(Square, Bitboard);

/// The squares whose occupation can matter to a slider: its rays without their last squares.
Bitboard relevant_squares(Square from, SliderAttacks naive) {
  Bitboard relevant;
  for (const Square square : naive(from, kNoSquares)) {
    const Bitboard only_this = naive(from, Bitboard{square});
    if (only_this != naive(from, kNoSquares)) relevant |= Bitboard{square};
  }
  return relevant;
}

/// Compares on every subset of the relevant squares; returns their number.
int compare_on_all_blockers(SliderAttacks attacks, SliderAttacks naive) {
  int cases = 0;
  for (int number = 0; number < kSquareCount; ++number) {
    const Square from = square_at(number);
    const std::uint64_t relevant = relevant_squares(from, naive).bits();
    std::uint64_t subset = 0;
    do {
      const Bitboard blockers{subset};
      if (attacks(from, blockers) != naive(from, blockers))
        ADD_FAILURE() << to_string(from) << " with blockers " << subset;
      ++cases;
      subset = (subset - relevant) & relevant;  // the next subset, carrying over the gaps
    } while (subset != 0);
  }
  return cases;
}

TEST(Attacks, RookEqualsTheNaiveWalkForEverySetOfBlockers) {
  EXPECT_EQ(compare_on_all_blockers(rook_attacks, naive_rook), 102400);
}

TEST(Attacks, BishopEqualsTheNaiveWalkForEverySetOfBlockers) {
  EXPECT_EQ(compare_on_all_blockers(bishop_attacks, naive_bishop), 5248);
}

TEST(Attacks, SlidersEqualTheNaiveWalkOnRandomBoards) {
  // Random boards also occupy the slider's own square, the edges, and squares off its lines.
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    const Bitboard occupied{round % 2 == 0 ? random() : random() & random() & random()};
    for (int number = 0; number < kSquareCount; ++number) {
      const Square from = square_at(number);
      const Bitboard rook = naive_rook(from, occupied);
      const Bitboard bishop = naive_bishop(from, occupied);
      ASSERT_EQ(rook_attacks(from, occupied), rook) << to_string(from);
      ASSERT_EQ(bishop_attacks(from, occupied), bishop) << to_string(from);
      ASSERT_EQ(queen_attacks(from, occupied), rook | bishop) << to_string(from);
    }
  }
}

TEST(Attacks, QueenIsRookAndBishopForEverySetOfBlockersOfEither) {
  const auto queen = [](Square from, Bitboard occupied) { return queen_attacks(from, occupied); };
  const auto both = [](Square from, Bitboard occupied) {
    return naive_rook(from, occupied) | naive_bishop(from, occupied);
  };
  for (const SliderAttacks lines : {SliderAttacks{naive_rook}, SliderAttacks{naive_bishop}}) {
    for (int number = 0; number < kSquareCount; ++number) {
      const Square from = square_at(number);
      const std::uint64_t relevant = relevant_squares(from, lines).bits();
      std::uint64_t subset = 0;
      do {
        ASSERT_EQ(queen(from, Bitboard{subset}), both(from, Bitboard{subset})) << to_string(from);
        subset = (subset - relevant) & relevant;
      } while (subset != 0);
    }
  }
}

TEST(Attacks, SteppersEqualTheirOffsetsOnEverySquare) {
  for (int number = 0; number < kSquareCount; ++number) {
    const Square from = square_at(number);
    EXPECT_EQ(knight_attacks(from), test::naive_knight(from)) << to_string(from);
    EXPECT_EQ(king_attacks(from), test::naive_king(from)) << to_string(from);
    for (const Color color : kColors)
      EXPECT_EQ(pawn_attacks(color, from), test::naive_pawn(color, from)) << to_string(from);
  }
}

TEST(Attacks, ByTypeEqualTheFunctionOfThatType) {
  std::mt19937_64 random(4);
  for (int number = 0; number < kSquareCount; ++number) {
    const Square from = square_at(number);
    const Bitboard occupied{random()};
    EXPECT_EQ(attacks(PieceType::Knight, from, occupied), knight_attacks(from));
    EXPECT_EQ(attacks(PieceType::Bishop, from, occupied), bishop_attacks(from, occupied));
    EXPECT_EQ(attacks(PieceType::Rook, from, occupied), rook_attacks(from, occupied));
    EXPECT_EQ(attacks(PieceType::Queen, from, occupied), queen_attacks(from, occupied));
    EXPECT_EQ(attacks(PieceType::King, from, occupied), king_attacks(from));
  }
}

constexpr std::array<std::pair<int, int>, 4> kAxes{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

/// Everything on the line through `square` in one axis, from edge to edge.
Bitboard naive_line(Square square, std::pair<int, int> axis) {
  return test::naive_ray(square, axis.first, axis.second, kNoSquares) | Bitboard{square} |
         test::naive_ray(square, -axis.first, -axis.second, kNoSquares);
}

TEST(Attacks, LineEqualsTheNaiveOneForAll4096Pairs) {
  for (int a = 0; a < kSquareCount; ++a) {
    for (int b = 0; b < kSquareCount; ++b) {
      Bitboard expected;
      for (const auto& axis : kAxes)
        if (a != b && naive_line(square_at(a), axis).contains(square_at(b)))
          expected = naive_line(square_at(a), axis);
      EXPECT_EQ(line(square_at(a), square_at(b)), expected)
          << to_string(square_at(a)) << to_string(square_at(b));
    }
  }
}

TEST(Attacks, BetweenEqualsTheNaiveWalkForAll4096Pairs) {
  for (int a = 0; a < kSquareCount; ++a) {
    for (int b = 0; b < kSquareCount; ++b) {
      const Bitboard target{square_at(b)};
      Bitboard expected;
      for (const auto& [files, ranks] : kAxes)
        for (const int sign : {1, -1}) {
          const Bitboard ray = test::naive_ray(square_at(a), sign * files, sign * ranks, target);
          if (ray.contains(square_at(b))) expected = ray & ~target;
        }
      EXPECT_EQ(between(square_at(a), square_at(b)), expected)
          << to_string(square_at(a)) << to_string(square_at(b));
    }
  }
}

TEST(Attacks, LinesThroughASquareRunFromEdgeToEdge) {
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    EXPECT_EQ(diagonal_through(square), naive_line(square, {1, 1}));
    EXPECT_EQ(anti_diagonal_through(square), naive_line(square, {1, -1}));
    EXPECT_EQ(diagonals_through(square), naive_line(square, {1, 1}) | naive_line(square, {1, -1}));
    EXPECT_EQ(cross_through(square), naive_line(square, {1, 0}) | naive_line(square, {0, 1}));
  }
}

}  // namespace
}  // namespace perft_verify
