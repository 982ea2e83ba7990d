// The 16 bits of a move, and its text.
#include "core/move.h"

#include <gtest/gtest.h>

#include <set>

#include "core/notation.h"
#include "core/san.h"
#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;

TEST(Move, EveryPairOfSquaresSurvivesTheEncoding) {
  for (int from = 0; from < kSquareCount; ++from) {
    for (int to = 0; to < kSquareCount; ++to) {
      const Move move = Move::normal(square_at(from), square_at(to));
      EXPECT_EQ(move.from(), square_at(from));
      EXPECT_EQ(move.to(), square_at(to));
      EXPECT_EQ(move.kind(), MoveKind::Normal);
    }
  }
}

TEST(Move, EachKindKeepsItsKindAndSquares) {
  const Move en_passant = Move::en_passant(Square::H5, Square::G6);
  EXPECT_EQ(en_passant.kind(), MoveKind::EnPassant);
  EXPECT_EQ(en_passant.from(), Square::H5);
  EXPECT_EQ(en_passant.to(), Square::G6);
  const Move castling = Move::castling(Square::E8, Square::H8);
  EXPECT_EQ(castling.kind(), MoveKind::Castling);
  EXPECT_EQ(castling.from(), Square::E8);
  EXPECT_EQ(castling.to(), Square::H8);
  for (const PieceType piece :
       {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
    const Move promotion = Move::promotion(Square::H7, Square::G8, piece);
    EXPECT_EQ(promotion.kind(), MoveKind::Promotion);
    EXPECT_EQ(promotion.promoted_to(), piece);
    EXPECT_EQ(promotion.from(), Square::H7);
    EXPECT_EQ(promotion.to(), Square::G8);
  }
}

TEST(Move, MovesThatDifferInOneFactDiffer) {
  std::set<std::uint16_t> bits;
  bits.insert(Move::normal(Square::E5, Square::D6).bits());
  bits.insert(Move::normal(Square::D6, Square::E5).bits());
  bits.insert(Move::en_passant(Square::E5, Square::D6).bits());
  bits.insert(Move::castling(Square::E5, Square::D6).bits());
  bits.insert(Move::promotion(Square::E5, Square::D6, PieceType::Knight).bits());
  bits.insert(Move::promotion(Square::E5, Square::D6, PieceType::Queen).bits());
  bits.insert(Move().bits());
  EXPECT_EQ(bits.size(), 7U);
}

/// The move put together again from its parts.
Move rebuilt(Move move) {
  switch (move.kind()) {
    case MoveKind::Normal:
      return Move::normal(move.from(), move.to());
    case MoveKind::Promotion:
      return Move::promotion(move.from(), move.to(), move.promoted_to());
    case MoveKind::EnPassant:
      return Move::en_passant(move.from(), move.to());
    case MoveKind::Castling:
      return Move::castling(move.from(), move.to());
  }
  return {};
}

void check_moves_round_trip(const test::SuitePosition& row) {
  const Position position = position_of(row.fen);
  for (const Move move : legal_moves(position)) {
    const std::string text = to_uci(move, position.chess960());
    EXPECT_EQ(rebuilt(move), move) << row.where() << ": " << text;
    EXPECT_EQ(find_legal(position, text), move) << row.where() << ": " << text;
    const auto parsed = parse_move_text(text);
    ASSERT_TRUE(parsed.has_value()) << text;
    EXPECT_EQ(to_string(parsed->from) + to_string(parsed->to), text.substr(0, 4));
    EXPECT_EQ(parsed->promotion, text.size() == 5 ? text[4] : '\0');
  }
}

TEST(Move, EveryLegalMoveOfTheSuitesRoundTripsThroughItsPartsAndItsText) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(file)) check_moves_round_trip(row);
}

TEST(Notation, CastlingIsTwoFilesInStandardAndKingTakesRookInChess960) {
  const Move kings_side = Move::castling(Square::E1, Square::H1);
  const Move queens_side = Move::castling(Square::E8, Square::A8);
  EXPECT_EQ(to_uci(kings_side, false), "e1g1");
  EXPECT_EQ(to_uci(kings_side, true), "e1h1");
  EXPECT_EQ(to_uci(queens_side, false), "e8c8");
  EXPECT_EQ(to_uci(queens_side, true), "e8a8");
}

TEST(Notation, PromotionLettersAreLowerCaseForBothColors) {
  EXPECT_EQ(to_uci(Move::promotion(Square::A7, Square::A8, PieceType::Queen), false), "a7a8q");
  EXPECT_EQ(to_uci(Move::promotion(Square::A7, Square::B8, PieceType::Rook), false), "a7b8r");
  EXPECT_EQ(to_uci(Move::promotion(Square::H2, Square::H1, PieceType::Bishop), false), "h2h1b");
  EXPECT_EQ(to_uci(Move::promotion(Square::H2, Square::G1, PieceType::Knight), true), "h2g1n");
}

TEST(Notation, OnlyTheExactTextOfALegalMoveIsFound) {
  const Position start;
  EXPECT_EQ(find_legal(start, "e2e4"), Move::normal(Square::E2, Square::E4));
  for (const std::string_view text :
       {"", "e2", "e2e5", "E2E4", "e2e4 ", " e2e4", "e2e4q", "e2-e4", "e7e5", "0000", "O-O"})
    EXPECT_EQ(find_legal(start, text), std::nullopt) << text;
}

TEST(Notation, EachModeRefusesTheOthersSpellingOfCastling) {
  constexpr std::string_view kFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const Position standard = position_of(kFen, Chess960::Off);
  const Position chess960 = position_of(kFen, Chess960::On);
  EXPECT_TRUE(find_legal(standard, "e1g1").has_value());
  EXPECT_FALSE(find_legal(standard, "e1h1").has_value());
  EXPECT_TRUE(find_legal(chess960, "e1h1").has_value());
  EXPECT_FALSE(find_legal(chess960, "e1g1").has_value());
}

TEST(Notation, MoveTextIsTwoSquaresAndAtMostOneLowerCaseLetter) {
  for (const std::string_view text : {"e2e4", "a1a1", "h8a1", "e7e8q", "e7e8p", "e2e4z"})
    EXPECT_TRUE(parse_move_text(text).has_value()) << text;
  for (const std::string_view text : {"", "e2", "e2e", "e2e9", "i2e4", "e2e4Q", "e2e41",
                                      "e7e8=", "e7e8qq", "e2e4 ", "E2E4", "0000", "e2 e4"})
    EXPECT_FALSE(parse_move_text(text).has_value()) << text;
}

TEST(San, NamesPiecesCapturesPromotionsChecksAndMates) {
  const auto san = [](std::string_view fen, std::string_view uci) {
    return san_of(position_of(fen), uci).value_or("none");
  };
  constexpr std::string_view kKiwipete =
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  EXPECT_EQ(san(kKiwipete, "e1g1"), "O-O");
  EXPECT_EQ(san(kKiwipete, "e1c1"), "O-O-O");
  EXPECT_EQ(san(kKiwipete, "d5e6"), "dxe6");
  EXPECT_EQ(san(kKiwipete, "a2a4"), "a4");
  EXPECT_EQ(san(kKiwipete, "e5f7"), "Nxf7");
  EXPECT_EQ(san(kKiwipete, "c3b5"), "Nb5");
  EXPECT_EQ(san("8/2P5/8/k7/8/8/8/K7 w - - 0 1", "c7c8q"), "c8=Q");
  EXPECT_EQ(san("k7/2P5/8/8/8/8/8/K7 w - - 0 1", "c7c8q"), "c8=Q+");
  EXPECT_EQ(san("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c7c8r"), "c8=R#");
  EXPECT_EQ(san("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), "exd6") << "en passant";
  EXPECT_EQ(san("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1"), "Rb1");
  EXPECT_EQ(san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

TEST(San, TellsPiecesOfAKindApart) {
  const auto san = [](std::string_view fen, std::string_view uci) {
    return san_of(position_of(fen), uci).value_or("none");
  };
  EXPECT_EQ(san("1k6/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), "Rad1");
  EXPECT_EQ(san("k7/8/8/7R/8/8/4K3/7R w - - 0 1", "h1h3"), "R1h3");
  EXPECT_EQ(san("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
  EXPECT_EQ(san("4k3/4r3/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1c3"), "Nc3") << "the other one is pinned";
}

TEST(San, WritesMovesThatAreNotLegalToo) {
  const Position position = position_of("4k3/8/8/8/8/8/8/r3K2R w K - 0 1");
  EXPECT_EQ(san_of(position, "e1f1"), "Kf1");
  EXPECT_EQ(san_of(position, "e1g1"), "O-O");
  EXPECT_EQ(san_of(position, "h1h8"), "Rh8") << "no sign for check: it leaves the king in check";
  EXPECT_EQ(san_of(position, "e1a1"), "Kxa1");
  EXPECT_EQ(san_of(position_of("4k3/8/8/8/8/8/8/2KR4 w - - 0 1"), "c1d1"), "Kxd1")
      << "no castling in standard chess";
  EXPECT_EQ(san_of(position, "e4e5"), std::nullopt) << "nothing stands there";
  EXPECT_EQ(san_of(position, "e1"), std::nullopt);
}

TEST(San, NoTwoMovesOfAPositionHaveTheSame) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(file)) {
      const Position position = position_of(row.fen);
      std::set<std::string> names;
      for (const Move move : legal_moves(position))
        names.insert(san_of(position, to_uci(move, position.chess960())).value());
      EXPECT_EQ(names.size(), legal_moves(position).size()) << row.where();
    }
}

}  // namespace
}  // namespace perft_verify
