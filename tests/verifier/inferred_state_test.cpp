// The board of an engine that shows none, from the moves that it lists after one that it makes
// wrong.
#include "verifier/classify/inferred_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "tests/verifier/support/examined.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/classify/making/squares.h"
#include "verifier/report/words/sentence.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using OnSquare = StateDifference::OnSquare;

constexpr Piece kRook{Color::White, PieceType::Rook};
constexpr Piece kKnight{Color::White, PieceType::Knight};
constexpr Piece kQueen{Color::White, PieceType::Queen};

void replace(PositionParts& parts, Square square, std::optional<Piece> piece) {
  parts.clear(square);
  if (piece) parts.put(square, *piece);
}

Position after(const std::string& fen, const std::string& move) {
  const Position before = *admitted(standard(fen));
  return before.after(*find_legal(before, move));
}

struct Mistake {
  const char* what;
  const char* fen;
  const char* move;
  std::vector<std::pair<Square, std::optional<Piece>>> squares;
};

const Mistake kMistakes[] = {
    {"stays", "rr5k/8/8/8/N7/8/8/7K w - - 0 1", "a4b2", {{Square::A4, kKnight}}},
    {"is lost", "rr5k/8/8/8/N7/8/8/7K w - - 0 1", "a4b2", {{Square::B2, {}}}},
    {"is not made",
     "rr5k/8/8/8/N7/8/8/7K w - - 0 1",
     "a4b2",
     {{Square::A4, kKnight}, {Square::B2, {}}}},
    {"is another piece",
     "8/8/1k6/8/8/8/8/Q6K w - - 0 1",
     "a1a8",
     {{Square::A8, Piece{Color::White, PieceType::Bishop}}}},
    {"rook stays",
     "8/6k1/8/8/8/8/8/4K2R w K - 0 1",
     "e1g1",
     {{Square::H1, kRook}, {Square::F1, {}}}},
    {"rook elsewhere",
     "8/6k1/8/8/8/8/8/R3K3 w Q - 0 1",
     "e1c1",
     {{Square::H1, kRook}, {Square::D1, {}}}},
    {"victim stays",
     "4k3/8/8/r2pP3/8/8/8/4K3 w - d6 0 1",
     "e5d6",
     {{Square::D5, Piece{Color::Black, PieceType::Pawn}}}},
    {"promoted to another piece", "8/P7/1k6/8/8/8/8/7K w - - 0 1", "a7a8n", {{Square::A8, kQueen}}},
};

TEST(InferredBoards, AreThoseOfTheMistake) {
  for (const Mistake& each : kMistakes) {
    const Position right = after(each.fen, each.move);
    PositionParts parts = right.parts();
    for (const auto& [square, piece] : each.squares) replace(parts, square, piece);
    const WrongMoves wrong = wrong_with(Position(parts), right);
    ASSERT_TRUE(wrong.any()) << each.what;
    const auto boards = inferred_boards(standard(each.fen), {each.move}, wrong);
    ASSERT_EQ(boards.size(), 1U) << each.what;
    ASSERT_EQ(boards.front().squares.size(), each.squares.size()) << each.what;
    for (const auto& [square, piece] : each.squares) {
      const auto found = std::ranges::find(boards.front().squares, square, &OnSquare::square);
      ASSERT_NE(found, boards.front().squares.end()) << each.what;
      EXPECT_EQ(found->found, piece) << each.what;
    }
  }
}

TEST(InferredBoards, AreNoneForMovesThatNoBoardHas) {
  EXPECT_TRUE(inferred_boards(standard("r6k/8/8/8/N7/8/8/7K w - - 0 1"), {"a4c5"},
                              {.illegal = {"h8h6"}, .missing = {"a8a3"}, .duplicate = {}})
                  .empty());
}

TEST(InferredBoards, AreFoundAfterFurtherMoves) {
  const std::string fen = "rr5k/8/8/8/N7/8/8/7K w - - 0 1";
  const Position right = after(after(fen, "a4b2").fen(), "h8g8");
  PositionParts parts = right.parts();
  replace(parts, Square::A4, kKnight);
  const auto boards =
      inferred_boards(standard(fen), {"a4b2", "h8g8"}, wrong_with(Position(parts), right));
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards.front().squares.front().square, Square::A4);
}

TEST(InferredBoards, AreConfirmedByAMoveOfTheSamePieceElsewhere) {
  for (const PieceType type : kPieceTypes)
    for (const Color color : kColors) {
      const auto stays = [&](const Root& root, const std::vector<std::string>& moves) {
        const Position before = *admitted(root);
        const Move move = *find_legal(before, moves.front());
        PositionParts parts = before.after(move).parts();
        const bool king = type == PieceType::King;
        parts.put(move.from(), king ? Piece{color, PieceType::Pawn} : Piece{color, type});
        return std::optional(wrong_with(Position(parts), before.after(move)));
      };
      EXPECT_EQ(making::moved_piece({color, type}, stays).bug_class, BugId::MovedPieceStays)
          << static_cast<int>(type);
      const auto right = [](const Root&, const auto&) {
        return std::optional<WrongMoves>(WrongMoves{});
      };
      EXPECT_TRUE(making::moved_piece({color, type}, right).right);
      if (type == PieceType::King) continue;
      const auto lost = [&](const Root& root, const std::vector<std::string>& moves) {
        const Position before = *admitted(root);
        const Move move = *find_legal(before, moves.front());
        PositionParts parts = before.after(move).parts();
        parts.clear(move.to());
        parts.en_passant.reset();
        return std::optional(wrong_with(Position(parts), before.after(move)));
      };
      EXPECT_EQ(making::moved_piece({color, type}, lost).bug_class, BugId::MovedPieceLost);
    }
}

/// The position after a move of an engine whose pieces, but for the king, stay where they were.
Position made_wrong(const Position& before, Move move) {
  PositionParts parts = before.after(move).parts();
  const Piece moved = *before.piece_on(move.from());
  if (moved.type != PieceType::King && move.kind() == MoveKind::Normal)
    parts.put(move.from(), moved);
  return Position(parts);
}

Answer<Divide> ghosts(const Call& call) {
  Position position = *admitted(call.question.root);
  for (const std::string& text : call.question.moves) {
    const auto move = find_legal(position, text);
    if (!move) return call.right();
    position = made_wrong(position, *move);
  }
  Divide divide;
  for (const Move move : legal_moves(position))
    divide.lines.push_back(
        {to_uci(move, false),
         call.question.depth == 1 ? 1 : legal_moves(made_wrong(position, move)).size()});
  std::ranges::sort(divide.lines);
  divide.total = sum_of_lines(divide);
  return divide;
}

TEST(InferredBoards, NameAPieceThatStays) {
  ScriptedGenerator subject(ghosts, nullptr, /*shows_board=*/false);
  const auto finding = examined(subject, question("rr5k/8/8/8/N7/8/8/7K w - - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Make);
  EXPECT_EQ(finding->bug_class, BugId::MovedPieceStays) << class_name(*finding);
  ASSERT_TRUE(reason_of<WrongState>(*finding));
  EXPECT_TRUE(reason_of<WrongState>(*finding)->inferred);
  EXPECT_NE(sentence_of(*finding).find("its moves are the legal ones of another board"),
            std::string::npos)
      << sentence_of(*finding);
}

/// A pawn that captures where a king was: en passant without a square, or a king that stays.
std::optional<Finding> finding_of_a_pawn_that_captures(bool king_stays) {
  const std::string root = "8/8/8/8/1p6/k1K5/8/8 w - - 0 1";
  ScriptedGenerator subject(
      [&](const Call& call) {
        return changed(call, [&](Divide& divide) {
          const bool after = call.question.moves == std::vector<std::string>{"c3c2"};
          if (king_stays && call.question.moves == std::vector<std::string>{"a4b3"})
            std::erase_if(divide.lines, [](const reference::RootCount& line) {
              return line.move == "a8a3" || line.move == "a8a2" || line.move == "a8a1";
            });
          else if (call.question.root.fen == root && after)
            divide.lines.push_back({"b4c3", 1});
          else if (call.question.root.fen == root && call.question.depth == 2)
            ++std::ranges::find(divide.lines, "c3c2", &reference::RootCount::move)->nodes;
          else
            return;
          std::ranges::sort(divide.lines);
          divide.total = sum_of_lines(divide);
        });
      },
      nullptr, /*shows_board=*/false);
  return examined(subject, question(root, 2));
}

TEST(InferredFields, HaveNoEnPassantSquareOnTheLastRank) {
  const std::string fen = "8/1P6/8/8/8/8/2k1K3/2q5 w - - 0 1";
  const auto field = [&](WrongMoves wrong, const std::string& at) {
    return inferred_fields(standard(at), wrong).difference.en_passant_kept;
  };
  EXPECT_FALSE(field({.illegal = {"b7a8q"}, .missing = {}, .duplicate = {}}, fen));
  EXPECT_TRUE(field({.illegal = {"b5a6"}, .missing = {}, .duplicate = {}},
                    "8/8/8/pP6/8/8/2k1K3/2q5 w - - 0 1"));
}

TEST(InferredBoards, AreRefutedByAMoveOfTheSamePieceElsewhere) {
  const auto finding = finding_of_a_pawn_that_captures(false);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->bug_class, BugId::EpSquareWrong) << class_name(*finding);
}

TEST(InferredBoards, ExplainAMoveThatAFieldWouldExplainAsWell) {
  const auto finding = finding_of_a_pawn_that_captures(true);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->bug_class, BugId::MovedPieceStays) << class_name(*finding);
}

/// The moves of a board on which one piece stands on the next file tell which one it is.
TEST(PieceBesideItsSquare, IsToldByItsMovesAndThoseOfOthers) {
  struct Case {
    const char* fen;
    const char* listed;  // whose moves are listed
    std::optional<Square> square;
  };
  const Case kCases[] = {
      {"7k/8/8/8/8/8/8/4K3 b - - 0 1", "6k1/8/8/8/8/8/8/4K3 b - - 0 1", Square::H8},
      {"4k2r/8/8/8/8/7P/8/4K3 b - - 0 1", "4k2r/8/8/8/8/6P1/8/4K3 b - - 0 1", Square::H3},
      {"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/5N2/8/8/4K3 w - - 0 1", std::nullopt},
      {"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", std::nullopt},
  };
  for (const Case& each : kCases) {
    const Position right = *admitted(standard(each.fen));
    const WrongMoves wrong = wrong_with(*admitted(standard(each.listed)), right);
    EXPECT_EQ(piece_beside_its_square(right, wrong), each.square) << each.fen;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
