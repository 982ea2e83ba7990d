// The vocabulary: squares, pieces, colors, castling rights, Zobrist words.
#include "core/types.h"

#include <gtest/gtest.h>

#include <set>

#include "core/castling.h"
#include "core/zobrist.h"
#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

TEST(Types, SquareNamesRoundTripForAll64Squares) {
  std::set<std::string> names;
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    EXPECT_EQ(parse_square(to_string(square)), square);
    EXPECT_EQ(make_square(file_of(square), rank_of(square)), square);
    names.insert(to_string(square));
  }
  EXPECT_EQ(names.size(), 64U);
}

TEST(Types, NoOtherTwoBytesAreASquare) {
  int squares = 0;
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second)
      if (parse_square(std::string{static_cast<char>(first), static_cast<char>(second)})) ++squares;
  EXPECT_EQ(squares, 64);
}

TEST(Types, TextsOfOtherLengthsAreNoSquare) {
  for (const std::string_view text : {"", "e", "4", "e44", "e4 ", " e4", "-"})
    EXPECT_EQ(parse_square(text), std::nullopt) << text;
}

TEST(Types, FlippingTheRankKeepsTheFileAndIsItsOwnInverse) {
  EXPECT_EQ(flip_rank(Square::E4), Square::E5);
  EXPECT_EQ(flip_rank(Square::A1), Square::A8);
  EXPECT_EQ(flip_rank(Square::H7), Square::H2);
  for (int number = 0; number < kSquareCount; ++number)
    EXPECT_EQ(flip_rank(flip_rank(square_at(number))), square_at(number));
}

TEST(Types, RelativeRankCountsFromEachSidesOwnEdge) {
  EXPECT_EQ(relative_rank(Color::White, Rank::R1), Rank::R1);
  EXPECT_EQ(relative_rank(Color::Black, Rank::R1), Rank::R8);
  EXPECT_EQ(relative_rank(Color::White, Rank::R6), Rank::R6);
  EXPECT_EQ(relative_rank(Color::Black, Rank::R6), Rank::R3);
}

TEST(Types, ColorsAreEachOthersOpposite) {
  EXPECT_EQ(~Color::White, Color::Black);
  EXPECT_EQ(~Color::Black, Color::White);
}

TEST(Types, NamesInWords) {
  EXPECT_EQ(to_string(Color::White), "White");
  EXPECT_EQ(to_string(Color::Black), "Black");
  EXPECT_EQ(to_string(PieceType::Pawn), "pawn");
  EXPECT_EQ(to_string(PieceType::Knight), "knight");
  EXPECT_EQ(to_string(PieceType::Bishop), "bishop");
  EXPECT_EQ(to_string(PieceType::Rook), "rook");
  EXPECT_EQ(to_string(PieceType::Queen), "queen");
  EXPECT_EQ(to_string(PieceType::King), "king");
}

TEST(Castling, EachRightHasTheBitOfTheFoundingDocuments) {
  const auto mask_of = [](Color color, CastlingSide side) {
    CastlingRights rights;
    rights.grant(color, side, Square::H1);
    return rights.mask();
  };
  EXPECT_EQ(mask_of(Color::White, CastlingSide::King), 1U);
  EXPECT_EQ(mask_of(Color::White, CastlingSide::Queen), 2U);
  EXPECT_EQ(mask_of(Color::Black, CastlingSide::King), 4U);
  EXPECT_EQ(mask_of(Color::Black, CastlingSide::Queen), 8U);
}

TEST(Castling, ARightIsThereFromGrantToRemoval) {
  CastlingRights rights;
  EXPECT_FALSE(rights.any());
  EXPECT_EQ(rights.rook(Color::Black, CastlingSide::Queen), std::nullopt);
  rights.grant(Color::Black, CastlingSide::Queen, Square::B8);
  EXPECT_TRUE(rights.any());
  EXPECT_EQ(rights.rook(Color::Black, CastlingSide::Queen), Square::B8);
  EXPECT_EQ(rights.rook(Color::Black, CastlingSide::King), std::nullopt);
  EXPECT_EQ(rights.rook(Color::White, CastlingSide::Queen), std::nullopt);
  rights.remove(Color::Black, CastlingSide::Queen);
  EXPECT_FALSE(rights.any());
}

TEST(Castling, ARemovedRightLeavesNoTraceInComparisons) {
  // The rook's square of a right that is gone must not make two positions unequal.
  CastlingRights rights;
  rights.grant(Color::White, CastlingSide::King, Square::H1);
  rights.remove(Color::White, CastlingSide::King);
  EXPECT_EQ(rights, CastlingRights());
}

TEST(Castling, RightsWithDifferentRooksDiffer) {
  CastlingRights inner;
  CastlingRights outer;
  inner.grant(Color::White, CastlingSide::King, Square::F1);
  outer.grant(Color::White, CastlingSide::King, Square::H1);
  EXPECT_NE(inner, outer);
}

TEST(Castling, KingLandsOnGOrCAndRookOnFOrD) {
  EXPECT_EQ(castled_king(Color::White, CastlingSide::King), Square::G1);
  EXPECT_EQ(castled_king(Color::White, CastlingSide::Queen), Square::C1);
  EXPECT_EQ(castled_king(Color::Black, CastlingSide::King), Square::G8);
  EXPECT_EQ(castled_king(Color::Black, CastlingSide::Queen), Square::C8);
  EXPECT_EQ(castled_rook(Color::White, CastlingSide::King), Square::F1);
  EXPECT_EQ(castled_rook(Color::White, CastlingSide::Queen), Square::D1);
  EXPECT_EQ(castled_rook(Color::Black, CastlingSide::King), Square::F8);
  EXPECT_EQ(castled_rook(Color::Black, CastlingSide::Queen), Square::D8);
}

TEST(Castling, TheWingIsTheSideOfTheKingOnWhichTheRookStands) {
  EXPECT_EQ(castling_side(Square::E1, Square::H1), CastlingSide::King);
  EXPECT_EQ(castling_side(Square::E1, Square::A1), CastlingSide::Queen);
  EXPECT_EQ(castling_side(Square::B8, Square::C8), CastlingSide::King);
  EXPECT_EQ(castling_side(Square::G8, Square::F8), CastlingSide::Queen);
}

TEST(Zobrist, AllWordsAreDifferentAndNoneIsZero) {
  std::set<Key> words{0};
  std::size_t expected = 1;
  const auto add = [&](Key word) {
    words.insert(word);
    ++expected;
  };
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes)
      for (int number = 0; number < kSquareCount; ++number)
        add(zobrist::piece({color, type}, square_at(number)));
    for (int file = 0; file < 8; ++file) add(zobrist::castling(color, square_at(file)));
  }
  for (int file = 0; file < 8; ++file) add(zobrist::en_passant(square_at(file)));
  add(zobrist::black_to_move());
  EXPECT_EQ(words.size(), expected);
  EXPECT_EQ(expected, 1U + 768 + 16 + 8 + 1);
}

}  // namespace
}  // namespace perft_verify
