// Bugs that no class describes: nothing false is said of them, and one bug is one finding.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/attacks.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/verifier/support/examined.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/classify/classify.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/diagnose/classify_counts.h"
#include "verifier/diagnose/diagnosis.h"
#include "verifier/diagnose/elsewhere.h"
#include "verifier/diagnose/root_causes.h"
#include "verifier/diagnose/seems_attacked.h"
#include "verifier/locate/bisect.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

/// core's answer with each line changed by `rewrite`, which is given the move's text.
template <typename Rewrite>
ScriptedGenerator::Script lines_changed(Rewrite rewrite) {
  return [rewrite](const Call& call) {
    return changed(call, [&](Divide& divide) {
      for (reference::RootCount& line : divide.lines) rewrite(line.move);
      std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
    });
  };
}

/// core's answer, where each line of depth 2 is counted on the board that `board` makes of it.
template <typename Board, typename Count>
ScriptedGenerator::Script lines_counted(Board board, Count count) {
  return [board, count](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2 || !call.question.moves.empty()) return;
      const Position position = parse_fen(call.question.root.fen)->position;
      for (std::size_t line = 0; line < divide.lines.size(); ++line)
        if (const auto move = find_legal(position, divide.lines[line].move))
          divide.lines[line].nodes = count(board(position.after(*move), line));
      divide.total = sum_of_lines(divide);
    });
  };
}
template <typename Board>
ScriptedGenerator::Script lines_counted(Board board) {
  return lines_counted(
      board, [](const Position& after) { return static_cast<std::uint64_t>(count_legal(after)); });
}

bool is_among(const Finding& finding, BugId bug_class) {
  return finding.bug_class == bug_class ||
         std::ranges::find(finding.candidates, bug_class) != finding.candidates.end();
}

/// The finding at `fen`, in full; the engine is asked about the position `before` first.
std::optional<Finding> examined(ScriptedGenerator::Script script, const std::string& fen, int depth,
                                ScriptedGenerator::BoardScript board = nullptr,
                                const std::string& before = "") {
  ScriptedGenerator subject(std::move(script), std::move(board));
  if (!before.empty() && !subject.divide(question(before, 1), {})) return std::nullopt;
  return test::examined(subject, question(fen, depth));
}
/// The same of an engine that is given FENs only.
std::optional<Finding> examined_by_fens(ScriptedGenerator::Script script, const std::string& fen,
                                        int depth) {
  ScriptedGenerator subject(std::move(script));
  subject.take_fens_only();
  return test::examined(subject, question(fen, depth));
}

/// Promotions to a queen go to the square where the pawn stands.
void queens_stay(std::string& move) {
  if (move.ends_with('q')) move = move.substr(0, 2) + move.substr(0, 2) + "q";
}

/// Double pushes begin two files to the right of where they should, and two ranks on.
ScriptedGenerator::Script pushes_from_elsewhere() {
  return lines_changed([](std::string& move) {
    if (move[0] == move[2] && move[1] == '2' && move[3] == '4' && move[0] < 'g')
      move = std::string{static_cast<char>(move[0] + 2), '4'} + move.substr(2);
  });
}

/// The lists of an engine with that bug in some positions only.
ScriptedGenerator::Script wrong_where(BugId bug, std::function<bool(const Position&)> condition) {
  const auto wrong =
      std::shared_ptr<reference::Generator>(zoo::make_zoo_generator(zoo::BugSet(bug)));
  return [=](const Call& call) {
    const auto root = parse_fen(call.question.root.fen);
    const bool here = call.question.moves.empty() && condition(root->position);
    return here ? wrong->divide(call.question, {}) : call.right();
  };
}

int file_of_king(const Position& position) {
  return index(file_of(position.king(position.side_to_move())));
}

/// The standard probes have the king to the left of the pawns only.
TEST(UnknownBug, IsNotAKnownOneThatIsRefutedAtItsNeighbors) {
  const auto finding =
      examined(wrong_where(BugId::EpHorizontalPin,
                           [](const Position& position) {
                             const auto square = position.en_passant();
                             return square && file_of_king(position) < index(file_of(*square));
                           }),
               "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  ASSERT_FALSE(finding->candidates.empty());
  EXPECT_EQ(finding->candidates.front(), BugId::EpHorizontalPin);
}

/// White's king shows it in the upper half of the board alone, where no standard probe has it.
TEST(UnknownBug, IsNotOfOneColorIfNeighborsShowItForTheOther) {
  const auto finding =
      examined(wrong_where(BugId::DoubleCheckInterposition,
                           [](const Position& position) {
                             const Color us = position.side_to_move();
                             return us == Color::Black || rank_of(position.king(us)) >= Rank::R5;
                           }),
               "2bN4/5k2/8/8/2B5/8/8/4K3 b - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->bug_class, BugId::DoubleCheckInterposition) << class_name(*finding);
  ASSERT_TRUE(finding->exact);
  EXPECT_FALSE(finding->exact->only);
}

/// One that does not list some legal moves.
ScriptedGenerator::Script missing(bool (*is_missing)(const Position&, const MoveFacts&)) {
  return [is_missing](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(*admitted(call.question.root));
      if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
      std::erase_if(divide.lines, [&](const reference::RootCount& each) {
        const auto move = move_facts(line.position(), each.move);
        return move && is_missing(line.position(), *move);
      });
      divide.total = divide.lines.size();
    });
  };
}

/// Pinned pieces come nearer to the king only. No class is that; the classes of what is missing are
/// candidates, and the lists of all pieces are one finding.
TEST(UnknownBug, OfPinnedPiecesHasCandidatesAndIsOneFinding) {
  const auto toward_king_only = missing([](const Position& position, const MoveFacts& move) {
    const Square king = position.king(position.side_to_move());
    const auto distance = [&](Square square) {
      return std::max(std::abs(index(file_of(square)) - index(file_of(king))),
                      std::abs(index(rank_of(square)) - index(rank_of(king))));
    };
    return move.pinned_by && distance(move.to) > distance(move.from);
  });
  ScriptedGenerator subject(toward_king_only, nullptr, /*shows_board=*/false);
  RootCauses causes;
  for (const char* const fen :
       {"2b1n3/3P4/4K3/8/8/8/8/4k3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4R1K1 b - - 0 1",
        "k7/1q6/8/8/8/8/6Q1/7K b - - 0 1"}) {
    const auto finding = test::examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_FALSE(finding->bug_class) << class_name(*finding);
    EXPECT_FALSE(finding->candidates.empty()) << fen;
    EXPECT_EQ(causes.number_of(*finding), 0U) << fen;
  }
}

/// No piece captures a slider that gives check. At the finding only a promotion could.
TEST(UnknownBug, IsNotAKnownOneThatIsAPartOfIt) {
  const auto misses_captures = missing([](const Position&, const MoveFacts& move) {
    return move.captures_checker && move.moved->type != PieceType::King &&
           move.captured->type != PieceType::Pawn && move.captured->type != PieceType::Knight;
  });
  ScriptedGenerator subject(misses_captures, nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, question("6r1/5P2/8/8/8/6K1/8/7k w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::EvasionPromotionCaptureMissing)) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::EvasionCaptureMissing)) << class_name(*finding);
}

/// After the move the test asks for the king of the side to move.
TEST(UnknownBug, ThatTestsTheOtherKingIsNamed) {
  const auto tests_the_other_king = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(*admitted(call.question.root));
      if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
      divide.lines.clear();
      for (const MoveFacts& move : conceivable_moves(line.position()))
        if (move.castling ? move.legal : move.pseudo_legal && !move.gives_check)
          divide.lines.push_back({move.text, 1});
      std::ranges::sort(divide.lines);
      divide.total = divide.lines.size();
    });
  };
  for (const char* const fen :
       {"1b4k1/8/8/4P3/8/6K1/8/8 w - - 0 1", "q7/5k2/8/8/8/8/8/4K3 b - - 0 1"}) {
    ScriptedGenerator subject(tests_the_other_king, nullptr, /*shows_board=*/false);
    const auto finding = test::examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_EQ(finding->bug_class, BugId::LegalityTestsOtherKing) << class_name(*finding);
  }
}

/// Opposing pieces do not count between the king and a slider: what stands behind them is pinned.
TEST(UnknownBug, OfFreePiecesThatCountAsPinnedIsOneFinding) {
  const auto ignores_opponents = missing([](const Position& position, const MoveFacts& move) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    if (move.from == king || move.pinned_by) return false;
    for (const Square slider : position.aligned_sliders(king, ~us))
      if ((between(king, slider) & position.pieces(us)) == Bitboard{move.from} &&
          !perft_verify::line(king, slider).contains(move.to))
        return true;
    return false;
  });
  ScriptedGenerator subject(ignores_opponents, nullptr, /*shows_board=*/false);
  RootCauses causes;
  for (const char* const fen :
       {"4r1k1/8/8/8/4p3/8/4N3/4K3 w - - 0 1", "7k/6q1/5P2/8/8/2B5/8/7K b - - 0 1",
        "4k3/7b/8/5p2/8/3P4/8/1K6 w - - 0 1"}) {
    const auto finding = test::examined(subject, question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_TRUE(is_among(*finding, BugId::PinFalse)) << class_name(*finding);
    EXPECT_EQ(causes.number_of(*finding), 0U) << fen;
  }
}

/// The square is one rank too far, where a pawn of its own side stands.
TEST(UnknownBug, ACaptureOnTheFileOfADoublePushIsOfTheEnPassantSquare) {
  const std::string fen = "8/1k3p2/8/8/5P2/4P3/8/5K2 b - - 0 1";
  ScriptedGenerator subject(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const auto& [root, moves, depth] =
              std::tie(call.question.root.fen, call.question.moves, call.question.depth);
          if (root != fen) return;
          if (depth == 1 && moves == std::vector<std::string>{"f7f5"})
            divide.lines.push_back({"e3f4", 1});
          for (reference::RootCount& line : divide.lines)
            if (depth == 2 && moves.empty() && line.move == "f7f5") ++line.nodes;
          std::ranges::sort(divide.lines);
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(fen, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e3f4"});
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_TRUE(is_among(*finding, BugId::EpSquareWrong)) << class_name(*finding);
}

TEST(UnknownBug, AQueenThatIsNotPromotedToIsNotAnUnderpromotion) {
  const auto finding = examined(lines_changed(queens_stay), "1n5k/P7/8/8/8/8/8/7K w - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"a7a7q"});
  EXPECT_EQ(class_name(*finding), "unclassified");
  EXPECT_EQ(std::ranges::find(finding->candidates, BugId::UnderpromotionMissing),
            finding->candidates.end());
}

/// No board that a move left behind accounts for moves that are not listed at all.
TEST(UnknownBug, ItIsSeenWhereCountsBelongToOtherMoves) {
  const std::string fen = "k7/8/8/r2pP2K/8/8/8/8 w - d6 0 1";
  const auto other_moves = [&](std::size_t most) {
    ScriptedGenerator subject([most](const Call& call) {
      return changed(call, [&](Divide& divide) {
        divide.lines.resize(std::min(divide.lines.size(), most));
        divide.total = sum_of_lines(divide);
      });
    });
    ProbedSubject probed(subject, {});
    probed.begin();
    const auto counted = probed.count_at(standard(fen), 2);
    return counted && counted->other_moves;
  };
  EXPECT_TRUE(other_moves(1));
  EXPECT_FALSE(other_moves(100));
}

/// A wrong count deep below a game is no reason to count for hours.
TEST(UnknownBug, IsNotCountedWhereThatTakesLong) {
  ScriptedGenerator subject([](const Call& call) { return call.right(); });
  ProbedSubject probed(subject, {});
  probed.begin();
  EXPECT_TRUE(probed.count_at(standard(kStartFen), 3));
  EXPECT_EQ(subject.asked(), 1);
  EXPECT_FALSE(probed.count_at(standard(kStartFen), 9));
  EXPECT_EQ(subject.asked(), 1);
}

/// A double push that sets no square, and en passant captures that are not counted: an engine that
/// is given FENs only cannot show which it is.
TEST(UnknownBug, AnEnPassantSquareThatIsNotSetIsNoMiscountWithCertainty) {
  ScriptedGenerator subject([](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position position = parse_fen(call.question.root.fen)->position;
      for (reference::RootCount& line : divide.lines) {
        const auto move = find_legal(position, line.move);
        if (call.question.depth != 2 || !move) continue;
        PositionParts parts = position.after(*move).parts();
        parts.en_passant.reset();
        line.nodes = static_cast<std::uint64_t>(count_legal(Position(parts)));
      }
      divide.total = sum_of_lines(divide);
    });
  });
  subject.take_fens_only();
  ProbedSubject probed(subject, {});
  probed.begin();
  Finding finding;
  finding.cause = Cause::Unknown;
  finding.reproduce_fen = finding.fen = "4k3/p1p5/8/1P6/6p1/8/5P1P/4K3 w - - 0 1";
  finding.reproduce_depth = finding.divide_depth = 2;
  const Classification found = classify_counts(finding, probed);
  EXPECT_FALSE(found.bug_class);
  EXPECT_NE(std::ranges::find(found.candidates, BugId::CountWrong), found.candidates.end());
  EXPECT_NE(std::ranges::find(found.candidates, BugId::EpSquareNotSet), found.candidates.end());
}

/// The same moves are wrong where the rook is misplaced; the board of the engine tells.
TEST(UnknownBug, AKingThatCastlesToAWrongSquareIsNoMisplacedRook) {
  const std::string elsewhere = "8/8/8/8/8/5k2/8/2K2R2 b - - 2 2";
  const auto has_castled = [](const Question& asked) {
    return asked.moves == std::vector<std::string>{"e1g1"};
  };
  const auto from_elsewhere = [&](int depth) {
    return reference::make_core_generator()->divide(question(elsewhere, depth), {});
  };
  const auto finding = examined(
      [&](const Call& call) {
        if (has_castled(call.question)) return from_elsewhere(call.question.depth);
        return changed(call, [&](Divide& divide) {
          for (reference::RootCount& line : divide.lines)
            if (line.move == "e1g1" && call.question.depth > 1)
              line.nodes = from_elsewhere(call.question.depth - 1)->total;
          divide.total = sum_of_lines(divide);
        });
      },
      "8/8/8/8/8/5k2/8/4K2R w K - 1 2", 2,
      [&](const Question& asked, Answer<std::string> right) {
        return has_castled(asked) ? Answer<std::string>(elsewhere) : right;
      });
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_EQ(class_name(*finding), "castling-king-misplaced");
}

/// The moves without those of a slider from a1.
std::uint64_t count_without_a1(const Position& position, int depth, Divide* divide = nullptr) {
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    if (move.from() == Square::A1 && slides(position.piece_on(Square::A1)->type)) continue;
    const std::uint64_t below = depth == 1 ? 1 : count_without_a1(position.after(move), depth - 1);
    if (divide != nullptr) divide->lines.push_back({to_uci(move, false), below});
    nodes += below;
  }
  return nodes;
}

/// Some model of a promotion that is made wrong gives the same lists after the moves; from the FEN
/// they are wrong as well.
TEST(UnknownBug, OfOneSquareIsNotOfMakingTheMoveThatLeadsThere) {
  const auto finding = examined(
      [](const Call& call) {
        Line line(*admitted(call.question.root));
        if (!line.push_texts(call.question.moves)) return call.right();
        Divide divide;
        divide.total = count_without_a1(line.position(), call.question.depth, &divide);
        std::ranges::sort(divide.lines);
        return Answer<Divide>(std::move(divide));
      },
      "7k/8/8/8/8/8/p7/7K b - - 0 1", 3);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation) << to_string(finding->cause);
  EXPECT_FALSE(finding->culprit);
}

TEST(UnknownBug, MovesFromAWrongSquareAreOneFindingWhateverStandsThere) {
  const auto empty = examined(pushes_from_elsewhere(), "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", 1);
  const auto enemy = examined(pushes_from_elsewhere(), "4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", 1);
  ASSERT_TRUE(empty && enemy);
  EXPECT_EQ(empty->illegal, std::vector<std::string>{"f4d4"});
  EXPECT_EQ(class_name(*empty), "unclassified");
  EXPECT_EQ(empty->symptoms, enemy->symptoms);
}

/// The targets of pieces are those of captures alone, or all but those.
TEST(UnknownBug, OfAllCapturesOrOfAllQuietMovesIsNamed) {
  const auto captures = [](const Position&, const MoveFacts& move) {
    return move.captured && move.moved->type != PieceType::Pawn;
  };
  const auto steps = [](const Position&, const MoveFacts& move) {
    return !move.captured && !move.castling &&
           (move.moved->type == PieceType::King || move.moved->type == PieceType::Knight);
  };
  const auto first = examined(missing(captures), "4k3/8/3p4/8/2N5/8/3p4/4K3 w - - 0 1", 1);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->bug_class, BugId::CapturesMissing) << class_name(*first);
  const auto second = examined(missing(steps), "4k3/8/3p4/8/2N5/8/3p4/4K3 w - - 0 1", 1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->bug_class, BugId::QuietMovesMissing) << class_name(*second);
}

/// No code limits the moves in double check: all are listed that leave the king as it is.
TEST(UnknownBug, OfADoubleCheckIsNotOfChecks) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          Line line(*admitted(call.question.root));
          if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
          for (const MoveFacts& each : conceivable_moves(line.position()))
            if (each.double_check && each.pseudo_legal && !each.legal && !each.pinned_by &&
                each.moved->type != PieceType::King)
              divide.lines.push_back({each.text, 1});
          std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
          divide.total = divide.lines.size();
        });
      },
      "3N1b2/5k2/8/8/2B5/8/8/4K3 b - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->bug_class, BugId::DoubleCheckIgnored) << class_name(*finding);
}

/// One line of the code that adds the four promotions is missing: nothing is wrong with the pawn's
/// moves as such, whichever piece it is, and whichever color.
TEST(UnknownBug, OfOnePromotionPieceIsNamed) {
  const auto no_bishop = [](const Position&, const MoveFacts& move) {
    return move.promotion == 'b';
  };
  const auto no_queen = [](const Position&, const MoveFacts& move) {
    return move.promotion == 'q';
  };
  const auto no_queen_of_white = [](const Position& position, const MoveFacts& move) {
    return move.promotion == 'q' && position.side_to_move() == Color::White;
  };
  const auto no_rook_by_capture = [](const Position& position, const MoveFacts& move) {
    return move.promotion == 'r' && move.captured && position.side_to_move() == Color::White;
  };
  const auto no_queen_by_push = [](const Position& position, const MoveFacts& move) {
    return move.promotion == 'q' && !move.captured && position.side_to_move() == Color::White;
  };
  const auto found = [](auto is_missing) {
    const auto finding = examined(missing(is_missing), "1n5k/P7/8/8/8/8/8/7K w - - 0 1", 1);
    EXPECT_TRUE(finding);
    return finding.value_or(Finding());
  };
  EXPECT_EQ(found(+no_bishop).bug_class, BugId::UnderpromotionMissing);
  EXPECT_EQ(found(+no_queen).bug_class, BugId::UnderpromotionMissing);
  EXPECT_EQ(found(+no_queen_of_white).bug_class, BugId::UnderpromotionMissing);
  EXPECT_EQ(found(+no_rook_by_capture).bug_class, BugId::UnderpromotionMissingOnCapture);
  EXPECT_EQ(found(+no_queen_by_push).candidates, std::vector{BugId::UnderpromotionMissing});
}

/// core's answer without the moves that `is_dropped` is true for, in the position it is asked
/// about.
ScriptedGenerator::Script lines_dropped(std::function<bool(const MoveFacts&)> is_dropped) {
  return [is_dropped = std::move(is_dropped)](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(admitted(call.question.root).value_or(Position()));
      if (!line.push_texts(call.question.moves)) return;
      std::erase_if(divide.lines, [&](const reference::RootCount& each) {
        const auto facts = move_facts(line.position(), each.move);
        return facts && is_dropped(*facts);
      });
      divide.total = sum_of_lines(divide);
    });
  };
}

/// A move that is illegal only in a position that no game reaches, where correct generators list
/// it.
TEST(UnknownBug, IsNamedWhateverIsListedWhereNoGameLeads) {
  const auto no_double_pushes =
      lines_dropped([](const MoveFacts& move) { return move.double_step; });
  const auto script = [&](const Call& call) {
    return changed({call.question, call.number, call.since_restart, call.restarts,
                    [&] { return no_double_pushes(call); }},
                   [&](Divide& divide) {
                     if (call.question.root.fen.starts_with("1b6/8/8/3Pp3/8/8/4k2K/8 w") &&
                         call.question.depth == 1)
                       divide.lines.push_back({"d5e6", 1});
                     if (call.question.root.fen.starts_with("8/4K2k/8/8/3pP3/8/8/1B6 b") &&
                         call.question.depth == 1)
                       divide.lines.push_back({"d4e3", 1});
                     std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
                     divide.total = sum_of_lines(divide);
                   });
  };
  for (const char* const fen :
       {"8/p7/8/7k/8/8/8/4K3 b - - 0 1", "8/5p2/8/R6k/8/8/8/6K1 b - - 0 1"}) {
    const auto finding = examined(script, fen, 1);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->bug_class, BugId::DoublePushMissing) << fen << " " << class_name(*finding);
  }
}

/// The board of an engine whose reader keeps an en passant square only where its generator lists
/// the capture.
reference::Answer<std::string> without_square(const Question&,
                                              const reference::Answer<std::string>& right) {
  if (!right) return right;
  PositionParts parts = parse_fen(*right)->position.parts();
  parts.en_passant.reset();
  return Position(parts).fen();
}

TEST(UnknownBug, OfEnPassantIsNotTheFaultOfAReaderThatAsksTheGenerator) {
  // No move leads to the second position: before its push the pawn would have given check.
  for (const char* const fen :
       {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "2K3R1/2b5/8/np1r2R1/6Pp/5k2/Q7/8 b - g3 0 1"}) {
    const auto finding =
        examined(lines_dropped([](const MoveFacts& move) { return move.en_passant; }), fen, 1,
                 without_square);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->cause, Cause::Generation) << fen;
    EXPECT_EQ(finding->bug_class, BugId::EpMissing) << fen << " " << class_name(*finding);
  }
}

/// The same of one whose generator has a bug that no model knows: only the king moves unless it is
/// in check.
TEST(UnknownBug, IsNotTheFaultOfAReaderThatAsksTheGenerator) {
  const auto finding = examined(lines_dropped([](const MoveFacts& move) {
                                  return !move.in_check && move.moved->type != PieceType::King;
                                }),
                                "1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", 1, without_square);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_NE(finding->bug_class, BugId::FenEpIgnored);
}

/// En passant toward the h file alone.
TEST(UnknownBug, OfEnPassantToOneSideIsNamed) {
  const auto finding = examined(lines_dropped([](const MoveFacts& move) {
                                  return move.en_passant && file_of(move.to) < file_of(move.from);
                                }),
                                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(class_name(*finding), "ep-missing");
}

/// core's answer with the text of each move changed by `rewrite`, which is given its facts.
template <typename Rewrite>
ScriptedGenerator::Script moves_rewritten(Rewrite rewrite) {
  return [rewrite](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(admitted(call.question.root).value_or(Position()));
      if (!line.push_texts(call.question.moves)) return;
      for (reference::RootCount& each : divide.lines)
        if (const auto facts = move_facts(line.position(), each.move)) rewrite(*facts, each.move);
      std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
    });
  };
}

TEST(UnknownBug, OfEnPassantOntoTheVictimIsNamed) {
  const auto finding = examined(moves_rewritten([](const MoveFacts& facts, std::string& move) {
                                  if (facts.en_passant && file_of(facts.to) < file_of(facts.from))
                                    move[3] = move[1];
                                }),
                                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(class_name(*finding), "ep-onto-victim");
}

/// A check is counted twice where a move gives it.
TEST(UnknownBug, AfterAMoveIsToldWhereOnlyTheKingMoves) {
  const auto is_lost = [](const Position& position, Move move) {
    return position.checkers().any() && move.from() != position.king(position.side_to_move());
  };
  const auto finding = examined(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const Position position = *admitted(call.question.root);
          if (!call.question.moves.empty()) {
            const Position after = position.after(*find_legal(position, call.question.moves[0]));
            std::erase_if(divide.lines, [&](const reference::RootCount& line) {
              return is_lost(after, *find_legal(after, line.move));
            });
          } else if (call.question.depth == 2) {
            for (reference::RootCount& line : divide.lines) {
              const Position after = position.after(*find_legal(position, line.move));
              for (const Move answer : legal_moves(after))
                if (is_lost(after, answer)) --line.nodes;
            }
          }
          divide.total = sum_of_lines(divide);
        });
      },
      "4k3/8/8/8/8/8/1r1r4/R5K1 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_TRUE(has_fact(*finding, Fact::OnlyTheKingMoves));
}

/// core's answer, and the illegal moves that are listed besides.
ScriptedGenerator::Script illegal_listed(std::function<bool(const MoveFacts&)> is_listed) {
  return [is_listed = std::move(is_listed)](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(admitted(call.question.root).value_or(Position()));
      if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
      for (const MoveFacts& move : make_scene(line.position()).moves)
        if (move.pseudo_legal && !move.legal && is_listed(move))
          divide.lines.push_back({move.text, 1});
      std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
      divide.total = divide.lines.size();
    });
  };
}

/// A queen that attacks the king hides what else attacks it.
TEST(UnknownBug, OfQueensThatGiveNoCheckIsNotOfAllSliders) {
  const auto hidden = illegal_listed([](const MoveFacts& move) {
    return std::ranges::find(move.exposed_to, PieceType::Queen, &Attacker::type) !=
           move.exposed_to.end();
  });
  for (const char* const fen :
       {"K7/8/8/3P4/8/1k3q2/8/8 w - - 0 1", "6k1/8/8/8/7q/4r3/5P2/4K3 w - - 0 1"}) {
    const auto finding = examined(hidden, fen, 1);
    ASSERT_TRUE(finding) << fen;
    EXPECT_TRUE(is_among(*finding, BugId::QueenChecksIgnored))
        << fen << ": " << class_name(*finding);
    EXPECT_NE(class_name(*finding), "slider-checks-ignored") << fen;
  }
}

/// Bishops and queens are not looked for on diagonals; queens are on ranks and files.
TEST(UnknownBug, OfSlidersOnDiagonalsIsNotOfPinsAlone) {
  const auto finding =
      examined(illegal_listed([](const MoveFacts& move) {
                 return !move.exposed_to.empty() &&
                        std::ranges::all_of(move.exposed_to, [](const Attacker& each) {
                          return each.line == LineKind::Diagonal && each.type != PieceType::Pawn &&
                                 each.type != PieceType::King;
                        });
               }),
               "k5b1/8/8/3P4/8/1K6/8/8 w - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "slider-checks-ignored");
}

/// A program that adds up the lines of one text prints a move of its list once.
TEST(UnknownBug, ACountOfTwoAtDepthOneMayBeOfTwoCopies) {
  // In the second position a double push led there, after which all is right.
  for (const auto& [fen, copied] :
       {std::pair{"8/8/4p3/4p1p1/4PkP1/4pPp1/4p1b1/4K2B w - - 0 1", "e1e2"},
        std::pair{"8/8/8/7k/6pP/8/8/K2B4 b - h3 0 1", "h5h4"}}) {
    const auto finding = examined(
        [&](const Call& call) {
          return changed(call, [&](Divide& divide) {
            if (!call.question.moves.empty()) return;
            for (reference::RootCount& line : divide.lines)
              if (line.move == copied) ++line.nodes;
            divide.total = sum_of_lines(divide);
          });
        },
        fen, 1);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->cause, Cause::Unknown) << class_name(*finding);
    EXPECT_TRUE(is_among(*finding, BugId::DuplicateMove));
    EXPECT_TRUE(has_fact(*finding, Fact::CountMayBeOfCopies));
  }
}

/// The rook stays where it was.
TEST(UnknownBug, AfterCastlingAnIgnoredCheckMayBeOfTheRook) {
  const auto ignores = [](const Position& after) {
    PositionParts parts = after.parts();
    parts.clear(Square::D1);
    return legal_moves(Position(parts));
  };
  const auto finding = examined(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const Position position = *admitted(call.question.root);
          const auto castling = find_legal(position, "e1c1");
          if (!castling) return;
          const Position after = position.after(*castling);
          if (call.question.depth == 2 && call.question.moves.empty()) {
            for (reference::RootCount& line : divide.lines)
              if (line.move == "e1c1") line.nodes = ignores(after).size();
          } else if (!call.question.moves.empty() && call.question.moves.front() == "e1c1" &&
                     call.question.moves.size() == 1) {
            divide.lines.clear();
            for (const Move move : ignores(after)) divide.lines.push_back({to_uci(move, false), 1});
            std::ranges::sort(divide.lines);
          }
          divide.total = sum_of_lines(divide);
        });
      },
      "8/8/5p2/8/8/3k4/6p1/R3K3 w Q - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::CastlingRookStays));
}

/// The mask of targets of castling has a square too many: the king takes his own bishop there.
TEST(UnknownBug, ThatNeedsRightsIsNotOfMovesWithoutThem) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          Line line(admitted(call.question.root).value_or(Position()));
          if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
          const Position& position = line.position();
          const Color us = position.side_to_move();
          const Rank rank = relative_rank(us, Rank::R1);
          if (!position.castling().rook(us, CastlingSide::Queen) ||
              position.piece_on(make_square(File::F, rank)) != Piece{us, PieceType::Bishop})
            return;
          divide.lines.push_back({us == Color::White ? "e1f1" : "e8f8", 1});
          std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
          ++divide.total;
        });
      },
      "r3kb2/8/8/8/8/8/8/4K3 b q - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_NE(reason_of<RightWithout>(*finding), nullptr);
}

/// Neither a FEN nor the moves of a question set the square, and its own double pushes do.
TEST(UnknownBug, OfEnPassantMayBeOfTheReaderIfItsOwnPushesAreRight) {
  ScriptedGenerator subject(lines_dropped([](const MoveFacts& move) { return move.en_passant; }),
                            nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, question("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown) << class_name(*finding);
}

/// The mask of captures that answer a check holds for the king too.
TEST(UnknownBug, OfCapturesByAKingInCheckIsNamed) {
  const auto finding = examined(lines_dropped([](const MoveFacts& move) {
                                  return move.in_check && move.moved->type == PieceType::King &&
                                         move.captured && !move.captures_checker;
                                }),
                                "8/8/p7/P7/P2p2p1/2pP1pPp/2p4k/4K2R b - - 0 2", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(class_name(*finding), "evasion-king-captures-checker-only");
}

/// An engine captures en passant only from behind the square. It does not know any other such
/// capture: if it is sent one, it moves the pawn and takes nothing.
TEST(UnknownBug, OfAMoveThatIsNotListedIsNotOfMakingIt) {
  const auto finding = examined(
      [](const Call& call) {
        Line line(*admitted(call.question.root));
        for (const std::string& text : call.question.moves) {
          const Position before = line.position();
          if (!line.push_text(text)) return call.right();
          const auto move = move_facts(before, text);
          if (!move->en_passant) continue;
          PositionParts parts = line.position().parts();
          parts.put(make_square(file_of(move->to), rank_of(move->from)), *move->captured);
          line = Line(Position(parts));
        }
        Divide divide;
        const Position position = line.position();
        for (const Move move : legal_moves(position))
          if (move.kind() != MoveKind::EnPassant) divide.lines.push_back({to_uci(move, false), 1});
        if (position.piece_on(Square::C2) == Piece{Color::Black, PieceType::Pawn} &&
            position.en_passant() == Square::D3)
          divide.lines.push_back({"c2d3", 1});
        std::ranges::sort(divide.lines);
        divide.total = sum_of_lines(divide);
        return Answer<Divide>(std::move(divide));
      },
      "4k3/8/8/8/3Pp3/8/2p2K2/8 b - d3 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_FALSE(is_among(*finding, BugId::EpVictimStays)) << class_name(*finding);
}

/// Where there is an en passant square, one list lacks the capture and a rook's move, and another
/// counts wrong.
TEST(UnknownBug, IsOfTheFieldWithoutWhichNothingIsWrong) {
  const char* const kListed = "k7/8/8/3pP3/8/8/8/K6R w - d6";
  const char* const kCounted = "k7/8/8/3pP3/8/8/8/K7 w - d6";
  const auto field_of = [&](const char* fen, int depth) {
    ScriptedGenerator subject(
        [&](const Call& call) {
          return changed(call, [&](Divide& divide) {
            Line played(*admitted(call.question.root));
            if (call.question.depth != depth || !played.push_texts(call.question.moves) ||
                !played.position().fen().starts_with(fen))
              return;
            if (depth == 1)
              std::erase_if(divide.lines, [](const reference::RootCount& line) {
                return line.move == "h1h2" || line.move == "e5d6";
              });
            else
              for (reference::RootCount& line : divide.lines) line.nodes += 7;
            divide.total = sum_of_lines(divide);
          });
        },
        nullptr, /*shows_board=*/false);
    const auto finding = examined(subject, question(std::string(fen) + " 0 1", depth));
    const RightWithout* const right = finding ? reason_of<RightWithout>(*finding) : nullptr;
    return right != nullptr ? right->field : NeededField::None;
  };
  EXPECT_EQ(field_of(kListed, 1), NeededField::EnPassantSquare);
  EXPECT_EQ(field_of(kCounted, 2), NeededField::EnPassantSquare);
}

/// A promoted piece is lost, so it blocks no check where it is tried; the lists are those of a
/// known bug.
/// Black's pawns become white rooks, and such a rook may attack the king of the pawn that promotes.
TEST(UnknownBug, OfAPromotionOfOneKindIsNotTheListsWhereItIsTried) {
  const HypothesesWithout without(BugId::PromotionWrongColor);
  const auto made = [](const Position& position, Move move) {
    PositionParts parts = position.after(move).parts();
    if (move.kind() == MoveKind::Promotion && move.promoted_to() == PieceType::Rook &&
        position.side_to_move() == Color::Black) {
      parts.clear(move.to());
      parts.put(move.to(), Piece{Color::White, PieceType::Rook});
    }
    return Position(parts);
  };
  ScriptedGenerator subject(
      [&](const Call& call) {
        Position position = *admitted(call.question.root);
        for (const std::string& text : call.question.moves) {
          const auto move = find_legal(position, text);
          if (!move) return call.right();
          position = made(position, *move);
        }
        auto answer = reference::make_core_generator()->divide(
            question(position.fen(), call.question.depth), {});
        if (!answer || call.question.depth != 1) return answer;
        const Color us = position.side_to_move();
        std::erase_if(answer->lines, [&](const reference::RootCount& line) {
          const Position after = made(position, *find_legal(position, line.move));
          return after.attackers(after.king(us), ~us).any();
        });
        answer->total = answer->lines.size();
        return answer;
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("8/8/8/8/8/5k2/5p1K/8 b - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->missing, std::vector<std::string>{"f2f1r"});
  EXPECT_NE(finding->cause, Cause::Generation);
  EXPECT_TRUE(is_among(*finding, BugId::PromotionWrongColor) ||
              finding->bug_class == BugId::PromotionWrongColor)
      << ::testing::PrintToString(names_of(finding->candidates));
}

TEST(UnknownBug, OfAMoveThatIsMadeWrongIsNotTheListsWhereItIsTried) {
  ScriptedGenerator subject(
      [](const Call& call) {
        Line line(*admitted(call.question.root));
        for (const std::string& text : call.question.moves) {
          const auto move = find_legal(line.position(), text);
          const bool promotes = move && move->kind() == MoveKind::Promotion;
          if (!line.push_text(text)) return call.right();
          if (!promotes) continue;
          PositionParts parts = line.position().parts();
          parts.clear(move->to());
          line = Line(Position(parts));
        }
        const Position position = line.position();
        auto answer = reference::make_core_generator()->divide(
            question(position.fen(), call.question.depth), {});
        if (!answer || call.question.depth != 1) return answer;
        if (position.checkers() != Bitboard())
          std::erase_if(answer->lines,
                        [](const reference::RootCount& line) { return line.move.size() == 5; });
        answer->total = answer->lines.size();
        return answer;
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("K6r/2P5/8/8/8/8/4k3/8 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->missing.size(), 4U);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_NE(std::ranges::find(finding->candidates, BugId::MovedPieceLost),
            finding->candidates.end())
      << ::testing::PrintToString(names_of(finding->candidates));
}

/// A check by a promoted piece is overlooked, from the FEN as well: the piece is not lost.
TEST(UnknownBug, OfChecksIsNotOfPromotionThatGivesOne) {
  ScriptedGenerator subject(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          Line line(*admitted(call.question.root));
          if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
          for (const MoveFacts& move : make_scene(line.position()).moves)
            if (move.pseudo_legal && move.why) divide.lines.push_back({move.text, 1});
          std::ranges::sort(divide.lines);
          divide.total = divide.lines.size();
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("7K/8/8/8/8/8/k1p3R1/8 b - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal.size(), 4U);
  EXPECT_EQ(finding->cause, Cause::Generation);
}

/// The engine answers in one position only, and there as an engine with a known bug.
TEST(UnknownBug, IsNotAKnownOneWhereOtherAnswersAreLacking) {
  const auto captures_defended = [](const Call& call) -> Answer<Divide> {
    if (call.question.root.fen != "3rk3/8/8/3p4/4K3/8/8/8 w - - 0 1")
      return failure(FailureKind::Died);
    return changed(call, [](Divide& divide) {
      if (divide.lines.front().nodes != 1) return;
      divide.lines.push_back({"e4d5", 1});
      std::ranges::sort(divide.lines);
      ++divide.total;
    });
  };
  ScriptedGenerator subject(captures_defended);
  const auto finding = examined(subject, question("3rk3/8/8/3p4/4K3/8/8/8 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e4d5"});
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_NE(std::ranges::find(finding->candidates, BugId::KingCapturesDefended),
            finding->candidates.end());
}

/// Both bugs have models: that of the generator explains all lists, that of the reader only boards.
TEST(UnknownBug, OfEnPassantExplainsWhatTheReaderDoesAsWell) {
  zoo::BugSet bugs(BugId::EpMissing);
  bugs.add(BugId::FenEpIgnored);
  const auto subject = zoo::make_zoo_generator(bugs);
  const auto mailbox = mailbox::make_mailbox_generator();
  const Question asked = question("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1);
  auto found = Bisection(*subject, *mailbox, asked, {})
                   .locate(*subject->divide(asked, {}), *mailbox->divide(asked, {}));
  ASSERT_TRUE(found);
  const std::vector<Finding> findings =
      Diagnosis(*subject, *mailbox, {}).examine(std::move(*found), 0, nullptr);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().cause, Cause::Generation);
  EXPECT_EQ(findings.front().bug_class, BugId::EpMissing) << class_name(findings.front());
}

/// Some counts are wrong in a way that no model has; in one position they are those of an engine
/// that counts an end of the game as a leaf.
TEST(UnknownBug, OfCountsIsNotTheClassOfOnePosition) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (call.question.depth < 2) return;
          for (reference::RootCount& line : divide.lines)
            if (line.nodes % 3 == 0) ++line.nodes;
          divide.total = sum_of_lines(divide);
        });
      },
      "4k2b/4P1B1/4PpP1/4pKp1/4P1P1/4P3/8/8 b - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->counts->subject, 5U);
  EXPECT_EQ(class_name(*finding), "unclassified");
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_TRUE(is_among(*finding, BugId::MateCountsAsLeaf));
}

/// The counts of one position are those of an engine that counts an end of the game as a leaf, and
/// other ends are counted right.
TEST(UnknownBug, OfCountsIsNotAClassThatOtherCountsRefute) {
  const std::string mated = "4k2b/4P1B1/4PpP1/4pKp1/4P1P1/4P3/8/8 b - - 0 1";
  const auto finding = examined(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (call.question.depth < 2 || call.question.root.fen != mated) return;
          for (reference::RootCount& line : divide.lines)
            if (line.nodes == 0) line.nodes = 1;
          divide.total = sum_of_lines(divide);
        });
      },
      mated, 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "unclassified");
  EXPECT_TRUE(is_among(*finding, BugId::MateCountsAsLeaf));
}

/// All steps of a king are printed as one: the missing steps are another mixture everywhere.
TEST(UnknownBug, IsOneFindingWhateverElseIsWrongBesideASharedKindOfMove) {
  const auto steps_are_one = lines_changed([](std::string& move) {
    if (move.starts_with("e1")) move = "e1c1";
  });
  const auto pawns_stay = lines_changed([](std::string& move) {
    if (move.starts_with("h2")) move = "h2h2";
  });
  const auto quiet = examined(steps_are_one, "7k/8/8/8/8/8/7P/4K3 w - - 0 1", 1);
  const auto capture = examined(steps_are_one, "7k/8/8/8/8/8/5n1P/4K3 w - - 0 1", 1);
  const auto pawns = examined(pawns_stay, "7k/8/8/8/8/8/7P/4K3 w - - 0 1", 1);
  ASSERT_TRUE(quiet && capture && pawns);
  EXPECT_EQ(class_name(*quiet), "unclassified");
  EXPECT_NE(quiet->symptoms, capture->symptoms);
  RootCauses root_causes;
  EXPECT_EQ(root_causes.number_of(*quiet), 0U);
  EXPECT_EQ(root_causes.number_of(*capture), 0U) << capture->symptoms;
  EXPECT_EQ(root_causes.number_of(*pawns), 1U) << pawns->symptoms;
}

/// Illegal moves are removed from the list in a loop that leaves out the next one each time.
std::vector<std::string> removed_while_walking(const Position& position) {
  std::vector<std::pair<std::string, bool>> list;
  for (const MoveFacts& move : make_scene(position).moves)
    if (move.pseudo_legal || move.legal) list.emplace_back(move.text, move.legal);
  for (std::size_t at = 0; at < list.size(); ++at)
    if (!list[at].second) list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  std::vector<std::string> left;
  for (auto& [text, legal] : list) left.push_back(std::move(text));
  std::ranges::sort(left);
  return left;
}

/// Such an engine dies where it plays an illegal move first: nobody can ask it from there.
TEST(UnknownBug, OfAListIsNotOfTakingBackByTheCountsAboveIt) {
  const auto script = [](const Call& call) -> Answer<Divide> {
    Line line(*admitted(call.question.root));
    if (!line.push_texts(call.question.moves)) return call.right();
    const Position& position = line.position();
    Divide divide;
    for (const std::string& text : removed_while_walking(position)) {
      const auto move = find_legal(position, text);
      if (!move && call.question.moves.empty())
        return std::unexpected(Failure{FailureKind::Died, Stage::Perft, "it died"});
      const std::uint64_t nodes = call.question.depth == 1 || !move
                                      ? 1
                                      : removed_while_walking(position.after(*move)).size();
      divide.lines.push_back({text, nodes});
    }
    divide.total = sum_of_lines(divide);
    return divide;
  };
  const auto finding = examined(script, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_TRUE(reason_of<CouldNotAskFromFen>(*finding));
  EXPECT_NE(finding->cause, Cause::Unmake);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
}

/// One of two knights has no move, or lacks three of them.
TEST(UnknownBug, OfOnePieceIsNotOfSomeStepsOfIt) {
  const auto without = [](bool all) {
    return lines_dropped([all](const MoveFacts& move) {
      return move.from == Square::D4 && (all || rank_of(move.to) >= Rank::R5);
    });
  };
  const char* const kFen = "k7/p7/P7/8/3N4/8/8/K5N1 w - - 0 1";
  const auto silent = examined(without(true), kFen, 1);
  const auto some = examined(without(false), kFen, 1);
  ASSERT_TRUE(silent && some);
  EXPECT_NE(silent->symptoms, some->symptoms);
}

/// Castling rights that a king's step takes away do not come back: the lines that are counted later
/// lack castling.
TEST(UnknownBug, ARightThatIsNotPutBackIsNoMiscount) {
  const auto rights_lost_after_the_first =
      lines_counted([](const Position& after, std::size_t line) {
        if (line == 0) return after;
        PositionParts parts = after.parts();
        parts.castling = {};
        return Position(parts);
      });
  const auto finding = examined(rights_lost_after_the_first, "8/8/8/8/8/8/k7/R3K3 b Q - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Count);
  EXPECT_NE(class_name(*finding), "count-wrong");
  EXPECT_TRUE(is_among(*finding, BugId::UnmakeCastlingRights));
}

/// The table of the engine takes positions for one that differ only in a king's square.
TEST(UnknownBug, ACountOfAnotherMoveMayBeOfATable) {
  const HypothesesWithout without(BugId::HashCollision);
  std::uint64_t stored = 0;
  const auto first_of_its_kind = lines_counted(
      [&](const Position& after, std::size_t line) {
        if (line == 0) stored = static_cast<std::uint64_t>(count_legal(after));
        return after;
      },
      [&](const Position&) { return stored; });
  const auto finding = examined(first_of_its_kind, "8/8/8/8/8/5k2/7K/5b2 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::HashCollision));
  EXPECT_TRUE(has_fact(*finding, Fact::CountsOfOtherMoves));
  EXPECT_FALSE(has_fact(*finding, Fact::NotPutBack));
}

TEST(UnknownBug, LeavesThatAreNotTestedAreNoFaultOfUnmaking) {
  const auto finding =
      examined(lines_counted([](const Position& after, std::size_t) { return after; },
                             [](const Position& after) {
                               return static_cast<std::uint64_t>(std::ranges::count_if(
                                   make_scene(after).moves, [](const MoveFacts& move) {
                                     return move.castling ? move.legal : move.pseudo_legal;
                                   }));
                             }),
               "4k3/8/8/8/8/3p4/8/4K3 b - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Count);
  EXPECT_EQ(class_name(*finding), "count-wrong");
  EXPECT_FALSE(has_fact(*finding, Fact::NotPutBack));
}

TEST(UnknownBug, LeavesThatAnswerNoCheckAreNoFaultOfUnmaking) {
  const auto as_if_unchecked = lines_counted(
      [](const Position& after, std::size_t) { return after; },
      [](const Position& after) {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(make_scene(after).moves, [&](const MoveFacts& move) {
              const bool free = move.pseudo_legal && !move.castling && !move.pinned_by &&
                                move.moved->type != PieceType::King;
              return move.legal || (after.checkers().any() && free);
            }));
      });
  const auto finding = examined(as_if_unchecked, "7k/p7/8/4P3/8/8/1B6/4K3 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Count);
  EXPECT_EQ(class_name(*finding), "count-wrong");
  EXPECT_FALSE(has_fact(*finding, Fact::NotPutBack));
}

/// Which code counts them wrong is not known: that of taking back, or one that lists no moves.
TEST(UnknownBug, CountsThatNothingExplainsAreNoProofOfUnmaking) {
  const auto a_pawn_more = lines_counted(
      [](const Position& after, std::size_t) { return after; },
      [](const Position& after) {
        const auto pawns = after.pieces(after.side_to_move(), PieceType::Pawn).count();
        return static_cast<std::uint64_t>(count_legal(after) + (pawns > 1 ? 7 * pawns : 0));
      });
  const auto finding = examined(a_pawn_more, "7k/p1p5/8/8/8/8/8/2B1K3 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(has_fact(*finding, Fact::NotPutBackOrCountedOtherwise));
}

/// Another bug explains all lists of moves, and says nothing of the counts.
TEST(UnknownBug, CountsAreNotLaidToABugOfTheLists) {
  const auto leaves_untested = lines_counted(
      [](const Position& after, std::size_t) { return after; },
      [](const Position& after) {
        return static_cast<std::uint64_t>(std::ranges::count_if(
            make_scene(after).moves, [](const MoveFacts& move) { return move.pseudo_legal; }));
      });
  const auto queens_only = [leaves_untested](const Call& call) {
    auto answer = leaves_untested(call);
    if (!answer) return answer;
    std::erase_if(answer->lines, [](const auto& line) {
      return line.move.size() == 5 && !line.move.ends_with('q');
    });
    answer->total = sum_of_lines(*answer);
    return answer;
  };
  const auto finding = examined(queens_only, "4k3/8/8/8/8/3p4/8/4K3 b - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "count-wrong");
  EXPECT_FALSE(is_among(*finding, BugId::UnderpromotionMissing));
}

/// An engine that lists moves by other code than it counts them, with these bugs where it counts.
auto counting_with(zoo::BugSet bugs) {
  return [bugs](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      const auto wrong = zoo::make_zoo_generator(bugs);
      for (reference::RootCount& line : divide.lines) {
        Question after = call.question;
        after.moves.push_back(line.move);
        after.depth = 1;
        line.nodes = wrong->divide(after, {})->total;
      }
      divide.total = sum_of_lines(divide);
    });
  };
}

constexpr const char* kStepsBack = "4k3/8/8/5b2/3Pp3/8/2K5/8 b - d3 0 1";

TEST(UnknownBug, OfTheMovesThatAreCountedIsNamedAsInAList) {
  const auto finding = examined(counting_with(zoo::BugSet(BugId::KingXray)), kStepsBack, 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "king-xray");
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_FALSE(has_fact(*finding, Fact::NotPutBack));
}

/// A table takes the promotion to a rook for that to a queen, whose checks on diagonals are
/// answered then as if there were none.
TEST(UnknownBug, OfTheMovesThatAreCountedIsNotNamedWhereAnotherMoveToThereIsCountedRight) {
  const auto as_rook = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth != 2) return;
      for (reference::RootCount& line : divide.lines) {
        if (!line.move.ends_with('q')) continue;
        const std::string other = line.move.substr(0, 4) + 'r';
        line.nodes = std::ranges::find(divide.lines, other, &reference::RootCount::move)->nodes;
      }
      divide.total = sum_of_lines(divide);
    });
  };
  const auto finding = examined(as_rook, "3n4/2k1P3/7p/8/8/8/8/4K3 w - - 0 1", 2);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_NE(finding->cause, Cause::Generation);
}

/// Moves that answer a check are counted without a test. No piece is pinned here, nor in positions
/// like this one.
TEST(UnknownBug, OfTheMovesThatAreCountedIsNotNamedWhereItIsOneOfTwo) {
  zoo::BugSet both(BugId::KingXray);
  both.add(BugId::PinIgnored);
  const auto finding = examined(counting_with(both), kStepsBack, 2);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::KingXray));
}

/// In one position, counts are those of a board with one rook more.
TEST(UnknownBug, APieceIsNotLeftBehindIfItGoesAwayAlone) {
  const std::string fen = "7r/p7/7k/1P6/8/1P6/2K5/8 b - - 0 1";
  const auto spoiled = lines_counted([fen](const Position& after, std::size_t line) {
    PositionParts parts = after.parts();
    if (line > 0 && !after.piece_on(Square::D8))
      parts.put(Square::D8, Piece{Color::Black, PieceType::Rook});
    return Position(parts);
  });
  const auto finding = examined(
      [&](const Call& call) {
        return call.question.root.fen == fen ? spoiled(call) : call.right();
      },
      fen, 2);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "unclassified");
}

/// The engine reads a right of Black as one of White, too, and shows no board. So nobody knows
/// whether a move was made wrong.
TEST(UnknownBug, ARightThatMayBeMisreadIsNotLaidToMaking) {
  ScriptedGenerator subject(
      [](const Call& call) {
        Question misread = call.question;
        if (misread.root.fen == "4k2r/8/8/8/8/8/8/4K2R b k - 0 1")
          misread.root.fen = "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1";
        return reference::make_core_generator()->divide(misread, {});
      },
      nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, question("4k2r/8/8/8/8/8/8/4K2R b k - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e1g1"});
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_TRUE(is_among(*finding, BugId::FenMisread));
}

/// The first list of a process is wrong, with the field or without it.
TEST(UnknownBug, OfTheFirstAnswerNeedsNoField) {
  ScriptedGenerator subject(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (call.since_restart > 1 || divide.lines.empty()) return;
          divide.lines.pop_back();
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  subject.restart();
  const auto finding = test::examined(subject, question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(reason_of<RightWithout>(*finding));
  const NotRestored* const left = reason_of<NotRestored>(*finding);
  EXPECT_TRUE(left == nullptr || left->without == NeededField::None);
}

/// Another move is wrong from the FEN than after the moves: the list is not to blame for that one.
TEST(UnknownBug, AfterAMoveIsNotThatOfTheListFromTheFen) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  ScriptedGenerator subject(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const bool is_after = !call.question.moves.empty();
          if (divide.lines.empty()) return;
          if (call.question.root.fen != fen) {
            divide.lines.erase(divide.lines.begin());
          } else if (is_after && call.question.moves.front() == "e2e4") {
            divide.lines.pop_back();
          } else if (!is_after && call.question.depth == 2) {
            for (reference::RootCount& line : divide.lines)
              if (line.move == "e2e4") --line.nodes;
          }
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question(fen, 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->missing, std::vector<std::string>{"e8f8"});
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_TRUE(is_among(*finding, BugId::FenMisread));
  ASSERT_TRUE(finding->culprit);
  EXPECT_EQ(finding->culprit->move, "e2e4");
  EXPECT_TRUE(others_are_wrong_from_fen(*finding));
}

/// A reader may drop either field, and no experiment tells which: that is nothing in common.
TEST(UnknownBug, OfAnotherFieldIsAnotherOne) {
  zoo::BugSet bugs(BugId::EpMissing);
  bugs.add(BugId::CastlingMissing);
  ScriptedGenerator subject(
      [&](const Call& call) { return zoo::make_zoo_generator(bugs)->divide(call.question, {}); },
      nullptr, /*shows_board=*/false);
  subject.take_fens_only();
  const auto one = test::examined(subject, question("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1));
  const auto other = test::examined(subject, question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->cause, Cause::Unknown);
  EXPECT_EQ(other->cause, Cause::Unknown);
  EXPECT_NE(one->symptoms, other->symptoms);
}

/// Moves that are taken back wrongly may need some plies to show, as faults of a table do.
TEST(UnknownBug, WhatShowsFromDepthThreeOnMayBeUnmakingToo) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          if (!call.question.moves.empty() || call.question.depth < 3) return;
          divide.lines.front().nodes += 1'000;
          divide.total += 1'000;
        });
      },
      "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_TRUE(is_among(*finding, BugId::UnmakeMovedPiece));
  EXPECT_TRUE(is_among(*finding, BugId::HashOmitsDepth));
}

/// The engine reads each FEN as if White were to move, and writes castling in letters, which are
/// read as the move of the side to move. Or White has no move at all.
TEST(UnknownBug, MovesOfTheOtherSideAreOneFinding) {
  const auto whites = [](const Call& call) {
    Question asked = call.question;
    Position position = parse_fen(asked.root.fen)->position;
    PositionParts parts = position.parts();
    parts.side_to_move = Color::White;
    asked.root.fen = Position(parts).fen();
    auto answer = reference::make_core_generator()->divide(asked, {});
    if (answer && position.side_to_move() == Color::Black)
      for (reference::RootCount& line : answer->lines)
        if (line.move == "e1g1") line.move = "g7g8";
    return answer;
  };
  const auto plain = examined_by_fens(whites, "8/6k1/8/8/8/8/8/4K3 b - - 0 1", 1);
  const auto castling = examined_by_fens(whites, "8/6k1/8/8/8/8/8/4K2R b K - 0 1", 1);
  const auto no_move = examined_by_fens(whites, "8/8/8/8/8/6k1/5r2/7K b - - 0 1", 1);
  ASSERT_TRUE(plain && castling && no_move);
  EXPECT_EQ(castling->symptoms, plain->symptoms);
  EXPECT_EQ(no_move->symptoms, plain->symptoms);
}

/// An engine that is given FENs only makes castling wrong, and captures of pawns: two faults.
TEST(UnknownBug, CountsOfMovesOfTwoKindsAreNotOneFault) {
  const auto one_more = [](const char* move) {
    return [move](const Call& call) {
      return changed(call, [&](Divide& divide) {
        if (call.question.depth < 2) return;
        for (reference::RootCount& line : divide.lines)
          if (line.move == move) line.nodes += 7;
        divide.total = sum_of_lines(divide);
      });
    };
  };
  const auto castling = examined_by_fens(one_more("e1g1"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2);
  const auto capture = examined_by_fens(one_more("e4d5"), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 2);
  ASSERT_TRUE(castling && capture);
  EXPECT_FALSE(castling->bug_class);
  EXPECT_TRUE(is_among(*castling, BugId::CastlingRookStays));
  EXPECT_NE(castling->symptoms, capture->symptoms);
}

/// Spoils the answer for `fen` at `depth`, unless it is the first of a process: something stays of
/// the position before.
ScriptedGenerator::Script after_another(const std::string& fen, int depth,
                                        const std::function<void(Divide&)>& spoil) {
  return [=, asked = false](const Call& call) mutable {
    asked = asked && call.since_restart > 1;
    const bool spoils = asked && call.question.root.fen == fen && call.question.depth == depth;
    asked = true;
    return changed(call, [&](Divide& divide) {
      if (spoils) spoil(divide);
    });
  };
}

/// The en passant square of one position stays for the next one, until the process starts anew.
TEST(UnknownBug, WhatIsLeftOfThePositionBeforeIsNoFaultOfGeneration) {
  const std::string before = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
  const std::string fen = "4k3/8/8/1pP5/8/8/7P/4K3 w - - 0 1";
  const auto finding =
      examined(after_another(fen, 1,
                             [](Divide& divide) {
                               divide.lines.push_back({"c5b6", 1});
                               std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
                               ++divide.total;
                             }),
               fen, 1, nullptr, before);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_FALSE(finding->bug_class);
  EXPECT_TRUE(is_among(*finding, BugId::FenMisread));
}

/// The same for a count: its reader may be to blame as well as a table.
TEST(UnknownBug, ACountThatIsRightWhenFreshMayBeTheReaders) {
  const std::string fen = "4k3/8/8/1pP5/8/8/7P/4K3 w - - 0 1";
  const auto finding = examined(after_another(fen, 2, plus_one), fen, 2, nullptr,
                                "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1");
  ASSERT_TRUE(finding);
  EXPECT_TRUE(is_among(*finding, BugId::HashStale));
  EXPECT_TRUE(is_among(*finding, BugId::FenMisread));
  // Nothing below this position tells what the table holds of others.
  EXPECT_TRUE(is_among(*finding, BugId::HashOmitsEp));
  EXPECT_TRUE(is_among(*finding, BugId::HashOmitsSide));
}

/// Another bug spoils the short lists: a list is cut off all the same.
TEST(UnknownBug, AListThatIsTooShortIsKnownBesideAnother) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [](Divide& divide) {
          std::erase_if(divide.lines, [](const auto& line) { return line.move.ends_with("g1"); });
          divide.lines.resize(std::min<std::size_t>(divide.lines.size(), 64));
          divide.total = sum_of_lines(divide);
        });
      },
      "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "move-list-overflow-128");
}

/// Moves that leave the king in check are taken out of the list after it was cut off.
TEST(UnknownBug, AListMayBeTooShortWhereItsLengthsDiffer) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [](Divide& divide) {
          const std::size_t many = divide.lines.size();
          if (many >= 64) divide.lines.resize(many / 2);
          divide.total = sum_of_lines(divide);
        });
      },
      "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  EXPECT_TRUE(is_among(*finding, BugId::MoveListOverflow128));
}

/// The lists of core without the moves for which `is_lost` is true.
template <typename Test>
ScriptedGenerator::Script moves_lost(Test is_lost) {
  return [is_lost](const Call& call) {
    return changed(call, [&](Divide& divide) {
      std::erase_if(divide.lines, [&](const auto& line) { return is_lost(line.move); });
      divide.total = sum_of_lines(divide);
    });
  };
}

TEST(UnknownBug, IsTiedToItsSquaresWhereItIsSo) {
  const auto tie_of = [](auto is_lost, const std::string& fen) {
    ScriptedGenerator subject(moves_lost(is_lost));
    ProbedSubject probed(subject, {});
    return tie_to_squares(standard(fen), probed);
  };
  const std::string king = "7k/8/8/8/8/8/8/4K3 b - - 0 1";
  const auto of_h8 = [](std::string_view move) { return move.starts_with("h8"); };
  EXPECT_EQ(tie_of(of_h8, king), Fact::RightElsewhere);
  const auto of_h = [](std::string_view move) { return move[0] == 'h'; };
  EXPECT_EQ(tie_of(of_h, king), Fact::RightOnOtherFiles);
  const auto of_8 = [](std::string_view move) { return move[1] == '8'; };
  EXPECT_EQ(tie_of(of_8, king), Fact::RightOnOtherRanks);
  const auto of_h_or_8 = [](std::string_view move) { return move[0] == 'h' || move[1] == '8'; };
  EXPECT_EQ(tie_of(of_h_or_8, king), std::nullopt);
  const auto long_ones = [](std::string_view move) { return move == "a8h1"; };
  EXPECT_EQ(tie_of(long_ones, "b7k1/8/8/8/8/8/8/4K3 b - - 0 1"), std::nullopt)
      << "no other diagonal is as long";
}

/// A mask of the last rank that lacks a square. The kings have no room on the files beside it.
TEST(UnknownBug, APawnThatStaysBesideItsPromotionsIsTiedToItsFile) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [](Divide& divide) {
          const auto queen = std::ranges::find(divide.lines, "a2a1q", &reference::RootCount::move);
          if (queen == divide.lines.end()) return;
          divide.lines.push_back({"a2a1", queen->nodes});
          std::ranges::sort(divide.lines);
          divide.total = sum_of_lines(divide);
        });
      },
      "7k/8/8/8/8/8/p7/7K b - - 0 1", 1);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(is_among(*finding, BugId::PromotionMissingPawnStays)) << "no promotion is missing";
  EXPECT_TRUE(has_fact(*finding, Fact::RightOnOtherFiles));
}

/// A table of a knight's steps without a test of files is that of its attacks, too.
TEST(UnknownBug, OfAPieceThatSeemsToAttackNamesIt) {
  const auto is_around = [](const Position& after, Color us) {
    const Bitboard knights = after.pieces(~us) & after.pieces(PieceType::Knight);
    const int king = index(after.king(us));
    for (const Square from : knights) {
      const int difference = std::abs(king - index(from));
      if ((difference == 15 || difference == 17) && !knight_attacks(from).contains(after.king(us)))
        return true;
    }
    return false;
  };
  const auto wraps = [&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.depth > 1) return;
      Line line(*admitted(call.question.root));
      ASSERT_TRUE(line.push_texts(call.question.moves));
      const Position& position = line.position();
      std::erase_if(divide.lines, [&](const auto& each) {
        return is_around(position.after(*find_legal(position, each.move)), position.side_to_move());
      });
      divide.total = divide.lines.size();
    });
  };
  const auto finding = examined(wraps, "7k/8/8/2p5/8/5P2/8/n6K w - - 0 1", 1);
  ASSERT_TRUE(finding);
  const SeemsAttacked* const seen = reason_of<SeemsAttacked>(*finding);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->square, "h2");
  EXPECT_EQ(seen->from, "a1");
  EXPECT_TRUE(seen->around_edge);
  ASSERT_FALSE(finding->candidates.empty());
  EXPECT_EQ(finding->candidates.front(), BugId::KnightWraps);
  EXPECT_FALSE(is_among(*finding, BugId::KingStepMissing)) << "it is listed without the knight";

  const auto takes_nothing = [](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (!call.question.root.fen.contains("/1n6/")) return;
      std::erase_if(divide.lines, [](const auto& each) { return each.move == "a1b2"; });
      divide.total = sum_of_lines(divide);
    });
  };
  ScriptedGenerator subject(takes_nothing);
  ProbedSubject probed(subject, {});
  Finding capture;
  capture.cause = Cause::Generation;
  capture.root.fen = capture.fen = "7k/8/8/8/8/8/1n6/K7 w - - 0 1";
  capture.missing = {"a1b2"};
  capture.reduced.emplace();
  capture.reduced->fen = capture.fen;
  EXPECT_FALSE(seems_attacked(capture, probed)) << "without it there is nothing to capture";

  Finding moves;
  moves.cause = Cause::Generation;
  moves.kind = FindingKind::IllegalMove;
  moves.root.fen = moves.fen = "7k/8/8/8/8/8/8/N6K w - - 0 1";
  moves.illegal = {"a1g1"};
  moves.bug_class = BugId::KnightStepTypo;
  moves.symptoms = "of the moves";
  RootCauses causes;
  EXPECT_EQ(causes.number_of(*finding), causes.number_of(moves));
}

/// A reader of FENs gives the second queen of a side the place of the first one. Of two rooks both
/// are there.
TEST(UnknownBug, OfExtraPiecesMayBeOfTheReader) {
  const auto is_lost = [](const Position& root, const Position& position, const std::string& move) {
    const Color us = position.side_to_move();
    const Bitboard queens = root.pieces(us) & root.pieces(PieceType::Queen);
    return queens.count() > 1 && move.starts_with(to_string(*queens.begin()));
  };
  const auto reads_one_queen = [&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      const Position root = *admitted(call.question.root);
      Line line(root);
      if (call.question.depth > 2 || !line.push_texts(call.question.moves)) return;
      const Position& position = line.position();
      std::erase_if(divide.lines,
                    [&](const auto& each) { return is_lost(root, position, each.move); });
      if (call.question.depth == 2)
        for (auto& [move, nodes] : divide.lines) {
          const Position after = position.after(*find_legal(position, move));
          for (const Move reply : legal_moves(after))
            if (is_lost(root, after, to_uci(reply, false))) --nodes;
        }
      divide.total = sum_of_lines(divide);
    });
  };
  RootCauses causes;
  for (const auto& [fen, depth] : {std::pair{"4k3/8/8/8/8/8/Q2Q4/4K3 w - - 0 1", 1},
                                   std::pair{"4k3/8/8/8/2q2q2/8/5R2/4K3 w - - 0 1", 2}}) {
    const auto finding = examined(reads_one_queen, fen, depth);
    ASSERT_TRUE(finding) << fen;
    EXPECT_TRUE(has_fact(*finding, Fact::MissingOfExtraPieces)) << fen;
    EXPECT_EQ(finding->cause, Cause::Unknown) << fen << " " << to_string(finding->cause);
    EXPECT_FALSE(finding->bug_class) << fen << " " << class_name(*finding);
    EXPECT_TRUE(is_among(*finding, BugId::FenMisread)) << fen;
    EXPECT_EQ(causes.number_of(*finding), 0U) << fen;
  }
}

/// Checks of bishops are not noticed by a king in the corner.
TEST(UnknownBug, IsTiedToTheSquareOfAKingThatDoesNotNoticeCheck) {
  const std::string fen = "7k/p7/8/8/8/8/1B6/4K3 b - - 0 1";
  ScriptedGenerator subject([&](const Call& call) {
    return changed(call, [&](Divide& divide) {
      if (call.question.root.fen != fen) return;
      divide.lines.insert(divide.lines.begin(), {{"a7a5", 1}, {"a7a6", 1}});
      divide.total = sum_of_lines(divide);
    });
  });
  ProbedSubject probed(subject, {});
  EXPECT_EQ(tie_to_squares(standard(fen), probed), Fact::RightElsewhere);
}

/// The list has another move of the king in the place of castling.
TEST(UnknownBug, OfTheTargetOfCastlingIsNamed) {
  const auto finding = examined(lines_changed([](std::string& move) {
                                  if (move == "e1c1") move = "e1b1";
                                }),
                                "4k3/8/8/8/8/1N6/q7/R3K3 w Q - 1 2", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->bug_class, BugId::CastlingKingMisplaced);
  const auto missing = examined(moves_lost([](std::string_view move) { return move == "e1c1"; }),
                                "4k3/8/8/8/8/1N6/q7/R3K3 w Q - 1 2", 1);
  ASSERT_TRUE(missing);
  EXPECT_NE(missing->bug_class, BugId::CastlingKingMisplaced) << "nothing is in its place";
}

/// Lists these moves where there is an en passant square. After moves there is one only if a pawn
/// can capture there.
ScriptedGenerator::Script listed_beside_square(std::string fen, std::vector<std::string> moves) {
  return [=](const Call& call) {
    return changed(call, [&](Divide& divide) {
      Line line(*admitted(call.question.root));
      if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
      const Position& position = line.position();
      const auto square = position.en_passant();
      const bool usable = square && (pawn_attacks(~position.side_to_move(), *square) &
                                     position.pieces(position.side_to_move(), PieceType::Pawn))
                                        .any();
      if (!square || (!usable && !call.question.moves.empty())) return;
      for (const std::string& move : moves) {
        const auto why = why_illegal(position, move);
        if (why && why->reason == why_illegal(*admitted(standard(fen)), move)->reason)
          divide.lines.push_back({move, 1});
      }
      std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
      divide.total = sum_of_lines(divide);
    });
  };
}

/// Without the square the same check is noticed, so no code of checks is to blame.
TEST(UnknownBug, ThatNeedsASquareIsNotOfWhatIsRightWithoutIt) {
  const std::string fen = "4k3/8/8/2PpP3/2K5/8/8/8 w - d6 0 1";
  const auto finding = examined(listed_beside_square(fen, {"c5c6", "e5e6"}), fen, 1);
  ASSERT_TRUE(finding);
  EXPECT_NE(reason_of<RightWithout>(*finding), nullptr);
  for (const BugId each : {BugId::CheckIgnored, BugId::LegalityUntested, BugId::PawnChecksIgnored})
    EXPECT_FALSE(is_among(*finding, each)) << to_string(each);
}

/// Black castles long only if White's squares are empty as well. Castling that is tested for
/// attacks up to the rook fits here, beside another bug, and not where nothing attacks b8.
TEST(UnknownBug, IsNotAKnownOneThatItsSmallestPositionRefutes) {
  const auto with_others = std::shared_ptr<reference::Generator>(
      zoo::make_zoo_generator(zoo::BugSet(BugId::Chess960KingAlreadyThere)));
  const std::function<Answer<Divide>(Question)> answer_to = [&](Question question) {
    const int depth = std::exchange(question.depth, 1);
    auto answer = with_others->divide(question, {});
    Line line(*admitted(question.root));
    if (!answer || !line.push_texts(question.moves)) return answer;
    const Bitboard whites = Bitboard{Square::B1} | Bitboard{Square::C1} | Bitboard{Square::D1};
    if ((line.position().occupied() & whites).any())
      std::erase_if(answer->lines, [](const auto& each) { return each.move == "e8c8"; });
    for (reference::RootCount& each : answer->lines) {
      if (depth == 1) break;
      Question child = question;
      child.moves.push_back(each.move);
      child.depth = depth - 1;
      const auto below = answer_to(child);
      if (!below) return below;
      each.nodes = below->total;
    }
    answer->total = sum_of_lines(*answer);
    return answer;
  };
  const auto finding = examined([&](const Call& call) { return answer_to(call.question); },
                                "r3k2r/4q3/8/8/8/1Q6/8/R2K3R b kq - 3 2", 1);
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->bug_class, BugId::CastlingBFileAttacked);
}

/// In check, code of pins that overlooks it, and code of answers that overlooks pins.
TEST(UnknownBug, OfPinnedPiecesInCheckIsTold) {
  const auto listed = [](const char* fen, std::vector<std::string> moves) {
    return examined(
        [=](const Call& call) {
          return changed(call, [&](Divide& divide) {
            Line line(*admitted(call.question.root));
            if (call.question.depth != 1 || !line.push_texts(call.question.moves) ||
                line.position().checkers().empty())
              return;
            for (const std::string& move : moves)
              if (const auto facts = move_facts(line.position(), move);
                  facts && facts->pinned_by && !facts->legal)
                divide.lines.push_back({move, 1});
            std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
            divide.total = sum_of_lines(divide);
          });
        },
        fen, 1);
  };
  const auto along = listed("3r3k/8/8/8/3K1R1q/8/N7/8 w - - 0 1", {"f4e4", "f4g4", "f4h4"});
  ASSERT_TRUE(along);
  EXPECT_TRUE(has_fact(*along, Fact::PinnedPiecesOverlookCheck));
  EXPECT_TRUE(along->candidates.empty());
  const auto alone = listed("3r3k/8/8/8/3K1R1q/8/8/8 w - - 0 1", {"f4e4", "f4g4", "f4h4"});
  ASSERT_TRUE(alone);
  EXPECT_FALSE(has_fact(*alone, Fact::PinnedPiecesOverlookCheck)) << "no other piece is there";
  const auto answer = listed("Q2qk3/8/8/1B6/8/8/8/4K3 b - - 0 1", {"d8d7"});
  ASSERT_TRUE(answer);
  EXPECT_TRUE(has_fact(*answer, Fact::AnswersOverlookPins));
}

/// Its smallest position has a square that no pawn can use: after the push there is none.
TEST(UnknownBug, OfAPieceThatGoesToTheSquareIsNoFaultOfTheReader) {
  const std::string fen = "8/8/8/3k4/1pPpq3/5q2/6Q1/3Q1b1K b - c3 0 1";
  const auto finding = examined(listed_beside_square(fen, {"f3c3"}), fen, 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(finding->candidates, std::vector{BugId::EpByAnyPiece});
}

/// A rook's move does not clear the square, of which the file alone is kept, and the reader of FENs
/// does not set one.
TEST(UnknownBug, OfASquareThatIsNotClearedIsNotOfThePush) {
  const std::string fen = "4k2r/8/8/3P4/3p4/8/4P3/4K3 w k - 0 1";
  ScriptedGenerator subject(
      [](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const Question& asked = call.question;
          std::vector<std::string> left = asked.moves;
          if (asked.moves.empty() && asked.root.fen.contains(" e3 "))
            std::erase_if(divide.lines, [](const auto& each) { return each.move == "d4e3"; });
          const auto pushed = std::ranges::find(asked.moves, "e2e4");
          if (pushed != asked.moves.end() && pushed + 2 == asked.moves.end() &&
              (pushed + 1)->starts_with("h8"))
            divide.lines.push_back({"d5e6", 1});
          // The counts above it.
          for (reference::RootCount& line : divide.lines) {
            const bool last = asked.depth == 2 && line.move.starts_with("h8") &&
                              !asked.moves.empty() && asked.moves.back() == "e2e4";
            if (last) ++line.nodes;
            if (asked.depth == 3 && line.move == "e2e4") line.nodes += 9;
          }
          std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, question(fen, 3));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Make);
  ASSERT_TRUE(finding->culprit);
  EXPECT_TRUE(finding->culprit->move.starts_with("h8")) << finding->culprit->move;
  EXPECT_EQ(finding->bug_class, BugId::EpSquareNotCleared);
}

/// Making the illegal move puts a rook on the board, and the total is counted after that.
TEST(UnknownBug, AnIllegalMoveIsToldBeforeAWrongTotal) {
  const auto finding = examined(
      [](const Call& call) {
        return changed(call, [](Divide& divide) {
          divide.lines.push_back({"e1c1", 1});
          std::erase_if(divide.lines, [](const auto& each) { return each.move == "e1d1"; });
          std::ranges::sort(divide.lines, {}, &reference::RootCount::move);
          divide.total += 10;
        });
      },
      "4k3/8/8/8/8/8/8/b3K3 w - - 0 2", 1);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, FindingKind::IllegalMove);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e1c1"});
  EXPECT_EQ(finding->missing, std::vector<std::string>{}) << "the list may not be whole";
}

TEST(MisplacedMoves, AreMissingWhereImpossibleOnesAreListed) {
  const std::string fen = "4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1";
  EXPECT_EQ(misplaced_moves(standard(fen), {{"f4d4"}, {"d2d4"}, {}}), "pawn double");
  EXPECT_EQ(misplaced_moves(standard(fen), {{"f4d4"}, {}, {}}), std::nullopt);
  EXPECT_EQ(misplaced_moves(standard(fen), {{}, {"d2d4"}, {}}), std::nullopt);
  EXPECT_EQ(misplaced_moves(standard(fen), {{"e1e3", "d2e3"}, {"d2d4"}, {}}), "pawn double");
  const std::string pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
  EXPECT_EQ(misplaced_moves(standard(pinned), {{"e2c3"}, {"e1d1"}, {}}), std::nullopt)
      << "only the king's safety forbids it";
}

}  // namespace
}  // namespace perft_verify::verifier
