#include "reference/uci/perft_output.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace perft_verify::reference {
namespace {

/// What a line was read as, in one word and its value.
std::string read_as(std::string_view line) {
  const PerftLine parsed = parse_perft_line(line);
  if (const auto* count = std::get_if<RootCount>(&parsed))
    return fmt::format("move {} {}", count->move, count->nodes);
  if (const auto* total = std::get_if<TotalLine>(&parsed))
    return fmt::format("total {}", total->nodes);
  return std::holds_alternative<BrokenLine>(parsed) ? "broken" : "other";
}

TEST(PerftOutput, ReadsEachLineAsWhatItIs) {
  struct Row {
    std::string_view line, meaning;
  };
  using namespace std::string_view_literals;
  const std::vector<Row> rows{
      {"e2e4: 20", "move e2e4 20"},
      {"e7e8q: 1", "move e7e8q 1"},
      {"e7e8n: 0", "move e7e8n 0"},
      {"e1h1: 7", "move e1h1 7"},
      {" e2e4:20 ", "move e2e4 20"},
      {"\te2e4:\t20", "move e2e4 20"},
      {"e2e4: 007", "move e2e4 7"},
      {"e2e4: 18446744073709551615", "move e2e4 18446744073709551615"},
      // A letter that is no promotion is the subject's error and not the parser's business.
      {"e7e8p: 1", "move e7e8p 1"},
      {"e7e8k: 1", "move e7e8k 1"},
      {"a1a1: 1", "move a1a1 1"},

      {"Nodes searched: 400", "total 400"},
      {"Nodes searched  : 400", "total 400"},
      {"Nodes searched: 0", "total 0"},
      {"Nodes searched: 18446744073709551615", "total 18446744073709551615"},

      {"e2e4: -5", "broken"},
      {"e2e4: +5", "broken"},
      {"e2e4: 0x14", "broken"},
      {"e2e4: 1e3", "broken"},
      {"e2e4: 20.0", "broken"},
      {"e2e4: 18446744073709551616", "broken"},
      {"e2e4: 99999999999999999999999999", "broken"},
      {"e2e4:", "broken"},
      {"e2e4: ", "broken"},
      {"e2e4: 20 nodes", "broken"},
      {"e2e4: 20 21", "broken"},
      {"e2e4: twenty", "broken"},
      {"e2e4: 1,234"sv, "broken"},
      {"e2e4: 2\0"sv, "broken"},
      {"Nodes searched: -1", "broken"},
      {"Nodes searched: 18446744073709551616", "broken"},
      {"Nodes searched: ", "broken"},
      {"Nodes searched:", "broken"},
      {"Nodes searched: 400 nodes", "broken"},

      {"", "other"},
      {" ", "other"},
      {"readyok", "other"},
      {"info string Available processors: 0-1", "other"},
      {"info string Using 1 thread", "other"},
      {"info string NNUE evaluation using nn-ad9b42354671.nnue enabled", "other"},
      {"e2e4", "other"},
      {"e2e4 20", "other"},
      // What somebody means as a move must not get lost.
      {"e1e9: 1", "broken"},
      {"0000: 1", "broken"},
      {"Nf3: 20", "broken"},
      {"Depth: 5", "other"},
      {"NPS: 123", "other"},
      {"5: 123", "other"},
      {"info string a1: 3", "other"},
      {"e2e9: 20", "broken"},
      {"i2e4: 20", "other"},
      {"e2e0: 20", "broken"},
      {"E2E4: 20", "broken"},
      {"e7e8Q: 1", "broken"},
      {"e7e8qq: 1", "broken"},
      {"e2e: 20", "broken"},
      {"O-O: 20", "broken"},
      {"nodes searched: 400", "other"},
      {"Nodes searched 400", "other"},
      {"Nodes: 400", "other"},
      {"Nodes/second: 400", "other"},
      {"Total time (ms) : 3", "other"},
      {"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "other"},
      {"Key: 8F8F01D4562F59FB", "other"},
      {"Checkers: ", "other"},
      {"\xff\xfe\x80", "other"},
  };
  for (const auto& [line, meaning] : rows)
    EXPECT_EQ(read_as(line), meaning) << '\'' << line << '\'';
}

TEST(PerftOutput, GivesTheReasonOfABrokenLine) {
  const auto reason = [](std::string_view line) {
    const PerftLine parsed = parse_perft_line(line);
    const auto* broken = std::get_if<BrokenLine>(&parsed);
    return std::string(broken != nullptr ? broken->reason : "");
  };
  EXPECT_EQ(reason("e2e4: -5"), "the count of a move is not a number from 0 to 2^64 - 1");
  EXPECT_EQ(reason("Nodes searched: -5"), "the total is not a number from 0 to 2^64 - 1");
}

/// Every pair of squares is a move; nothing beyond the board is.
TEST(PerftOutput, KnowsAllSquaresAndNoOthers) {
  for (char file = 'a' - 1; file <= 'i'; ++file)
    for (char rank = '0'; rank <= '9'; ++rank) {
      const bool on_board = file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8';
      const std::string square{file, rank};
      // Off the board it is nothing, or a move that must not get lost; never a move.
      const auto expected = [&](const std::string& line, const std::string& move) {
        if (on_board) {
          EXPECT_EQ(read_as(line), "move " + move + " 3");
        } else {
          EXPECT_FALSE(read_as(line).starts_with("move")) << line;
        }
      };
      expected(square + "e4: 3", square + "e4");
      expected("e4" + square + ": 3", "e4" + square);
    }
}

}  // namespace
}  // namespace perft_verify::reference
