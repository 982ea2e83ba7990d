// parse(write(p)) is p, and the output is canonical.
#include <gtest/gtest.h>

#include <set>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

/// Compared structurally, fact by fact, not by key. Without any rights a FEN does not show whether
/// a position is Chess960, so the mode is given.
void check_round_trip(const Position& position) {
  const std::string fen = position.fen();
  const auto parsed = parse_fen_as(fen, position.chess960());
  ASSERT_TRUE(parsed.has_value()) << fen << ": " << parsed.error().message();
  ASSERT_EQ(parsed->position, position);
  ASSERT_EQ(parsed->position.fen(), fen);
  ASSERT_EQ(parsed->position.key(), position.key());
  const auto& notes = parsed->notes;
  ASSERT_FALSE(notes.five_fields || notes.digit_run || notes.castling_order || notes.clocks_clamped)
      << "not canonical: " << fen;
}

TEST(FenRoundTrip, PositionsOfSeededRandomGames) {
  std::set<std::string> distinct;
  const auto check = [&distinct](const Position& position) {
    distinct.insert(position.fen());
    check_round_trip(position);
  };
  for (unsigned seed = 1; seed <= 25; ++seed) {
    std::mt19937 random(seed);
    test::random_game(Position(), random, 300, check);
    test::random_game(test::position_of(test::kKiwipete), random, 300, check);
  }
  EXPECT_GE(distinct.size(), 5000U);
}

TEST(FenRoundTrip, PositionsOfRandomGamesFromChess960Starts) {
  std::set<std::string> distinct;
  std::mt19937 random(960);
  for (int game = 0; game < 60; ++game) {
    const auto start = test::chess960_start(static_cast<int>(random() % 960));
    test::random_game(test::position_of(start), random, 120, [&](const Position& position) {
      distinct.insert(position.fen());
      check_round_trip(position);
    });
  }
  EXPECT_GE(distinct.size(), 2000U);
}

TEST(FenRoundTrip, AllSuitePositionsAndTheirChildren) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"}) {
    for (const auto& row : test::suite_positions(file)) {
      const Position position = test::position_of(row.fen);
      check_round_trip(position);
      for (const Move move : legal_moves(position)) check_round_trip(position.after(move));
    }
  }
}

TEST(FenRoundTrip, SixFieldFensOfTheSuitesAreWrittenAsTheyStand) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"}) {
    for (const auto& row : test::suite_positions(file)) {
      const bool six_fields = std::ranges::count(row.fen, ' ') == 5;
      const std::string expected = six_fields ? row.fen : row.fen + " 0 1";
      EXPECT_EQ(test::position_of(row.fen).fen(), expected) << row.where();
    }
  }
}

TEST(FenRoundTrip, AnAsymmetricBoardKeepsEveryRankInItsPlace) {
  // Each rank and each file is unique: a skipped, doubled or mirrored one shows.
  constexpr std::string_view kFen = "1r2k3/2p5/3n4/pP2b3/5Q2/R5q1/7N/4K2B w - - 3 17";
  const Position position = test::position_of(kFen);
  EXPECT_EQ(position.fen(), kFen);
  EXPECT_EQ(position.piece_on(Square::B8), (Piece{Color::Black, PieceType::Rook}));
  EXPECT_EQ(position.piece_on(Square::C7), (Piece{Color::Black, PieceType::Pawn}));
  EXPECT_EQ(position.piece_on(Square::D6), (Piece{Color::Black, PieceType::Knight}));
  EXPECT_EQ(position.piece_on(Square::E5), (Piece{Color::Black, PieceType::Bishop}));
  EXPECT_EQ(position.piece_on(Square::F4), (Piece{Color::White, PieceType::Queen}));
  EXPECT_EQ(position.piece_on(Square::G3), (Piece{Color::Black, PieceType::Queen}));
  EXPECT_EQ(position.piece_on(Square::H2), (Piece{Color::White, PieceType::Knight}));
  EXPECT_EQ(position.piece_on(Square::H1), (Piece{Color::White, PieceType::Bishop}));
}

TEST(FenRoundTrip, EveryPieceOnEverySquareIsWrittenWhereItStands) {
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      for (int number = 0; number < kSquareCount; ++number) {
        PositionParts parts;
        test::put(parts, square_at(number), Piece{color, type});
        const std::string fen = Position(parts).fen();
        const auto fields = parse_fen_syntax(fen);
        ASSERT_TRUE(fields.has_value()) << fen;
        Placement placement{};
        placement[static_cast<std::size_t>(number)] = Piece{color, type};
        ASSERT_EQ(fields->placement, placement) << fen;
        decltype(fields->squares) squares{};
        squares[static_cast<std::size_t>(color)][static_cast<std::size_t>(type)] = std::uint64_t{1}
                                                                                   << number;
        ASSERT_EQ(fields->squares, squares) << fen;
      }
    }
  }
}

TEST(FenRoundTrip, TheLongestFenIsNoLongerThanTheGateAllows) {
  // Sixty-four letters, four rights and the largest clocks; a square would take one more byte.
  PositionParts parts = test::parts_of(Position());
  const Bitboard occupied = parts.by_color[0] | parts.by_color[1];
  for (const Square square : ~occupied)
    test::put(parts, square, Piece{Color::White, PieceType::Pawn});
  parts.halfmove_clock = kMaxHalfmoveClock;
  parts.fullmove_number = kMaxFullmoveNumber;
  EXPECT_EQ(Position(parts).fen().size(), 71U + 3 + 4 + 2 + 4 + 6);
  EXPECT_LE(Position(parts).fen().size() + 1, 100U);
}

}  // namespace
}  // namespace perft_verify
