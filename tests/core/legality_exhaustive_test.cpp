// Every from x to x promotion in every suite position: why_illegal, which follows the rules by
// another road than the generator, finds no reason exactly for the moves that are listed.
#include <gtest/gtest.h>

#include "core/rules/legality.h"
#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

/// All texts of two squares and nothing or a promotion letter, sorted.
const std::vector<std::string>& all_texts() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> list;
    for (int from = 0; from < kSquareCount; ++from)
      for (int to = 0; to < kSquareCount; ++to)
        for (const std::string_view promotion : {"", "q", "r", "b", "n", "p", "k"})
          list.push_back(to_string(square_at(from)) + to_string(square_at(to)) +
                         std::string(promotion));
    std::ranges::sort(list);
    return list;
  }();
  return texts;
}

void check_position(const test::SuitePosition& row) {
  const Position position = test::position_of(row.fen);
  const std::vector<std::string> legal = test::legal_texts(position);
  auto next_legal = legal.begin();  // both lists are sorted
  for (const std::string& text : all_texts()) {
    const bool listed = next_legal != legal.end() && *next_legal == text;
    if (listed) ++next_legal;
    const auto why = why_illegal(position, text);
    if (why.has_value() != listed) continue;
    ADD_FAILURE() << row.where() << ": " << text
                  << (listed ? " is listed, but " + why->sentence : " has no reason, not listed");
  }
  EXPECT_EQ(next_legal, legal.end()) << row.where() << ": a move that is not a text file, or twice";
}

class SuiteLegality : public ::testing::TestWithParam<const char*> {};

TEST_P(SuiteLegality, ExactlyTheListedMovesHaveNoReasonAgainstThem) {
  for (const auto& row : test::suite_positions(GetParam())) check_position(row);
}

std::string suite_name(const ::testing::TestParamInfo<const char*>& suite) {
  const std::string_view file = suite.param;
  return std::string(file.substr(0, file.find('.')));
}

INSTANTIATE_TEST_SUITE_P(Exhaustive, SuiteLegality,
                         ::testing::Values("standard.epd", "rules.epd", "gate.epd"), suite_name);

TEST(ExhaustiveLegality, ExactlyTheListedMovesHaveNoReasonInRandomChess960Games) {
  std::mt19937 random(7);
  int number = 0;
  for (int game = 0; game < 6; ++game) {
    const auto start = test::chess960_start(static_cast<int>(random() % 960));
    test::random_game(test::position_of(start), random, 60, [&number](const Position& position) {
      if (++number % 6 == 0) check_position({"chess960 game", number, position.fen(), "", {}});
    });
  }
}

}  // namespace
}  // namespace perft_verify
