// The mailbox against confirmed counts, its FENs, and itself after make and unmake.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference/mailbox/board.h"
#include "reference/mailbox/cells.h"
#include "reference/mailbox/mailbox_generator.h"

namespace perft_verify::mailbox {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Board board_of(std::string_view fen, Chess960 chess960 = Chess960::Auto) {
  auto board = Board::from_fen(fen, chess960);
  if (!board)
    throw std::runtime_error(std::string(fen) + ": " + std::string(board.error().message()));
  return *std::move(board);
}

struct PerftTable {
  const char* fen;
  std::vector<std::uint64_t> counts;  // from depth 0
};

class MailboxPerft : public testing::TestWithParam<PerftTable> {};

TEST_P(MailboxPerft, CountsAsConfirmed) {
  const auto& [fen, counts] = GetParam();
  Board board = board_of(fen);
  for (std::size_t depth = 0; depth < counts.size(); ++depth)
    EXPECT_EQ(board.perft(static_cast<int>(depth)).value(), counts[depth]) << fen << " D" << depth;
  EXPECT_EQ(board.check(), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Standard, MailboxPerft,
    testing::ValuesIn(std::vector<PerftTable>{
        {kStart, {1, 20, 400, 8902, 197281}},
        {kKiwipete, {1, 48, 2039, 97862}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {1, 14, 191, 2812, 43238, 674624}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {1, 6, 264, 9467, 422333}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {1, 44, 1486, 62379}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {1, 46, 2079, 89890}},
        {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", {1, 0, 0, 0}},
    }));

INSTANTIATE_TEST_SUITE_P(
    EnPassantAndEvasion, MailboxPerft,
    testing::ValuesIn(std::vector<PerftTable>{
        {"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", {1, 4, 72, 330, 6118}},
        {"4k3/2p5/3p4/KP5r/8/8/8/8 b - - 0 1", {1, 21, 71, 1430, 7172}},
        {"8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", {1, 7, 62, 465, 5166}},
        {"8/8/4k3/8/2p5/8/B2P4/4K3 w - - 0 1", {1, 9, 70, 787, 6378}},
        {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {1, 6, 82, 574, 8889}},
        {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", {1, 9, 50, 379, 2369}},
        {"3k4/8/8/KPpP3r/8/8/8/8 w - c6 0 2", {1, 7, 113, 609, 9895}},
        {"8/8/4k3/8/2pP4/1B6/8/4K3 b - d3 0 1", {1, 8, 82, 649, 7561}},
        {"8/8/8/4k3/8/8/8/K3R3 b - - 0 1", {1, 6, 96, 545, 8887}},
        {"4k3/8/8/8/8/8/8/K3R3 b - - 0 1", {1, 4, 64, 294, 4804}},
        {"8/8/8/8/8/2k5/8/B3K3 b - - 0 1", {1, 5, 56, 307, 4271}},
        {"3q4/8/8/3K4/8/8/8/7k w - - 0 1", {1, 6, 144, 655, 15912}},
        {"rnbN1b1r/ppp2kpp/5n2/8/2B5/8/PPPP1PPP/RNBQK2R b KQ - 0 14", {1, 3, 114, 3271, 123140}},
        {"8/1k6/3N4/8/8/8/8/1R2K3 b - - 0 62", {1, 5, 115, 320, 7244}},
        {"8/6N1/4k3/8/8/7B/8/4K3 b - - 0 23", {1, 6, 96, 544, 9224}},
        {"4Q3/3k4/8/8/8/8/8/4K3 b - - 0 48", {1, 3, 55, 237, 5729}},
        {"8/R4k2/8/4N3/8/8/8/4K3 b - - 0 50", {1, 5, 135, 437, 10973}},
        {"4k3/8/8/8/8/8/3K4/2q5 w - - 0 37", {1, 3, 57, 248, 6000}},
        {"3B4/1R6/1k6/8/8/8/8/4K3 b - - 0 31", {1, 4, 90, 351, 7531}},
        {"8/8/8/4R3/4k3/8/8/K7 b - - 0 28", {1, 5, 71, 378, 5906}},
        {"r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {1, 20, 460, 10237, 236407}},
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", {1, 218}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Chess960, MailboxPerft,
    testing::ValuesIn(std::vector<PerftTable>{
        {"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", {1, 4}},
        {"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", {1, 11}},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", {1, 12}},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {1, 13}},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", {1, 12}},
        {"4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", {1, 23}},
        {"4k3/8/8/8/8/8/8/RNK5 w A - 0 1", {1, 14}},
        {"4kr2/8/8/8/8/8/8/1K5R w H - 0 1", {1, 17}},
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", {1, 23}},
        {"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", {1, 42}},
        {"rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20", {1, 44, 1438}},
    }));

TEST(MailboxFen, EveryPositionComesBackAsItWasWritten) {
  for (const char* fen :
       {kStart, kKiwipete, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "r1k1r3/8/8/8/8/8/8/R1K1R3 b EAea - 150 501",
        "1n2k3/P2p4/R7/3Q4/b6B/5N2/1p4Pp/4K3 b - - 999 99999"}) {
    const Board board = board_of(fen);
    EXPECT_EQ(board.fen(), fen);
    EXPECT_EQ(board.key(), board.key_from_scratch());
    EXPECT_EQ(board_of(board.fen()).setup(), board.setup());
  }
}

TEST(MailboxFen, WritesAllSixFieldsInTheCanonicalOrder) {
  EXPECT_EQ(board_of("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -").fen(),
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(board_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha -").fen(),
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
  EXPECT_EQ(board_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", Chess960::On).fen(),
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
}

TEST(MailboxFen, FindsOutWhetherARowIsChess960) {
  EXPECT_FALSE(board_of(kStart).chess960());
  EXPECT_FALSE(board_of("4k3/8/8/8/8/8/8/4KR1R w K - 0 1").chess960());  // K is the outer rook
  EXPECT_TRUE(board_of("4k3/8/8/8/8/8/8/4KR2 w K - 0 1").chess960());
  EXPECT_TRUE(board_of("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1").chess960());
  EXPECT_TRUE(board_of("4k3/8/8/8/8/8/8/4K2R w H - 0 1").chess960());
  EXPECT_FALSE(board_of("4k3/8/8/8/8/8/8/4K2R w H - 0 1", Chess960::On).in_check(Color::White));
}

struct BadFen {
  const char* marked;  // '^' stands before the byte that the error must name
  FenErrorReason reason;
  Chess960 chess960 = Chess960::Auto;
};

TEST(MailboxFen, RefusesWhatTheGateRefuses) {
  using enum FenErrorReason;
  const std::vector<BadFen> bad{
      {"^8/8/8/8/8/8/8/8 w - - 0 1", KingMissing},
      {" ^8/2p5/3p4/KP5r/8/8/8/8 w - c6 0 1", KingMissing},
      {"^4k3/8/8/8/8/8/8/4R3 w - - 0 1", KingMissing},
      {"4k2^k/8/8/8/8/8/8/4K3 w - - 0 1", TooManyKings},
      {"4k3/8/8/4K3/8/8/8/4^K3 w - - 0 1", TooManyKings},
      {"4k2^p/8/8/8/8/8/8/P3K3 w - - 0 1", PawnOnBackRank},
      {"4k3/8/8/8/8/8/8/4K2^P w - - 0 1", PawnOnBackRank},
      {"^4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", TooManyPawns},
      {"^4k3/pppppppp/nnnnnnnn/8/8/8/8/4K3 w - - 0 1", TooManyPieces},
      {"^4k3/pppppppp/qq6/8/8/8/8/4K3 w - - 0 1", TooManyPromoted},
      {"4k3/8/8/8/8/8/8/R3K3 w ^K - 0 1", CastlingRookMissing},
      {"4k3/8/8/8/8/8/4K3/R6R w ^KQ - 0 1", CastlingKingDisplaced},
      {"4k3/8/8/8/8/8/8/4KR2 w ^K - 0 1", CastlingRookMissing, Chess960::Off},
      {"4k3/8/8/8/8/8/8/R2K3R w ^KQ - 0 1", CastlingKingDisplaced, Chess960::Off},
      {"4k3/8/8/8/8/8/8/4K2R w ^H - 0 1", FileLetterInStandardChess, Chess960::Off},
      {"4k3/8/8/8/8/8/8/4K2R w K^H - 0 1", CastlingRightTwice},
      {"4k3/8/8/8/8/8/8/4K2R w ^E - 0 1", CastlingRookMissing},
      {"4k3/8/8/8/8/1r6/8/4K3 b ^q - 0 1", CastlingRookMissing},
      {"4k3/8/8/8/8/8/8/4K3 w - ^d6 0 1", EnPassantPawnMissing},
      {"4k3/8/3n4/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantSquareOccupied},
      {"4k3/3n4/8/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantOriginOccupied},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - ^d3 0 1", WrongEnPassantRank},
      {"4k3/8/8/8/8/8/8/4KR2 b - - 0 1 ^x", TooManyFields},
      {"4^k3/8/8/8/4R3/8/8/4K3 w - - 0 1", OpponentInCheck},
      {"8/8/8/3^kK3/8/8/8/8 w - - 0 1", KingsAdjacent},
      {"8^8888888/8/8/8/8/8/8/8/4K3 w - - 0 1", RankTooLong},
  };
  for (const auto& [marked, reason, chess960] : bad) {
    std::string fen = marked;
    const std::size_t offset = fen.find('^');
    fen.erase(offset, 1);
    const auto board = Board::from_fen(fen, chess960);
    ASSERT_FALSE(board) << fen;
    EXPECT_EQ(board.error().reason, reason) << fen;
    EXPECT_EQ(board.error().offset, offset) << fen;
  }
}

/// Plays up to `plies` random moves from the root, takes all back, and compares every
/// position on the way.
void walk_and_return(std::string_view fen, unsigned seed, int plies) {
  std::mt19937 random(seed);
  Board board = board_of(fen);
  std::vector<Board> trail;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = board.legal_moves();
    if (moves.empty()) break;
    trail.push_back(board);
    board.make(moves[random() % moves.size()]);
    ASSERT_EQ(board.check(), std::nullopt) << fen << " seed " << seed << " ply " << ply;
    const auto reread =
        Board::from_fen(board.fen(), board.chess960() ? Chess960::On : Chess960::Off);
    ASSERT_TRUE(reread) << board.fen();
    ASSERT_EQ(reread->key(), board.key()) << board.fen();
  }
  while (!trail.empty()) {
    board.unmake();
    ASSERT_TRUE(board.same_state(trail.back())) << fen << " seed " << seed;
    trail.pop_back();
  }
}

TEST(MailboxMakeUnmake, RandomWalksComeBackToTheirRoot) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const int plies = static_cast<int>(seed) * 3;
    for (const char* fen :
         {kStart, kKiwipete, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"})
      walk_and_return(fen, seed, plies);
  }
}

TEST(MailboxMakeUnmake, SpecialMovesLeaveTheRightPosition) {
  struct Case {
    const char *before, *move, *after;
  };
  for (const auto& [before, text, after] : {
           Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7", "e1g1",
                "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 7"},
           Case{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7", "e8c8",
                "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 8"},
           Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7", "h1h8",
                "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 7"},
           Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
           Case{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
           Case{"4k3/8/8/8/8/8/4P3/4K3 w - - 5 1", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
           Case{"1n5k/P7/8/8/8/8/8/7K w - - 5 1", "a7b8n", "1N5k/8/8/8/8/8/8/7K b - - 0 1"},
           Case{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           Case{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
       }) {
    Board board = board_of(before);
    const auto move = board.find_move(text);
    ASSERT_TRUE(move) << before << " " << text;
    board.make(*move);
    EXPECT_EQ(board.fen(), after);
    board.unmake();
    EXPECT_EQ(board.fen(), before);
  }
}

// Mistakes of the founding documents, which must not come back.
TEST(MailboxTraps, T9TypesAndColorsOfAllTwelvePieces) {
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const Occupant piece = occupant_of(color, type);
      EXPECT_TRUE(is_piece(piece));
      EXPECT_EQ(color_of(piece), color);
      EXPECT_EQ(type_of(piece), type);
    }
  }
  for (const Occupant none : {Occupant::Empty, Occupant::Wall}) {
    EXPECT_FALSE(is_piece(none));
    EXPECT_FALSE(is_piece_of(none, Color::White));
    EXPECT_FALSE(is_piece_of(none, Color::Black));
  }
}

TEST(MailboxTraps, T10PawnsOfNeitherColorCaptureTheWall) {
  EXPECT_EQ(board_of("4k3/8/8/8/P6P/8/8/4K3 w - - 0 1").perft(1).value(), 7U);
  EXPECT_EQ(board_of("4k3/8/8/p6p/8/8/8/4K3 b - - 0 1").perft(1).value(), 7U);
}

TEST(MailboxTraps, T11KeysFollowEveryKindOfMove) {
  for (const char* fen : {"r3k2r/1P6/8/3pP3/8/8/1p6/R3K2R w KQkq d6 0 1",
                          "r3k2r/1P6/8/8/3pP3/8/1p6/R3K2R b KQkq e3 0 1"}) {
    Board board = board_of(fen);
    for (const Move move : board.legal_moves()) {
      board.make(move);
      EXPECT_EQ(board.key(), board.key_from_scratch()) << fen << " " << board.fen();
      board.unmake();
    }
  }
}

TEST(MailboxTraps, T13WallsStandBetweenTheRanks) {
  int walls = 0;
  for (Cell cell = 21; cell <= 98; ++cell) walls += is_on_board(cell) ? 0 : 1;
  EXPECT_EQ(walls, 14);
  for (int number = 0; number < kSquareCount; ++number)
    EXPECT_EQ(square_of(cell_of(square_at(number))), square_at(number));
}

TEST(MailboxPerftErrors, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(board_of(kStart).perft(9, source.get_token()).error(), PerftError::Stopped);
}

reference::Question ask(std::string root, std::vector<std::string> moves = {}, int depth = 1,
                        bool chess960 = false) {
  return reference::question_at({std::move(root), chess960}, std::move(moves), depth);
}

TEST(MailboxGenerator, AnswersAsAReference) {
  const auto generator = make_mailbox_generator();
  EXPECT_EQ(generator->identity().name, "mailbox");
  EXPECT_EQ(generator->identity().kind, "mailbox");
  const reference::Question question = ask(kStart, {"e2e4", "e7e5"}, 2);
  const auto divide = generator->divide(question, {});
  ASSERT_TRUE(divide);
  EXPECT_EQ(divide->total, 835U);
  EXPECT_EQ(divide->lines.size(), 29U);
  EXPECT_TRUE(std::ranges::is_sorted(divide->lines));
  EXPECT_EQ(generator->board(question, {}).value(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
  EXPECT_TRUE(generator->shows_board());
}

TEST(MailboxGenerator, SaysWhatItCannotAnswer) {
  const auto generator = make_mailbox_generator();
  generator->restart();
  const auto illegal = generator->divide(ask(kStart, {"e2e4", "e7e5", "e2e5"}), {});
  ASSERT_FALSE(illegal);
  EXPECT_EQ(illegal.error().kind, reference::FailureKind::Protocol);
  EXPECT_EQ(illegal.error().stage, reference::Stage::Position);
  EXPECT_TRUE(illegal.error().message.contains("move e2e5 (ply 3) is not legal"));
  EXPECT_FALSE(generator->board(ask("8/8/8/8/8/8/8/8 w - - 0 1"), {}));
  EXPECT_FALSE(generator->divide(ask(kStart, {}, 0), {}));
  std::stop_source source;
  source.request_stop();
  const auto stopped = generator->divide(ask(kStart, {}, 9), source.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, reference::FailureKind::Stopped);
}

TEST(MailboxGenerator, SpellsCastlingByTheKindOfTheRow) {
  const auto generator = make_mailbox_generator();
  EXPECT_TRUE(generator->board(ask("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"}), {}));
  EXPECT_TRUE(generator->board(ask("4k3/8/8/8/8/8/8/4K2R w H - 0 1", {"e1h1"}, 1, true), {}));
  EXPECT_FALSE(generator->board(ask("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1h1"}), {}));
}

}  // namespace
}  // namespace perft_verify::mailbox
