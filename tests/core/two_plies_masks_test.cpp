// The test of the tests: without any one of the masks that keep moves out of the sums, the first of
// the scattered positions that every run compares (two_plies_test.cpp) show a wrong count.
#include <gtest/gtest.h>

#include "core/counting/simd/targets.h"
// Wide vectors are returned only by functions that are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"
// The following headers are compiled for the compiler's own target here.
#include "core/counting/answers-inl.h"
#include "tests/core/scatter.h"
#include "tests/core/two_plies_support.h"

namespace perft_verify {
namespace {

using counting::Mask;

template <Mask without>
std::optional<std::string> first_wrong_answer(std::uint64_t positions) {
  test::Scatter scatter(0);
  for (std::uint64_t i = 0; i < positions; ++i) {
    const Position position = scatter.next();
    const auto board = counting::pack(position);
    const auto castling = counting::castling_paths(position);
    namespace target = counting::HWY_NAMESPACE;
    const auto answers = position.side_to_move() == Color::White
                             ? target::answers_by_sums<Color::White, without>(board, castling)
                             : target::answers_by_sums<Color::Black, without>(board, castling);
    if (const auto wrong = test::wrong_answer(answers, test::plain_children(position)))
      return position.fen() + ": " + *wrong;
  }
  return std::nullopt;
}

constexpr std::uint64_t kPositions = 10'000;  // the first chunk

TEST(TwoPliesMasks, WithAllOfThemNothingIsWrong) {
  EXPECT_EQ(first_wrong_answer<Mask::None>(kPositions), std::nullopt);
}

template <Mask... masks>
void expect_each_is_missed() {
  (
      [] {
        EXPECT_NE(first_wrong_answer<masks>(kPositions), std::nullopt)
            << "nobody misses mask " << static_cast<int>(masks);
      }(),
      ...);
}

TEST(TwoPliesMasks, WithoutAnyOneOfThemACountIsWrong) {
  expect_each_is_missed<
      Mask::SeenLine, Mask::PawnOnSeenLine, Mask::Attacker, Mask::PawnTakesPawn, Mask::BlockedPawn,
      Mask::PawnBlockedAfterOne, Mask::BetweenPushes, Mask::PawnBetweenPushes, Mask::LastRank,
      Mask::LeftLastRank, Mask::PawnOnSeventh, Mask::EnPassant, Mask::PromotedBehind,
      Mask::OpensLine, Mask::OpensPin, Mask::ExposesToPin, Mask::PinLine, Mask::EndsAttack,
      Mask::BlocksAttack, Mask::BeginsAttack, Mask::BeginsPin, Mask::BeginsCheck,
      Mask::StillAttacked, Mask::NextToKing, Mask::ThirdKnight, Mask::CastlingSafe,
      Mask::CastlingEmpty, Mask::DiagonalSlider, Mask::MayPromote>();
}

}  // namespace
}  // namespace perft_verify
