// Moves that are tried and not taken back are told by the board that an engine shows once it has
// counted, and nothing else is taken for them.
#include "verifier/classify/restoring/restoring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/verifier/support/examined.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/diagnose/root_causes.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

/// Leaves the trace of a tried move on `board`, with which the engine goes on.
using Spoil = std::function<void(const Position& before, Move tried, PositionParts& board)>;

Position spoiled(const Position& position, const Spoil& spoil) {
  PositionParts parts = position.parts();
  for (const Move move : legal_moves(position)) spoil(position, move, parts);
  return Position(parts);
}

Position position_after(const Question& question) {
  Line line(*admitted(question.root));
  EXPECT_TRUE(line.push_texts(question.moves));
  return line.position();
}

/// An engine whose lists of moves come from the board that is left.
ScriptedGenerator::Script lists_after(const Spoil& spoil) {
  return [spoil](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 1) return;
      const Position before = position_after(call.question);
      const Position left = spoiled(before, spoil);
      std::erase_if(divide.lines, [&](const reference::RootCount& line) {
        const auto move = find_legal(before, line.move);
        return move && move->kind() != MoveKind::EnPassant && !find_legal(left, line.move);
      });
      for (const Move move : legal_moves(left))
        if (std::string text = to_uci(move, false);
            std::ranges::find(divide.lines, text, &reference::RootCount::move) ==
            divide.lines.end())
          divide.lines.push_back({std::move(text), 1});
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
}

/// Its board, once it has counted.
ScriptedGenerator::BoardScript shows_after(const Spoil& spoil) {
  return [spoil](const Question& question, Answer<std::string> right) -> Answer<std::string> {
    if (question.counted_before == 0) return right;
    return spoiled(position_after(question), spoil).fen();
  };
}

/// The same of one that shows no piece after a move that it is sent.
ScriptedGenerator::BoardScript shows_no_move_right(const Spoil& spoil) {
  return [after = shows_after(spoil)](const Question& question,
                                      Answer<std::string> right) -> Answer<std::string> {
    if (!question.moves.empty()) return "8/8/8/8/8/8/8/8 w - - 0 1";
    return after(question, std::move(right));
  };
}

void forget_pawn(const Position&, Move tried, PositionParts& board) {
  if (tried.kind() != MoveKind::EnPassant) return;
  board.clear(make_square(file_of(tried.to()), rank_of(tried.from())));
}

/// The bishop on b2 is open to f6 once the pawn on e5 is gone.
constexpr const char* kBishopBehindPawn =
    "1nb1kbn1/pp1p3r/2p2ppp/4pP2/Q1P3P1/4P3/1B1P4/1R2KBNR w K e6 0 9";

TEST(Restoring, APawnThatIsNotPutBackIsNamed) {
  ScriptedGenerator subject(lists_after(forget_pawn), shows_after(forget_pawn));
  const auto finding = examined(subject, question(kBishopBehindPawn, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"b2f6"});
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_TRUE(reason_of<NotRestored>(*finding)->by_undo);
}

/// Castling that is taken back leaves no king. By the position that it is asked to show after the
/// move, it is made right, or is not.
TEST(Restoring, CastlingThatIsMadeRightIsTakenBackWrong) {
  const Spoil lose_king = [](const Position&, Move tried, PositionParts& board) {
    if (tried.kind() == MoveKind::Castling) board.clear(tried.from());
  };
  const auto found = [&](bool made_right) {
    ScriptedGenerator subject(
        [](const Call& call) {
          return changed(call, [&](Divide& divide) {
            if (call.question.depth < 2 || !call.question.moves.empty()) return;
            divide.lines.back().nodes -= 1;
            divide.total -= 1;
          });
        },
        made_right ? shows_after(lose_king) : shows_no_move_right(lose_king));
    return examined(subject, question("r3k3/8/8/8/8/8/8/7K b q - 0 1", 2));
  };
  const auto undone = found(true);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->cause, Cause::Unmake);
  EXPECT_EQ(classes_of(*undone), std::vector{BugId::UnmakeCastlingRook}) << class_name(*undone);
  const auto unknown = found(false);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->cause, Cause::Unknown);
}

TEST(Restoring, ABoardThatStaysAsItIsIsNoEvidence) {
  ScriptedGenerator subject(lists_after(forget_pawn));
  const auto finding = examined(subject, question(kBishopBehindPawn, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// Lists that are made before any move is tried, and tested on the board that is left.
TEST(Restoring, MovesThatWereListedBeforeAreTestedOnTheBoardThatIsLeft) {
  const Spoil lose_captured = [](const Position& before, Move tried, PositionParts& board) {
    if (before.piece_on(tried.to())) board.clear(tried.to());
  };
  const auto passes = [&](const Position& before, const MoveFacts& move) {
    PositionParts parts = spoiled(before, lose_captured).parts();
    for (const Square square : {move.from, move.to})
      if (const auto piece = before.piece_on(square)) parts.put(square, *piece);
    return find_legal(Position(parts), move.text).has_value();
  };
  const auto tested_there = [&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 1) return;
      const Position before = position_after(call.question);
      for (const MoveFacts& move : make_scene(before).moves)
        if (!move.legal && move.pseudo_legal && !move.castling && passes(before, move))
          divide.lines.push_back({move.text, 1});
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
  ScriptedGenerator subject(tested_there, shows_after(lose_captured));
  const auto finding = examined(subject, question("2b1n3/3P4/4K3/8/8/8/8/4k3 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->illegal, testing::Contains("d7e8q"));
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_TRUE(reason_of<NotRestored>(*finding));
}

/// Every second move is tested for the other king: it is refused if it gives check.
ScriptedGenerator::Script refuses_every_second_check() {
  return [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 1) return;
      const Position before = position_after(call.question);
      std::size_t number = 0;
      std::erase_if(divide.lines, [&](const reference::RootCount& line) {
        return number++ % 2 == 1 &&
               !before.after(*find_legal(before, line.move)).checkers().empty();
      });
      divide.total = divide.lines.size();
    });
  };
}

void turn(const Position&, Move, PositionParts& board) {
  board.side_to_move = ~board.side_to_move;
  board.en_passant.reset();
}

/// After an even number of moves that are tried its board is right again.
TEST(Restoring, ASideThatIsNotPutBackIsNamedWhereverItIs) {
  for (const char* const fen : {"7k/P7/8/8/8/8/8/7K w - - 0 1", "7k/P7/8/8/8/8/7P/7K w - - 0 1"}) {
    ScriptedGenerator subject(refuses_every_second_check(), shows_after(turn));
    const auto finding = examined(subject, question(fen, 1));
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->missing, std::vector<std::string>{"a7a8r"}) << fen;
    EXPECT_EQ(finding->cause, Cause::Unmake) << fen;
    EXPECT_EQ(finding->bug_class, BugId::UnmakeSide) << class_name(*finding);
  }
}

/// An engine that shows the other side once it has counted, whatever it has tried.
TEST(Restoring, ASideThatIsAlwaysTheOtherOneIsNoEvidence) {
  const auto other_side = [](const Position& before, Move tried, PositionParts& board) {
    if (tried == *legal_moves(before).begin()) turn(before, tried, board);
  };
  ScriptedGenerator subject(refuses_every_second_check(), shows_after(other_side));
  const auto finding = examined(subject, question("7k/P7/8/8/8/8/7P/7K w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
}

/// An engine that does not keep its position at all.
TEST(Restoring, ABoardThatIsAlwaysAnotherOneIsNoEvidence) {
  const auto no_board = [](const Question& question, Answer<std::string> right) {
    return question.counted_before == 0 ? right : Answer<std::string>(kStartFen);
  };
  const auto captures_twice = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      for (reference::RootCount& line : divide.lines) line.nodes += line.move == "d1d2" ? 1 : 0;
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(captures_twice, no_board);
  const auto finding = examined(subject, question("7k/8/8/8/8/8/3n4/K2R4 w - - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// A second bug beside it: its wrong moves do not follow from the board.
TEST(Restoring, OtherWrongMovesAreLeftAlone) {
  const auto lists = lists_after(forget_pawn);
  const auto without_knights = [&lists](const Call& call) {
    auto answer = lists(call);
    if (!answer || call.question.depth != 1) return answer;
    const Position position = position_after(call.question);
    std::erase_if(answer->lines, [&](const reference::RootCount& line) {
      const auto move = find_legal(position, line.move);
      return move && position.piece_on(move->from())->type == PieceType::Knight;
    });
    answer->total = answer->lines.size();
    return answer;
  };
  ScriptedGenerator subject(without_knights, shows_after(forget_pawn));
  const auto finding = examined(subject, question("7k/8/8/3pP3/8/8/6N1/K7 w - d6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->missing.empty());
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// The board after moves, each of which is made once all others have been tried.
Position spoiled_on_the_way(const Question& question, const Spoil& spoil = forget_pawn) {
  Position position = *admitted(question.root);
  for (const std::string& text : question.moves) {
    PositionParts left = position.after(*find_legal(position, text)).parts();
    for (const Move tried : legal_moves(position)) spoil(position, tried, left);
    position = Position(left);
  }
  return position;
}

/// An engine that tries all moves before it makes one. `lists` are its moves at a FEN.
ScriptedGenerator::Script tries_before_moves(ScriptedGenerator::Script lists,
                                             Spoil spoil = forget_pawn) {
  return [lists = std::move(lists), spoil = std::move(spoil)](const Call& call) -> Answer<Divide> {
    if (!call.question.moves.empty())
      return reference::make_core_generator()->divide(
          question(spoiled_on_the_way(call.question, spoil).fen(), call.question.depth), {});
    if (call.question.depth == 1) return lists(call);
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      for (reference::RootCount& line : divide.lines)
        line.nodes = count_legal(
            spoiled_on_the_way(question(call.question.root.fen, 1, {line.move}), spoil));
      divide.total = sum_of_lines(divide);
    });
  };
}

/// The board is wrong after a move, but it was wrong before the move as well.
TEST(Restoring, AMoveIsNotBlamedForWhatWasLeftBeforeIt) {
  ScriptedGenerator subject(tries_before_moves(lists_after(forget_pawn)),
                            [](const Question& question, const Answer<std::string>&) {
                              const Position after = spoiled_on_the_way(question);
                              return Answer<std::string>(question.counted_before == 0
                                                             ? after.fen()
                                                             : spoiled(after, forget_pawn).fen());
                            });
  const auto finding = examined(subject, question("4k3/8/8/5b2/3Pp3/8/2K5/8 b - d3 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->path.size(), 1U);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_FALSE(finding->culprit);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
}

/// Rights that the capture of a rook takes: no trial has such a capture.
TEST(Restoring, ARightThatNoTrialShowsIsToldByTheBoard) {
  const Spoil lose_rights = [](const Position& before, Move tried, PositionParts& board) {
    const auto captured = before.piece_on(tried.to());
    if (captured == Piece{Color::Black, PieceType::Rook}) board.castling = {};
  };
  const auto one_less = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      for (reference::RootCount& line : divide.lines) line.nodes -= line.move == "e1d1" ? 1 : 0;
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(one_less, shows_after(lose_rights));
  const auto finding = examined(subject, question("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeCastlingRights) << class_name(*finding);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_TRUE(reason_of<NotRestored>(*finding)->difference.of_rights());
}

void forget_rook(const Position& before, Move tried, PositionParts& board) {
  if (tried.kind() != MoveKind::Castling) return;
  const Color us = before.side_to_move();
  const CastlingSide side =
      file_of(tried.to()) > File::E ? CastlingSide::King : CastlingSide::Queen;
  board.clear(*before.castling().rook(us, side));
  board.castling = {};
}

/// A rook that stays where it is, and is taken back from where it should be, is gone as well.
TEST(Restoring, ARookThatIsGoneMayBeMadeWrong) {
  ScriptedGenerator subject(lists_after(forget_rook), shows_no_move_right(forget_rook));
  const auto finding = examined(subject, question("k7/8/8/8/8/8/8/4K2R w K - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_FALSE(finding->bug_class);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_FALSE(reason_of<NotRestored>(*finding)->by_undo);
  for (const BugId either : {BugId::UnmakeCastlingRook, BugId::CastlingRookStays})
    EXPECT_NE(std::ranges::find(finding->candidates, either), finding->candidates.end());
}

/// A list that is wrong when its moves are counted deeper is a sign of moves that are taken back
/// wrongly. It is no sign where castling loses the rook, and may be made wrong.
TEST(Restoring, AMoveThatMayBeMadeWrongRefutesWhatWasSaid) {
  const auto lists_one_more = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2 || !call.question.moves.empty()) return;
      if (!call.question.root.fen.starts_with("8/8/8/8/8/8/k7/R3K3 b")) return;
      divide.lines.push_back({"a2b1", 5});
      std::ranges::sort(divide.lines);
      divide.total = sum_of_lines(divide);
    });
  };
  const auto examined_with = [&](const ScriptedGenerator::BoardScript& board) {
    ScriptedGenerator subject(lists_one_more, board);
    return examined(subject, question("8/8/8/8/8/8/k7/R3K3 b Q - 0 1", 2));
  };
  const auto said = examined_with(nullptr);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->cause, Cause::Unmake);
  const auto refuted = examined_with(shows_no_move_right(forget_rook));
  ASSERT_TRUE(refuted);
  EXPECT_EQ(refuted->cause, Cause::Unknown);
  EXPECT_FALSE(refuted->bug_class);
}

/// A generator that castles over a knight loses it, and takes castling back as it should.
TEST(Restoring, AnIllegalMoveThatIsTriedIsNoFaultOfTakingBack) {
  const auto castles_over_knight = [](const Position& position) {
    return position.piece_on(Square::B1) == Piece{Color::White, PieceType::Knight} &&
           position.castling().rook(Color::White, CastlingSide::Queen) &&
           position.side_to_move() == Color::White;
  };
  const Spoil lose_knight = [&](const Position& before, Move, PositionParts& board) {
    if (castles_over_knight(before)) board.clear(Square::B1);
  };
  ScriptedGenerator subject(lists_after(lose_knight), shows_after(lose_knight));
  const auto finding = examined(subject, question("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Unmake);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// The same of an engine that shows no board: it goes on with the one that is left.
ScriptedGenerator::Script lists_twice(const Spoil& spoil) {
  return [spoil](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 1 || call.question.counted_before == 0) return;
      const Position left = spoiled(position_after(call.question), spoil);
      divide.lines.clear();
      for (const Move move : legal_moves(left)) divide.lines.push_back({to_uci(move, false), 1});
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
}

/// An engine with another list at one position, from the first time on.
ScriptedGenerator::Script wrong_at(const char* fen, ScriptedGenerator::Script elsewhere) {
  return [root = std::string(fen), elsewhere = std::move(elsewhere)](const Call& call) {
    if (call.question.root.fen != root || !call.question.moves.empty() ||
        call.question.counted_before > 0)
      return elsewhere(call);
    return changed(call, [](Divide& divide) {
      divide.lines.erase(divide.lines.begin());
      --divide.total;
    });
  };
}

TEST(Restoring, IsToldByListsWhereNoBoardIsShown) {
  const char* const kFen = "7k/8/8/3pP3/8/8/6N1/K2R4 w - d6 0 1";
  ScriptedGenerator subject(wrong_at(kFen, lists_twice(forget_pawn)), nullptr,
                            /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_FALSE(reason_of<NotRestored>(*finding)->difference.any());
}

/// Knights are missing where no pawn is captured en passant, too.
TEST(Restoring, IsNoCauseWhereTheSmallestPositionTriesNoSuchMove) {
  const auto after_ep = lists_twice(forget_pawn);
  const auto without_knights = [&](const Call& call) -> Answer<Divide> {
    auto answer = after_ep(call);
    if (!answer || call.question.depth > 1) return answer;
    const Position position = position_after(call.question);
    std::erase_if(answer->lines, [&](const reference::RootCount& line) {
      const auto squares = parse_move_text(line.move);
      const auto piece = squares ? position.piece_on(squares->from) : std::nullopt;
      return piece && piece->type == PieceType::Knight;
    });
    answer->total = sum_of_lines(*answer);
    return answer;
  };
  ScriptedGenerator subject(without_knights, nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("7k/8/8/3pP3/8/8/6N1/K2R4 w - d6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation) << to_string(finding->cause);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// The side to move is not put back, which shows with bare kings as well.
TEST(Restoring, OfTheSideToMoveIsToldByLists) {
  const char* const kFen = "7k/8/8/8/8/8/6N1/K7 w - - 0 1";
  const auto turn = [](const Position& position, Move, PositionParts& parts) {
    parts.side_to_move = ~position.side_to_move();
    parts.en_passant.reset();
  };
  ScriptedGenerator subject(wrong_at(kFen, lists_twice(turn)), nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeSide) << class_name(*finding);
}

TEST(Restoring, ListsThatStayAsTheyAreAreNoEvidence) {
  const char* const kFen = "7k/8/8/8/8/8/6N1/K7 w - - 0 1";
  const auto right = [](const Call& call) { return call.right(); };
  ScriptedGenerator subject(wrong_at(kFen, right), nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Unmake);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// Where something is counted below its moves, those of the next ply are written over all but the
/// first.
Answer<Divide> with_moves_of_next_ply(const Call& call) {
  return changed(call, [&](Divide& divide) {
    if (call.question.depth == 1 || divide.lines.size() < 2) return;
    const Position before = position_after(call.question);
    const Position below = before.after(*find_legal(before, divide.lines.front().move));
    std::size_t at = 0;
    for (const Move move : legal_moves(below))
      if (++at < divide.lines.size()) divide.lines[at] = {to_uci(move, false), 1};
    std::ranges::sort(divide.lines);
    divide.total = sum_of_lines(divide);
  });
}

TEST(Restoring, AListThatIsWrittenOverByTheNextPlyIsNoBoardThatIsSpoiled) {
  for (const bool shows_board : {true, false}) {
    ScriptedGenerator subject(with_moves_of_next_ply, nullptr, shows_board);
    const auto finding = examined(subject, question("4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1", 3));
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->cause, Cause::Generation);
    EXPECT_EQ(finding->bug_class, BugId::MoveListShared) << class_name(*finding);
    EXPECT_TRUE(has_fact(*finding, Fact::RightWhenAskedAgain));
  }
}

/// Other moves than those of the next ply say nothing of a list that is written over.
TEST(Restoring, OfMovesThatAreLegalNowhereIsNoListOfTheNextPly) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth == 1 || divide.lines.size() < 3) return;
      for (const std::size_t at : {1U, 2U}) divide.lines[at].move = at == 1 ? "a1b8" : "e1e8";
      std::ranges::sort(divide.lines);
    });
  });
  const auto finding = examined(subject, question("4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1", 3));
  ASSERT_TRUE(finding);
  EXPECT_TRUE(has_fact(*finding, Fact::RightAtDepthOne));
  EXPECT_NE(finding->bug_class, BugId::MoveListShared) << class_name(*finding);
}

/// The same lists from a board that is left with the other side to move, everywhere or at one
/// position, so that no trial shows it.
TEST(Restoring, OfTheSideToMoveIsNotTakenForAListOfTheNextPly) {
  const char* const kFen = "4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1";
  const ScriptedGenerator::Script turned = [](const Call& call) {
    if (call.question.counted_before == 0) return with_moves_of_next_ply(call);
    return changed(call, [&](Divide& divide) {
      divide.lines.clear();
      for (const Move move : legal_moves(position_after(call.question).after_null_move()))
        divide.lines.push_back({to_uci(move, false), 1});
      std::ranges::sort(divide.lines);
      divide.total = sum_of_lines(divide);
    });
  };
  const ScriptedGenerator::Script turned_there = [&](const Call& call) {
    return call.question.root.fen == kFen && call.question.moves.empty() ? turned(call)
                                                                         : call.right();
  };
  for (const auto& [script, depth] : {std::pair(turned, 3), std::pair(turned_there, 2)}) {
    ScriptedGenerator subject(script, nullptr, /*shows_board=*/false);
    const auto finding = examined(subject, question(kFen, depth));
    ASSERT_TRUE(finding);
    EXPECT_NE(finding->cause, Cause::Generation);
    EXPECT_NE(finding->bug_class, BugId::MoveListShared) << class_name(*finding);
    EXPECT_FALSE(has_fact(*finding, Fact::RightWhenAskedAgain));
  }
}

/// The pawn on e4, which Black may capture en passant, is gone after any move.
constexpr const char* kTriedBeforeMoves = "8/8/8/8/2q1Pp1K/5k2/3R4/8 b - e3 0 1";

TEST(Restoring, AMoveIsNotBlamedForWhatListsSayWasLeftBeforeIt) {
  ScriptedGenerator subject(tries_before_moves(lists_twice(forget_pawn)), nullptr,
                            /*shows_board=*/false);
  const auto finding = examined(subject, question(kTriedBeforeMoves, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->path.size(), 1U);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_FALSE(finding->culprit);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
}

/// Promotions by capture are tried although the king is in check, and lose what they capture.
void forget_what_promotions_capture(const Position& before, Move, PositionParts& board) {
  const Color us = before.side_to_move();
  const Rank last = us == Color::White ? Rank::R8 : Rank::R1;
  const Rank pawns = us == Color::White ? Rank::R7 : Rank::R2;
  for (int file = 0; file < 8; ++file)
    for (const int to : {file - 1, file + 1}) {
      if (to < 0 || to > 7) continue;
      if (before.piece_on(make_square(static_cast<File>(file), pawns)) !=
          Piece{us, PieceType::Pawn})
        continue;
      const Square captured = make_square(static_cast<File>(to), last);
      const auto piece = before.piece_on(captured);
      if (piece && piece->color != us && piece->type != PieceType::King) board.clear(captured);
    }
}

/// Where only promotions capture, what captures lose is told by captures of all kinds.
TEST(Restoring, OfAPromotionThatCapturesIsToldByTheCapture) {
  const auto forget_captured = [](const Position& before, Move tried, PositionParts& board) {
    if (before.piece_on(tried.to())) board.clear(tried.to());
  };
  const char* const kFen = "1n6/P6k/8/8/8/8/8/7K w - - 0 1";
  ScriptedGenerator subject(wrong_at(kFen, lists_twice(forget_captured)), nullptr,
                            /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_EQ(reason_of<NotRestored>(*finding)->fen, "7k/8/8/3n4/2P5/8/8/K7 w - - 0 1");
}

/// Castling loses the rook; taking it back does not put it there again.
TEST(Restoring, AMoveThatIsMadeWrongIsNotAcquittedByWhatItLeavesItself) {
  const char* const kFen = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
  const auto castled = [&](const Question& question) {
    return question.root.fen == kFen && !question.moves.empty() && question.moves.front() == "e1g1";
  };
  const auto lose_rook = [&](const Question& question, Answer<std::string> right) {
    if (castled(question)) return Answer<std::string>("5k2/8/8/8/8/8/8/6K1 b - - 1 1");
    if (question.root.fen == kFen && question.moves.empty() && question.counted_before > 0)
      return Answer<std::string>("5k2/8/8/8/8/8/8/4K3 w - - 0 1");
    return right;
  };
  const auto no_check = [&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (castled(call.question) && call.question.moves.size() == 1) {
        divide.lines.push_back({"f8f7", 1});
        std::ranges::sort(divide.lines);
      } else if (call.question.root.fen == kFen && call.question.depth == 2) {
        for (reference::RootCount& line : divide.lines) line.nodes += line.move == "e1g1" ? 1 : 0;
      }
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(no_check, lose_rook);
  const auto finding = examined(subject, question(kFen, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->path, std::vector<std::string>{"e1g1"});
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_EQ(finding->bug_class, BugId::CastlingRookLost) << class_name(*finding);
}

/// The king's step is the only legal move, so that no other move tells that it is made right.
TEST(Restoring, TheOnlyMoveIsNotBlamedForWhatWasLeftBeforeIt) {
  ScriptedGenerator subject(tries_before_moves(lists_twice(forget_what_promotions_capture),
                                               forget_what_promotions_capture),
                            nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("b1n1K2k/1P6/8/8/1q2q3/7q/8/3q4 w - - 1 2", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->path.size(), 1U);
  EXPECT_NE(finding->cause, Cause::Make);
  EXPECT_FALSE(finding->culprit);
  EXPECT_TRUE(std::ranges::count(classes_of(*finding), BugId::UnmakeCapturedMissing))
      << class_name(*finding);
}

/// A capture en passant may leave something behind before the move, or only when the engine is
/// asked for its list again.
TEST(Restoring, AMoveIsNotAcquittedByWhatIsLeftOfOthers) {
  const auto lists = lists_twice(forget_pawn);
  ScriptedGenerator subject(
      [&](const Call& call) -> Answer<Divide> {
        // With or without the en passant square: c4c8 is made wrong in any case.
        const std::string_view board = kTriedBeforeMoves;
        const bool is_it =
            call.question.root.fen.starts_with(board.substr(0, board.find(" b ") + 3));
        const bool after =
            is_it && !call.question.moves.empty() && call.question.moves.front() == "c4c8";
        if (!after && !(is_it && call.question.moves.empty() && call.question.depth == 2))
          return lists(call);
        return changed(call, [&](Divide& divide) {
          if (after) divide.lines.pop_back();
          for (reference::RootCount& line : divide.lines)
            if (line.move == "c4c8") --line.nodes;
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kTriedBeforeMoves, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->path, std::vector<std::string>{"c4c8"});
  EXPECT_EQ(finding->cause, Cause::Make);
}

/// An engine that tests all moves but the king's own for a king on this square, if there is one.
ScriptedGenerator::Script tests_for_king_on(
    std::function<std::optional<Square>(const Position&)> square_in) {
  return [square_in = std::move(square_in)](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position position = position_after(call.question);
      const Color us = position.side_to_move();
      const auto square = call.question.depth == 1 ? square_in(position) : std::nullopt;
      if (!square) return;
      divide.lines.clear();
      for (const MoveFacts& move : make_scene(position).moves) {
        if (!move.pseudo_legal && !move.legal) continue;
        bool legal = move.legal;
        if (move.moved->type != PieceType::King && !move.en_passant) {
          PositionParts parts = position.parts();
          parts.clear(move.from);
          parts.clear(move.to);
          parts.put(move.to, *move.moved);
          parts.en_passant.reset();
          legal = Position(parts).attackers(*square, ~us).empty();
        }
        if (legal) divide.lines.push_back({move.text, 1});
      }
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
}
/// The same with the square on which it tried the king last.
ScriptedGenerator::Script tests_for_another_king() {
  return tests_for_king_on([](const Position& position) {
    const Color us = position.side_to_move();
    std::optional<Square> last;
    for (const Square each : king_attacks(position.king(us)) & ~position.pieces(us)) last = each;
    return last;
  });
}

/// A square that is kept beside the board shows on no board.
class KingsSquare : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Restoring, KingsSquare, testing::Bool());

TEST_P(KingsSquare, IsToldByWhatIsTestedForIt) {
  ScriptedGenerator subject(tests_for_another_king(), nullptr, /*shows_board=*/GetParam());
  std::set<std::string> kinds;
  RootCauses root_causes;
  // Moves that are missing, those of a pinned piece, and such that leave the king in check.
  for (const char* const fen :
       {"7k/8/8/1r6/8/8/P1N5/K7 w - - 0 1", "k7/8/8/8/r2RK3/8/8/8 w - - 0 1",
        "k7/8/8/8/8/b7/4P3/2K5 w - - 0 1"}) {
    const auto finding = examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    kinds.insert(finding->illegal.empty() ? "missing" : "illegal");
    EXPECT_EQ(finding->cause, Cause::Unmake) << fen;
    EXPECT_EQ(finding->bug_class, BugId::UnmakeKingSquare) << fen << ": " << class_name(*finding);
    EXPECT_EQ(root_causes.number_of(*finding), 0U) << fen;
  }
  EXPECT_EQ(kinds.size(), 2U);
}

/// Castling that is refused for an attack leaves the king's square on its target. Castling short
/// ignores attacks by a queen besides, which needs the rights itself.
TEST(Restoring, OfAKingsSquareMayBeOfCastlingThatIsRefused) {
  const auto lists = tests_for_king_on([](const Position& position) -> std::optional<Square> {
    for (const MoveFacts& move : make_scene(position).moves)
      if (move.castling && move.castling_facts.right && move.castling_facts.path_free &&
          !move.legal && file_of(move.to) == File::C)
        return move.to;
    return std::nullopt;
  });
  const auto castles = [&](const Call& call) {
    auto answer = lists(call);
    const std::string& fen = call.question.root.fen;
    if (answer && fen.starts_with("3rrq") && fen.contains(" w KQ")) {
      answer->lines.push_back({"e1g1", 1});
      std::ranges::sort(answer->lines);
      ++answer->total;
    }
    return answer;
  };
  ScriptedGenerator subject(castles, nullptr, /*shows_board=*/false);
  for (const char* const fen :
       {"r3k3/8/8/7B/8/8/8/4K3 b q - 0 1", "3rrq2/6k1/8/8/8/8/4N3/R3K2R w KQ - 0 1"}) {
    const auto finding = examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_EQ(finding->cause, Cause::Unknown) << fen;
    ASSERT_FALSE(finding->candidates.empty()) << fen;
    EXPECT_EQ(finding->candidates.front(), BugId::UnmakeKingSquare) << fen;
  }
}

/// While there is an en passant square, each pawn that moves takes the pawn beside it, and trying
/// its move does not put that back.
TEST(Restoring, OfCapturesEnPassantIsNotOfOtherPawnMoves) {
  const auto lists = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position position = position_after(call.question);
      const auto square = position.en_passant();
      if (call.question.depth != 1 || !square) return;
      const auto moves = legal_moves(position);
      if (std::ranges::none_of(moves, [&](Move move) {
            return position.piece_on(move.from())->type == PieceType::Pawn && move.to() != *square;
          }))
        return;
      PositionParts parts = position.parts();
      parts.clear(make_square(file_of(*square), relative_rank(position.side_to_move(), Rank::R5)));
      parts.en_passant.reset();
      const Square king = position.king(position.side_to_move());
      std::erase_if(divide.lines, [&](const reference::RootCount& line) {
        return find_legal(position, line.move)->from() == king;
      });
      for (const Move move : legal_moves(Position(parts)))
        if (move.from() == king) divide.lines.push_back({to_uci(move, false), 1});
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
  ScriptedGenerator subject(lists, nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("7k/8/8/3pP3/8/4K3/8/8 w - d6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Unmake);
  ASSERT_FALSE(finding->candidates.empty());
  EXPECT_EQ(finding->candidates.front(), BugId::EpByAnyPawnMove);
}

/// Where other pieces are not put back either, it is not the king's square alone.
TEST(Restoring, OfAKingsSquareIsNotToldWhereOtherPiecesAreLeft) {
  const auto lists = tests_for_another_king();
  ScriptedGenerator subject(
      [&](const Call& call) {
        auto answer = lists(call);
        if (answer && call.question.counted_before > 0 && answer->lines.size() > 1) {
          answer->lines.pop_back();
          --answer->total;
        }
        return answer;
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("k7/8/8/8/r2RK3/8/8/8 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->bug_class, BugId::UnmakeKingSquare);
}

/// An engine that is at the start position again once it has counted keeps no board to spoil.
TEST(Restoring, ListsOfAnEngineWithoutABoardAreNoEvidence) {
  const char* const kFen = "7k/8/8/8/8/8/6N1/K7 w - - 0 1";
  const auto starts_anew = [](const Call& call) {
    if (call.question.counted_before == 0) return call.right();
    return reference::make_core_generator()->divide(
        reference::question_at(standard(kStartFen), {}, call.question.depth), {});
  };
  ScriptedGenerator subject(wrong_at(kFen, starts_anew), nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Unmake);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// An engine that puts a knight back for the pawn that it captured en passant, and goes on to test
/// the other moves. It shows no board.
ScriptedGenerator::Script lists_after_a_knight_is_put_back() {
  return [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position before = position_after(call.question);
      const auto square = before.en_passant();
      if (call.question.depth != 1 || !square) return;
      PositionParts parts = before.parts();
      const Square victim =
          make_square(file_of(*square), relative_rank(before.side_to_move(), Rank::R5));
      parts.clear(victim);
      parts.put(victim, Piece{~before.side_to_move(), PieceType::Knight});
      const Position left(parts);
      std::erase_if(divide.lines, [&](const reference::RootCount& line) {
        const auto move = find_legal(before, line.move);
        return move && before.piece_on(move->from())->type == PieceType::King &&
               !find_legal(left, line.move);
      });
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
}

TEST(Restoring, IsToldByTheFieldThatTheWrongMovesDoNotNeed) {
  ScriptedGenerator subject(lists_after_a_knight_is_put_back(), nullptr,
                            /*shows_board=*/false);
  const auto finding = examined(subject, question("8/8/1k6/8/3pP3/8/8/K5B1 b - e3 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->missing, std::vector<std::string>{"b6c5"});
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_EQ(reason_of<NotRestored>(*finding)->without, NeededField::EnPassantSquare);
}

/// Illegal captures of pawns, which are tried where there is such a square, may be to blame as
/// well.
TEST(Restoring, IsNotCertainWhereIllegalMovesNeedTheField) {
  const auto knight = lists_after_a_knight_is_put_back();
  ScriptedGenerator subject(
      [&](const Call& call) {
        auto answer = knight(call);
        if (!answer || call.question.depth != 1 || !position_after(call.question).en_passant())
          return answer;
        const bool black = call.question.root.fen.contains(" b ");
        answer->lines.push_back({black ? "a4b3" : "a5b6", 1});
        std::ranges::sort(answer->lines);
        std::ranges::sort(answer->lines);
        ++answer->total;
        return answer;
      },
      nullptr, /*shows_board=*/false);
  auto finding = examined(subject, question("8/8/1k6/8/3pP3/8/8/K5B1 b - e3 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_NE(finding->cause, Cause::Unmake);
}

/// Whatever piece is tried on the en passant square, the pawn goes and does not come back: the
/// king is kept from no square by it.
TEST(Restoring, OfAPawnThatAnyPieceTakesNamesThat) {
  for (const auto& [fen, type] :
       {std::pair{"2k5/8/8/1Kp5/8/8/8/8 w - c6 0 1", PieceType::King},
        std::pair{"8/8/1k6/2n5/1P6/8/8/4K3 b - b3 0 1", PieceType::Knight}}) {
    const auto take = [type](const Position& before, Move tried, PositionParts& board) {
      if (tried.to() != before.en_passant() || before.piece_on(tried.from())->type != type) return;
      board.clear(make_square(file_of(tried.to()), relative_rank(before.side_to_move(), Rank::R5)));
    };
    ScriptedGenerator subject(lists_after(take), nullptr, /*shows_board=*/false);
    if (type == PieceType::Knight) subject.take_fens_only();
    const auto finding = examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_EQ(finding->cause, Cause::Unknown) << fen;
    ASSERT_FALSE(finding->candidates.empty()) << fen << " " << class_name(*finding);
    EXPECT_TRUE(contains(finding->candidates, BugId::EpByAnyPiece)) << fen;
  }
}

/// The counts at the finding tell what is left. The trial of captures en passant lists wrong moves
/// at once, and a double push that is answered by one does so the second time.
TEST(Restoring, CountsTellWhichMoveOfTwoIsNotTakenBack) {
  const std::string kEnPassant = "4k3/8/8/5b2/3Pp3/8/2K5/8 b - d3 0 1";
  const auto drop_one = [](Divide& divide) {
    divide.lines.pop_back();
    divide.total = sum_of_lines(divide);
  };
  ScriptedGenerator subject(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const Position position = position_after(call.question);
          if (call.question.counted_before == 2 && call.question.root.fen.contains("4P3/K7 w"))
            drop_one(divide);
          if (call.question.depth == 1 && position.en_passant() && call.question.moves.empty() &&
              (call.question.root.fen != kEnPassant || call.question.counted_before > 0))
            drop_one(divide);
          if (call.question.depth != 2 || !position.en_passant()) return;
          const Square target = *position.en_passant();
          const Square victim =
              make_square(file_of(target), rank_of(target) == Rank::R3 ? Rank::R4 : Rank::R5);
          PositionParts parts = position.parts();
          parts.put(victim, Piece{position.side_to_move(), PieceType::Pawn});
          parts.en_passant.reset();
          const Position left(parts);
          for (reference::RootCount& line : divide.lines) {
            const auto move = find_legal(left, line.move);
            if (move && left.piece_on(move->from())->type != PieceType::Pawn)
              line.nodes = count_legal(left.after(*move));
          }
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kEnPassant, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn)
      << class_name(*finding) << ::testing::PrintToString(names_of(finding->candidates));
}

/// A double push past a king that may step behind it takes the pawn off the board for good, which
/// gives the counts of a king that stands elsewhere. Kings are taken back where they are alone.
TEST(Restoring, OfAKingsSquareIsRefutedByBareKings) {
  const auto loses_pawn = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position before = position_after(call.question);
      for (const Move push : legal_moves(before)) {
        const auto square = before.after(push).en_passant();
        const Square their_king = before.king(~before.side_to_move());
        if (call.question.depth != 2 || !square || !king_attacks(their_king).contains(*square))
          continue;
        PositionParts left = before.parts();
        left.clear(push.from());
        for (auto& [move, nodes] : divide.lines)
          if (const auto other = find_legal(Position(left), move))
            nodes = legal_moves(Position(left).after(*other)).size();
      }
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(loses_pawn, nullptr, /*shows_board=*/false);
  const auto finding =
      examined(subject, question("2b1qb2/pp2p1pp/2p5/P2P3Q/4k2P/6P1/1PPP4/2B1KB2 w - - 5 14", 2));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->bug_class, BugId::UnmakeKingSquare) << class_name(*finding);
}

/// The engine dies when it is asked for a list the second time: a move that it tried is not taken
/// back. The wrong list may be a fault of its own.
TEST(Restoring, OfAnotherPositionIsNoProof) {
  const char* const kFen = "7k/8/8/8/8/8/6N1/K7 w - - 0 1";
  const auto dies = [](const Call& call) -> Answer<Divide> {
    if (call.question.counted_before == 0) return call.right();
    auto right = call.right();
    if (right && right->lines.empty()) return right;
    return failure(FailureKind::Died);
  };
  ScriptedGenerator subject(wrong_at(kFen, dies), nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_FALSE(reason_of<NotRestored>(*finding)->by_undo);
}

/// The king keeps the right of the rook that it captures, and a deep count dies of the castling
/// that follows: that says nothing of taking back.
TEST(Restoring, ADeathOfTheMovesBelowIsNoProof) {
  const char* const kFen = "r3k3/K7/8/8/8/8/8/8 w q - 0 1";
  const auto castles = [kFen](const Call& call) -> Answer<Divide> {
    const Question& asked = call.question;
    if (asked.root.fen != kFen) return call.right();
    if (asked.depth + static_cast<int>(asked.moves.size()) > 2) return failure(FailureKind::Died);
    return changed(call, [&](Divide& divide) {
      if (asked.moves == std::vector<std::string>{"a7a8"})
        divide.lines.push_back({"e8c8", 1});
      else if (asked.depth == 2)
        ++std::ranges::find(divide.lines, "a7a8", &reference::RootCount::move)->nodes;
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(castles, nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(kFen, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e8c8"});
  EXPECT_EQ(finding->cause, Cause::Make) << to_string(finding->cause);
  EXPECT_FALSE(reason_of<NotRestored>(*finding));
}

/// Whatever stands a knight's jump from the king is taken for an attacker: the pawn stays where its
/// king has no steps to try, too.
TEST(Restoring, OfAKingsSquareIsNotToldByAWrongTestOfAttacks) {
  const auto lists = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth > 1) return;
      const Position position = position_after(call.question);
      const Color us = position.side_to_move();
      std::erase_if(divide.lines, [&](const auto& line) {
        const Position after = position.after(*find_legal(position, line.move));
        return (knight_attacks(after.king(us)) & after.pieces(~us)).any();
      });
      divide.total = divide.lines.size();
    });
  };
  ScriptedGenerator subject(lists, nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("7k/8/8/8/8/1p3P2/8/K7 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation) << to_string(finding->cause);
  EXPECT_NE(finding->bug_class, BugId::UnmakeKingSquare);
}

/// An engine that tests each move of a list by making it, goes on with the board that is left once
/// the move is taken back, and tries all moves before it makes one of a game. It shows no board.
class GoesOn {
 public:
  GoesOn(const Position& position, const Spoil& spoil) : board_(position.parts()), spoil_(spoil) {}

  Divide count(int depth) {
    Divide divide;
    for (const std::string& text : listed()) {
      const Position before(board_);
      const auto move = find_legal(before, text);
      if (!move) continue;
      divide.lines.push_back(
          {text, depth == 1 ? 1 : GoesOn(before.after(*move), spoil_).count(depth - 1).total});
      spoil_(before, *move, board_);
    }
    std::ranges::sort(divide.lines);
    divide.total = sum_of_lines(divide);
    return divide;
  }

  /// Whether there is such a move on the board that is left.
  bool play(const std::string& text) {
    count(1);
    const auto move = find_legal(Position(board_), text);
    if (move) board_ = Position(board_).after(*move).parts();
    return move.has_value();
  }

 private:
  [[nodiscard]] std::vector<std::string> listed() const {
    std::vector<std::string> texts;
    for (const Move move : legal_moves(Position(board_))) texts.push_back(to_uci(move, false));
    std::ranges::sort(texts);
    return texts;
  }

  PositionParts board_;
  const Spoil& spoil_;
};

ScriptedGenerator::Script goes_on(Spoil spoil) {
  return [spoil = std::move(spoil)](const Call& call) -> Answer<Divide> {
    GoesOn engine(*admitted(call.question.root), spoil);
    for (const std::string& move : call.question.moves)
      if (!engine.play(move)) return failure(FailureKind::Protocol);
    if (call.question.counted_before > 0) engine.count(call.question.counted_before);
    return engine.count(call.question.depth);
  };
}

/// An engine that keeps the board before a move in one place for all plies.
struct OneRecord {
  Position board;
  Position record = board;

  Divide count(int depth) {
    std::vector<std::string> texts;
    for (const Move move : legal_moves(board)) texts.push_back(to_uci(move, false));
    Divide divide;
    for (const std::string& text : texts) {
      const auto move = find_legal(board, text);
      if (!move) continue;
      record = board;
      board = board.after(*move);
      divide.lines.push_back({text, depth == 1 ? 1 : count(depth - 1).total});
      board = record;
    }
    std::ranges::sort(divide.lines);
    divide.total = sum_of_lines(divide);
    return divide;
  }
};

TEST(Restoring, OfARecordThatAllPliesShareIsToldByTheSideToMove) {
  ScriptedGenerator subject(
      [](const Call& call) -> Answer<Divide> {
        OneRecord engine{position_after(call.question)};
        if (call.question.counted_before > 0) engine.count(call.question.counted_before);
        return engine.count(call.question.depth);
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("3k4/6b1/8/8/3p4/8/8/K7 b - - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake) << to_string(finding->cause);
  EXPECT_EQ(finding->candidates, (std::vector{BugId::UnmakeRecordShared, BugId::UnmakeSide}));
}

void lose_captured(const Position& before, Move tried, PositionParts& board) {
  if (tried.kind() == MoveKind::Normal && before.piece_on(tried.to())) board.clear(tried.to());
}

void mistake_captured(const Position& before, Move tried, PositionParts& board) {
  const auto captured = before.piece_on(tried.to());
  if (tried.kind() == MoveKind::Normal && captured && captured->type == PieceType::Rook)
    board.put(tried.to(), Piece{captured->color, PieceType::Bishop});
}

std::optional<Finding> found_in(const Spoil& spoil, const std::string& fen, int depth) {
  ScriptedGenerator subject(goes_on(spoil), nullptr, /*shows_board=*/false);
  return examined(subject, question(fen, depth));
}

/// The king may capture the pawn that is missing afterwards. Neither the list nor the counts before
/// the move are others the second time.
TEST(Restoring, AMoveIsNotBlamedWhereACaptureIsTriedBeforeIt) {
  const auto finding = found_in(lose_captured, "7K/8/7k/6P1/8/8/8/8 b - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Make);
  EXPECT_FALSE(finding->culprit);
  ASSERT_TRUE(reason_of<NotRestored>(*finding));
  EXPECT_TRUE(std::ranges::count(classes_of(*finding), BugId::UnmakeCapturedMissing))
      << class_name(*finding);
}

TEST(Restoring, AMoveIsNotBlamedWhereItIsRightWithoutTheFieldOfAnother) {
  const auto finding = found_in(forget_pawn, "8/k6K/8/1pP5/8/8/8/8 w - b6 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_FALSE(finding->culprit);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeEpPawn) << class_name(*finding);
}

/// A reader that puts the en passant square on the pawn has it captured twice, though the capture
/// that needs the square is not wrong here.
TEST(Restoring, AReaderIsBlamedWhereTheListIsRightOnceAMoveLedThere) {
  const auto found_by_reader = [](const std::string& fen) {
    ScriptedGenerator subject(
        [](const Call& call) {
          return changed(call, [&](Divide& divide) {
            const auto read = admitted(standard(call.question.root.fen));
            if (!call.question.moves.empty() || call.question.depth != 1 || !read->en_passant())
              return;
            divide.lines.push_back({"d5e4", 1});
            std::ranges::sort(divide.lines);
            divide.total = sum_of_lines(divide);
          });
        },
        nullptr, /*shows_board=*/false);
    return examined(subject, question(fen, 1));
  };
  const auto blamed = found_by_reader("4k3/8/8/3p4/4Pp2/8/8/4K3 b - e3 0 1");
  ASSERT_TRUE(blamed);
  EXPECT_EQ(blamed->cause, Cause::Setup);
  EXPECT_EQ(blamed->bug_class, BugId::FenMisread) << class_name(*blamed);
}

/// An engine that puts back the pieces, and no castling right.
class ForgetsRights {
 public:
  explicit ForgetsRights(const Position& position) : rights_(position.castling()) {}

  Divide divide(const Position& position, int depth) {
    Divide divide;
    for (const Move move : legal_moves(with_rights(position)))
      divide.lines.push_back({to_uci(move, false), count(position.after(move), depth - 1)});
    std::ranges::sort(divide.lines);
    divide.total = sum_of_lines(divide);
    return divide;
  }

 private:
  [[nodiscard]] Position with_rights(const Position& position) const {
    PositionParts parts = position.parts();
    parts.castling = rights_;
    return Position(parts);
  }

  std::uint64_t count(const Position& position, int depth) {
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides)
        if (!position.castling().rook(color, side)) rights_.remove(color, side);
    if (depth == 0) return 1;
    std::uint64_t sum = 0;
    for (const Move move : legal_moves(with_rights(position)))
      sum += count(position.after(move), depth - 1);
    return sum;
  }

  CastlingRights rights_;
};

/// Rights only shrink: castling is missing below the moves that come later.
TEST(Restoring, RightsThatAreNotPutBackAreToldByCounts) {
  ScriptedGenerator subject(
      [](const Call& call) -> Answer<Divide> {
        const Position position = position_after(call.question);
        ForgetsRights engine(position);
        if (call.question.counted_before > 0) engine.divide(position, call.question.counted_before);
        return engine.divide(position, call.question.depth);
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("4k2r/8/6n1/8/8/8/8/4K2Q w k - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_EQ(finding->bug_class, BugId::UnmakeCastlingRights) << class_name(*finding);
}

/// The list of the side to move does not show a piece of the other side that is another one.
TEST(Restoring, IsToldByCountsWhereTheListIsTheSame) {
  const auto finding = found_in(mistake_captured, "7k/8/8/8/8/8/3r4/K2R4 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unmake);
  EXPECT_TRUE(std::ranges::count(classes_of(*finding), BugId::UnmakeCapturedType))
      << class_name(*finding);
}

/// Known and unknown, at each position that shows it: no move is blamed, and the findings are one.
TEST(Restoring, OfOneEngineIsOneFinding) {
  struct Case {
    Spoil spoil;
    std::vector<std::pair<const char*, int>> positions;
  };
  const std::vector<Case> cases = {{lose_captured,
                                    {{"3rk3/6n1/2n4b/2Pp4/4K3/r7/8/8 w - d6 0 1", 2},
                                     {"7K/6p1/7k/6P1/7P/6PP/8/8 b - - 0 1", 2},
                                     {"8/8/6B1/4R2p/3k4/8/8/7K w - - 0 1", 2},
                                     {"8/8/8/8/8/P7/kb6/R3K3 b - - 0 1", 2}}},
                                   {forget_pawn,
                                    {{"4K3/8/8/8/Q2pP2k/8/8/8 b - e3 0 1", 2},
                                     {"8/k7/8/1pP5/8/8/7K/8 w - b6 0 1", 2},
                                     {"r3k3/8/8/8/3pP3/8/3r4/4K3 b - e3 0 1", 2}}}};
  for (const Case& each : cases) {
    RootCauses causes;
    for (const auto& [fen, depth] : each.positions) {
      const auto finding = found_in(each.spoil, fen, depth);
      if (!finding) continue;
      EXPECT_NE(finding->cause, Cause::Make) << fen;
      EXPECT_NE(finding->cause, Cause::Generation) << fen;
      EXPECT_EQ(causes.number_of(*finding), 0U) << fen << ' ' << class_name(*finding);
    }
  }
}

std::optional<Finding> at_example_without_model(const zoo::Bug& bug) {
  const HypothesesWithout without(bug.bug_class());
  const auto subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
  const auto parsed = parse_fen(bug.fen);
  return examined(*subject, reference::question_at(root_of(parsed->position), {}, bug.depth));
}

/// Engines with the bugs of the zoo, none of which has a model.
/// Tables take nearly all of the time: a share of them is tried.
TEST(Restoring, IsToldOfTheZooWhereItIsSo) {
  std::size_t told = 0;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.cause() == Cause::Hash && static_cast<int>(bug.id) % 4 != 2 && !is_long()) continue;
    const auto finding = at_example_without_model(bug);
    if (!finding) continue;
    const NotRestored* const board = reason_of<NotRestored>(*finding);
    if (board == nullptr) continue;
    EXPECT_EQ(bug.cause(), Cause::Unmake) << bug.name();
    EXPECT_TRUE(finding->bug_class == bug.bug_class() ||
                std::ranges::find(finding->candidates, bug.bug_class()) !=
                    finding->candidates.end())
        << bug.name() << " is told " << class_name(*finding);
    ++told;
  }
  std::cout << told << " bugs of the zoo are told by the board after counting\n";
  EXPECT_GE(told, 5U);
}

}  // namespace
}  // namespace perft_verify::verifier
