// Shares of a suite: each row is in one of them, and always in the same.
#include "verifier/run/model/partition.h"

#include <gtest/gtest.h>

#include <set>

namespace perft_verify::verifier {
namespace {

std::vector<Row> some_rows(std::size_t number) {
  std::vector<Row> rows(number);
  for (std::size_t row = 0; row < number; ++row)
    rows[row].fen = "position " + std::to_string(row % 70);  // some are duplicates
  return rows;
}

TEST(Partition, IsReadAndWritten) {
  for (const char* text : {"slice:1/1", "slice:2/5", "hash:7/7"}) {
    const auto partition = parse_partition(text);
    ASSERT_TRUE(partition) << text;
    EXPECT_EQ(to_string(*partition), text);
  }
  for (const char* text : {"", "slice", "slice:", "slice:1", "slice:/", "slice:0/3", "slice:4/3",
                           "slice:1/0", "slice:-1/3", "slice:1/3x", "count:1/3", "1/3", "hash:1:3",
                           "slice:1/99999999999999999999", "slice:1/9999999", "/:1"})
    EXPECT_FALSE(parse_partition(text)) << text;
}

TEST(Partition, EachRowIsInOneShare) {
  const auto rows = some_rows(100);
  for (const PartitionScheme scheme : {PartitionScheme::Slice, PartitionScheme::Hash})
    for (const std::size_t of : {1U, 2U, 3U, 7U, 100U, 130U}) {
      std::multiset<std::size_t> all;
      for (std::size_t part = 1; part <= of; ++part)
        for (const std::size_t row : select_rows({scheme, part, of}, rows)) all.insert(row);
      EXPECT_EQ(all.size(), rows.size());
      EXPECT_EQ(std::set<std::size_t>(all.begin(), all.end()).size(), rows.size());
    }
}

TEST(Partition, SlicesAreEvenAndHashesKeepRowsWhereTheyAre) {
  const auto rows = some_rows(100);
  for (std::size_t part = 1; part <= 3; ++part) {
    const std::size_t size = select_rows({PartitionScheme::Slice, part, 3}, rows).size();
    EXPECT_TRUE(size == 33 || size == 34);
  }
  // Without its first rows the suite is shared as before, and duplicates stay together.
  const std::vector<Row> fewer(rows.begin() + 10, rows.end());
  for (std::size_t part = 1; part <= 3; ++part) {
    std::set<std::string> before;
    std::set<std::string> after;
    for (const std::size_t row : select_rows({PartitionScheme::Hash, part, 3}, rows))
      before.insert(rows[row].fen);
    for (const std::size_t row : select_rows({PartitionScheme::Hash, part, 3}, fewer))
      after.insert(fewer[row].fen);
    for (const std::string& fen : after) EXPECT_TRUE(before.contains(fen)) << fen;
  }
}

TEST(Partition, HashesAreTheSameOnEveryMachine) {
  std::vector<Row> rows(4);
  rows[0].fen = rows[1].fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  rows[2].fen = rows[3].fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
  rows[3].chess960 = true;
  std::string shares;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t part = 1; part <= 1000; ++part)
      if (!select_rows({PartitionScheme::Hash, part, 1000}, std::vector{rows[row]}).empty())
        shares += std::to_string(part) + " ";
  EXPECT_EQ(shares, "581 581 917 273 ");
}

}  // namespace
}  // namespace perft_verify::verifier
