// FENs that must be refused: each with its class, its reason and the byte where it goes wrong.
#include <gtest/gtest.h>

#include <set>

#include "core/fen.h"
#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using enum FenErrorReason;

/// A bad FEN with '^' before the byte at which the error has to be reported.
struct BadFen {
  std::string_view marked;
  FenErrorReason reason;
  Chess960 chess960 = Chess960::Auto;
};

constexpr Chess960 kOff = Chess960::Off;

void check_refused(std::string_view text, std::size_t offset, FenErrorReason reason,
                   Chess960 chess960) {
  const auto parsed = parse_fen(text, {.chess960 = chess960});
  ASSERT_FALSE(parsed.has_value()) << "accepted: " << text;
  EXPECT_EQ(parsed.error().reason, reason) << text;
  EXPECT_EQ(parsed.error().offset, offset) << text << ": " << parsed.error().message();
}

template <std::size_t N>
void check_table(FenErrorClass error_class, const std::array<BadFen, N>& table) {
  static_assert(N >= 3);
  for (const auto& [marked, reason, chess960] : table) {
    const std::size_t offset = marked.find('^');
    ASSERT_NE(offset, std::string_view::npos) << marked;
    std::string text(marked);
    text.erase(offset, 1);
    check_refused(text, offset, reason, chess960);
    EXPECT_EQ(class_of(reason), error_class) << marked;
  }
}

TEST(FenErrors, InvalidFormat) {
  using namespace std::string_view_literals;
  check_table(FenErrorClass::InvalidFormat,
              std::array{
                  BadFen{"^", MissingField},
                  BadFen{"^   ", MissingField},
                  BadFen{"hello^", MissingField},
                  BadFen{"hello world^", MissingField},
                  BadFen{"4k3/8/8/8/8/8/8/4K3^", MissingField},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w^", MissingField},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w -^", MissingField},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w -^  ", MissingField},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^moves e1e2", TooManyFields},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^;", TooManyFields},
                  BadFen{"  4k3/8/8/8/8/8/8/4K3 w - - 0 1   ^7", TooManyFields},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1^\n", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1^\r", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1^\r\n", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1^\nquit", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - -^\0 0 1"sv, ControlCharacter},
                  BadFen{"^\0"sv, ControlCharacter},
                  BadFen{"4k3/8/^\x1b[31m/8/8/8/8/4K3 w - - 0 1", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ^\x7f", ControlCharacter},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - -^\v0 1", ControlCharacter},
              });
}

TEST(FenErrors, InvalidBoard) {
  check_table(FenErrorClass::InvalidBoard,
              std::array{
                  BadFen{"^xk6/8/8/8/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"4k3/8/8/^9/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"4k3/8/8/^0/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"4k3/8/4^-3/8/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"4k3/8/8/8/8/8/8/4^Z3 w - - 0 1", BadPieceLetter},
                  BadFen{"4k3^\\8/8/8/8/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"4^\xff"
                         "3/8/8/8/8/8/8/4K3 w - - 0 1",
                         BadPieceLetter},
                  BadFen{"^\xef\xbb\xbf"
                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                         BadPieceLetter},
                  BadFen{"4^\xe2\x99\x9a"
                         "3/8/8/8/8/8/8/4K3 w - - 0 1",
                         BadPieceLetter},
                  BadFen{"4k3/8/8/^\"8\"/8/8/8/4K3 w - - 0 1", BadPieceLetter},
                  BadFen{"rnbqkbnr^r/8/8/8/8/8/8/4K3 w - - 0 1", RankTooLong},
                  BadFen{"4k3/8^1/8/8/8/8/8/4K3 w - - 0 1", RankTooLong},
                  BadFen{"4k^8/8/8/8/8/8/8/4K3 w - - 0 1", RankTooLong},
                  BadFen{"8^8888888/8/8/8/8/8/8/8/4K3 w - - 0 1", RankTooLong},
                  BadFen{"8^8888888 w - - 0 1", RankTooLong},
                  BadFen{"4k3/8/8/8/8/8/8/4K3^Q w - - 0 1", RankTooLong},
                  BadFen{"4k2^/8/8/8/8/8/8/4K3 w - - 0 1", RankTooShort},
                  BadFen{"4k3/8/8/7^/8/8/8/4K3 w - - 0 1", RankTooShort},
                  BadFen{"4k3/8/8/8/8/8/8/4K2^ w - - 0 1", RankTooShort},
                  BadFen{"^/4k3/8/8/8/8/8/8/4K3 w - - 0 1", RankTooShort},
                  BadFen{"4k3/8/^/8/8/8/8/8/4K3 w - - 0 1", RankTooShort},
                  BadFen{"4k3/^///////////////////////////////////////4K3 w - - 0 1", RankTooShort},
                  BadFen{"4k3/8/8/8/8/8/4K3/^ w - - 0 1", RankTooShort},
                  BadFen{"4k3/8/8/8/8/8/4K3^ w - - 0 1", TooFewRanks},
                  BadFen{"4k2K^ w - - 0 1", TooFewRanks},
                  BadFen{"4k3/8/8/8/8/8/8/8^/4K3 w - - 0 1", TooManyRanks},
                  BadFen{"4k3/8/8/8/8/8/8/4K3^/ w - - 0 1", TooManyRanks},
              });
}

TEST(FenErrors, InvalidSideToMove) {
  check_table(FenErrorClass::InvalidSideToMove,
              std::array{
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^x - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^W - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^B - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^white - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^wb - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 ^- - - 0 1", BadSideToMove},
                  BadFen{"4k3/8/8/8/8/8/8/4K3   ^KQkq - 0 1", BadSideToMove},
              });
}

TEST(FenErrors, InvalidCastling) {
  check_table(
      FenErrorClass::InvalidCastling,
      std::array{
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w K^X - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w k^- - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^-- - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^-K - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^I - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^0 - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w KQ^\xc3\xa9 - 0 1", BadCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w K^K - 0 1", RepeatedCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq^k - 0 1", RepeatedCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w HA^H - 0 1", RepeatedCastlingLetter},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^HAha - 0 1", FileLetterInStandardChess, kOff},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w KQ^a - 0 1", FileLetterInStandardChess, kOff},
          // The king.
          BadFen{"4k3/8/8/8/8/8/4K3/R6R w ^KQ - 0 1", CastlingKingDisplaced},
          BadFen{"r6r/4k3/8/8/8/8/8/4K3 b ^k - 0 1", CastlingKingDisplaced},
          BadFen{"4k3/8/8/8/8/8/8/R2K3R w ^KQ - 0 1", CastlingKingDisplaced, kOff},
          BadFen{"r2k1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ^kq - 0 1", CastlingKingDisplaced,
                 kOff},
          // The rook.
          BadFen{"4k3/8/8/8/8/8/8/4K3 w ^K - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K3 w ^Q - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K3 w ^k - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K3 w ^q - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K3 w ^K - 0 1", CastlingRookMissing, kOff},
          BadFen{"4k3/8/8/8/8/8/8/R3K3 w ^K - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K2R w ^Q - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4K2r w ^K - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/7r/8/8/8/8/4K3 b ^k - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/1r6/8/4K3 b ^q - 0 1", CastlingRookMissing},
          BadFen{"4k3/8/8/8/8/8/8/4KR2 w ^K - 0 1", CastlingRookMissing, kOff},
          BadFen{"rn2k1r1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ^kq - 0 1", CastlingRookMissing,
                 kOff},
          BadFen{"rn2k2n/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ^kq - 0 1", CastlingRookMissing},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w ^E - 0 1", CastlingRookMissing},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w H^B - 0 1", CastlingRookMissing},
          // Two rights to one side.
          BadFen{"4k3/8/8/8/8/8/8/4KR1R w K^F - 0 1", CastlingRightTwice},
          BadFen{"4k3/8/8/8/8/8/8/4K2R w K^H - 0 1", CastlingRightTwice},
          BadFen{"4k3/8/8/8/8/8/8/RR2K3 w B^A - 0 1", CastlingRightTwice},
          BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq^H - 0 1", CastlingRightTwice},
      });
}

TEST(FenErrors, InvalidEnPassant) {
  check_table(FenErrorClass::InvalidEnPassant,
              std::array{
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^z9 0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^e 0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^d66 0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^D6 0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^-- 0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^0 1", BadEnPassantSquare},
                  BadFen{"4k3/8/8/8/3pP3/8/8/4K3 w - ^e3 0 1", WrongEnPassantRank},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 b - ^d6 0 1", WrongEnPassantRank},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^d5 0 1", WrongEnPassantRank},
                  BadFen{"4k3/8/8/8/3pP3/8/8/4K3 b - ^e4 0 1", WrongEnPassantRank},
                  BadFen{"4k3/8/8/3pP3/8/8/8/4K3 w - ^d8 0 1", WrongEnPassantRank},
                  BadFen{"4k3/8/8/4P3/8/8/8/4K3 w - ^d6 0 1", EnPassantPawnMissing},
                  BadFen{"4k3/8/8/3PP3/8/8/8/4K3 w - ^d6 0 1", EnPassantPawnMissing},
                  BadFen{"4k3/8/8/3nP3/8/8/8/4K3 w - ^d6 0 1", EnPassantPawnMissing},
                  BadFen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq ^e3 0 1",
                         EnPassantPawnMissing},
                  BadFen{"4k3/8/3n4/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantSquareOccupied},
                  BadFen{"4k3/8/3P4/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantSquareOccupied},
                  BadFen{"4k3/3r4/8/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantOriginOccupied},
                  BadFen{"4k3/3p4/8/3pP3/8/8/8/4K3 w - ^d6 0 1", EnPassantOriginOccupied},
                  BadFen{"4k3/8/8/8/3pP3/8/4B3/4K3 b - ^e3 0 1", EnPassantOriginOccupied},
              });
}

TEST(FenErrors, InvalidClocks) {
  check_table(FenErrorClass::InvalidClocks,
              std::array{
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^-5 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^+5 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^abc 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^1.5 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^0x1 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^1000 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^4294967296 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^999999999999999999999 1", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - ^-", BadHalfmoveClock},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^0", BadFullmoveNumber},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^-3", BadFullmoveNumber},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^100000", BadFullmoveNumber},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^4294967297", BadFullmoveNumber},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^99999999999999999999", BadFullmoveNumber},
                  BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 ^1,", BadFullmoveNumber},
              });
}

TEST(FenErrors, PositionValidationFailed) {
  check_table(FenErrorClass::PositionValidationFailed,
              std::array{
                  BadFen{"^8/8/8/8/8/8/8/8 w - - 0 1", KingMissing},
                  BadFen{"^4k3/8/8/8/8/8/8/4R3 w - - 0 1", KingMissing},
                  BadFen{"^8/8/8/8/8/8/8/Q3K3 w - - 0 1", KingMissing},
                  BadFen{"  ^8/2p5/3p4/KP5r/8/8/8/8 w - - 0 1", KingMissing},
                  BadFen{"4k3/8/8/8/8/8/8/K3^K3 w - - 0 1", TooManyKings},
                  BadFen{"4k2^k/8/8/8/8/8/8/4K3 w - - 0 1", TooManyKings},
                  BadFen{"k7/8/2^k5/8/k7/8/8/4K3 w - - 0 1", TooManyKings},
                  BadFen{"4k2^P/8/8/8/8/8/8/4K3 w - - 0 1", PawnOnBackRank},
                  BadFen{"4k3/8/8/8/8/8/8/^p3K2P b - - 0 1", PawnOnBackRank},
                  BadFen{"4k2^p/8/8/8/8/8/8/4K3 w - - 0 1", PawnOnBackRank},
                  BadFen{"4k3/8/8/8/8/8/8/4K2^P w - - 0 1", PawnOnBackRank},
                  BadFen{"^4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", TooManyPieces},
                  BadFen{"^rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", TooManyPieces},
                  BadFen{"^4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", TooManyPawns},
                  BadFen{"^4k3/pppppppp/7p/8/8/8/8/4K3 w - - 0 1", TooManyPawns},
                  BadFen{"^4k3/8/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1", TooManyPromoted},
                  BadFen{"^4k3/8/8/8/QQQQQQQQ/8/P7/1QQ1K3 w - - 0 1", TooManyPromoted},
                  BadFen{"^n1n1k1n1/pppppppp/8/8/8/8/8/4K3 w - - 0 1", TooManyPromoted},
                  BadFen{"^b1b1k1b1/pppppppp/8/8/8/8/8/4K3 w - - 0 1", TooManyPromoted},
                  BadFen{"^r1r1k1r1/pppppppp/8/8/8/8/8/4K3 w - - 0 1", TooManyPromoted},
                  BadFen{"4^k3/8/8/8/8/8/8/4RK2 w - - 0 1", OpponentInCheck},
                  BadFen{"4k3/8/8/8/8/8/3p4/4^K3 b - - 0 1", OpponentInCheck},
                  BadFen{"8/8/8/8/8/2^k5/8/B3K3 w - - 0 1", OpponentInCheck},
                  BadFen{"8/8/8/8/8/8/4^k3/4K3 w - - 0 1", KingsAdjacent},
                  BadFen{"8/8/8/8/8/8/5k2/4^K3 b - - 0 1", KingsAdjacent},
                  // Next to the king and attacked by another piece: the check is reported.
                  BadFen{"8/8/8/8/8/8/4^k2R/4K3 w - - 0 1", OpponentInCheck},
              });
}

// ---- Order of checks

TEST(FenErrors, TheFirstErrorInTheTextIsReported) {
  check_refused("9/8/8/8/8/8/8/8 x KK z9 -1 0", 0, BadPieceLetter, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 x KK z9 -1 0", 16, BadSideToMove, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 w KK z9 -1 0", 19, RepeatedCastlingLetter, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 w KQ z9 -1 0", 21, BadEnPassantSquare, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 w KQ e6 -1 0", 24, BadHalfmoveClock, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 w KQ e6 1 0", 26, BadFullmoveNumber, Chess960::Auto);
  check_refused("8/8/8/8/8/8/8/8 w KQ e6 1 1", 0, KingMissing, Chess960::Auto);
}

// ---- Bytes that belong in no FEN

TEST(FenErrors, EveryOtherByteIsRefusedAtItsPlaceInTheBoard) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    if (std::string_view("PNBRQKpnbrqk12345678/ \t").contains(c)) continue;
    const std::string text = std::string("4k3/8/8/3") + c + "4/8/8/8/4K3 w - - 0 1";
    check_refused(text, 9, byte < 0x20 || byte == 0x7f ? ControlCharacter : BadPieceLetter,
                  Chess960::Auto);
  }
}

TEST(FenErrors, AControlCharacterIsRefusedAtItsPlaceWhereverItStands) {
  const std::string fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
  for (std::size_t at = 0; at < fen.size(); ++at)
    for (const int byte : {0x00, 0x01, 0x08, 0x0a, 0x1f, 0x7f})
      for (const char next : {'8', '\x7f', '\x80', '\x01'}) {
        std::string text = fen;
        text[at] = static_cast<char>(byte);
        text.insert(at + 1, 1, next);
        check_refused(text, at, ControlCharacter, Chess960::Auto);
      }
}

TEST(FenErrors, EveryByteFrom128To255IsRefusedInEveryField) {
  const std::string fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
  for (std::size_t at = 0; at < fen.size(); ++at) {
    if (fen[at] == ' ') continue;
    for (int byte = 128; byte < 256; ++byte) {
      std::string text = fen;
      text[at] = static_cast<char>(byte);
      EXPECT_FALSE(parse_fen(text).has_value()) << at << " " << byte;
    }
  }
}

TEST(FenErrors, ALineOfAMegabyteIsRefusedWhereItGoesWrong) {
  constexpr std::size_t kMegabyte = 1U << 20;
  const std::string start(test::kStart);
  check_refused(std::string(kMegabyte, 'Q') + " w - - 0 1", 8, RankTooLong, Chess960::Auto);
  check_refused(std::string(kMegabyte, '/'), kMegabyte, MissingField, Chess960::Auto);
  check_refused(start + ' ' + std::string(kMegabyte, 'x'), start.size() + 1, TooManyFields,
                Chess960::Auto);
  check_refused(start + std::string(kMegabyte, ' ') + '\n', start.size() + kMegabyte,
                ControlCharacter, Chess960::Auto);
  check_refused("4k3/8/8/8/8/8/8/4K3 w - - " + std::string(kMegabyte, '9') + " 1", 26,
                BadHalfmoveClock, Chess960::Auto);
}

// ---- Strings that crash, hang or mislead engines (facts on Stockfish)

TEST(FenErrors, TextsThatCrashEnginesAreRefusedInEveryMode) {
  const std::string slashes(40, '/');
  const std::string queens(1000, 'Q');
  for (const std::string& text :
       std::vector<std::string>{"8/8/8/8/8/8/8/8 w - - 0 1",
                                "",
                                "hello world",
                                "4k3/8/8/8/8/8/8/4R3 w - - 0 1",
                                "4k3/8/8/8/8/8/8/4R3 b - - 0 1",
                                "3q4/8/8/8/8/8/8/4K3 w - - 0 1",
                                "3q4/8/8/8/8/8/8/4K3 b - - 0 1",
                                "8/8/8/8/8/8/8/Q3K3 w - - 0 1",
                                "8/2p5/3p4/KP5r/8/8/8/8 w - c6 0 1",
                                "8/2p5/3p4/KP5r/8/8/8/8 w - - 0 1",
                                "8/8/8/8/8/2k5/8/B7 w - - 0 1",
                                "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
                                "88888888/8/8/8/8/8/8/8/4K3 w - - 0 1",
                                "4k3" + slashes + "4K3 w - - 0 1",
                                "8/8/8/8/8/8/8/" + queens + " w - - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 w k - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 w q - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
                                "4k3/8/7r/8/8/8/8/4K3 b k - 0 1",
                                "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/kQQQQQKQ w - - 0 1",
                                "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
                                "4k3/8/8/8/8/1r6/8/4K3 b q - 0 1",
                                "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1"})
    for (const Chess960 mode : {Chess960::Auto, Chess960::On, Chess960::Off})
      EXPECT_FALSE(parse_fen(text, {.chess960 = mode}).has_value()) << text;
}

TEST(FenErrors, DisplacedRightsAreChess960UnderAutoAndRefusedWhenItIsOff) {
  for (const std::string_view text :
       {"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1"}) {
    EXPECT_TRUE(test::position_of(text).chess960()) << text;
    EXPECT_FALSE(parse_fen(text, {.chess960 = Chess960::Off}).has_value()) << text;
  }
}

TEST(FenErrors, EveryRowOfTheInvalidSuiteHasItsClassAndOffset) {
  for (const auto& row : test::invalid_texts()) {
    const auto parsed =
        parse_fen(row.text, {.chess960 = row.chess960_off ? Chess960::Off : Chess960::Auto});
    if (parsed) {
      ADD_FAILURE() << "invalid.epd:" << row.line << " is accepted: " << row.text;
      continue;
    }
    EXPECT_EQ(to_string(parsed.error().error_class()), row.error_class)
        << "invalid.epd:" << row.line << " " << row.text;
    EXPECT_EQ(parsed.error().offset, row.offset)
        << "invalid.epd:" << row.line << " " << row.text << ": " << parsed.error().message();
  }
}

TEST(FenErrors, RowsThatAreInvalidOnlyInStandardChessAreGoodChess960) {
  for (const auto& row : test::invalid_texts())
    if (row.chess960_off) {
      EXPECT_TRUE(parse_fen(row.text).has_value()) << "invalid.epd:" << row.line;
    }
}

// ---- Words

constexpr std::array kAllReasons{ControlCharacter,
                                 MissingField,
                                 TooManyFields,
                                 BadPieceLetter,
                                 RankTooLong,
                                 RankTooShort,
                                 TooFewRanks,
                                 TooManyRanks,
                                 BadSideToMove,
                                 BadCastlingLetter,
                                 RepeatedCastlingLetter,
                                 FileLetterInStandardChess,
                                 CastlingKingDisplaced,
                                 CastlingRookMissing,
                                 CastlingRightTwice,
                                 BadEnPassantSquare,
                                 WrongEnPassantRank,
                                 EnPassantPawnMissing,
                                 EnPassantSquareOccupied,
                                 EnPassantOriginOccupied,
                                 BadHalfmoveClock,
                                 BadFullmoveNumber,
                                 KingMissing,
                                 TooManyKings,
                                 PawnOnBackRank,
                                 TooManyPieces,
                                 TooManyPawns,
                                 TooManyPromoted,
                                 OpponentInCheck,
                                 KingsAdjacent};

TEST(FenErrors, EveryReasonHasItsOwnSentence) {
  std::set<std::string_view> messages;
  for (const FenErrorReason reason : kAllReasons) {
    const std::string_view message = FenError{reason, 0}.message();
    EXPECT_GT(message.size(), 10U);
    EXPECT_FALSE(message.ends_with('.')) << message;
    EXPECT_NE(message, "unknown reason");
    messages.insert(message);
  }
  EXPECT_EQ(messages.size(), kAllReasons.size());
}

TEST(FenErrors, TheSevenClassesHaveTheNamesOfTheFoundingDocument) {
  EXPECT_EQ(to_string(FenErrorClass::InvalidFormat), "InvalidFormat");
  EXPECT_EQ(to_string(FenErrorClass::InvalidBoard), "InvalidBoard");
  EXPECT_EQ(to_string(FenErrorClass::InvalidSideToMove), "InvalidSideToMove");
  EXPECT_EQ(to_string(FenErrorClass::InvalidCastling), "InvalidCastling");
  EXPECT_EQ(to_string(FenErrorClass::InvalidEnPassant), "InvalidEnPassant");
  EXPECT_EQ(to_string(FenErrorClass::InvalidClocks), "InvalidClocks");
  EXPECT_EQ(to_string(FenErrorClass::PositionValidationFailed), "PositionValidationFailed");
}

TEST(FenErrors, AFailedParseLeavesAnExistingPositionUntouched) {
  const Position before = test::position_of(test::kKiwipete);
  Position target = before;
  for (const auto& row : test::invalid_texts()) {
    if (auto parsed = parse_fen(row.text, {.chess960 = Chess960::Off})) target = parsed->position;
    ASSERT_EQ(target, before) << "invalid.epd:" << row.line << " " << row.text;
  }
}

}  // namespace
}  // namespace perft_verify
