// Lines of engines, one by one: the move, its count, the places of numbers.
#include "reference/uci/printed_line.h"

#include <gtest/gtest.h>

#include "core/fen.h"
#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {
namespace {

struct Case {
  const char* line;
  const char* move;
  std::uint64_t nodes;
  const char* prefix = "";
};

TEST(PrintedLineTest, AMoveAndItsCountInEveryDress) {
  const Case kCases[] = {
      {"e2e4: 20", "e2e4", 20},
      {"   e2e4:20", "e2e4", 20},
      {"e2e4 -> 20", "e2e4", 20},
      {"e2e4 - 20", "e2e4", 20},
      {"e2e4-20", "e2e4", 20},
      {"e2e4 -- 20", "e2e4", 20},
      {"e2e4 = 20", "e2e4", 20},
      {"e2e4 | 20 |", "e2e4", 20},
      {"e2e4\t\t20", "e2e4", 20},
      {"e2e4 => 1,234,567", "e2e4", 1234567},
      {"e2e4: 1.234.567", "e2e4", 1234567},
      {"e2e4: 1_234_567", "e2e4", 1234567},
      {"e2e4: 1'234", "e2e4", 1234},
      {"e2e4: 1\xc2\xa0"
       "234",
       "e2e4", 1234},
      {"e2e4: 1\xe2\x80\x89"
       "234 nodes",
       "e2e4", 1234},
      {"e2e4: 20 (5.00%)", "e2e4", 20},
      {"e2e4 20 0.001", "e2e4", 20},
      {" e2e4              20 leaves in      0.000 s   1234 leaves/s", "e2e4", 20},
      {"e2e4 nodes 20", "e2e4", 20},
      {"     move: e2e4  nodes: 20", "e2e4", 20, "move:"},
      {"   move 12:  e2e4     nodes: 20", "e2e4", 20, "move #:"},
      {"Move   # 99:   e2e4   =       20", "e2e4", 20, "move ##:"},
      {"Move   #100:   e2e4   =       20", "e2e4", 20, "move ##:"},
      {"[ 9] e2e4: 20", "e2e4", 20, "[#]"},
      {"12) e2e4 20", "e2e4", 20, "#)"},
      {"12. e2e4 20", "e2e4", 20, "#."},
      {"[ 3] e7e8q : 20", "e7e8q", 20, "[#]"},
      {"1: Nf3 20", "Nf3", 20, "#:"},
      {"Ng1-f3: 20", "Ng1-f3", 20},
      {"e7e8=Q: 20", "e7e8=Q", 20},
      {"e7e8(Q) 20", "e7e8(Q)", 20},
      {"e8=Q+ 20", "e8=Q+", 20},
      {"exd6 e.p. 20", "exd6 e.p.", 20},
      {"O-O-O 20", "O-O-O", 20},
      {"0-0: 20", "0-0", 20},
      {"O-O+ 20", "O-O+", 20},
      {"O-O-O# 0", "O-O-O#", 0},
      {"Qd1xRd8: 20", "Qd1xRd8", 20},
      {"A2A3: 20", "A2A3", 20},
      {"Qh4# 0", "Qh4#", 0},
      {"R1xe2 7", "R1xe2", 7},
      {"e2e4: 18446744073709551615", "e2e4", 18446744073709551615U},
  };
  for (const Case& each : kCases) {
    const PrintedLine line = parse_printed_line(each.line);
    ASSERT_TRUE(line.move) << each.line;
    EXPECT_EQ(line.move->move, each.move) << each.line;
    EXPECT_EQ(line.move->nodes, each.nodes) << each.line;
    EXPECT_EQ(line.move->prefix, each.prefix) << each.line;
  }
}

TEST(PrintedLineTest, AMoveWithoutACountThatIsOne) {
  for (const char* line : {"e2e4: -5", "e2e4 -5", "e2e4: +5", "e2e4: 0x14", "e2e4:", "e2e4",
                           "e2e4: 18446744073709551616", "e2e4: 1.5", "e2e4: 1,2345",
                           "e2e4 e7e5 g1f3", "e2e4 e7e5 20"}) {
    const PrintedLine printed = parse_printed_line(line);
    ASSERT_TRUE(printed.move) << line;
    EXPECT_FALSE(printed.move->nodes) << line;
  }
}

TEST(PrintedLineTest, WhatIsNoMove) {
  for (const char* line :
       {"Nodes searched: 400", "Depth: 5", "info depth 1 nodes 20 pv e2e4", "bestmove e2e4",
        "bestmove e2e4 2", "id name e4 2",
        "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8 | r n b q k b n r | 8", "Total Captures= 3", "e2e9: 20", "i2i4: 20", "400",
        "Perft: 400 nodes in 0.1s => 123nps", "Best 3", "Checkers: e4", ""}) {
    const PrintedLine printed = parse_printed_line(line);
    EXPECT_FALSE(printed.move && printed.move->nodes) << line;
  }
}

TEST(PrintedLineTest, NumbersAreKnownByTheWordsBeforeThem) {
  const auto only = [](const char* line) {
    const PrintedLine printed = parse_printed_line(line);
    EXPECT_FALSE(printed.numbers.empty()) << line;
    return printed.numbers.empty() ? PrintedNumber{} : printed.numbers.front();
  };
  EXPECT_EQ(only("Nodes searched  : 400").label, "nodes searched :");
  EXPECT_EQ(only("400").label, "");
  EXPECT_EQ(only("Nodes: 1,234 (x)").value, 1234U);
  EXPECT_EQ(only("Total: 1 node").unit, only("Total: 2 nodes").unit);
  const PrintedLine many = parse_printed_line("perft( 5)=      4865609 ( 0.123 sec)");
  ASSERT_EQ(many.numbers.size(), 2U) << "a fraction is not a count";
  EXPECT_EQ(many.numbers[1].label, "perft( #)=");
  EXPECT_EQ(many.numbers[1].value, 4865609U);
  EXPECT_EQ(parse_printed_line("perft(12)= 3").numbers[1].label, "perft(#)=");
  for (const char* none : {"Nodes: -5", "Nodes: 0x190", "Nodes: 1,2345", "Nodes: 0.5"})
    EXPECT_TRUE(parse_printed_line(none).numbers.empty()) << none;
}

TEST(CleanLinesTest, WhatIsOnlyForTheEyeGoes) {
  EXPECT_EQ(clean_lines("\x1b[1;32me2e4\x1b[0m: 20"), (std::vector<std::string>{"e2e4: 20"}));
  EXPECT_EQ(clean_lines("\x1b]0;title\x07"
                        "e2e4: 20"),
            (std::vector<std::string>{"e2e4: 20"}));
  EXPECT_EQ(clean_lines("....\b\b\b\b"), (std::vector<std::string>{}));
  EXPECT_EQ(clean_lines("10%\r50%\re2e4 20\r"),
            (std::vector<std::string>{"10%", "50%", "e2e4 20"}));
  EXPECT_EQ(clean_lines("info string e2e4: 20"), (std::vector<std::string>{"e2e4: 20"}));
}

TEST(CleanLinesTest, ALineOfSeveralMovesIsALineForEach) {
  EXPECT_EQ(clean_lines("a2a3:20 a2a4:20  b1c3:20"),
            (std::vector<std::string>{"a2a3:20", "a2a4:20", "b1c3:20"}));
  EXPECT_EQ(clean_lines("{\"e1d1\": 5, \"nodes\": 5}"),
            (std::vector<std::string>{"e1d1\": 5", "nodes\": 5}"}));
  // The second number of this one is a castling.
  EXPECT_EQ(clean_lines("a2a3: 20 e2e4 0-0 5").size(), 1U);
  for (const char* whole : {"{\"move\": \"e2e4\", \"nodes\": 20}", "e2e4: 20 (e7e5 12)",
                            "e2e4 20 best d7d5 3", "e2e4: 20"})
    EXPECT_EQ(clean_lines(whole).size(), 1U) << whole;
}

TEST(PrintedLineTest, TheCountIsTheNumberThatIsOneOfNodes) {
  for (const char* line : {"e2e4 captures 2 checks 1 nodes 20", "e2e4 5.0% 20", "e2e4 12% 20 nodes",
                           "info currmove e2e4 currmovenumber 3 nodes 20", "e2e4 nodes 20 time 3",
                           "{\"move\": \"e2e4\", \"nodes\": 20, \"time\": 4}"}) {
    const PrintedLine printed = parse_printed_line(line);
    ASSERT_TRUE(printed.move) << line;
    EXPECT_EQ(printed.move->nodes, 20U) << line;
  }
}

Dialect listing() {
  Dialect dialect;
  dialect.total = TotalPlace{"total:", ""};
  return dialect;
}

PrintedAnswer answer_of(std::initializer_list<const char*> lines) {
  PrintedAnswer answer;
  for (const char* line : lines) answer.add(line);
  return answer;
}

TEST(ReadAnswerTest, ATotalThatIsMissingOrPrintedTwiceIsNoAnswer) {
  const Position start;
  EXPECT_TRUE(read_answer(answer_of({"e2e4: 20", "Total: 20"}), listing(), start, 2));
  EXPECT_FALSE(read_answer(answer_of({"e2e4: 20"}), listing(), start, 2));
  EXPECT_FALSE(read_answer(answer_of({"e2e4: 20", "Total: 20", "Total: 20"}), listing(), start, 2));
  EXPECT_FALSE(read_answer(answer_of({"e2e4:", "Total: 20"}), listing(), start, 2));
}

TEST(ReadAnswerTest, WhatCanBeReadInTwoWaysIsNotReadAtAll) {
  // Two knights may go to d2; the engine does not distinguish them.
  const auto read = read_answer(answer_of({"Nd2: 20", "Total: 20"}), listing(),
                                parse_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").value().position, 2);
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().ambiguous);
  EXPECT_TRUE(read.error().reason.contains("Nd2: 20")) << read.error().reason;
}

TEST(ReadAnswerTest, FourEqualLinesAreTheFourPromotions) {
  const Position position = parse_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").value().position;
  const auto four = read_answer(answer_of({"a7a8 1", "a7a8 1", "a7a8 1", "a7a8 1", "Total: 4"}),
                                listing(), position, 1);
  ASSERT_TRUE(four);
  EXPECT_TRUE(four->promotions_guessed);
  EXPECT_EQ(four->divide.lines.front().move, "a7a8b");
  const auto one = read_answer(answer_of({"a7a8 1", "Total: 1"}), listing(), position, 1);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->divide.lines.front().move, "a7a8") << "an engine that forgets to promote";
  // No pawn promotes here: a move that is printed four times.
  const auto other = read_answer(answer_of({"e2e4 1", "e2e4 1", "e2e4 1", "e2e4 1", "Total: 4"}),
                                 listing(), Position(), 1);
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->promotions_guessed);
  EXPECT_EQ(other->divide.lines.front().move, "e2e4");
}

TEST(ReadAnswerTest, OfTwoEqualLinesInChess960OneMayBeTheCastling) {
  const Position position =
      parse_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", {.chess960 = Chess960::On}).value().position;
  const auto read =
      read_answer(answer_of({"f1g1: 5", "f1g1: 5", "Total: 10"}), listing(), position, 2);
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(read->divide.lines.front().move, "f1g1");
  EXPECT_EQ(read->divide.lines.back().move, "f1h1");
  const auto differ =
      read_answer(answer_of({"f1g1: 5", "f1g1: 6", "Total: 11"}), listing(), position, 2);
  ASSERT_FALSE(differ);
  EXPECT_TRUE(differ.error().ambiguous);
}

TEST(ReadAnswerTest, TheTotalIsTheNumberInItsPlace) {
  using Totals = std::vector<std::uint64_t>;
  EXPECT_EQ(answer_of({"20 moves", "400 nodes in 3 ms"}).totals({"", "node"}), Totals{400});
  EXPECT_EQ(answer_of({"1: Nf3 20", "400"}).totals({"", ""}), Totals{400});
}

TEST(ReadAnswerTest, ListsForEachDepthAreOfOneLength) {
  Dialect dialect = listing();
  dialect.lists_each_depth = true;
  const auto read = read_answer(answer_of({"e2e4 1", "d2d4 1", "e2e4 20", "d2d4 20", "Total: 40"}),
                                dialect, Position(), 2);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->divide.lines.size(), 2U);
  EXPECT_EQ(read->divide.lines.front().nodes, 20U);
  EXPECT_FALSE(read_answer(answer_of({"e2e4 1", "e2e4 20", "d2d4 20", "Total: 40"}), dialect,
                           Position(), 2));
}

/// Some begin at depth 0, where the position itself is counted.
TEST(ReadAnswerTest, TotalsForEachDepthMayBeginAtZero) {
  Dialect dialect = listing();
  dialect.lists_moves = false;
  dialect.total_once = false;
  const auto read =
      read_answer(answer_of({"Total: 1", "Total: 20", "Total: 400"}), dialect, Position(), 2);
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(read->divide.total, 400U);
  EXPECT_FALSE(
      read_answer(answer_of({"Total: 2", "Total: 20", "Total: 400"}), dialect, Position(), 2));
}

TEST(ReadAnswerTest, ASumBeyondSixtyFourBitsIsNone) {
  EXPECT_FALSE(read_answer(answer_of({"e2e4: 18446744073709551615", "d2d4: 1", "Total: 0"}),
                           listing(), Position(), 2));
}

}  // namespace
}  // namespace perft_verify::reference
