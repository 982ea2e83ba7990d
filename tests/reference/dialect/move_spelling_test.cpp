// Every legal move in every spelling is read as itself; illegal moves stay unchanged.
#include "reference/dialect/move_spelling.h"

#include <gtest/gtest.h>

#include "core/fen.h"
#include "core/notation.h"

namespace perft_verify::reference {
namespace {

Position at(const char* fen) { return parse_fen(fen).value().position; }

std::string read(const char* word, const Position& position) {
  const auto move = read_move(word, position);
  return move ? move->uci : "nothing";
}

TEST(MoveSpellingTest, CastlingIsReadWhateverItIsCalled) {
  const Position standard = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* word : {"e1g1", "O-O", "0-0", "o-o", "O-O+", "e1h1", "Ke1-g1", "E1G1"})
    EXPECT_EQ(read(word, standard), "e1g1") << word;
  for (const char* word : {"e1c1", "O-O-O", "0-0-0", "e1a1", "O-O-O#"})
    EXPECT_EQ(read(word, standard), "e1c1") << word;
  EXPECT_EQ(read_move("e1h1", standard)->spelling, Spelling::RookCastling);
  EXPECT_EQ(read_move("e1g1", standard)->spelling, Spelling::Uci);

  const Position chess960 = at("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  for (const char* word : {"e1g1", "O-O"}) EXPECT_EQ(read(word, chess960), "e1g1") << word;
  for (const char* word : {"e1b1", "e1c1", "O-O-O"})
    EXPECT_EQ(read(word, chess960), "e1b1") << word;
  EXPECT_EQ(read_move("e1c1", chess960)->spelling, Spelling::KingCastling);
  // The king may stand on its target already.
  const Position there = at("2k4r/8/8/8/8/8/8/R5KR w H - 0 1");
  EXPECT_EQ(read("g1g1", there), "g1h1");
  EXPECT_EQ(read_move("g1g1", there)->spelling, Spelling::KingCastling);
  EXPECT_EQ(read("c1c1", at("4k3/8/8/8/8/8/8/R1K5 w A - 0 1")), "c1a1");
  EXPECT_EQ(read("g1g1", at("4k3/8/8/8/8/8/8/6KR w - - 0 1")), "g1g1");
  // A king move is not taken for castling.
  EXPECT_EQ(read("f1g1", at("4k3/8/8/8/8/8/8/5K1R w H - 0 1")), "f1g1");
}

TEST(MoveSpellingTest, ACastlingWithoutTheRightIsStillMeantAsOne) {
  EXPECT_EQ(read("e1h1", at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")), "e1g1");
  EXPECT_EQ(read("f1h1", at("4k3/8/8/8/8/8/8/5K1R w - - 0 1")), "f1h1");
}

TEST(MoveSpellingTest, LongForms) {
  const Position position = at("1n2k3/P7/8/3pP3/8/5N2/8/4K3 w - d6 0 1");
  EXPECT_EQ(read("Nf3-g5", position), "f3g5");
  EXPECT_EQ(read("Nf3g5", position), "f3g5");
  EXPECT_EQ(read("e5xd6", position), "e5d6");
  EXPECT_EQ(read("e5xd6 e.p.", position), "e5d6");
  EXPECT_EQ(read("e5d6ep", position), "e5d6");
  EXPECT_EQ(read("a7xb8=Q+", position), "a7b8q");
  for (const char* word : {"a7a8Q", "a7a8=Q", "a7a8(Q)", "a7a8/Q", "a7-a8Q", "a7a8q"})
    EXPECT_EQ(read(word, position), "a7a8q") << word;
  EXPECT_EQ(read_move("a7a8q", position)->spelling, Spelling::Uci);
  EXPECT_EQ(read_move("a7a8", position)->spelling, Spelling::NoPromotion);
  EXPECT_EQ(read_move("a7a8Q", position)->spelling, Spelling::LongOther);
}

TEST(MoveSpellingTest, StandardAlgebraic) {
  const Position position = at("r3k3/1P6/8/3pP3/8/2N5/3P4/R3K1NR w - d6 0 1");
  EXPECT_EQ(read("Nf3", position), "g1f3");
  EXPECT_EQ(read("Nge2", position), "g1e2");
  EXPECT_EQ(read("Nce2", position), "c3e2");
  EXPECT_EQ(read("N3e2", position), "c3e2");
  EXPECT_EQ(read("Nxd5", position), "c3d5");
  EXPECT_EQ(read("exd6", position), "e5d6");
  EXPECT_EQ(read("d4", position), "d2d4");
  EXPECT_EQ(read("d3", position), "d2d3");
  EXPECT_EQ(read("b8=N", position), "b7b8n");
  EXPECT_EQ(read("bxa8=Q+", position), "b7a8q");
  EXPECT_EQ(read("Ra7", position), "a1a7");
  EXPECT_EQ(read("Ne2", position), "nothing") << "two knights can go there";
  // A pinned knight makes a hint unnecessary.
  EXPECT_EQ(read("Nd2", at("4k3/8/8/1b6/8/3N1N2/8/5K2 w - - 0 1")), "f3d2");
}

TEST(MoveSpellingTest, ABishopOfARankIsNoMoveFromTheFileB) {
  const Position position = at("4k3/8/8/8/1B1BB1B1/8/B1B1B1B1/B2BK3 w - - 0 1");
  EXPECT_EQ(read("B4d3", position), "e4d3");
  EXPECT_EQ(read("B2h3", position), "g2h3");
  EXPECT_EQ(read("B4D2", position), "b4d2");
  EXPECT_EQ(read("b4d2", position), "b4d2");
}

TEST(MoveSpellingTest, IllegalMovesStayWhatTheyAre) {
  const Position position = at("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1");
  EXPECT_EQ(read("e1g1", position), "e1g1");
  EXPECT_EQ(read("O-O", position), "e1g1");
  EXPECT_EQ(read("h1h9", position), "nothing");
  EXPECT_EQ(read("Rh8", position), "h1h8");
  EXPECT_EQ(read("Ra8", position), "h1a8") << "there is only one rook";
}

TEST(MoveSpellingTest, FensAndMovesAsTheEngineWantsThem) {
  EXPECT_EQ(x_fen(at("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1")), "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
  EXPECT_EQ(x_fen(at("1k1r1r2/1p6/8/8/8/8/1P6/1K1R1R2 w Dd - 0 1")),
            "1k1r1r2/1p6/8/8/8/8/1P6/1K1R1R2 w Dd - 0 1")
      << "not the outermost rook";
  const Position position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(with_rook_castling("e1g1", position), "e1h1");
  EXPECT_EQ(with_rook_castling("e1f1", position), "e1f1");
}

}  // namespace
}  // namespace perft_verify::reference
