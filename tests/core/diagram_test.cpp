#include "core/rules/diagram.h"

#include <gtest/gtest.h>

#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

// Every kind of piece of both colors, no symmetry, every rank different.
constexpr std::string_view kFen = "r1b1k3/1p6/2n5/3q4/4P3/5N2/P5PP/R2QKB1R w KQq - 0 1";

TEST(Diagram, AsciiShowsRanksFromWhitesSideWithFileLettersBelow) {
  EXPECT_EQ(diagram(test::position_of(kFen)),
            "8  r  .  b  .  k  .  .  .\n"
            "7  .  p  .  .  .  .  .  .\n"
            "6  .  .  n  .  .  .  .  .\n"
            "5  .  .  .  q  .  .  .  .\n"
            "4  .  .  .  .  P  .  .  .\n"
            "3  .  .  .  .  .  N  .  .\n"
            "2  P  .  .  .  .  .  P  P\n"
            "1  R  .  .  Q  K  B  .  R\n"
            "   a  b  c  d  e  f  g  h\n");
}

TEST(Diagram, AsciiMarksSquaresWithAnAsterisk) {
  const auto text =
      diagram(test::position_of(kFen), {.marked = test::squares_of("d5 e4 h1 a8 g5")});
  EXPECT_EQ(text,
            "8  r* .  b  .  k  .  .  .\n"
            "7  .  p  .  .  .  .  .  .\n"
            "6  .  .  n  .  .  .  .  .\n"
            "5  .  .  .  q* .  .  .* .\n"
            "4  .  .  .  .  P* .  .  .\n"
            "3  .  .  .  .  .  N  .  .\n"
            "2  P  .  .  .  .  .  P  P\n"
            "1  R  .  .  Q  K  B  .  R*\n"
            "   a  b  c  d  e  f  g  h\n");
}

TEST(Diagram, UnicodeShowsChessSymbolsAndMarksWithADot) {
  const auto text = diagram(test::position_of(kFen),
                            {.style = DiagramStyle::Unicode, .marked = test::squares_of("d5 e4")});
  EXPECT_EQ(text,
            "8  ♜  ·  ♝  ·  ♚  ·  ·  ·\n"
            "7  ·  ♟  ·  ·  ·  ·  ·  ·\n"
            "6  ·  ·  ♞  ·  ·  ·  ·  ·\n"
            "5  ·  ·  ·  ♛• ·  ·  ·  ·\n"
            "4  ·  ·  ·  ·  ♙• ·  ·  ·\n"
            "3  ·  ·  ·  ·  ·  ♘  ·  ·\n"
            "2  ♙  ·  ·  ·  ·  ·  ♙  ♙\n"
            "1  ♖  ·  ·  ♕  ♔  ♗  ·  ♖\n"
            "   a  b  c  d  e  f  g  h\n");
}

TEST(Diagram, MarksDifferAndCanBePainted) {
  DiagramOptions options{.marked = test::squares_of("d5"),
                         .illegal = test::squares_of("e4"),
                         .missing = test::squares_of("a8"),
                         .threats = test::squares_of("h1")};
  options.paint = [](Square square, const std::string& cell) {
    return square == Square::A1 ? "[" + cell.substr(0, 1) + "]" : cell;
  };
  EXPECT_EQ(diagram(test::position_of(kFen), options),
            "8  r+ .  b  .  k  .  .  .\n"
            "7  .  p  .  .  .  .  .  .\n"
            "6  .  .  n  .  .  .  .  .\n"
            "5  .  .  .  q* .  .  .  .\n"
            "4  .  .  .  .  Px .  .  .\n"
            "3  .  .  .  .  .  N  .  .\n"
            "2  P  .  .  .  .  .  P  P\n"
            "1  [R] .  .  Q  K  B  .  R!\n"
            "   a  b  c  d  e  f  g  h\n");
}

TEST(StateLine, SaysWhatABoardDoesNotShow) {
  EXPECT_EQ(state_line(test::position_of(kFen)), "White to move · castling KQq · ep –");
  EXPECT_EQ(state_line(test::position_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")),
            "Black to move · castling – · ep e3");
}

}  // namespace
}  // namespace perft_verify
