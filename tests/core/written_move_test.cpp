#include "core/rules/written_move.h"

#include <gtest/gtest.h>

#include "core/san.h"
#include "tests/core/position_helpers.h"
#include "tests/core/scatter.h"
#include "tests/support/share.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;
using Kind = MeantMove::Kind;

constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// "e2e4" for the one legal move; else what was understood.
std::string read(const Position& position, std::string_view text) {
  const auto meant = read_move(position, text);
  if (!meant) return "unreadable";
  std::string words;
  switch (meant->kind) {
    case Kind::Legal:
      return to_uci(meant->legal.front(), position.chess960());
    case Kind::Null:
      return "null";
    case Kind::Ambiguous:
      words = "ambiguous";
      for (const Move move : meant->legal) words += " " + to_uci(move, position.chess960());
      return words;
    case Kind::Illegal:
      words = "illegal";
      for (const std::string& move : meant->meant) words += " " + move;
  }
  return words;
}
std::string read(std::string_view fen, std::string_view text) {
  return read(position_of(fen), text);
}

/// Every spelling of a legal move is read as that move.
void expect_round_trip(const Position& position) {
  for (const Move move : legal_moves(position)) {
    const std::string uci = to_uci(move, position.chess960());
    const std::string san = san_of(position, uci).value();
    ASSERT_EQ(read(position, san), uci) << san << " in " << position.fen();
    ASSERT_EQ(read(position, uci), uci) << position.fen();
    if (move.kind() == MoveKind::Castling) continue;
    // Long algebraic, and with more of the origin than is needed.
    const auto piece = position.piece_on(move.from());
    const std::string letter = piece->type == PieceType::Pawn
                                   ? ""
                                   : std::string(1, letter_of({Color::White, piece->type}));
    const std::string tail =
        move.kind() == MoveKind::Promotion
            ? "=" + std::string(1, letter_of({Color::White, move.promoted_to()}))
            : "";
    for (const char* const sign : {"", "-", "x"})
      ASSERT_EQ(
          read(position, letter + to_string(move.from()) + sign + to_string(move.to()) + tail), uci)
          << position.fen();
  }
}

TEST(WrittenMove, SanOfEveryMoveIsReadAsThatMove) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(file)) {
      expect_round_trip(position_of(row.fen));
      if (HasFatalFailure()) return;
    }
  test::Scatter scatter(21);
  for (int position = 0; position < 3000 && !HasFatalFailure(); ++position)
    expect_round_trip(scatter.next());
}

TEST(WrittenMove, SanOfEveryMoveOfRandomGamesIsReadAsThatMove) {
  // 1,000 games, one in four of them Chess960, take a minute: tests/long/replay.
  const int games = is_long() ? 1000 : 25;
  std::mt19937_64 random(4);
  for (int game = 0; game < games; ++game) {
    Position position =
        game % 4 == 0
            ? position_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
            : Position();
    for (int ply = 0; ply < 200; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      expect_round_trip(position);
      if (HasFatalFailure()) return;
      position = position.after(moves[random() % moves.size()]);
    }
  }
}

TEST(WrittenMove, ReadsTheSpellingsOfTheWild) {
  const std::string_view promoting = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
  for (const char* text : {"a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a7a8q", "a7a8Q", "a7-a8=Q+!?"})
    EXPECT_EQ(read(promoting, text), "a7a8q") << text;
  for (const char* text : {"axb8=N", "ab8=N", "a7xb8=N#"})
    EXPECT_EQ(read(promoting, text), "a7b8n") << text;
  for (const char* text : {"O-O", "0-0", "o-o", "O-O+", "OO", "e1g1", "e1h1", "Ke1g1", "Kg1"})
    EXPECT_EQ(read(kKiwipete, text), "e1g1") << text;
  for (const char* text : {"O-O-O", "0-0-0!", "e1c1", "e1a1"})
    EXPECT_EQ(read(kKiwipete, text), "e1c1") << text;
  for (const char* text : {"exd6", "exd6e.p.", "exd6ep", "ed6", "e5:d6", "Pe5xd6", "e5d6"})
    EXPECT_EQ(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", text), "e5d6") << text;
  EXPECT_EQ(read(Position(), "nf3"), "g1f3") << "a small letter that is no file";
  EXPECT_EQ(read(Position(), "b4"), "b2b4") << "b is a file";
}

TEST(WrittenMove, Chess960CastlesInEitherSpelling) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
  for (const char* text : {"O-O", "e1h1", "e1g1"}) EXPECT_EQ(read(position, text), "e1h1") << text;
  // A spelling of castling that is another legal move means that move.
  const Position beside = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_EQ(read(beside, "f1g1"), "f1g1");
  EXPECT_EQ(read(beside, "f1h1"), "f1h1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "O-O-O"), "illegal e1c1");
  EXPECT_EQ(read("4kr2/8/8/8/8/8/8/4K2R w H - 0 1", "0-0"), "illegal e1h1");
}

TEST(WrittenMove, SaysWhatAnIllegalMoveMeans) {
  // The other knight is pinned, so "Nc3" needs no more. "Nec3" means the pinned knight, and is
  // illegal.
  const std::string_view pinned = "4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1";
  EXPECT_EQ(read(pinned, "Nc3"), "b1c3");
  EXPECT_EQ(read(pinned, "Nbc3"), "b1c3") << "over-disambiguated";
  EXPECT_EQ(read(pinned, "Nec3"), "illegal e2c3");
  EXPECT_EQ(read(pinned, "Ng3"), "illegal e2g3");
  EXPECT_EQ(read("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "illegal e1g1");
  EXPECT_EQ(read("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"), "illegal e1g1");
  EXPECT_EQ(read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"), "illegal a7a8") << "promoted to nothing";
  EXPECT_EQ(read(Position(), "e5"), "illegal e2e5");
  EXPECT_EQ(read(Position(), "Qh5"), "illegal d1h5");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3"), "illegal");
  EXPECT_EQ(read(Position(), "e7e5"), "illegal e7e5");
}

TEST(WrittenMove, AmbiguousAndForeignTextsAreToldApart) {
  EXPECT_EQ(read("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"), "ambiguous b1d2 f3d2");
  for (const char* text :
       {"", "e", "e9", "i4", "Hello", "1-0", "e4e", "Nf3=", "O", "O-O-O-O", "N", "x", "\xff\xfe"})
    EXPECT_EQ(read(Position(), text), "unreadable") << text;
  for (const char* text : {"--", "0000", "(none)", "NULL", "Z0"})
    EXPECT_EQ(read(Position(), text), "null") << text;
}

}  // namespace
}  // namespace perft_verify
