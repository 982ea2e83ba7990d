// Wrong counts explained by the board after a faulty unmake, or by uncounted moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/counts/boards_left_behind.h"
#include "verifier/classify/counts/miscounts.h"
#include "verifier/classify/narrowing.h"
#include "verifier/classify/positions/neighbors.h"

namespace perft_verify::verifier {
namespace {

/// The correct counts of a position at depth 2.
CountedPosition right_counts(const std::string& fen) {
  CountedPosition counted{standard(fen), 2, {}};
  const Position position = parse_fen(fen)->position;
  for (const Move move : legal_moves(position)) {
    const auto nodes = static_cast<std::uint64_t>(count_legal(position.after(move)));
    counted.lines.push_back({to_uci(move, false), nodes, nodes});
  }
  return counted;
}

CountedLine& line_of(CountedPosition& counted, const std::string& move) {
  return *std::ranges::find(counted.lines, move, &CountedLine::move);
}

/// The number of replies to a move, on another board.
std::uint64_t count_after(const std::string& fen, const std::string& move) {
  const Position position = parse_fen(fen)->position;
  return static_cast<std::uint64_t>(count_legal(position.after(*find_legal(position, move))));
}

bool has(const std::vector<CountExplanation>& found, BugId bug_class) {
  return std::ranges::find(found, bug_class, &CountExplanation::bug_class) != found.end();
}

void expect_only_miscount(const CountedPosition& counted, const char* text) {
  const auto found = miscounts(counted);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].bug_class, BugId::CountWrong);
  EXPECT_EQ(found[0].text, text);
}

TEST(Miscounts, AMoveThatIsNotCountedAtTheLastPlyIsNamed) {
  CountedPosition counted = right_counts("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  --line_of(counted, "d7d5").subject;  // e5d6 en passant
  expect_only_miscount(counted, "en passant captures are not counted at the last ply");
}

TEST(Miscounts, MustExplainEveryLine) {
  CountedPosition counted = right_counts("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  --line_of(counted, "d7d5").subject;
  --line_of(counted, "e8d8").subject;
  EXPECT_TRUE(miscounts(counted).empty());
}

TEST(Miscounts, InnerNodesAreNamed) {
  CountedPosition counted = right_counts("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  for (CountedLine& line : counted.lines) ++line.subject;
  EXPECT_TRUE(has(miscounts(counted), BugId::CountInteriorNodes));
}

TEST(Miscounts, LeavesWhoseLegalityIsNotTestedAreNamed) {
  CountedPosition counted = right_counts("4k3/8/8/8/8/3p4/8/4K3 b - - 0 1");
  for (CountedLine& line : counted.lines) {
    // The pawn attacks c2 and e2 from d3, and c1 and e1 from d2, where no king steps to.
    line.subject = line.move == "d3d2" ? 5 : line.reference + 1;
  }
  const auto found = miscounts(counted);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].text, "moves that leave the king in check are counted at the last ply");
  for (const CountExplanation& each : found) EXPECT_EQ(each.bug_class, BugId::CountWrong);
}

/// After a move the other side is to move: its king is not the one that must be safe.
TEST(Miscounts, LeavesThatAreTestedForTheOtherKingAreNamed) {
  const std::string fen = "4k2r/R7/8/8/8/8/3P4/4K3 w - - 0 1";
  const Position position = parse_fen(fen)->position;
  CountedPosition counted = right_counts(fen);
  for (CountedLine& line : counted.lines) {
    line.subject = 0;
    for (const MoveFacts& move :
         conceivable_moves(position.after(*find_legal(position, line.move))))
      if (move.pseudo_legal && !move.gives_check) ++line.subject;
  }
  expect_only_miscount(counted, "moves are tested for the other side's king at the last ply");
}

TEST(Miscounts, EndsThatCountAsLeavesAreNamed) {
  CountedPosition counted = right_counts("k7/8/1K6/8/8/8/8/7R w - - 0 1");
  line_of(counted, "h1h8").subject = 1;
  const auto found = miscounts(counted);
  ASSERT_TRUE(has(found, BugId::MateCountsAsLeaf));
  EXPECT_EQ(found[0].text, "a checkmate counts as a leaf");
}

/// A reply is made and taken back too, if the engine tries its last moves.
TEST(CountExplanations, RepliesThatAreTakenBackWronglyAreNamed) {
  CountedPosition counted = right_counts("8/6k1/8/8/8/8/p7/1N5K w - - 0 1");
  for (const char* const move : {"h1g2", "h1h2"})
    line_of(counted, move).subject = count_after("8/6k1/8/8/8/8/q7/1N5K w - - 0 1", move);
  EXPECT_TRUE(has(unmaking_explanations(counted), BugId::UnmakePromotion));
}

/// The first line is counted before any reply is taken back.
TEST(CountExplanations, RepliesThatAreTakenBackWronglyLeaveALineRight) {
  const std::string fen = "7k/p7/8/8/8/8/8/4K3 w - - 0 1";
  CountedPosition counted = right_counts(fen);
  for (CountedLine& line : counted.lines)
    line.subject = count_after("7k/8/8/p7/8/8/8/4K3 w - - 0 1", line.move);
  EXPECT_TRUE(unmaking_explanations(counted).empty());
  counted.lines.front().subject = counted.lines.front().reference;
  EXPECT_TRUE(has(unmaking_explanations(counted), BugId::UnmakeMovedPiece));
}

TEST(CountExplanations, ABareExampleHasOnlyThePiecesThatAreNeeded) {
  CountedPosition counted = right_counts("7r/p7/7k/1P6/8/1P6/2K5/8 b - - 0 1");
  for (const char* const move : {"h6g5", "h6h5"})
    line_of(counted, move).subject = count_after("3r3r/p7/7k/1P6/8/1P6/2K5/8 b - - 0 1", move);
  ASSERT_TRUE(has(unmaking_explanations(counted), BugId::UnmakeMovedPiece));
  const CountExplanation rook{BugId::UnmakeMovedPiece,
                              "the black rook still stands on d8 after h8d8 was taken back"};
  EXPECT_EQ(bare_examples(counted, rook), std::set{standard("7r/8/7k/8/8/8/2K5/8 b - - 0 1")});
}

/// After Ra8-e8 White castles out of check, and takes it back.
TEST(CountExplanations, CastlingThatWasTriedAndTakenBackIsNamed) {
  const std::string fen = "r5k1/8/8/8/8/8/8/4K2R b K - 0 1";
  CountedPosition counted = right_counts(fen);
  // The rook still stands on f1: each line is counted on that board.
  PositionParts parts = parse_fen(fen)->position.parts();
  parts.put(Square::F1, Piece{Color::White, PieceType::Rook});
  const Position left(parts);
  for (CountedLine& line : counted.lines)
    if (line.move.starts_with("a8e") || line.move.starts_with("a8f"))
      if (const auto move = find_legal(left, line.move))
        line.subject = static_cast<std::uint64_t>(count_legal(left.after(*move)));
  EXPECT_TRUE(has(unmaking_explanations(counted), BugId::UnmakeCastlingRook));
}

TEST(CountExplanations, ACapturedPieceThatDoesNotComeBackIsNamed) {
  CountedPosition counted = right_counts("4k3/8/8/8/8/2b5/1P6/6K1 w - - 0 1");
  // The lines after b2c3 are counted as if there were no bishop.
  for (CountedLine& line : counted.lines)
    if (line.move.starts_with("g1")) line.subject = 5;
  const auto found = unmaking_explanations(counted);
  const auto missing =
      std::ranges::find(found, BugId::UnmakeCapturedMissing, &CountExplanation::bug_class);
  ASSERT_NE(missing, found.end());
  EXPECT_EQ(missing->text, "the black bishop on c3 is missing after b2c3 was taken back");
  // A white piece in its place would count the same; an unrestored king's square would not.
  EXPECT_TRUE(has(found, BugId::UnmakeCapturedType));
  EXPECT_FALSE(has(found, BugId::UnmakeKingSquare));
}

/// Only captures en passant may be taken back wrongly: that is not the class of all moves.
TEST(CountExplanations, APawnThatCapturedEnPassantIsNotAnyPiece) {
  CountedPosition counted = right_counts("4k3/8/8/8/3Pp3/8/8/3K1B2 b - d3 0 1");
  for (CountedLine& line : counted.lines)
    if (line.move.starts_with("e8"))
      line.subject = count_after("4k3/8/8/8/3P4/3p4/8/3K1B2 b - - 0 1", line.move);
  std::set<BugId> classes;
  for (const CountExplanation& each : unmaking_explanations(counted))
    if (each.text == "the black pawn still stands on d3 after e4d3 was taken back")
      classes.insert(each.bug_class);
  EXPECT_EQ(classes, (std::set{BugId::UnmakeMovedPiece, BugId::UnmakeEpPawn}));
}

TEST(CountExplanations, WhatNoBoardExplainsIsLeft) {
  CountedPosition counted = right_counts("4k3/8/8/8/8/2b5/1P6/6K1 w - - 0 1");
  for (CountedLine& line : counted.lines) line.subject += 100;
  EXPECT_TRUE(unmaking_explanations(counted).empty());
}

TEST(CountExplanations, WhereNothingIsWrongNothingIsExplained) {
  EXPECT_TRUE(unmaking_explanations(right_counts("4k3/8/8/8/8/2b5/1P6/6K1 w - - 0 1")).empty());
}

TEST(Narrowing, FindsTheCheapestConditions) {
  const Scene scene = make_scene(admitted(standard("4k3/8/8/8/8/2N5/4P3/R3K3 w - - 0 1")).value());
  std::vector<MoveIn> wrong;
  std::vector<MoveIn> right;
  for (const MoveFacts& move : scene.moves)
    if (move.legal)
      (move.moved->type == PieceType::Knight ? wrong : right).push_back({&move, &scene});
  const auto found = narrowest(wrong, right, false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text, "moves of knights");
  EXPECT_EQ(found->traits, 1U);
  EXPECT_FALSE(narrowest(wrong, right, true));
  const auto none = narrowest(wrong, {}, false);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->traits, 0U);
}

TEST(Neighbors, AreLegalAndDifferent) {
  const std::string fen = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
  const auto scenes = neighbors_of(standard(fen));
  EXPECT_GE(scenes.size(), 40U);
  std::vector<std::string> fens{fen};
  for (const Scene& scene : scenes) fens.push_back(scene.root.fen);
  std::ranges::sort(fens);
  EXPECT_EQ(std::ranges::adjacent_find(fens), fens.end());
  // With a bishop in place of the pinned knight.
  EXPECT_TRUE(std::ranges::binary_search(fens, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1"));
}

}  // namespace
}  // namespace perft_verify::verifier
