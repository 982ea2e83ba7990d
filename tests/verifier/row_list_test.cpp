// The rows and plans that a run keeps, packed.
#include "verifier/suite/row_list.h"

#include <gtest/gtest.h>

#include <limits>

#include "verifier/run/model/plan.h"

namespace perft_verify::verifier {
namespace {

void expect_same(const Row& a, const Row& b) {
  EXPECT_EQ(a.file, b.file);
  EXPECT_EQ(a.line, b.line);
  EXPECT_EQ(a.column, b.column);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.fen, b.fen);
  EXPECT_EQ(a.chess960, b.chess960);
  EXPECT_EQ(a.wanted_depth, b.wanted_depth);
  EXPECT_EQ(a.recorded, b.recorded);
  EXPECT_EQ(a.skip_reason, b.skip_reason);
  EXPECT_EQ(a.notes, b.notes);
}

TEST(RowList, GivesBackWhatItWasGiven) {
  std::vector<Row> rows(6);
  rows[0].file = "a.epd";
  rows[0].line = 1;
  rows[0].column = 200;
  rows[0].id = std::string("with\0a NUL", 10);
  rows[0].fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
  rows[0].recorded = {{1, 3}, {32, std::numeric_limits<std::uint64_t>::max()}, {7, 127}, {8, 128}};
  rows[1] = rows[0];
  rows[1].line = std::numeric_limits<std::size_t>::max();
  rows[1].chess960 = true;
  rows[1].wanted_depth = 30;
  rows[1].notes = {"odd", "", "odder"};
  rows[2].file = "b.epd";
  rows[2].skip_reason = "column 3: it is no position";
  rows[3].id = std::string(3'000'000, 'x');  // more than a block
  rows[4].file = "a.epd";                    // again
  const RowList list = rows;
  ASSERT_EQ(list.size(), rows.size());
  for (std::size_t at = 0; at < rows.size(); ++at) expect_same(list[at], rows[at]);
  std::size_t at = 0;
  for (const Row& row : list) expect_same(row, rows[at++]);
  EXPECT_EQ(at, rows.size());
}

TEST(RowList, KeepsThePlacesOfCountsForWhoeverAsksForThem) {
  Row row;
  row.line = 7;
  row.count_places = {{1, {7, 60}}, {2, {6, 1}}, {32, {900, 1'000'000}}};
  RowList with(RowList::CountPlaces::Kept);
  RowList without;
  for (RowList* const list : {&with, &without})
    for (int time = 0; time < 2; ++time) list->push_back(row);
  EXPECT_EQ(without[1].count_places.size(), 0U);
  ASSERT_EQ(with[1].count_places.size(), 3U);
  for (std::size_t at = 0; at < 3; ++at) {
    EXPECT_EQ(with[1].count_places[at].depth, row.count_places[at].depth);
    EXPECT_EQ(with[1].count_places[at].place, row.count_places[at].place);
  }
}

TEST(RowPlans, GiveBackWhatTheyWereGiven) {
  RowPlans plans;
  EXPECT_EQ(plans.begin(), plans.end());
  for (int number = 0; number < 40; ++number)
    plans.push_back({.depth = number % 31,
                     .shallow = number % 7,
                     .shallow_nodes = 1000.0 * number,
                     .nodes = 119060324.0 * number,
                     .most_shallow_nodes = 2000.0 * number,
                     .most_nodes = 3e9 * number,
                     .reason = number % 10 == 3 ? "nothing is recorded" : ""});
  ASSERT_EQ(plans.size(), 40U);
  int number = 0;
  for (const RowPlan& plan : plans) {
    EXPECT_EQ(plan.depth, number % 31);
    EXPECT_EQ(plan.shallow, number % 7);
    EXPECT_EQ(plan.nodes, 119060324.0 * number);
    EXPECT_FLOAT_EQ(static_cast<float>(plan.most_nodes), static_cast<float>(3e9 * number));
    EXPECT_EQ(plan.shallow_nodes, 1000.0 * number);
    EXPECT_EQ(plan.reason, number % 10 == 3 ? "nothing is recorded" : "");
    ++number;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
