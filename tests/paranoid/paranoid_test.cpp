// The suites to depth 4 in a build that checks invariants, keys and states after every make
// and unmake, in core and in the mailbox. A broken one aborts the program.
#include <gtest/gtest.h>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "reference/mailbox/board.h"
#include "tests/support/share.h"
#include "tests/support/suite_positions.h"

#ifndef PERFT_VERIFY_PARANOID
#error "this test proves nothing in an ordinary build"
#endif

namespace perft_verify {
namespace {

constexpr int kDepth = 4;

/// The deepest recorded depth up to kDepth, and its count; what takes longest is for a long run.
std::pair<int, std::uint64_t> deepest_count(const test::SuitePosition& row) {
  std::pair<int, std::uint64_t> deepest{0, 1};
  for (const auto& count : row.counts)
    if (count.first <= kDepth && (count.second <= 20'000 || is_long()))
      deepest = std::max(deepest, count);
  return deepest;
}

class ParanoidSuite : public testing::TestWithParam<const char*> {};

TEST_P(ParanoidSuite, CoreKeepsItsInvariants) {
  for (const auto& row : test::suite_positions(GetParam())) {
    const auto parsed = parse_fen(row.fen);
    ASSERT_TRUE(parsed) << row.where();
    const auto [depth, nodes] = deepest_count(row);
    EXPECT_EQ(perft(parsed->position, depth), nodes) << row.where();
  }
}

TEST_P(ParanoidSuite, MailboxTakesEveryMoveBackWhole) {
  for (const auto& row : test::suite_positions(GetParam())) {
    auto board = mailbox::Board::from_fen(row.fen);
    ASSERT_TRUE(board) << row.where();
    const auto [depth, nodes] = deepest_count(row);
    EXPECT_EQ(board->perft(depth), nodes) << row.where();
  }
}

INSTANTIATE_TEST_SUITE_P(Suites, ParanoidSuite,
                         testing::Values("standard.epd", "rules.epd", "gate.epd"),
                         [](const auto& suite) {
                           const std::string name = suite.param;
                           return name.substr(0, name.find('.'));
                         });

TEST(ParanoidSuite, IsReallyParanoid) {
  // The build with the definition must notice a wrong key: a position whose parts disagree.
  Position position;
  EXPECT_FALSE(position.broken_invariant());
  PositionParts parts;
  parts.by_color[static_cast<std::size_t>(Color::White)] = Bitboard{Square::A1};
  parts.by_type[static_cast<std::size_t>(PieceType::King)] = Bitboard{Square::A1};
  EXPECT_TRUE(Position(parts).broken_invariant()) << "a board without a black king";
}

}  // namespace
}  // namespace perft_verify
