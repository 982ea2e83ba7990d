// The linked core with a perft table: the same answers, and a wrong table is caught before its
// counts are used.
#include "reference/core_generator.h"

#include <gtest/gtest.h>

#include "core/counting/perft.h"
#include "tests/support/suite_positions.h"

namespace perft_verify::reference {
namespace {

constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

std::shared_ptr<PerftTable> small_table() {
  return std::make_shared<PerftTable>(std::move(PerftTable::of(4).value()));
}

Question question(std::string_view root, int depth) {
  return question_at(standard(root), {}, depth);
}

/// Adds one to every count in the table, as a broken store would: the entries stay valid and are
/// found (see perft_table.h for their layout).
void falsify(PerftTable& table) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  constexpr std::uint64_t kOne = std::uint64_t{1} << 12;
  const auto words = table.words();
  for (std::size_t entry = 0; entry < words.size(); entry += 4) {
    if (words[entry + 3] == 0) continue;
    words[entry] ^= (words[entry + 3] * kSpread) ^ ((words[entry + 3] + kOne) * kSpread);
    words[entry + 3] += kOne;
  }
}

/// A core that counts one move too many wherever Black is to move.
std::uint64_t wrong_for_black(const Position& position) {
  const std::uint64_t right = perft(position, 2).value();
  return position.side_to_move() == Color::White ? right : right + 1;
}

TEST(Core, AWrongCountTwoPliesAboveTheLeavesIsAFailureAndNoAnswer) {
  const auto generator = make_core_generator(nullptr, wrong_for_black);
  EXPECT_TRUE(generator->divide(question(kKiwipete, 2), {}).has_value());
  const auto answer = generator->divide(question(kKiwipete, 3), {});
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().kind, FailureKind::Protocol);
  EXPECT_TRUE(answer.error().message.contains("core is broken")) << answer.error().message;
  EXPECT_TRUE(answer.error().message.contains("PERFT_VERIFY_SIMD=plain"));
}

TEST(CoreWithATable, AnswersAsWithoutOneOverAllSuites) {
  const auto table = small_table();
  const auto with = make_core_generator(table);
  const auto without = make_core_generator();
  for (const char* file : {"standard.epd", "rules.epd"})
    for (const auto& row : test::suite_positions(file)) {
      Question asked = question(row.fen, 3);
      for (const bool chess960 : {false, true}) {
        asked.root.chess960 = chess960;
        const auto right = without->divide(asked, {});
        if (!right) continue;  // the row is of the other kind
        EXPECT_EQ(with->divide(asked, {}).value(), *right) << row.where();
      }
    }
}

TEST(CoreWithATable, AFalsifiedTableIsAFailureAndNoAnswer) {
  const auto table = small_table();
  const auto generator = make_core_generator(table);
  const auto right = generator->divide(question(kKiwipete, 4), {});
  ASSERT_TRUE(right.has_value());
  EXPECT_EQ(right->total, 4085603U);
  falsify(*table);
  const auto wrong = generator->divide(question(kKiwipete, 4), {});
  ASSERT_FALSE(wrong.has_value()) << wrong->total;
  EXPECT_EQ(wrong.error().kind, FailureKind::Protocol);
  EXPECT_TRUE(wrong.error().message.contains("the table is broken")) << wrong.error().message;
  // A restarted generator works without the table; the others keep theirs.
  generator->restart();
  EXPECT_EQ(generator->divide(question(kKiwipete, 4), {}).value(), *right);
  EXPECT_FALSE(make_core_generator(table)->divide(question(kKiwipete, 4), {}).has_value());
}

/// One sample of a question, for any number of workers that share it.
TEST(CoreWithATable, InPartsExactlyOneOfThemTakesTheSample) {
  const auto table = small_table();
  const auto generator = make_core_generator(table);
  const Question asked = question(kKiwipete, 4);
  const auto right = generator->divide(asked, {});
  ASSERT_TRUE(right.has_value());
  falsify(*table);
  std::size_t caught = 0;
  for (const auto& [move, nodes] : right->lines) {
    const auto part = generator->divide_part(asked, {{move}, false}, {});
    if (!part) {
      ++caught;
      EXPECT_TRUE(part.error().message.contains("below " + move)) << part.error().message;
    }
  }
  EXPECT_EQ(caught, 1U);
}

}  // namespace
}  // namespace perft_verify::reference
