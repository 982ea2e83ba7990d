// FENs that must be accepted: what they become, what is remarked on them, how they are
// written again. What must be refused is in fen_errors_test.cpp.
#include "core/fen.h"

#include <gtest/gtest.h>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;

std::string written(std::string_view fen, Chess960 chess960 = Chess960::Auto) {
  return position_of(fen, chess960).fen();
}

FenNotes notes_of(std::string_view fen, FenOptions options = {}) {
  const auto parsed = parse_fen(fen, options);
  EXPECT_TRUE(parsed.has_value()) << fen;
  return parsed ? parsed->notes : FenNotes{};
}

// ---- Fields

TEST(Fen, SixFieldsAreAllKept) {
  const Position position =
      position_of("r3k2r/p1ppqpb1/bn2pnp1/2PPN3/1p2P3/2N2Q1p/P2BBPPP/R3K2R b Qk - 13 42");
  EXPECT_EQ(position.side_to_move(), Color::Black);
  EXPECT_EQ(position.castling().mask(), 2U + 4U);
  EXPECT_EQ(position.halfmove_clock(), 13U);
  EXPECT_EQ(position.fullmove_number(), 42U);
}

TEST(Fen, FourFieldsMeanClocksZeroAndOne) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/4K3 b - -"), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_FALSE(notes_of("4k3/8/8/8/8/8/8/4K3 b - -").five_fields);
}

TEST(Fen, FiveFieldsAreAcceptedWithANote) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/4K3 b - - 17"), "4k3/8/8/8/8/8/8/4K3 b - - 17 1");
  EXPECT_TRUE(notes_of("4k3/8/8/8/8/8/8/4K3 b - - 17").five_fields);
  EXPECT_FALSE(notes_of("4k3/8/8/8/8/8/8/4K3 b - - 17 1").five_fields);
}

TEST(Fen, BlanksAndTabsAroundFieldsDoNotMatter) {
  for (const std::string_view fen :
       {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "  4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3  w   -  -  0   1", "4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t0\t1\t",
        "4k3/8/8/8/8/8/8/4K3 w - - "})
    EXPECT_EQ(written(fen), "4k3/8/8/8/8/8/8/4K3 w - - 0 1") << fen;
}

TEST(Fen, ATailOfAMegabyteOfBlanksIsOnlyBlanks) {
  EXPECT_EQ(written(std::string(test::kStart) + std::string(1U << 20, ' ')), test::kStart);
}

TEST(Fen, RunsOfDigitsAreAcceptedWithANoteAndWrittenAsOne) {
  for (const std::string_view board : {"44/8/8/8/8/8/8/4K2k", "11111111/8/8/8/8/8/8/4K2k",
                                       "8/8/8/8/8/8/8/22K2k", "8/8/35/8/8/8/8/4K2k"}) {
    const std::string fen = std::string(board) + " w - - 0 1";
    EXPECT_EQ(written(fen), "8/8/8/8/8/8/8/4K2k w - - 0 1") << fen;
    EXPECT_TRUE(notes_of(fen).digit_run) << fen;
  }
  EXPECT_FALSE(notes_of("8/8/8/8/8/8/8/4K2k w - - 0 1").digit_run);
}

// ---- Castling

TEST(Fen, CastlingLettersInAnotherOrderAreAcceptedWithANote) {
  const auto with_rights = [](std::string_view rights) {
    return "r3k2r/8/8/8/8/8/8/R3K2R w " + std::string(rights) + " - 0 1";
  };
  for (const std::string_view rights : {"kqKQ", "QK", "qKkQ", "qk", "kK"})
    EXPECT_TRUE(notes_of(with_rights(rights)).castling_order) << rights;
  for (const std::string_view rights : {"KQkq", "Kq", "-", "k", "Qk"})
    EXPECT_FALSE(notes_of(with_rights(rights)).castling_order) << rights;
  EXPECT_EQ(written(with_rights("qkQK")), with_rights("KQkq"));
}

TEST(Fen, EverySubsetOfTheFourRightsRoundTrips) {
  constexpr std::string_view kLetters = "KQkq";
  for (unsigned subset = 0; subset < 16; ++subset) {
    std::string rights;
    for (std::size_t at = 0; at < 4; ++at)
      if ((subset >> at & 1) != 0) rights += kLetters[at];
    const std::string fen =
        "r3k2r/8/8/8/8/8/8/R3K2R w " + (rights.empty() ? "-" : rights) + " - 0 1";
    EXPECT_EQ(written(fen), fen);
    EXPECT_EQ(position_of(fen).castling().mask(), subset) << fen;
    EXPECT_FALSE(position_of(fen).chess960()) << fen;
  }
}

struct Rights {
  const char* point;
  std::string_view fen;
  std::string_view auto_written;  // empty: refused
  std::string_view off_written;   // empty: refused
};

constexpr std::array kRights{
    Rights{"classical squares are standard", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
           "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
    Rights{"file letters make it Chess960 even on the classical squares",
           "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", ""},
    Rights{"Shredder-FEN of another start", "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
           "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", ""},
    Rights{"X-FEN: K means the outermost rook", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1",
           "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", ""},
    Rights{"X-FEN: Q means the outermost rook", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1",
           "4k3/8/8/8/8/8/8/1RR1K3 w B - 0 1", ""},
    Rights{"X-FEN: the inner rook by its letter", "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
           "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", ""},
    Rights{"X-FEN: a rook off the corner", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
           "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ""},
    Rights{"a king off the e file", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1",
           "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", ""},
    Rights{"black too", "5k1r/8/8/8/8/8/8/4K3 b k - 0 1", "5k1r/8/8/8/8/8/8/4K3 b h - 0 1", ""},
    Rights{"one displaced right is enough for all letters", "r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1",
           "r3k2r/8/8/8/8/8/8/R3KR2 w FAha - 0 1", ""},
    Rights{"displaced pieces without rights are standard", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1",
           "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"},
};

TEST(Fen, AutoTellsChess960ByLettersAndSquaresAndOffRefusesIt) {
  for (const auto& [point, fen, auto_written, off_written] : kRights) {
    EXPECT_EQ(written(fen), auto_written) << point;
    EXPECT_EQ(position_of(fen).chess960(), auto_written != off_written) << point;
    const auto off = parse_fen(fen, {.chess960 = Chess960::Off});
    EXPECT_EQ(off ? off->position.fen() : "", off_written) << point;
    if (!off) {
      EXPECT_EQ(off.error().error_class(), FenErrorClass::InvalidCastling) << point;
    }
  }
}

TEST(Fen, Chess960OnWritesFileLettersWhateverWasGiven) {
  EXPECT_EQ(written(test::kStart, Chess960::On),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  EXPECT_TRUE(position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Chess960::On).chess960());
}

TEST(Fen, Chess960OffNeverMakesAChess960Position) {
  EXPECT_FALSE(position_of(test::kStart, Chess960::Off).chess960());
  EXPECT_EQ(written(test::kStart, Chess960::Off), test::kStart);
}

TEST(Fen, All960StartPositionsAreAcceptedAndWrittenAsGiven) {
  for (int number = 0; number < 960; ++number) {
    const std::string fen = test::chess960_start(number);
    const Position position = position_of(fen);
    EXPECT_EQ(position.fen(), fen) << number;
    EXPECT_TRUE(position.chess960()) << number;
    EXPECT_EQ(position.castling().mask(), 15U) << number;
  }
  EXPECT_EQ(test::chess960_start(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

// ---- En passant: the wire rule keeps every well-formed square

TEST(Fen, AWellFormedEnPassantSquareIsKeptWhetherOrNotAPawnMayCapture) {
  for (const std::string_view fen : {
           // No pawn can capture; the standard FEN after 1.e4.
           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
           // A pawn stands beside it and may capture.
           "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
           // A pawn stands beside it and may not.
           "8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1",
           "4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2",
           // On the rim, where a wrong generator would wrap around.
           "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1",
           "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1",
       }) {
    EXPECT_EQ(written(fen), fen);
    EXPECT_TRUE(position_of(fen).en_passant().has_value()) << fen;
  }
}

TEST(Fen, EveryEnPassantFileIsReadForBothSides) {
  for (char file = 'a'; file <= 'h'; ++file) {
    std::string rank(8, '1');
    rank[static_cast<std::size_t>(file - 'a')] = 'p';
    const std::string black_pushed =
        "4k3/8/8/" + rank + "/8/8/8/4K3 w - " + std::string(1, file) + "6 0 1";
    const Position position = position_of(black_pushed);
    EXPECT_EQ(position.en_passant(), parse_square(std::string(1, file) + "6"));
    EXPECT_EQ(test::color_flipped(position).fen(),
              position_of(test::color_flipped(position).fen()).fen());
    EXPECT_EQ(position_of(test::color_flipped(position).fen()).en_passant(),
              parse_square(std::string(1, file) + "3"));
  }
}

// ---- Clocks

TEST(Fen, ClocksAreKeptInTheirWholeRange) {
  for (const std::string_view clocks :
       {"0 1", "50 26", "100 80", "150 501", "999 99999", "0 99999"}) {
    const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - " + std::string(clocks);
    EXPECT_EQ(written(fen), fen);
    EXPECT_FALSE(notes_of(fen).clocks_clamped);
  }
}

TEST(Fen, LeadingZerosOfClocksAreNotWrittenAgain) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/4K3 w - - 007 0009"), "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
}

TEST(Fen, LenientClocksAreClampedIntoTheirRangeWithANote) {
  const std::array cases{
      std::pair{"-5 1", "0 1"},
      std::pair{"abc 1", "0 1"},
      std::pair{"1.5 1", "0 1"},
      std::pair{"1000 1", "999 1"},
      std::pair{"999999999999 1", "999 1"},
      std::pair{"0 0", "0 1"},
      std::pair{"0 -3", "0 1"},
      std::pair{"0 100000", "0 99999"},
      std::pair{"0 99999999999999999999", "0 99999"},
      std::pair{"x y", "0 1"},
  };
  const std::string board = "4k3/8/8/8/8/8/8/4K3 w - - ";
  for (const auto& [given, clamped] : cases) {
    const auto parsed = parse_fen(board + given, {.lenient_clocks = true});
    ASSERT_TRUE(parsed.has_value()) << given;
    EXPECT_EQ(parsed->position.fen(), board + clamped) << given;
    EXPECT_TRUE(parsed->notes.clocks_clamped) << given;
  }
}

TEST(Fen, LenientClocksLeaveGoodOnesAndEveryOtherErrorAlone) {
  const auto good = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 33 44", {.lenient_clocks = true});
  ASSERT_TRUE(good.has_value());
  EXPECT_FALSE(good->notes.clocks_clamped);
  EXPECT_EQ(good->position.halfmove_clock(), 33U);
  EXPECT_FALSE(parse_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1", {.lenient_clocks = true}));
  EXPECT_FALSE(parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 9", {.lenient_clocks = true}));
}

// ---- Positions that look wrong and are not

TEST(Fen, LegalPositionsThatLookIllegalAreAccepted) {
  for (const std::string_view fen : {
           // Claimed to be invalid by document 000: king and rooks do stand in place.
           "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           // All eight pawns promoted to queens; the record of 218 moves; ten knights.
           "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
           "NNNNN3/NNNNN3/8/8/8/8/4k3/2K5 w - - 0 1",
           // Triple check and both bishops on one color: unreachable, not illegal.
           "4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1",
           "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1",
           // A check that no move can have given, from a well-known suite.
           "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
           // Sixteen pieces a side, bare kings, a long game.
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 150 501",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
       })
    EXPECT_EQ(written(fen), fen);
}

TEST(Fen, EveryPositionOfTheSuitesIsAccepted) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(file))
      EXPECT_TRUE(parse_fen(row.fen).has_value()) << row.where();
}

// ---- Syntax alone

TEST(FenSyntax, FieldsAreReadWithoutAskingWhetherThePositionIsLegal) {
  // No king at all, and a right without its rook: legality is for others to judge.
  const auto fields = parse_fen_syntax(" 8/8/8/8/8/8/8/R7 b Kf d3 12 34");
  ASSERT_TRUE(fields.has_value());
  EXPECT_EQ(fields->placement[index(Square::A1)], (Piece{Color::White, PieceType::Rook}));
  EXPECT_EQ(std::ranges::count(fields->placement, std::optional<Piece>()), 63);
  EXPECT_EQ(fields->side_to_move, Color::Black);
  ASSERT_EQ(fields->castling_count, 2);
  EXPECT_EQ(fields->castling[0].color, Color::White);
  EXPECT_EQ(fields->castling[0].side, CastlingSide::King);
  EXPECT_EQ(fields->castling[0].file, std::nullopt);
  EXPECT_EQ(fields->castling[0].offset, 20U);
  EXPECT_EQ(fields->castling[1].color, Color::Black);
  EXPECT_EQ(fields->castling[1].side, std::nullopt);
  EXPECT_EQ(fields->castling[1].file, File::F);
  EXPECT_EQ(fields->castling[1].offset, 21U);
  EXPECT_EQ(fields->en_passant, Square::D3);
  EXPECT_EQ(fields->placement_offset, 1U);
  EXPECT_EQ(fields->en_passant_offset, 23U);
  EXPECT_EQ(fields->halfmove_clock, 12U);
  EXPECT_EQ(fields->fullmove_number, 34U);
}

TEST(FenSyntax, StandardOnlyRefusesFileLetters) {
  EXPECT_TRUE(parse_fen_syntax("8/8/8/8/8/8/8/8 w A - 0 1").has_value());
  EXPECT_FALSE(parse_fen_syntax("8/8/8/8/8/8/8/8 w A - 0 1", {.standard_only = true}).has_value());
}

TEST(FenSyntax, TheOffsetOfASquareIsThatOfItsLetter) {
  const std::string fen = "  " + std::string(test::kKiwipete);
  const auto fields = parse_fen_syntax(fen);
  ASSERT_TRUE(fields.has_value());
  for (int number = 0; number < kSquareCount; ++number) {
    const auto piece = fields->placement[static_cast<std::size_t>(number)];
    if (!piece) continue;
    const auto offset = offset_of_square(fen, fields->placement_offset, square_at(number));
    EXPECT_EQ(fen.at(offset), letter_of(*piece)) << to_string(square_at(number));
    // The letters before it are as many as the pieces that come before it in a FEN.
    const auto before = std::ranges::count_if(std::string_view(fen).substr(0, offset), [](char c) {
      return piece_of_letter(c).has_value();
    });
    long expected = 0;
    for (int other = 0; other < kSquareCount; ++other)
      if (fields->placement[static_cast<std::size_t>(other)] &&
          (other / 8 > number / 8 || (other / 8 == number / 8 && other < number)))
        ++expected;
    EXPECT_EQ(before, expected) << to_string(square_at(number));
  }
}

}  // namespace
}  // namespace perft_verify
