// Facts of moves, compared with the move generator on every position of the suites.
#include "core/rules/move_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/attacks.h"
#include "core/fen.h"
#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;

MoveFacts facts_of(std::string_view fen, std::string_view move) {
  return move_facts(position_of(fen), move).value();
}

TEST(MoveFacts, AgreeWithTheGeneratorOnEveryConceivableMove) {
  std::size_t seen = 0;
  for (const char* suite : {"rules.epd", "standard.epd"}) {
    for (const auto& row : test::suite_positions(suite)) {
      const Position position = parse_fen(row.fen)->position;
      std::vector<std::string> legal;
      for (const Move move : legal_moves(position))
        legal.push_back(to_uci(move, position.chess960()));
      std::ranges::sort(legal);
      std::vector<std::string> found;
      for (const MoveFacts& facts : conceivable_moves(position)) {
        ++seen;
        if (facts.legal) found.push_back(facts.text);
        EXPECT_EQ(facts.legal, !facts.why) << row.where() << " " << facts.text;
        // A pseudo-legal move is illegal only because it exposes the king to a piece.
        if (facts.pseudo_legal) {
          EXPECT_EQ(facts.legal, facts.exposed_to.empty())
              << row.where() << " " << facts.text << " " << (facts.why ? facts.why->sentence : "");
          EXPECT_TRUE(facts.castling || facts.reaches) << row.where() << " " << facts.text;
        }
        if (facts.legal && facts.in_check && facts.moved->type != PieceType::King) {
          EXPECT_TRUE(facts.captures_checker || facts.interposes)
              << row.where() << " " << facts.text;
        }
        if (facts.legal && facts.pinned_by) {
          EXPECT_TRUE(line(position.king(position.side_to_move()), facts.pinned_by->square)
                          .contains(facts.to))
              << row.where() << " " << facts.text;
        }
        if (facts.legal) {
          EXPECT_GT(why_legal(position, facts).size(), 20U);
        }
      }
      EXPECT_EQ(found, legal) << row.where() << ": a legal move is not conceivable";
    }
  }
  EXPECT_GT(seen, 10'000U);
}

TEST(MoveFacts, APromotionIsToldAfterTheSquareThatIsEmpty) {
  const Position position = position_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(why_legal(position, *move_facts(position, "a7a8q"))
                  .contains("goes to a8, which is empty, and promotes to a piece of its choice"));
  EXPECT_TRUE(why_legal(position, *move_facts(position, "a7b8q"))
                  .contains("on b8 and promotes to a piece of its choice"));
}

TEST(MoveFacts, NameTheLineOfAnExposedKing) {
  const MoveFacts ep = facts_of("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6");
  EXPECT_TRUE(ep.en_passant);
  ASSERT_EQ(ep.exposed_to.size(), 1U);
  EXPECT_EQ(ep.exposed_to[0].line, LineKind::Rank);
  EXPECT_EQ(ep.exposed_to[0].square, Square::H5);
  EXPECT_EQ(ep.captured, (Piece{Color::Black, PieceType::Pawn}));
  const MoveFacts pinned = facts_of("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3");
  ASSERT_TRUE(pinned.pinned_by);
  EXPECT_EQ(pinned.pinned_by->line, LineKind::File);
  const MoveFacts castling = facts_of("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
  EXPECT_TRUE(castling.castling);
  ASSERT_EQ(castling.exposed_to.size(), 1U);
  EXPECT_EQ(castling.exposed_to[0].type, PieceType::Rook);
}

TEST(MoveFacts, KnowWhichMovesGiveCheck) {
  for (const auto& row : test::suite_positions("rules.epd")) {
    const Position position = parse_fen(row.fen)->position;
    for (const Move move : legal_moves(position)) {
      const auto facts = move_facts(position, to_uci(move, position.chess960()));
      ASSERT_TRUE(facts);
      EXPECT_EQ(facts->gives_check, position.after(move).checkers().any())
          << row.where() << " " << facts->text;
    }
  }
  EXPECT_TRUE(facts_of("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "d2f3").why);
  EXPECT_TRUE(facts_of("8/8/5k2/8/1b6/8/3N4/4K3 w - - 0 1", "d2e4").gives_check) << "though pinned";
}

TEST(MoveFacts, KnowPiecesThatOnlyLookPinned) {
  const auto looks = [](std::string_view fen, std::string_view move) {
    return facts_of(fen, move).false_pin;
  };
  EXPECT_TRUE(looks("4r1k1/8/8/8/4p3/8/4N3/4K3 w - - 0 1", "e2c3")) << "a pawn shields as well";
  EXPECT_TRUE(looks("7k/8/8/4R3/8/8/4N3/4K3 w - - 0 1", "e2c3")) << "its own rook";
  EXPECT_TRUE(looks("4b1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3")) << "a bishop on a file";
  EXPECT_FALSE(looks("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3")) << "it is pinned";
  EXPECT_FALSE(looks("4r1k1/8/8/8/4p3/8/4R3/4K3 w - - 0 1", "e2e3")) << "along the line";
  EXPECT_FALSE(looks("4n1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3")) << "a knight";
}

TEST(MoveFacts, KnowStepsOverTheEdge) {
  EXPECT_TRUE(facts_of("4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", "h4a6").wraps);
  EXPECT_TRUE(facts_of("4k3/8/8/8/8/p7/8/4K2R b K - 0 1", "a3h1").wraps);
  EXPECT_TRUE(facts_of("4k3/P6n/8/8/8/8/8/4K3 w - - 0 1", "a7h7q").wraps);
  EXPECT_TRUE(facts_of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1g1").wraps);
  EXPECT_TRUE(facts_of("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1h1").wraps);
  EXPECT_TRUE(facts_of("4k3/8/8/8/7R/8/8/K7 w - - 0 1", "h4a5").wraps);
  EXPECT_FALSE(facts_of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3").wraps);
  const MoveFacts from_a8 = facts_of("4k2n/8/P7/8/8/8/8/4K3 w - - 0 1", "a6h8q");
  EXPECT_TRUE(from_a8.wraps_from_a8 && !from_a8.wraps);
  EXPECT_EQ(from_a8.why->reason, Illegality::WrongGeometry) << "no promotion";
  const MoveFacts knight = facts_of("4k3/8/6N1/8/8/8/8/4K3 w - - 0 1", "g6a4");
  EXPECT_TRUE(knight.wraps_from_a8 && !knight.wraps);
  EXPECT_FALSE(facts_of("4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b2a1").wraps);
  EXPECT_FALSE(facts_of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1a2").wraps);
}

TEST(MoveFacts, ConceivePromotionsAroundTheEdge) {
  const auto moves = conceivable_moves(*admitted(standard("7k/8/8/8/8/7p/8/R2K4 b - - 0 1")));
  EXPECT_NE(std::ranges::find(moves, "h3a1q", &MoveFacts::text), moves.end());
  EXPECT_EQ(std::ranges::find(moves, "h3g1q", &MoveFacts::text), moves.end());
}

TEST(WhyLegal, GivesTheReasonThatMatters) {
  struct Case {
    std::string_view fen;
    std::string_view move;
    std::string_view fragment;
  };
  for (const auto& [fen, move, fragment] : {
           Case{"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", "c4d3",
                "captured pawn on d4 gives the check and is removed; no line to the king opens"},
           Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1",
                "none of c1, d1 and e1 is attacked"},
           Case{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e5", "stays on the line of the pin"},
           Case{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8", "which a pinned piece may capture"},
           Case{"4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", "d1e2", "blocks the line of the rook on e8"},
           Case{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "which nothing defends"},
           Case{"6k1/8/8/8/8/3n4/2P5/4K3 w - - 0 1", "c2d3", "which gives the check"},
       }) {
    const Position position = position_of(fen);
    EXPECT_TRUE(why_legal(position, facts_of(fen, move)).contains(fragment))
        << why_legal(position, facts_of(fen, move));
  }
}

}  // namespace
}  // namespace perft_verify
