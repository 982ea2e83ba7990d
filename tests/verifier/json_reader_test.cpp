#include "verifier/suite/json_reader.h"

#include <gtest/gtest.h>

#include "tests/verifier/support/suites.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Words = std::vector<std::string>;

Suite read(std::string_view bytes) { return read_json("s.json", bytes, {}); }
Words words(std::string_view bytes) { return in_words(read(bytes)); }

const std::string kS(kStart);
const std::string kK(kKings);

std::string quoted(const std::string& text) { return "\"" + text + "\""; }
/// {"fen": FEN, MEMBERS}
std::string object(const std::string& fen, const std::string& members) {
  return R"({"fen": ")" + fen + "\", " + members + "}";
}

TEST(JsonReader, ReadsEveryShape) {
  const std::string expected = "1 " + kS + " D1 20 D2 400";
  for (const std::string& text : {
           "[" + object(kS, R"("perft": [20, 400])") + "]",
           "[" + object(kS, R"("nodes": ["20", "400", null])") + "]",
           "[" + object(kS, R"("depths": {"1": 20, "2": "400"})") + "]",
           "[" + object(kS, R"("D1": 20, "d2": 400)") + "]",
           "[" + object(kS, R"j("perft1": 20, "perft(2)": 400)j") + "]",
           "[" +
               object(kS, R"("results": [{"depth": 2, "nodes": 400}, {"depth": 1, "nodes": 20}])") +
               "]",
           "[" + object(kS, R"("counts": [[1, 20], [2, 400]])") + "]",
           "{" + quoted(kS) + ": [20, 400]}",
           "{" + quoted(kS) + R"(: {"1": 20, "2": 400}})",
           "[[" + quoted(kS) + ", 20, 400]]",
           "[[" + quoted(kS) + ", [20, 400]]]",
           R"({"name": "suite", "version": 3, "positions": [)" +
               object(kS, R"("perft": [20, 400])") + "]}",
           R"({"tests": {"a": )" + object(kS, R"("perft": [20, 400])") + "}}",
           "{\"position\": " + quoted(kS) + R"(, "expected": [20, 400]})",
           "{\"perft\": [20, 400], \"fen\": " + quoted(kS) + "}",
           object(std::string(kStartFour), R"("perft": [20, 400])"),
       })
    EXPECT_EQ(words(text), Words{expected}) << text;
}

TEST(JsonReader, ReadsOneDepthForEachObject) {
  EXPECT_EQ(words("[\n" + object(kS, R"("depth": 5, "nodes": 4865609)") + ",\n" +
                  object(kS, R"("depth": "1", "nodes": "20", "id": "one")") + "]"),
            (Words{"2 " + kS + " D5 4865609", "3 " + kS + " one D1 20"}));
}

TEST(JsonReader, TellsListsFromDepthZeroFromListsFromDepthOne) {
  const std::string kings = object(kK, R"("perft": [1, 3, 9])");
  EXPECT_EQ(words("[" + object(kS, R"("perft": [1, 20, 400])") + "," + kings + "]"),
            (Words{"1 " + kS + " D1 20 D2 400", "1 " + kK + " D1 3 D2 9"}));
  const std::string one(kOneMove);
  EXPECT_EQ(words("[" + object(one, R"("perft": [1, 16])") + "]"),
            Words{"1 " + one + " D1 1 D2 16"})
      << "one legal move, then sixteen";
}

TEST(JsonReader, TellsNamesFromZeroFromNamesFromOne) {
  // "0" is depth 1, as in one well-known suite; counts are text.
  EXPECT_EQ(words("[{\"FEN\":" + quoted(kS) + R"(,"depths":{"0":"20","1":"400"}},{"FEN":)" +
                  quoted(kK) + R"(,"depths":{"0":"3","1":"9"}}])"),
            (Words{"1 " + kS + " D1 20 D2 400", "1 " + kK + " D1 3 D2 9"}));
  // "0" is depth 0.
  EXPECT_EQ(words("[" + object(kS, R"("depths": {"0": 1, "1": 20})") + "," +
                  object(kK, R"("depths": {"1": 3})") + "]"),
            (Words{"1 " + kS + " D1 20", "1 " + kK + " D1 3"}));
  // Sparse, from 1.
  EXPECT_EQ(words("[" + object(kS, R"("depths": {"6": 119060324, "2": 400})") + "]"),
            Words{"1 " + kS + " D2 400 D6 119060324"});
}

TEST(JsonReader, ARowThatDoesNotSayWhereItsNamesBeginIsRefused) {
  const Suite suite = read("[" + object(kS, R"("depths": {"0": 20, "1": 400})") + ",\n" +
                           object(kK, R"("depths": {"1": 9})") + "]");
  EXPECT_EQ(suite.rows.size(), 1U);
  ASSERT_EQ(suite.problems.size(), 1U);
  EXPECT_EQ(suite.problems[0].line, 2U);
  EXPECT_TRUE(suite.problems[0].message.contains("call the first depth 0"));
}

TEST(JsonReader, ReadsJsonLines) {
  const std::string nul("\0\n", 2);
  EXPECT_EQ(words(object(kS, R"("perft": [20])") + "\n" + object(kK, R"("perft": [3])") + nul),
            (Words{"1 " + kS + " D1 20", "2 " + kK + " D1 3"}));
}

TEST(JsonReader, ReadsListsOfPositionsWithoutCounts) {
  EXPECT_EQ(words("[" + quoted(kS) + ", " + quoted(kK) + "]"), (Words{"1 " + kS, "1 " + kK}));
}

TEST(JsonReader, CarriesOperationsAlong) {
  const Suite suite = read("[" + object(kS, R"("operations": ["bm e4", "c0 \"a;b\""])") + "]");
  ASSERT_EQ(suite.rows.size(), 1U);
  EXPECT_EQ(suite.rows[0].operations, (std::vector<std::string>{"bm e4", "c0 \"a;b\""}));
}

TEST(JsonReader, NamesThePlaceOfWhatIsWrong) {
  const std::string two = "[\n " + object("FEN", "COUNTS") + "]";
  const auto with = [&two](const std::string& fen, const std::string& counts) {
    std::string text = two;
    text.replace(text.find("COUNTS"), 6, counts);
    return text.replace(text.find("FEN"), 3, fen);
  };
  const std::string at =
      "2:" + std::to_string(std::string(R"( {"fen": ")").size() + kS.size() + 10);
  const std::pair<std::string, std::string> kWrong[] = {
      {with("7k/8/8/9/8/8/8/K7 w - - 0 1", "\"perft\": [3]"), "2:18 InvalidBoard"},
      {with("7k\\/8\\/8\\/9\\/8\\/8\\/8\\/K7 w - - 0 1", "\"perft\": [3]"), "2:21 InvalidBoard"},
      {with("7\\u006b/8/8/9/8/8/8/K7 w - - 0 1", "\"perft\": [3]"), "2:23 InvalidBoard"},
      {with(kS, "\"d1\": -20"), at + " '-20' is not a count"},
      {with(kS, "\"d1\":  2.5"), at.substr(0, 2)},
      {with(kS, "\"d1\": 18446744073709551616"), at + " '18446744073709551616' is not a count"},
      {with(kS, "\"d1\": \"x\""), at.substr(0, 2)},
      {with(kS, "\"d1\": 20, \"D1\": 21"), "2:"},
      {with(kS, "\"d33\": 20"), "2:"},
      {with(kS, "\"depth\": 33, \"nodes\": 20"), "2:"},
      {with(kS, "\"fen\": " + quoted(kK)), "2:"},
      {with(kS, "\"perft\": [20, \"many\"]"), "2:"},
  };
  for (const auto& [text, says] : kWrong) {
    const std::string problem = only_problem(read(text));
    EXPECT_TRUE(problem.starts_with(says)) << text << " gives " << problem;
  }
}

TEST(JsonReader, WhatIsNoJsonEndsTheReading) {
  const std::string good = object(kS, R"("perft": [20])");
  const std::pair<std::string, std::string> kWrong[] = {
      {"[" + good + ",\n", "not JSON"},
      {"[" + good + ",\n oops]", "2:2 this is not JSON"},
      {"[" + good + "]]", "not JSON"},
      {good + " trailing", "not JSON"},
      {"[" + good + std::string(",\0", 2) + good + "]", "not JSON"},
      {"20", "an array of objects"},
      {"\"text\"", "an array of objects"},
      {"null", "an array of objects"},
      {"[\"\xff\"]", "not JSON"},
      {std::string(100'000, '['), "levels of nesting"},
      {"[\"" + std::string(3'000'000, 'x'), "longer than a megabyte"},
      {"[" + std::string(3'000'000, ' '), "longer than a megabyte"},
  };
  for (const auto& [text, says] : kWrong) {
    const Suite suite = read(text);
    ASSERT_EQ(suite.problems.size(), 1U) << text.substr(0, 200);
    EXPECT_TRUE(suite.problems[0].ends_reading);
    EXPECT_TRUE(in_words(suite).back().contains(says)) << in_words(suite).back();
    EXPECT_LT(suite.problems[0].excerpt.size(), 500U);
  }
}

TEST(JsonReader, NotesCountsThatItDoesNotUnderstand) {
  for (const char* members :
       {R"("leavesAtSix": 119060324)", R"("nodes": 20)", R"("tally": [20, 400])"}) {
    const Suite suite = read("[" + object(kS, members) + "]");
    EXPECT_EQ(suite.rows.size(), 1U) << members;
    EXPECT_EQ(suite.notes.size(), 1U) << members;
  }
  EXPECT_TRUE(read("[" + object(kS, R"("year": 1999, "perft": [20])") + "]").notes.empty());
  // A divide is not a list of depths.
  const Suite divide = read("[" + object(kS, R"("divide": {"a2a3": 1, "d4": 1}, "d1": 20)") + "]");
  ASSERT_EQ(divide.rows.size(), 1U);
  EXPECT_EQ(divide.rows[0].recorded, (Recorded{{1, 20}}));
}

TEST(JsonReader, ManyNumbersCostNothing) {
  std::string text = "[" + object(kS, "\"perft\": [20");
  for (int number = 0; number < 100'000; ++number) text += ",1";
  const Suite suite = read(text.insert(text.size(), "]}]").erase(0, 0));
  EXPECT_EQ(suite.problems.size(), 1U);
}

}  // namespace
}  // namespace perft_verify::verifier
