// Crashes: the shortest question and the fewest pieces that kill an engine, and the wrong moves
// that do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/mailbox/mailbox_generator.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/both_sides.h"
#include "verifier/locate/shortest_failure.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

/// Whether a line of the question's tree ends in or passes a position for which `fatal` holds, with
/// the moves played from the root.
using Fatal = std::function<bool(const Position&, const Texts&)>;
bool meets(Line& line, const Texts& played, int depth, const Fatal& fatal) {
  if (fatal(line.position(), played)) return true;
  if (depth == 0) return false;
  for (const Move move : legal_moves(line.position())) {
    Texts more = played;
    more.push_back(to_uci(move, false));
    Line below(line.position());
    if (!below.push_text(more.back())) continue;
    if (meets(below, more, depth - 1, fatal)) return true;
  }
  return false;
}

std::optional<ShortestFailure> shortest(const Question& question, const Fatal& fatal) {
  ScriptedGenerator subject([&](const Call& call) -> Answer<Divide> {
    Line line(*admitted(call.question.root));
    EXPECT_TRUE(line.push_texts(call.question.moves));
    if (meets(line, call.question.moves, call.question.depth - 1, fatal))
      return failure(FailureKind::Died);
    return call.right();
  });
  std::size_t asked = 0;
  auto found = shortest_failure(subject, true, question, {}, asked);
  EXPECT_GT(asked, 0U);
  return found;
}

TEST(ShortestFailure, IsThePositionItself) {
  const auto found = shortest(question(kTwoKings, 4), [](const Position& position, const Texts&) {
    return position.fen().starts_with("8/6k1/8/8/8/2K5/8/8 b");
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->question.root.fen, "8/6k1/8/8/8/2K5/8/8 b - - 3 2");
  EXPECT_EQ(found->question.moves, Texts{});
  EXPECT_EQ(found->question.depth, 1);
  EXPECT_EQ(found->way.moves, (Texts{"a1b2", "h8g7", "b2c3"}));
  EXPECT_TRUE(found->way.from_fen);
  EXPECT_FALSE(found->way.each_below_answers);
}

TEST(ShortestFailure, IsAMoveThatLeavesSomethingWrong) {
  const auto found = shortest(question("7k/P7/8/8/8/8/8/K7 w - - 0 1", 3),
                              [](const Position&, const Texts& played) {
                                return std::ranges::find(played, "a7a8n") != played.end();
                              });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->question.moves, Texts{"a7a8n"});
  EXPECT_EQ(found->question.depth, 1);
  EXPECT_FALSE(found->way.from_fen);
  EXPECT_FALSE(found->way.each_below_answers);
}

TEST(ShortestFailure, IsWhatIsLeftOfTheMovesBefore) {
  std::size_t asked = 0;
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    if (call.question.depth > 2) return failure(FailureKind::Died);
    return call.right();
  });
  const auto found = shortest_failure(subject, true, question(kTwoKings, 5), {}, asked);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->question.depth, 3) << "of five; at depth 2 it answers";
  EXPECT_TRUE(found->way.each_below_answers);
}

TEST(ShortestFailure, IsNoneWhereItDiesOfTheListAlready) {
  EXPECT_FALSE(
      shortest(question(kTwoKings, 1), [](const Position&, const Texts&) { return true; }));
}

/// Examines the first failure of an engine.
std::vector<Finding> examined(ScriptedGenerator& subject, const Question& asked) {
  const auto answer = subject.divide(asked, {});
  EXPECT_FALSE(answer);
  return Diagnosis(subject, *mailbox::make_mailbox_generator(), {})
      .examine(finding_of_failure(asked, asked, answer.error()), 0, nullptr);
}

TEST(Crash, IsOfTheFieldWithoutWhichItIsGone) {
  const auto field_of = [](const char* fatal) {
    ScriptedGenerator subject([fatal](const Call& call) -> Answer<Divide> {
      if (call.question.root.fen.contains(fatal)) return failure(FailureKind::Died);
      return call.right();
    });
    const auto findings = examined(subject, question("4k3/8/8/2Pp4/8/8/8/4K2R w K d6 0 1", 2));
    const RightWithout* const right = reason_of<RightWithout>(findings.front());
    return right != nullptr ? right->field : NeededField::None;
  };
  EXPECT_EQ(field_of(" d6 "), NeededField::EnPassantSquare);
  EXPECT_EQ(field_of(" K "), NeededField::CastlingRights);
  EXPECT_EQ(field_of(" w "), NeededField::None);
}

/// An `else if` between the corners: a move of the rook to the other one ends no right of its own.
TEST(Crash, AfterAMoveFromCornerToCornerMayBeOfEither) {
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    const Texts& moves = call.question.moves;
    const bool comes_there = moves.empty() || moves.front() == "a8a1";
    const auto plies = moves.size() + static_cast<std::size_t>(call.question.depth);
    if (call.question.root.fen.contains(" b q ") && comes_there && plies > 2)
      return failure(FailureKind::Died);
    return call.right();
  });
  const auto findings = examined(subject, question("r3k3/8/8/4K3/8/4P3/8/8 b q - 0 1", 3));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(contains(findings.front().candidates, BugId::CastlingRookMoved));
  EXPECT_TRUE(contains(findings.front().candidates, BugId::CastlingRookTakesRook));
}

/// Where the right outlives the rook's move, it castles without a rook: an exception, which it
/// prints as a complaint while it counts.
TEST(Crash, OfAnAnswerThatIsNotFinishedIsNoRefusal) {
  const auto castles_without_rook = [](const Position& position, const Texts& played) {
    const auto moved = std::ranges::find(played, "h1g1");
    return moved != played.end() && position.side_to_move() == Color::White &&
           !position.piece_on(Square::F1) && !position.piece_on(Square::G1);
  };
  const auto examine = [&](const char* fen, int depth) {
    ScriptedGenerator subject([&](const Call& call) -> Answer<Divide> {
      Line line(*admitted(call.question.root));
      EXPECT_TRUE(line.push_texts(call.question.moves));
      const bool has_right = call.question.root.fen.contains(" w K");
      const bool refuses = call.question.root.fen.contains(" b K");
      if (refuses || (has_right && meets(line, call.question.moves, call.question.depth - 1,
                                         castles_without_rook)))
        return std::unexpected(Failure{FailureKind::RejectedPosition, Stage::Perft, "no total"});
      return call.right();
    });
    return examined(subject, question(fen, depth));
  };
  const auto findings = examine("4k3/8/7p/6pP/6P1/8/8/4K2R w K - 0 1", 5);
  ASSERT_EQ(findings.size(), 1U);
  const Finding& finding = findings.front();
  EXPECT_EQ(finding.kind, FindingKind::Protocol);
  const ShortestWay* const way = reason_of<ShortestWay>(finding);
  ASSERT_NE(way, nullptr);
  EXPECT_EQ(way->moves.size(), 4U);
  EXPECT_EQ(way->depth, 1);
  EXPECT_FALSE(way->from_fen);
  EXPECT_NE(reason_of<RightWithout>(finding), nullptr);
  EXPECT_TRUE(contains(finding.candidates, BugId::CastlingRookMoved));
  ASSERT_TRUE(finding.reduced);
  EXPECT_EQ(finding.reduced->wrong, "it does not finish its answer");
  EXPECT_LT(finding.reduced->pieces, 6);

  // It does not count this one at any depth.
  const auto refused = examine("4k3/8/7p/6pP/6P1/8/8/4K2R b K - 0 1", 5);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused.front().kind, FindingKind::RejectedPosition);
}

TEST(Crash, IsToldWithTheFewestPieces) {
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    Line line(*admitted(call.question.root));
    EXPECT_TRUE(line.push_texts(call.question.moves));
    const bool fatal =
        meets(line, call.question.moves, call.question.depth - 1,
              [](const Position& position, const Texts&) {
                return position.piece_on(Square::D5) == Piece{Color::White, PieceType::Knight};
              });
    return fatal ? failure(FailureKind::Died) : call.right();
  });
  const char* const kRow = "r3k2r/ppp5/8/8/8/2N5/PPP5/R3K2R w KQkq - 3 7";
  const auto findings = examined(subject, question(kRow, 3));
  ASSERT_EQ(findings.size(), 1U);
  const Finding& finding = findings.front();
  EXPECT_EQ(finding.kind, FindingKind::Crash);
  EXPECT_EQ(finding.cause, Cause::Unknown);
  EXPECT_EQ(finding.fen, kRow);
  ASSERT_TRUE(reason_of<ShortestWay>(finding));
  EXPECT_EQ(reason_of<ShortestWay>(finding)->moves, Texts{"c3d5"});
  EXPECT_TRUE(finding.reproduce_fen.starts_with("r3k2r/ppp5/8/3N4/8/8/PPP5/R3K2R b KQkq -"));
  EXPECT_EQ(finding.reproduce_depth, 1);
  ASSERT_TRUE(finding.reduced);
  EXPECT_EQ(finding.reduced->pieces, 3U) << finding.reduced->fen;
  EXPECT_EQ(finding.reduced->depth, 1);
}

/// An engine that pushes pawns from empty squares, and has room for so many moves.
ScriptedGenerator with_room_for(std::size_t moves) {
  return ScriptedGenerator([moves](const Call& call) -> Answer<Divide> {
    Line line(*admitted(call.question.root));
    if (!line.push_texts(call.question.moves)) return call.right();
    auto answer = changed(call, [&](Divide& divide) {
      for (int from = 8; from < 56; ++from) {
        const auto square = static_cast<Square>(from);
        if (line.position().piece_on(square)) continue;
        divide.lines.push_back(
            {fmt::format("{}{}", to_string(square), to_string(static_cast<Square>(from + 8))), 1});
        ++divide.total;
      }
      std::ranges::sort(divide.lines);
    });
    if (answer && answer->lines.size() > moves) return failure(FailureKind::Died);
    return answer;
  });
}

constexpr const char* kMostMoves = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/NR4Q1/kN1BB1K1 w - - 0 1";  // 218

TEST(Crash, IsTheWrongMovesThatTheListHasNoRoomFor) {
  ScriptedGenerator subject = with_room_for(250);
  const auto findings = examined(subject, question(kMostMoves, 1));
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.front().kind, FindingKind::IllegalMove);
  EXPECT_TRUE(has_fact(findings.front(), Fact::DiesOfMoreMoves));
  EXPECT_EQ(findings.front().cause, Cause::Generation);
}

/// A list with too little room is not one with wrong moves.
TEST(Crash, IsNoWrongMoveWhereTheListIsRight) {
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    auto answer = call.right();
    if (answer && answer->lines.size() > 128) return failure(FailureKind::Died);
    return answer;
  });
  const auto findings = examined(subject, question(kMostMoves, 1));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().kind, FindingKind::Crash);
  EXPECT_TRUE(findings.front().reduced);
  const auto* const lists = reason_of<DiesOfLongLists>(findings.front());
  ASSERT_TRUE(lists);
  EXPECT_LE(lists->answers, 128U);
  EXPECT_GT(lists->answers, 100U) << "with a piece less";
  EXPECT_GT(lists->dies, 128U);
  EXPECT_EQ(findings.front().candidates, std::vector{BugId::MoveListOverflow128});
}

/// The other side has few moves, and as many pieces stand there.
TEST(Crash, OfManyPiecesIsNoneOfALongList) {
  ScriptedGenerator subject([](const Call& call) -> Answer<Divide> {
    const auto position = admitted(call.question.root);
    if (position->pieces(Color::White, PieceType::Queen).count() > 8)
      return failure(FailureKind::Died);
    return call.right();
  });
  const auto findings = examined(subject, question(kMostMoves, 1));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings.front().reduced);
  EXPECT_FALSE(reason_of<DiesOfLongLists>(findings.front()));
}

}  // namespace
}  // namespace perft_verify::verifier
