// Every way to count gives the recorded counts: each instruction set, with and without a table, by
// one thread and by two. Tables are small here, so that positions collide.
#include <gtest/gtest.h>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/notation.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

constexpr std::uint64_t kMostNodes = 300'000;

PerftTable small_table() { return std::move(PerftTable::of(1).value()); }

class EveryPath : public ::testing::TestWithParam<SimdPath> {
 protected:
  void confirm(const char* suite, PerftTable* table, unsigned jobs) {
    for (const auto& row : test::suite_positions(suite)) {
      const Position position = parse_fen(row.fen).value().position;
      for (const auto& [depth, nodes] : row.counts)
        if (nodes <= kMostNodes) {
          EXPECT_EQ(perft(position, depth, {.table = table, .jobs = jobs, .simd = GetParam()}),
                    nodes)
              << row.where() << " at depth " << depth;
        }
    }
  }
};

TEST_P(EveryPath, CountsTheSuites) {
  for (const char* suite : {"standard.epd", "rules.epd", "gate.epd"}) confirm(suite, nullptr, 1);
}

TEST_P(EveryPath, CountsTheSuitesWithOneTableForAll) {
  PerftTable table = small_table();
  for (const char* suite : {"standard.epd", "rules.epd", "gate.epd"}) confirm(suite, &table, 1);
}

TEST_P(EveryPath, CountsWithTwoThreadsAndOneTable) {
  PerftTable table = small_table();
  confirm("standard.epd", &table, 2);
}

/// Children are counted together, and each has an entry: one that got a sibling's share leaves the
/// total right.
TEST_P(EveryPath, KeepsTheCountOfEachPositionByItself) {
  for (const char* suite : {"standard.epd", "rules.epd"})
    for (const auto& row : test::suite_positions(suite)) {
      const Position position = parse_fen(row.fen).value().position;
      PerftTable table = small_table();
      ASSERT_TRUE(perft(position, 3, {.table = &table, .simd = GetParam()})) << row.where();
      for (const Move move : legal_moves(position)) {
        const Position child = position.after(move);
        ASSERT_EQ(perft(child, 2, {.table = &table, .simd = GetParam()}),
                  perft(child, 2, {.simd = SimdPath::Plain}))
            << row.where() << " after " << to_uci(move, position.chess960());
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Simd, EveryPath, ::testing::ValuesIn(available_simd_paths()),
                         [](const auto& path) { return std::string(to_string(path.param)); });

TEST(SimdPaths, AreNamedAndUnknownNamesAreRefused) {
  for (const SimdPath path : available_simd_paths())
    EXPECT_EQ(simd_path_named(to_string(path)), path);
  const auto refused = simd_path_named("mmx");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().find("scalar"), std::string::npos) << refused.error();
}

TEST(PerftTable, FindsWhatWasStoredAndNothingElse) {
  PerftTable table = small_table();
  const PerftKey key{1, 2, 3, perft_table_data(true, 0, 4), 5};
  EXPECT_EQ(table.find(key), std::nullopt);
  table.store(key, 42);
  EXPECT_EQ(table.find(key), 42U);
  // The same place, but one word different.
  EXPECT_EQ(table.find({9, 2, 3, key.data, 5}), std::nullopt);
  EXPECT_EQ(table.find({1, 9, 3, key.data, 5}), std::nullopt);
  EXPECT_EQ(table.find({1, 2, 9, key.data, 5}), std::nullopt);
  EXPECT_EQ(table.find({1, 2, 3, perft_table_data(false, 0, 4), 5}), std::nullopt);
  EXPECT_EQ(table.find({1, 2, 3, perft_table_data(true, 1, 4), 5}), std::nullopt);
  EXPECT_EQ(table.find({1, 2, 3, perft_table_data(true, 0, 5), 5}), std::nullopt);
}

TEST(PerftTable, ADamagedEntryIsNotFound) {
  for (int bit = 0; bit < 4 * 64; ++bit) {
    PerftTable table = small_table();
    const PerftKey key{0x00ff00000000ff00, 2, 3, perft_table_data(true, 0, 4), 0};
    table.store(key, 123456);
    table.words()[static_cast<std::size_t>(bit / 64)] ^= std::uint64_t{1} << (bit % 64);
    EXPECT_EQ(table.find(key), std::nullopt) << "bit " << bit;
  }
}

TEST(PerftTable, DamageEverywhereChangesNoCount) {
  PerftTable table = small_table();
  const Position start;
  ASSERT_EQ(perft(start, 5, {.table = &table}), 4865609U);
  for (auto& word : table.words())
    if (word != 0) word ^= std::uint64_t{1} << 20;
  EXPECT_EQ(perft(start, 5, {.table = &table}), 4865609U);
}

TEST(PerftTable, CountsThatDoNotFitAreNotStored) {
  PerftTable table = small_table();
  const PerftKey key{1, 2, 3, perft_table_data(true, 0, 4), 5};
  table.store(key, PerftTable::kMostNodes + 1);
  EXPECT_EQ(table.find(key), std::nullopt);
  table.store(key, PerftTable::kMostNodes);
  EXPECT_EQ(table.find(key), PerftTable::kMostNodes);
}

TEST(Perft, RefusesWhatSixtyFourBitsDoNotHold) {
  PerftTable table = std::move(PerftTable::of(16).value());
  const Position kings = parse_fen("8/8/4k3/8/8/3K4/8/8 w - - 0 1").value().position;
  const auto refused = perft(kings, 26, {.table = &table});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error(), PerftFailure::Overflow);
}

}  // namespace
}  // namespace perft_verify
