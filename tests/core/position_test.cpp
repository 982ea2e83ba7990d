// Position: its accessors, the effects of moves, its key, and its invariants.
#include "core/position.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <type_traits>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;
using test::squares_of;

/// The FEN after playing a legal move given as text.
std::string fen_after(std::string_view fen, std::string_view text) {
  const Position position = position_of(fen);
  const auto move = find_legal(position, text);
  if (!move) return "illegal: " + std::string(text);
  return position.after(*move).fen();
}

TEST(Position, DefaultIsTheStartPosition) {
  const Position start;
  EXPECT_EQ(start.fen(), test::kStart);
  EXPECT_EQ(start, position_of(test::kStart));
  EXPECT_FALSE(start.chess960());
}

TEST(Position, TellsThePiecesOfItsFen) {
  const Position position =
      position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 31");
  EXPECT_EQ(position.side_to_move(), Color::Black);
  EXPECT_EQ(position.piece_on(Square::E5), (Piece{Color::White, PieceType::Knight}));
  EXPECT_EQ(position.piece_on(Square::H3), (Piece{Color::Black, PieceType::Pawn}));
  EXPECT_EQ(position.piece_on(Square::A4), std::nullopt);
  EXPECT_EQ(position.king(Color::White), Square::E1);
  EXPECT_EQ(position.king(Color::Black), Square::E8);
  EXPECT_EQ(position.pieces(Color::White, PieceType::Bishop), squares_of("d2 e2"));
  EXPECT_EQ(position.pieces(PieceType::Rook), squares_of("a1 h1 a8 h8"));
  EXPECT_EQ(position.pieces(Color::Black).count(), 16);
  EXPECT_EQ(position.occupied(), position.pieces(Color::White) | position.pieces(Color::Black));
  EXPECT_EQ(position.castling().rook(Color::White, CastlingSide::King), Square::H1);
  EXPECT_EQ(position.castling().rook(Color::Black, CastlingSide::Queen), Square::A8);
  EXPECT_EQ(position.castling().mask(), 1U + 8U);
  EXPECT_EQ(position.en_passant(), std::nullopt);
  EXPECT_EQ(position.halfmove_clock(), 7U);
  EXPECT_EQ(position.fullmove_number(), 31U);
}

TEST(Position, RebuiltFromItsPartsIsTheSame) {
  for (const auto& row : test::suite_positions("rules.epd")) {
    const Position position = position_of(row.fen);
    EXPECT_EQ(Position(test::parts_of(position)), position) << row.where();
  }
}

struct Made {
  const char* point;
  std::string_view before;
  std::string_view move;
  std::string_view after;
};

constexpr std::array kMade{
    Made{"quiet move counts both clocks", "4k3/8/8/8/8/8/8/N3K3 w - - 7 9", "a1b3",
         "4k3/8/8/8/8/1N6/8/4K3 b - - 8 9"},
    Made{"black's move raises the move number", "4k3/8/8/8/8/8/8/N3K3 b - - 8 9", "e8e7",
         "8/4k3/8/8/8/8/8/N3K3 w - - 9 10"},
    Made{"a capture resets the halfmove clock", "4k3/8/8/8/8/1p6/8/N3K3 w - - 7 9", "a1b3",
         "4k3/8/8/8/8/1N6/8/4K3 b - - 0 9"},
    Made{"a pawn move resets the halfmove clock", "4k3/8/8/8/8/4P3/8/4K3 w - - 7 9", "e3e4",
         "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9"},
    Made{"a double push leaves its square, capturable or not", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
         "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
    Made{"the same for black", "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5",
         "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2"},
    Made{"two single pushes leave none", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3",
         "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    Made{"the next move clears the square", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e2",
         "4k3/8/8/3pP3/8/8/4K3/8 b - - 1 1"},
    Made{"en passant removes the pawn that passed", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
         "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
    Made{"en passant by black", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3",
         "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2"},
    Made{"promotion to a knight", "7k/P7/8/8/8/8/8/7K w - - 3 9", "a7a8n",
         "N6k/8/8/8/8/8/8/7K b - - 0 9"},
    Made{"promotion to a bishop", "7k/P7/8/8/8/8/8/7K w - - 3 9", "a7a8b",
         "B6k/8/8/8/8/8/8/7K b - - 0 9"},
    Made{"promotion to a rook", "7k/P7/8/8/8/8/8/7K w - - 3 9", "a7a8r",
         "R6k/8/8/8/8/8/8/7K b - - 0 9"},
    Made{"promotion to a queen by black", "7k/8/8/8/8/8/p7/7K b - - 3 9", "a2a1q",
         "7k/8/8/8/8/8/8/q6K w - - 0 10"},
    Made{"promotion that captures a rook with its right", "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
         "b7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    Made{"clocks stop at their limits, so the FEN can be read again",
         "4k3/8/8/8/8/8/8/N3K3 b - - 999 99999", "e8e7", "8/4k3/8/8/8/8/8/N3K3 w - - 999 99999"},
    Made{"white castles short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 1", "e1g1",
         "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 1"},
    Made{"white castles long", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 1", "e1c1",
         "r3k2r/8/8/8/8/8/8/2KR3R b kq - 6 1"},
    Made{"black castles short", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 1", "e8g8",
         "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 6 2"},
    Made{"black castles long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 1", "e8c8",
         "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 2"},
    Made{"a king's move ends both rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2",
         "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"},
    Made{"a rook's move ends its right", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1",
         "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1"},
    Made{"rook takes rook ends a right on both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
         "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
    Made{"a bishop takes the rook", "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "g2h1",
         "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2"},
    Made{"chess960: king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1",
         "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    Made{"chess960: the rook lands where the king stood", "4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1a1",
         "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
    Made{"chess960: the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1",
         "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    Made{"chess960: the rook stays", "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "e1d1",
         "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"},
    Made{"chess960: a rook without right does not end one", "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1",
         "a1b1", "4k3/8/8/8/8/8/8/1R1RK3 b D - 1 1"},
};

TEST(Position, AMoveChangesExactlyWhatItMust) {
  for (const auto& [point, before, move, after] : kMade)
    EXPECT_EQ(fen_after(before, move), after) << point;
}

TEST(Position, AfterLeavesTheOriginalUntouched) {
  const Position position = position_of(test::kKiwipete);
  const Position copy = position;
  for (const Move move : legal_moves(position)) {
    EXPECT_NE(position.after(move), position);
    ASSERT_EQ(position, copy);
  }
}

TEST(Position, AttackersEqualTheNaiveOnesOnEverySquareOfTheSuites) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"}) {
    for (const auto& row : test::suite_positions(file)) {
      const Position position = position_of(row.fen);
      for (const Color by : kColors) {
        for (int number = 0; number < kSquareCount; ++number) {
          const Square square = square_at(number);
          const Bitboard expected = test::naive_attackers(position, square, by);
          ASSERT_EQ(position.attackers(square, by), expected) << row.where();
          ASSERT_EQ(position.attacked(square, by, position.occupied()), expected.any())
              << row.where() << " " << to_string(square);
        }
      }
    }
  }
}

TEST(Position, AttackersSeeThroughWhatTheGivenOccupancyLeavesOut) {
  const Position position = position_of("4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
  const Bitboard without_king = position.occupied() ^ Bitboard { Square::E1 };
  EXPECT_TRUE(position.attackers(Square::F1, Color::Black).empty());
  EXPECT_EQ(position.attackers(Square::F1, Color::Black, without_king), squares_of("a1"));
  EXPECT_FALSE(position.attacked(Square::F1, Color::Black, position.occupied()));
  EXPECT_TRUE(position.attacked(Square::F1, Color::Black, without_king));
}

TEST(Position, AlignedSlidersIgnoreBlockersAndTheSquareItself) {
  const Position position = position_of("3rk3/8/8/b7/8/2P5/3N4/R2QK2q w - - 0 1");
  EXPECT_EQ(position.aligned_sliders(Square::D2, Color::Black), squares_of("d8 a5"));
  EXPECT_EQ(position.aligned_sliders(Square::D1, Color::White), squares_of("a1"));
}

TEST(Position, CheckersAreTheEnemiesThatAttackTheKing) {
  EXPECT_TRUE(Position().checkers().empty());
  EXPECT_EQ(position_of("8/1k6/3N4/8/8/8/8/1R2K3 b - - 0 62").checkers(), squares_of("d6 b1"));
  EXPECT_EQ(position_of("6k1/8/8/8/8/8/3p4/4K3 w - - 0 1").checkers(), squares_of("d2"));
}

// ---- Keys

TEST(PositionKey, IncrementalEqualsFromScratchAtEveryNodeOfRandomWalks) {
  int nodes = 0;
  const auto check = [&nodes](const Position& position) {
    ++nodes;
    ASSERT_EQ(position.key(), position.key_from_scratch()) << position.fen();
    ASSERT_EQ(position.broken_invariant(), std::nullopt) << position.fen();
  };
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const auto start960 = test::chess960_start(static_cast<int>(random() % 960));
    test::random_game(Position(), random, 200, check);
    test::random_game(position_of(test::kKiwipete), random, 200, check);
    test::random_game(position_of(start960), random, 200, check);
  }
  EXPECT_GT(nodes, 10'000);
}

TEST(PositionKey, IncrementalEqualsFromScratchAfterEveryMoveOfTheSuites) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"}) {
    for (const auto& row : test::suite_positions(file)) {
      const Position position = position_of(row.fen);
      for (const Move move : legal_moves(position)) {
        const Position next = position.after(move);
        EXPECT_EQ(next.key(), next.key_from_scratch())
            << row.where() << " " << to_uci(move, position.chess960());
      }
    }
  }
}

TEST(PositionKey, SideRightsAndEnPassantEachChangeTheKey) {
  // One fact differs at a time.
  const std::vector<std::string_view> fens{
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",  "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1"};
  std::map<Key, std::string_view> seen;
  for (const auto fen : fens) {
    const auto [at, fresh] = seen.emplace(position_of(fen).key(), fen);
    EXPECT_TRUE(fresh) << fen << " has the key of " << at->second;
  }
}

TEST(PositionKey, ClocksDoNotChangeTheKeyButMakePositionsUnequal) {
  const Position early = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Position late = position_of("4k3/8/8/8/8/8/8/4K2R w K - 40 70");
  EXPECT_EQ(early.key(), late.key());
  EXPECT_NE(early, late);
}

/// The FEN without its clocks: the facts behind a key.
std::string identity_of(const Position& position) {
  const std::string fen = position.fen();
  return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

TEST(PositionKey, OnALargeSampleEqualKeysMeanEqualPositions) {
  std::map<Key, std::string> identity_of_key;
  std::map<std::string, Key> key_of_identity;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    test::random_game(Position(), random, 250, [&](const Position& position) {
      const std::string identity = identity_of(position);
      const auto by_key = identity_of_key.emplace(position.key(), identity).first;
      const auto by_identity = key_of_identity.emplace(identity, position.key()).first;
      ASSERT_EQ(by_key->second, identity);
      ASSERT_EQ(by_identity->second, position.key());
    });
  }
  EXPECT_GT(key_of_identity.size(), 20'000U);
}

TEST(PositionKey, ATranspositionHasTheSameKey) {
  const auto after = [](std::initializer_list<std::string_view> texts) {
    Position position;
    for (const auto text : texts) position.make(find_legal(position, text).value());
    return position;
  };
  EXPECT_EQ(after({"g1f3", "g8f6", "b1c3"}), after({"b1c3", "g8f6", "g1f3"}));
  EXPECT_EQ(after({"g1f3", "g8f6", "b1c3"}).key(), after({"b1c3", "g8f6", "g1f3"}).key());
  // Moves there and back: the same board, other clocks.
  EXPECT_EQ(after({"g1f3", "g8f6", "f3g1", "f6g8"}).key(), Position().key());
}

// ---- Invariants

TEST(PositionInvariants, HoldOnAllSuitePositions) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(file))
      EXPECT_EQ(position_of(row.fen).broken_invariant(), std::nullopt) << row.where();
}

struct BrokenParts {
  const char* point;
  void (*breaks)(PositionParts&);
  std::string_view fragment;
};

TEST(PositionInvariants, AreFoundBrokenOneByOne) {
  const std::array cases{
      BrokenParts{"no king",
                  [](PositionParts& parts) { test::put(parts, Square::E8, std::nullopt); }, "king"},
      BrokenParts{"two kings",
                  [](PositionParts& parts) {
                    test::put(parts, Square::E5, Piece{Color::White, PieceType::King});
                  },
                  "king"},
      BrokenParts{"right without rook",
                  [](PositionParts& parts) { test::put(parts, Square::H1, std::nullopt); },
                  "without its rook"},
      BrokenParts{"right of an opposing rook",
                  [](PositionParts& parts) {
                    test::put(parts, Square::H1, Piece{Color::Black, PieceType::Rook});
                  },
                  "without its rook"},
      BrokenParts{"right with the king off the back rank",
                  [](PositionParts& parts) {
                    test::put(parts, Square::E1, std::nullopt);
                    test::put(parts, Square::E4, Piece{Color::White, PieceType::King});
                  },
                  "back rank"},
      BrokenParts{"right with its rook on the wrong side",
                  [](PositionParts& parts) {
                    parts.castling.grant(Color::White, CastlingSide::King, Square::A1);
                  },
                  "wrong side"},
      BrokenParts{"en passant square on the wrong rank",
                  [](PositionParts& parts) { parts.en_passant = Square::E3; }, "wrong rank"},
  };
  for (const auto& [point, breaks, fragment] : cases) {
    PositionParts parts = test::parts_of(Position());
    breaks(parts);
    const auto broken = Position(parts).broken_invariant();
    ASSERT_TRUE(broken.has_value()) << point;
    EXPECT_TRUE(broken->contains(fragment)) << point << ": " << *broken;
  }
}

TEST(Position, ANullMoveChangesTheSideAndTheEnPassantSquareAlone) {
  const Position before = Position()
                              .after(Move::normal(Square::E2, Square::E4))
                              .after(Move::normal(Square::A7, Square::A6))
                              .after(Move::normal(Square::E4, Square::E5))
                              .after(Move::normal(Square::D7, Square::D5));
  ASSERT_EQ(before.en_passant(), Square::D6);
  PositionParts parts = before.parts();
  parts.side_to_move = Color::Black;
  parts.en_passant.reset();
  EXPECT_EQ(before.after_null_move(), Position(parts)) << "the key as well";
}

}  // namespace
}  // namespace perft_verify
