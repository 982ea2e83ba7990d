#include "reference/uci/perft_output.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace perft_verify::reference {
namespace {

/// The kind of line that was read, in one word, and its value.
std::string read_as(std::string_view line) {
  const PerftLine parsed = parse_perft_line(line);
  if (const auto* count = std::get_if<RootCount>(&parsed))
    return fmt::format("move {} {}", count->move, count->nodes);
  if (const auto* total = std::get_if<TotalLine>(&parsed))
    return fmt::format("total {}", total->nodes);
  return std::holds_alternative<BrokenLine>(parsed) ? "broken" : "other";
}

TEST(PerftOutput, ReadsEachLineAsWhatItIs) {
  using namespace std::string_view_literals;
  struct Row {
    std::string_view line, meaning;
  };
  for (const auto& [line, meaning] : std::vector<Row>{
           {"e2e4: 20", "move e2e4 20"},
           {"e7e8q: 1", "move e7e8q 1"},
           {"e7e8n: 0", "move e7e8n 0"},
           {"e1h1: 7", "move e1h1 7"},
           {" e2e4:20 ", "move e2e4 20"},
           {"\te2e4:\t20", "move e2e4 20"},
           {"e2e4: 007", "move e2e4 7"},
           {"e2e4: 18446744073709551615", "move e2e4 18446744073709551615"},
           // An invalid promotion letter is the subject's error, not a parser error.
           {"e7e8p: 1", "move e7e8p 1"},
           {"e7e8k: 1", "move e7e8k 1"},
           {"a1a1: 1", "move a1a1 1"},
           {"Nodes searched: 400", "total 400"},
           {"Nodes searched  : 400", "total 400"},
           {"Nodes searched: 0", "total 0"},
           {"Nodes searched: 18446744073709551615", "total 18446744073709551615"},
       })
    EXPECT_EQ(read_as(line), meaning) << '\'' << line << '\'';
  const auto expect = [](std::string_view meaning, std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) EXPECT_EQ(read_as(line), meaning) << line;
  };
  // A line that is meant as a move must not get lost.
  expect("broken", {"e2e4: -5", "e2e4: +5", "e2e4: 0x14",  "e2e4: 1e3",    "e2e4: 20.0",
                    "e2e4:",    "e2e4: ",   "e2e4: 20 21", "e2e4: twenty", "e2e4: 2\0"sv,
                    "e1e9: 1",  "0000: 1",  "Nf3: 20",     "e2e9: 20",     "e2e0: 20",
                    "E2E4: 20", "e7e8Q: 1", "e7e8qq: 1",   "e2e: 20",      "O-O: 20"});
  expect("broken", {"e2e4: 20 nodes", "e2e4: 1,234"sv, "Nodes searched: -1",
                    "Nodes searched: ", "Nodes searched:"});
  expect("broken", {"e2e4: 18446744073709551616", "e2e4: 99999999999999999999999999",
                    "Nodes searched: 18446744073709551616", "Nodes searched: 400 nodes"});
  expect("other", {"", " ", "readyok", "e2e4", "e2e4 20", "Depth: 5", "NPS: 123", "5: 123",
                   "i2e4: 20", "Nodes: 400", "Checkers: ", "\xff\xfe\x80"});
  expect("other", {"info string a1: 3", "nodes searched: 400", "Nodes searched 400",
                   "Nodes/second: 400", "Total time (ms) : 3", "Key: 8F8F01D4562F59FB"});
  expect("other", {"info string Available processors: 0-1", "info string Using 1 thread",
                   "info string NNUE evaluation using nn-ad9b42354671.nnue enabled",
                   "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"});
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

/// Every pair of squares is a move; pairs beyond the board are not.
TEST(PerftOutput, KnowsAllSquaresAndNoOthers) {
  for (char file = 'a' - 1; file <= 'i'; ++file)
    for (char rank = '0'; rank <= '9'; ++rank) {
      const bool on_board = file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8';
      const std::string square{file, rank};
      // Off the board it is other text, or a move that must not get lost; never a move.
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
