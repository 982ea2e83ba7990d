// Reasons why a move is illegal: one test for each, with its sentence and the pieces behind it, for
// both colors. legality_exhaustive_test.cpp tests that the answer is correct for every move of
// every suite position.
#include "core/rules/legality.h"

#include <gtest/gtest.h>

#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

struct Illegal {
  std::string_view fen;
  std::string_view move;
  std::string_view attackers;  // "a1 h8"
  std::string_view fragment;   // of the sentence
};

void check_one(const Position& position, std::string_view move, Illegality reason,
               Bitboard attackers, std::string_view fragment) {
  const auto why = why_illegal(position, move);
  ASSERT_TRUE(why.has_value()) << position.fen() << " " << move << " is called legal";
  EXPECT_EQ(why->reason, reason) << position.fen() << " " << move << ": " << why->sentence;
  EXPECT_EQ(why->attackers, attackers) << position.fen() << " " << move << ": " << why->sentence;
  EXPECT_TRUE(why->sentence.contains(fragment))
      << position.fen() << " " << move << ": " << why->sentence << " (expected: " << fragment
      << ")";
  EXPECT_FALSE(why->sentence.ends_with('.')) << why->sentence;
}

Bitboard color_flipped(Bitboard squares) {
  Bitboard flipped;
  for (const Square square : squares) flipped |= Bitboard{flip_rank(square)};
  return flipped;
}

/// Checks each case, also with the colors exchanged.
void check(Illegality reason, std::initializer_list<Illegal> cases) {
  for (const auto& [fen, move, attackers, fragment] : cases) {
    const Position position = test::position_of(fen);
    const Bitboard proof = test::squares_of(attackers);
    check_one(position, move, reason, proof, fragment);
    check_one(test::color_flipped(position), test::color_flipped(move), reason,
              color_flipped(proof), test::color_flipped(fragment));
  }
}

TEST(WhyIllegal, LegalMovesHaveNoReason) {
  for (const std::string_view move : {"e2e4", "g1f3", "a2a3"})
    EXPECT_EQ(why_illegal(Position(), move).has_value(), false) << move;
}

TEST(WhyIllegal, NotAMove) {
  for (const std::string_view text : {"", "e2", "e2e9", "Nf3", "O-O", "e2e4qq", "e7e8Q", "e2-e4"})
    check_one(Position(), text, Illegality::NotAMove, {}, "not a UCI move");
}

TEST(WhyIllegal, NoPiece) {
  check(Illegality::NoPiece, {{test::kStart, "e4e5", "", "e4 is empty"}});
}

TEST(WhyIllegal, EnemyPiece) {
  check(Illegality::EnemyPiece,
        {{test::kStart, "e7e5", "", "the pawn on e7 belongs to Black, and White is to move"}});
}

TEST(WhyIllegal, OwnPieceOnTarget) {
  check(Illegality::OwnPieceOnTarget,
        {{test::kStart, "a1a2", "", "a2 is occupied by White's own pawn"},
         {test::kStart, "e1d1", "", "d1 is occupied by White's own queen"},
         // King takes own rook is castling in Chess960 only.
         {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "", "h1 is occupied by White's own rook"}});
}

TEST(WhyIllegal, WrongGeometry) {
  check(Illegality::WrongGeometry,
        {{test::kStart, "g1g3", "", "a knight does not move from g1 to g3"},
         {test::kStart, "e2d4", "", "a pawn does not move from e2 to d4"},
         {"4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "", "not on its first square"},
         {"4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2", "", "a pawn does not move from e3 to e2"},
         {"4k3/8/8/8/7R/8/8/K7 w - - 0 1", "h4a5", "", "a rook does not move from h4 to a5"},
         {"4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", "h4a6", "", "a pawn does not move from h4 to a6"},
         {"7k/8/8/8/8/8/8/K7 w - - 0 1", "a1c1", "", "a king does not move from a1 to c1"},
         // From another square than the classical one, two files are not castling.
         {"4k3/8/8/8/8/8/8/3K3R w - - 0 1", "d1f1", "",
          "a king does not move from d1 to f1, and castles from e1 only"},
         // Around the edge of the board.
         {"k7/8/8/8/8/8/5p2/1K2R3 b E - 0 1", "a8h8", "", "a king does not move from a8 to h8"}});
}

TEST(WhyIllegal, PathBlocked) {
  check(Illegality::PathBlocked,
        {{test::kStart, "a1a5", "", "the pawn on a2 blocks the way from a1 to a5"},
         {"4k3/8/8/8/1R1p1N2/8/8/4K3 w - - 0 1", "b4h4", "",
          "the pawn on d4 and the knight on f4 block the way"}});
}

TEST(WhyIllegal, PawnCannotPush) {
  check(Illegality::PawnCannotPush,
        {{"4k3/8/8/8/8/4n3/4P3/7K w - - 0 1", "e2e3", "",
          "the pawn on e2 cannot advance: the knight on e3 stands in its way"},
         {"4k3/8/8/8/8/4n3/4P3/7K w - - 0 1", "e2e4", "", "the knight on e3"},
         {"4k3/8/8/8/4n3/8/4P3/7K w - - 0 1", "e2e4", "", "the knight on e4"},
         {"4k3/8/8/8/4n3/4p3/4P3/7K w - - 0 1", "e2e4", "", " stand in its way"},
         {"4b2k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8q", "", "the bishop on e8"}});
}

TEST(WhyIllegal, PawnCapturesNothing) {
  check(Illegality::PawnCapturesNothing,
        {{test::kStart, "e2d3", "", "the pawn on e2 captures nothing on d3"},
         // A black pawn on d5, and no en passant square.
         {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "", "not the en passant square"}});
}

TEST(WhyIllegal, PromotionMissing) {
  check(Illegality::PromotionMissing,
        {{"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8", "", "a pawn that reaches a8 has to promote"},
         {"1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8", "", "a pawn that reaches b8 has to promote"}});
}

TEST(WhyIllegal, PromotionUnexpected) {
  check(Illegality::PromotionUnexpected,
        {{test::kStart, "e2e4q", "", "the pawn on e2 does not promote by going to e4"},
         {test::kStart, "g1f3n", "", "the knight on g1 does not promote by going to f3"},
         {"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8k", "", "not 'k'"},
         {"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8p", "", "not 'p'"},
         {"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8x", "", "not 'x'"},
         {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "", "castling does not promote"}});
}

TEST(WhyIllegal, KingCaptured) {
  // Only a knight's or slider's line that is blocked can point at the king, or nonsense.
  check(Illegality::KingCaptured,
        {{"4k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8", "", "a king is never captured"}});
}

TEST(WhyIllegal, CastlingWithoutRight) {
  check(Illegality::CastlingWithoutRight,
        {{"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "", "White has no kingside castling right"},
         {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", "", "White has no queenside castling right"},
         // Chess960: the wrong one of two rooks.
         {"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1h1", "", "kingside castling right"},
         // The rook is gone.
         {"4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1a1", "", "White has no queenside castling right"}});
}

TEST(WhyIllegal, CastlingBlocked) {
  check(Illegality::CastlingBlocked,
        {{"4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "",
          "the bishop on f1 stands in the way of castling"},
         {"4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1c1", "", "the knight on b1"},
         {"4k3/8/8/8/8/8/8/4KBNR w K - 0 1", "e1g1", "",
          "the bishop on f1 and the knight on g1 stand in the way"},
         {"4k3/8/8/8/8/8/8/RNK5 w A - 0 1", "c1a1", "", "the knight on b1"},
         // Chess960: nothing stands between king and rook, but on the king's way to g1.
         {"4k3/8/8/8/8/8/8/1KR3N1 w C - 0 1", "b1c1", "", "the knight on g1"}});
}

TEST(WhyIllegal, CastlingOutOfCheck) {
  check(Illegality::CastlingOutOfCheck,
        {{"4k3/8/4r3/8/8/8/8/4K2R w K - 0 1", "e1g1", "e6",
          "the king on e1 is in check from the rook on e6"},
         {"4k3/8/8/8/8/8/1r6/1K5R w H - 0 1", "b1h1", "b2", "the rook on b2"}});
}

TEST(WhyIllegal, CastlingThroughCheck) {
  check(Illegality::CastlingThroughCheck,
        {{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "f8",
          "castling leads the king over f1, which the rook on f8 attacks"},
         {"4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "e1g1", "g2", "over f1, which the pawn on g2"},
         {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "d8", "over d1"},
         {"4kr2/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", "f8", "over f1"}});
}

TEST(WhyIllegal, CastlingIntoCheck) {
  check(Illegality::CastlingIntoCheck,
        {{"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "g8",
          "after castling the king on g1 is attacked by the rook on g8"},
         {"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "c8", "the king on c1"},
         // Chess960: the rook leaves and opens the line to its own king.
         {"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", "a1", "the queen on a1"},
         {"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1", "a1", "the rook on a1"}});
}

TEST(WhyIllegal, KingIntoCheck) {
  check(Illegality::KingIntoCheck,
        {{"4k3/8/8/8/8/3n4/8/6K1 w - - 0 1", "g1f2", "d3", "f2 is attacked by the knight on d3"},
         {"4k3/8/8/8/8/8/7r/4K3 w - - 0 1", "e1e2", "h2", "e2 is attacked by the rook on h2"},
         // A protected piece.
         {"4k3/4r3/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", "e7", "the rook on e7"}});
}

TEST(WhyIllegal, KingXray) {
  check(Illegality::KingXray,
        {{"4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", "a1",
          "the king steps back along the line of the rook on a1"},
         {"8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "e5e6", "e1",
          "so e6 is still attacked once the king moves"},
         {"8/8/8/8/8/2k5/8/B3K3 b - - 0 1", "c3d4", "a1", "the bishop on a1"},
         {"3q4/8/8/3K4/8/8/8/7k w - - 0 1", "d5d4", "d8", "the queen on d8"}});
}

TEST(WhyIllegal, KingsAdjacent) {
  check(Illegality::KingsAdjacent,
        {{"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "e3", "e2 is next to the opposing king on e3"}});
}

TEST(WhyIllegal, DoubleCheck) {
  check(Illegality::DoubleCheck, {{"4r1k1/8/8/8/8/3n4/2P5/4K3 w - - 0 1", "c2d3", "d3 e8",
                                   "the king on e1 is in double check from the "}});
}

TEST(WhyIllegal, CheckNotAnswered) {
  check(Illegality::CheckNotAnswered,
        {{"4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", "e8",
          "the king on e1 stays in check from the rook on e8"},
         // En passant does not answer the check of another piece.
         {"r3k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", "a8", "the rook on a8"}});
}

TEST(WhyIllegal, Pinned) {
  check(Illegality::Pinned,
        {{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "e8",
          "the knight on e2 is pinned to the king on e1 by the rook on e8"},
         {"6k1/8/8/8/8/2p1b3/3P4/2K5 w - - 0 1", "d2c3", "e3", "the bishop on e3"},
         {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e8", "the pawn on e5 is pinned"}});
}

TEST(WhyIllegal, EnPassantExposesKing) {
  check(Illegality::EnPassantExposesKing,
        {{"4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", "b5c6", "h5",
          "the captured pawn on c5 leaves the board"},
         {"1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", "d5e6", "b8", "the bishop on b8"}});
}

TEST(WhyIllegal, EnPassantByAPawnThatIsPinnedIsAPin) {
  // E3 of the position table: the capturer, not the captured pawn, opens the diagonal.
  check(Illegality::Pinned,
        {{"8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", "c4d3", "a2", "the pawn on c4 is pinned"}});
}

}  // namespace
}  // namespace perft_verify
