// The legal moves, piece by piece and rule by rule; counts to greater depths are in perft_test.cpp,
// and legality_exhaustive_test.cpp compares every list with the rules.
#include "core/movegen.h"

#include <gtest/gtest.h>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::legal_texts;
using test::position_of;

/// "e2e4 e7e8q" as a list.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> list;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    list.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list;
}

std::vector<std::string> moves_from(const Position& position, std::string_view square) {
  std::vector<std::string> moves;
  for (const std::string& text : legal_texts(position))
    if (text.starts_with(square)) moves.push_back(text);
  return moves;
}

struct PieceMoves {
  const char* point;
  std::string_view fen;
  std::string_view square;
  std::string_view moves;  // sorted
};

constexpr std::array kPieceMoves{
    PieceMoves{"pawn: single and double push", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2",
               "e2e3 e2e4"},
    PieceMoves{"pawn: no double push from the third rank", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3",
               "e3e4"},
    PieceMoves{"pawn: no step onto a piece, no jump over it", "4k3/8/8/8/8/4n3/4P3/7K w - - 0 1",
               "e2", ""},
    PieceMoves{"pawn: double push blocked, single free", "4k3/8/8/8/4n3/8/4P3/7K w - - 0 1", "e2",
               "e2e3"},
    PieceMoves{"pawn: captures to both sides, not its own", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1",
               "e4", "e4d5 e4e5 e4f5"},
    PieceMoves{"pawn: en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e5d6 e5e6"},
    PieceMoves{"pawn: no en passant without the square", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5",
               "e5e6"},
    PieceMoves{"pawn: four promotions", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7",
               "a7a8b a7a8n a7a8q a7a8r"},
    PieceMoves{"pawn: four promotions by capture and four by step",
               "1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7",
               "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r"},
    PieceMoves{"pawn: pinned on its file may step", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2",
               "e2e3 e2e4"},
    PieceMoves{"pawn: pinned on its file may not capture", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
               "e2", "e2e3 e2e4"},
    PieceMoves{"pawn: pinned on a diagonal may capture the pinner only",
               "6k1/8/8/8/8/2p1b3/3P4/2K5 w - - 0 1", "d2", "d2e3"},
    PieceMoves{"pawn: pinned on a rank stays", "6k1/8/8/8/8/8/K2P3r/8 w - - 0 1", "d2", ""},
    PieceMoves{"knight: all eight", "7k/8/8/8/3N4/8/8/7K w - - 0 1", "d4",
               "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5"},
    PieceMoves{"knight: two from the corner", "7k/8/8/8/8/8/8/N6K w - - 0 1", "a1", "a1b3 a1c2"},
    PieceMoves{"knight: pinned stays", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", ""},
    PieceMoves{"bishop: stops before its own and on the opponent's piece",
               "7k/8/5p2/2P5/3B4/8/1P6/7K w - - 0 1", "d4", "d4c3 d4e3 d4e5 d4f2 d4f6 d4g1"},
    PieceMoves{"rook: stops before its own and on the opponent's piece",
               "7k/8/3p4/8/1P1R4/8/8/3N3K w - - 0 1", "d4",
               "d4c4 d4d2 d4d3 d4d5 d4d6 d4e4 d4f4 d4g4 d4h4"},
    PieceMoves{"rook: pinned moves along the pin", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2",
               "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"},
    PieceMoves{"queen: both lines", "7k/8/8/2PPP3/2PQP3/2PPP3/8/7K w - - 0 1", "d4", ""},
    PieceMoves{"queen: pinned moves along the pin", "6k1/8/8/b7/8/8/3Q4/4K3 w - - 0 1", "d2",
               "d2a5 d2b4 d2c3"},
    PieceMoves{"king: not next to the other king", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1",
               "e1d1 e1f1"},
    PieceMoves{"king: castles to both sides", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1",
               "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
    PieceMoves{"king: does not castle without the right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1",
               "e1d1 e1d2 e1e2 e1f1 e1f2"},
    PieceMoves{"king: does not step back along the checking line", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
               "e1", "e1d2 e1e2 e1f2"},
};

TEST(Movegen, EachPieceMovesByItsRulesForWhiteAndForBlack) {
  for (const auto& [point, fen, square, moves] : kPieceMoves) {
    const Position position = position_of(fen);
    EXPECT_EQ(moves_from(position, square), words(moves)) << point;
    auto flipped = words(test::color_flipped(moves));
    std::ranges::sort(flipped);
    EXPECT_EQ(moves_from(test::color_flipped(position), test::color_flipped(square)), flipped)
        << point << ", colors flipped";
  }
}

struct ForbiddenMove {
  std::string_view fen;
  std::string_view move;
};

// Illegal moves that real generators made.
constexpr std::array kForbidden{
    ForbiddenMove{"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", "b5c6"},
    ForbiddenMove{"8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", "c4d3"},
    ForbiddenMove{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"},
    ForbiddenMove{"8/8/4k3/8/2pP4/1B6/8/4K3 b - d3 0 1", "c4d3"},
    ForbiddenMove{"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6"},
    ForbiddenMove{"1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", "d5e6"},
    ForbiddenMove{"r3k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"},
    ForbiddenMove{"4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", "h4a6"},
    ForbiddenMove{"4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", "h4a6"},
    ForbiddenMove{"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8"},
    ForbiddenMove{"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8p"},
    ForbiddenMove{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
    ForbiddenMove{"4k3/8/4r3/8/8/8/8/4K2R w K - 0 1", "e1g1"},
    ForbiddenMove{"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
    ForbiddenMove{"4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "e1g1"},
    ForbiddenMove{"4r1k1/8/8/8/8/3n4/2P5/4K3 w - - 0 1", "c2d3"},
    ForbiddenMove{"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1"},
    ForbiddenMove{"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1"},
    ForbiddenMove{"4k3/8/8/8/8/8/8/RNK5 w A - 0 1", "c1a1"},
    ForbiddenMove{"4kr2/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"},
};

TEST(Movegen, MovesThatRealGeneratorsWronglyMadeAreNotListed) {
  for (const auto& [fen, move] : kForbidden) {
    const Position position = position_of(fen);
    EXPECT_FALSE(test::is_legal_text(position, move)) << fen << " " << move;
    EXPECT_FALSE(test::is_legal_text(test::color_flipped(position), test::color_flipped(move)))
        << fen << " " << move << ", colors flipped";
  }
}

struct RequiredMove {
  std::string_view fen;
  std::string_view move;
};

constexpr std::array kRequired{
    // An en passant capture that resolves a check, or that leaves one of two pawns as a shield.
    RequiredMove{"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"},
    RequiredMove{"3k4/8/8/KPpP3r/8/8/8/8 w - c6 0 2", "b5c6"},
    RequiredMove{"3k4/8/8/KPpP3r/8/8/8/8 w - c6 0 2", "d5c6"},
    RequiredMove{"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", "c4d3"},
    // Only the king's path may not be attacked: b8 for the long castling does not matter.
    RequiredMove{"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"},
    // An interposition.
    RequiredMove{"4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", "d1e2"},
    // Chess960: king already home, neighbors change places, rook already home.
    RequiredMove{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"},
    RequiredMove{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},
    RequiredMove{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"},
    RequiredMove{"4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "e1d1"},
};

TEST(Movegen, MovesThatRealGeneratorsMissedAreListedOnce) {
  for (const auto& [fen, move] : kRequired) {
    const Position position = position_of(fen);
    EXPECT_TRUE(test::is_legal_text(position, move)) << fen << " " << move;
    EXPECT_TRUE(test::is_legal_text(test::color_flipped(position), test::color_flipped(move)))
        << fen << " " << move << ", colors flipped";
  }
}

struct FaultyGame {
  std::string_view fen;
  std::string_view wrongly_generated;
};

// The eight games of document 004: all are double checks in which a king's shadow was missed.
constexpr std::array kFaultyGames{
    FaultyGame{"r2N1b2/2p2kp1/p2p3r/1p1QP1B1/1n4Bp/5N2/PPP2PPP/R3R1K1 b - - 0 14", "f7g8"},
    FaultyGame{"8/1k6/2rN4/8/8/8/1R4K1/8 b - - 4 62", "b7b8"},
    FaultyGame{"5r2/p2R2N1/1qp1k3/1p6/4b3/1Pn1P2Q/4B1PP/6K1 b - - 0 23", "e6d7"},
    FaultyGame{"4Q3/3k2R1/3N3p/2p4P/p2p1P2/8/1K6/3rn3 b - - 0 48", "d7c6 d7c7"},
    FaultyGame{"8/R4k2/8/4N3/8/6K1/8/8 b - - 2 50", "f7g7"},
    FaultyGame{"1k2r3/p7/4p1p1/4P2p/7P/P5PR/q2K1P2/2q1R3 w - - 0 37", "d2e2 d2e3"},
    FaultyGame{"r2B4/1R4pp/pk6/N7/8/8/p4PPP/6K1 b - - 4 31", "b6a5 b6b5"},
    FaultyGame{"8/2N3p1/4Q1B1/1p2R2p/4kq2/8/PP4P1/7K b - - 0 28", "e4d3 e4e3"},
};

TEST(Movegen, InTheEightGamesOnlyTheKingMovesAndNotIntoTheShadow) {
  for (const auto& [fen, wrong] : kFaultyGames) {
    const Position position = position_of(fen);
    EXPECT_TRUE(position.checkers().more_than_one()) << fen;
    for (const Move move : legal_moves(position))
      EXPECT_EQ(move.from(), position.king(position.side_to_move())) << fen;
    for (const std::string& move : words(wrong))
      EXPECT_FALSE(test::is_legal_text(position, move)) << fen << " " << move;
  }
}

TEST(Movegen, TheLargestKnownListHas218Moves) {
  const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
  EXPECT_EQ(legal_moves(position).size(), 218U);
  EXPECT_EQ(count_legal(position), 218);
}

TEST(Movegen, MateAndStalemateHaveNoMoves) {
  const Position mate = position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  const Position stalemate = position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(mate.checkers().any());
  EXPECT_TRUE(stalemate.checkers().empty());
  for (const Position& position : {mate, stalemate}) {
    EXPECT_TRUE(legal_moves(position).empty());
    EXPECT_EQ(count_legal(position), 0);
  }
}

TEST(Movegen, AMoveListHoldsWhatWasAddedInItsOrder) {
  MoveList list;
  EXPECT_TRUE(list.empty());
  const Move first = Move::normal(Square::E2, Square::E4);
  const Move second = Move::normal(Square::D2, Square::D4);
  list.add(first);
  list.add(second);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0], first);
  EXPECT_EQ(list[1], second);
  EXPECT_EQ(list.end() - list.begin(), 2);
  EXPECT_TRUE(list.contains(second));
  EXPECT_FALSE(list.contains(Move::normal(Square::A2, Square::A3)));
}

TEST(Movegen, AHighHalfmoveClockEndsNoGame) {
  // Draw rules must not cut perft.
  for (const std::string_view clock : {"0 1", "100 80", "150 501", "999 99999"}) {
    const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - " + std::string(clock);
    EXPECT_EQ(count_legal(position_of(fen)), 15) << fen;
  }
}

/// The sets of targets that the list has.
LegalTargets targets_of(const MoveList& moves) {
  LegalTargets targets;
  for (const Move move : moves) {
    const Bitboard to{move.to()};
    if (move.kind() == MoveKind::Castling)
      targets.castling |= to;
    else if (move.kind() == MoveKind::EnPassant)
      targets.en_passant |= Bitboard{move.from()};
    else if (move.kind() == MoveKind::Promotion)
      targets.promotions[static_cast<std::size_t>(file_of(move.from()))] |= to;
    else
      targets.normal[static_cast<std::size_t>(move.from())] |= to;
  }
  return targets;
}

/// Checks every node down to `depth`: the counter, the targets and the list agree, no move is
/// listed twice, and no move leaves its own king attacked.
void check_nodes(const Position& position, int depth, const std::string& where) {
  const MoveList moves = legal_moves(position);
  if (static_cast<std::size_t>(count_legal(position)) != moves.size())
    ADD_FAILURE() << where << ": " << position.fen() << " counts " << count_legal(position)
                  << " moves and lists " << moves.size();
  const LegalTargets targets = legal_targets(position);
  const LegalTargets listed = targets_of(moves);
  if (static_cast<std::size_t>(targets.count) != moves.size() || targets.normal != listed.normal ||
      targets.promotions != listed.promotions || targets.castling != listed.castling ||
      targets.en_passant != listed.en_passant)
    ADD_FAILURE() << where << ": " << position.fen() << " has other targets than moves";
  for (std::size_t at = 0; at < moves.size(); ++at) {
    for (std::size_t other = 0; other < at; ++other)
      if (moves[at] == moves[other])
        ADD_FAILURE() << where << ": " << position.fen() << " lists a move twice";
    const Position next = position.after(moves[at]);
    const Color mover = position.side_to_move();
    if (next.attackers(next.king(mover), ~mover).any())
      ADD_FAILURE() << where << ": king left in check after "
                    << to_uci(moves[at], position.chess960());
    if (depth > 0) check_nodes(next, depth - 1, where);
  }
}

class SuiteNodes : public ::testing::TestWithParam<const char*> {};

TEST_P(SuiteNodes, CounterAndListAgreeToDepthTwo) {
  for (const auto& row : test::suite_positions(GetParam()))
    check_nodes(position_of(row.fen), 2, row.where());
}

std::string suite_name(const ::testing::TestParamInfo<const char*>& suite) {
  const std::string_view file = suite.param;
  return std::string(file.substr(0, file.find('.')));
}

INSTANTIATE_TEST_SUITE_P(Movegen, SuiteNodes,
                         ::testing::Values("standard.epd", "rules.epd", "gate.epd"), suite_name);

}  // namespace
}  // namespace perft_verify
