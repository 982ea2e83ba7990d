#include "verifier/suite/perft_reader.h"

#include <gtest/gtest.h>

#include "tests/verifier/support/suites.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Words = std::vector<std::string>;

Suite read(std::string_view bytes) { return read_perft("s.perft", bytes, {}); }

/// In the style of the files that python-chess and shakmaty keep.
constexpr std::string_view kInTheWild =
    "# Tricky positions\n"
    "# Origin: nowhere in particular\n"
    "\n"
    "id two-kings\n"
    "epd 7k/8/8/8/8/8/8/K7 w - -\n"
    "perft 1 3\n"
    "perft 2 9\n"
    "perft 32 1\n"
    "\n"
    "% inner rook, X-FEN\n"
    "id asymmetrical\n"
    "epd 2r1k2r/8/8/8/8/8/8/4K3 b kq -\n"
    "perft 2 138\n"
    "perft 1 25\n"
    "\n"
    "epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9\n"
    "perft 6 119060324";

TEST(PerftReader, ReadsBlocksAsTheyAreFound) {
  EXPECT_EQ(in_words(read(kInTheWild)),
            (Words{"5 7k/8/8/8/8/8/8/K7 w - - 0 1 two-kings D1 3 D2 9 D32 1",
                   "12 2r1k2r/8/8/8/8/8/8/4K3 b hc - 0 1 asymmetrical D1 25 D2 138",
                   "16 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9 D6 119060324"}));
  EXPECT_TRUE(read(kInTheWild).rows[1].chess960);
}

TEST(PerftReader, ReadsWhatWasWrittenForAnEngine) {
  const std::string text =
      "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\nperft1 3\nperft2 9\n"
      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9\nperft3 8902\n";
  const Words expected{"1 7k/8/8/8/8/8/8/K7 w - - 0 1 D1 3 D2 9",
                       "4 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9 D3 8902"};
  EXPECT_EQ(in_words(read(text)), expected);
  for (const char* file : {"s.txt", "s.epd", "-"})
    EXPECT_EQ(in_words(read_suite(file, text, {})), expected) << file;
}

TEST(PerftReader, LineEndsAndBlocksWithoutEmptyLinesMeanTheSame) {
  const auto expected = in_words(read(kInTheWild));
  std::string crlf;
  for (const char c : kInTheWild) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(in_words(read(crlf)), expected);
  std::string nul;
  for (const char c : kInTheWild) nul += c == '\n' ? std::string(" \0\n", 3) : std::string(1, c);
  EXPECT_EQ(in_words(read(nul)), expected);
  EXPECT_EQ(in_words(read("\xEF\xBB\xBF" + std::string(kInTheWild))), expected);
  std::string cr;
  for (const char c : kInTheWild) cr += c == '\n' ? '\r' : c;
  EXPECT_EQ(in_words(read(cr)), expected);
  EXPECT_EQ(
      read("id a\nepd 7k/8/8/8/8/8/8/K7 w - -\nperft 1 3\nepd 7k/8/8/8/8/8/8/K7 b - -").rows.size(),
      2U);
}

TEST(PerftReader, AnIdBelongsToTheNextPositionOnly) {
  const Suite suite = read(
      "id a\nepd 7k/8/8/8/8/8/8/K7 w - -\nperft 1 3\nepd 7k/8/8/8/8/8/8/K7 b - -\nperft 1 3\n");
  ASSERT_EQ(suite.rows.size(), 2U);
  EXPECT_EQ(suite.rows[0].id, "a");
  EXPECT_EQ(suite.rows[1].id, "");
}

TEST(PerftReader, NamesThePlaceOfWhatIsWrong) {
  const std::string good = "epd 7k/8/8/8/8/8/8/K7 w - -\n";
  const std::pair<std::string, std::string> kWrong[] = {
      {"epd 7k/8/8/9/8/8/8/K7 w - -\n", "1:12 InvalidBoard"},
      {"  epd  7k/8/8/8/8/8/8/K7 w - - x\n", "1:32 InvalidClocks"},
      {"epd\n", "1:4 InvalidFormat"},
      {"perft 1 3\n", "1:1 a count before any epd line"},
      {good + "perft one 3\n", "2:7 'one' is not a depth"},
      {good + "perft\n", "2:6 '' is not a depth"},
      {good + "perft 33 3\n", "2:7 depth 33 is out of range"},
      {good + "perft -1 3\n", "2:7 depth -1 is out of range"},
      {good + "perft 1\n", "2:8 '' is not a count"},
      {good + "perft 1 3x\n", "2:9 '3x' is not a count"},
      {good + "perft 1 -3\n", "2:9 '-3' is not a count"},
      {good + "perft 1 18446744073709551616\n", "2:9 '18446744073709551616' is not a count"},
      {good + "perft 1 3 4\n", "2:11 '4' after the count"},
      {good + "perft 1 3; perft 2 9\n", "2:10 '; perft 2 9' after the count"},
      {good + "perft 1 3\nperft 1 4\n", "3:7 depth 1 is recorded twice"},
      {good + "moves e2e4\n", "2:1 'moves': a line begins with"},
      // Of several things that are wrong with one row, the first is told.
      {good + "perft 1 x\nperft 2 y\n", "2:9 'x' is not a count"},
  };
  for (const auto& [text, says] : kWrong) {
    const std::string problem = only_problem(read(text));
    EXPECT_TRUE(problem.starts_with(says)) << text << " gives " << problem;
  }
}

TEST(PerftReader, ABadRowDoesNotSpoilItsNeighbors) {
  const std::string good = "epd 7k/8/8/8/8/8/8/K7 w - -\nperft 1 3\n";
  const Suite suite = read("id a\n" + good + "id b\nepd nonsense\nperft 1 3\n\nid c\n" + good);
  ASSERT_EQ(suite.rows.size(), 2U);
  EXPECT_EQ(suite.rows[0].id, "a");
  EXPECT_EQ(suite.rows[1].id, "c");
  ASSERT_EQ(suite.problems.size(), 1U);
  EXPECT_EQ(suite.problems[0].line, 5U);
}

}  // namespace
}  // namespace perft_verify::verifier
