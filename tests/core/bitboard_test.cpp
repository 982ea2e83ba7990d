#include "core/bitboard.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

TEST(Bitboard, ASquareIsTheBitOfItsNumber) {
  for (int number = 0; number < kSquareCount; ++number)
    EXPECT_EQ(Bitboard{square_at(number)}.bits(), std::uint64_t{1} << number);
}

TEST(Bitboard, FilesAndRanksHoldTheirEightSquares) {
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    for (int line = 0; line < 8; ++line) {
      EXPECT_EQ(Bitboard{static_cast<File>(line)}.contains(square), number % 8 == line);
      EXPECT_EQ(Bitboard{static_cast<Rank>(line)}.contains(square), number / 8 == line);
    }
  }
  EXPECT_EQ(kBackRanks, Bitboard{Rank::R1} | Bitboard{Rank::R8});
  EXPECT_EQ(kBackRanks.count(), 16);
}

TEST(Bitboard, IterationGivesEachSquareOnceFromA1ToH8) {
  std::mt19937_64 random(1);
  for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1},
                                   std::uint64_t{1} << 63, random(), random()}) {
    std::vector<int> walked;
    for (const Square square : Bitboard{bits}) walked.push_back(index(square));
    std::vector<int> expected;
    for (int number = 0; number < 64; ++number)
      if ((bits >> number & 1) != 0) expected.push_back(number);
    EXPECT_EQ(walked, expected);
  }
}

TEST(Bitboard, SetOperationsAreThoseOfBits) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    EXPECT_EQ((Bitboard{a} & Bitboard{b}).bits(), a & b);
    EXPECT_EQ((Bitboard{a} | Bitboard{b}).bits(), a | b);
    EXPECT_EQ((Bitboard{a} ^ Bitboard{b}).bits(), a ^ b);
    EXPECT_EQ((~Bitboard{a}).bits(), ~a);
    Bitboard changed{a};
    changed &= Bitboard{b};
    EXPECT_EQ(changed.bits(), a & b);
    changed |= Bitboard{a};
    EXPECT_EQ(changed.bits(), a);
    changed ^= Bitboard{b};
    EXPECT_EQ(changed.bits(), a ^ b);
  }
}

TEST(Bitboard, EmptyAnyAndMoreThanOneCountZeroOneAndTwo) {
  const Bitboard one{Square::H8};
  const Bitboard two = one | Bitboard{Square::A1};
  EXPECT_TRUE(kNoSquares.empty());
  EXPECT_FALSE(kNoSquares.any());
  EXPECT_FALSE(kNoSquares.more_than_one());
  EXPECT_EQ(kNoSquares.count(), 0);
  EXPECT_FALSE(one.empty());
  EXPECT_TRUE(one.any());
  EXPECT_FALSE(one.more_than_one());
  EXPECT_EQ(one.count(), 1);
  EXPECT_TRUE(two.more_than_one());
  EXPECT_EQ(two.count(), 2);
  EXPECT_EQ(two.first(), Square::A1);
  EXPECT_EQ(two.last(), Square::H8);
}

struct Shift {
  const char* name;
  Direction direction;
  Bitboard (*function)(Bitboard);
  int files;
  int ranks;
};

constexpr std::array<Shift, 8> kShifts{{
    {"North", Direction::North, shift<Direction::North>, 0, 1},
    {"East", Direction::East, shift<Direction::East>, 1, 0},
    {"South", Direction::South, shift<Direction::South>, 0, -1},
    {"West", Direction::West, shift<Direction::West>, -1, 0},
    {"NorthEast", Direction::NorthEast, shift<Direction::NorthEast>, 1, 1},
    {"SouthEast", Direction::SouthEast, shift<Direction::SouthEast>, 1, -1},
    {"SouthWest", Direction::SouthWest, shift<Direction::SouthWest>, -1, -1},
    {"NorthWest", Direction::NorthWest, shift<Direction::NorthWest>, -1, 1},
}};

TEST(Bitboard, ShiftsMoveEverySquareByOneStepAndDropItAtTheEdge) {
  for (const Shift& shift : kShifts)
    for (int number = 0; number < kSquareCount; ++number)
      EXPECT_EQ(shift.function(Bitboard{square_at(number)}),
                test::naive_steps(square_at(number), {{shift.files, shift.ranks}}))
          << shift.name << " from " << to_string(square_at(number));
}

TEST(Bitboard, SteppingBackUndoesAShift) {
  for (const Shift& shift : kShifts)
    for (int number = 0; number < kSquareCount; ++number)
      for (const Square to : shift.function(Bitboard{square_at(number)}))
        EXPECT_EQ(step_back(to, shift.direction), square_at(number)) << shift.name;
}

TEST(Bitboard, TheOppositeDirectionLeadsBack) {
  for (const Shift& there : kShifts) {
    const auto back = std::ranges::find_if(kShifts, [&there](const Shift& shift) {
      return shift.direction == opposite(there.direction);
    });
    ASSERT_NE(back, kShifts.end()) << there.name;
    EXPECT_EQ(back->files, -there.files) << there.name;
    EXPECT_EQ(back->ranks, -there.ranks) << there.name;
  }
}

}  // namespace
}  // namespace perft_verify
