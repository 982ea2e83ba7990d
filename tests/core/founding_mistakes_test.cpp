// The mistakes T1 to T18 of the founding documents, as far as they concern core: each would be
// found here if it came back.
#include <gtest/gtest.h>

#include <cstring>
#include <type_traits>

#include "core/counting/perft.h"
#include "core/line.h"
#include "core/rules/diagram.h"
#include "core/rules/legality.h"
#include "tests/core/position_helpers.h"

namespace perft_verify {
namespace {

using test::position_of;

/// Reason and offset of a text that must be refused.
FenError refused(std::string_view text, FenOptions options = {}) {
  const auto parsed = parse_fen(text, options);
  if (!parsed) return parsed.error();
  ADD_FAILURE() << "accepted: " << text;
  return {};
}

TEST(FoundingMistakes, T1_AFullRankIsAcceptedAndASevenFileRankIsNot) {
  EXPECT_TRUE(parse_fen(test::kStart).has_value());
  const FenError error = refused("rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(error.reason, FenErrorReason::RankTooShort);
  EXPECT_EQ(error.offset, 7U);
}

TEST(FoundingMistakes, T2_PiecesDoNotRunIntoTheNextRank) {
  const FenError error = refused("rnbqkbnrQQQQ/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(error.reason, FenErrorReason::RankTooLong);
  EXPECT_EQ(error.offset, 8U);
}

TEST(FoundingMistakes, T2_DigitsDoNotRunIntoTheNextRank) {
  EXPECT_EQ(refused("88888888 w - - 0 1").reason, FenErrorReason::RankTooLong);
  EXPECT_EQ(refused("7k2/8/8/8/8/8/8/4K3 w - - 0 1").reason, FenErrorReason::RankTooLong);
}

TEST(FoundingMistakes, T2_TheBoardHasExactlyEightRanks) {
  EXPECT_EQ(refused("4k3/8/8/8/8/8/4K3 w - - 0 1").reason, FenErrorReason::TooFewRanks);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1").reason, FenErrorReason::TooManyRanks);
  EXPECT_EQ(refused("4k3" + std::string(40, '/') + "4K3 w - - 0 1").reason,
            FenErrorReason::RankTooShort);
}

TEST(FoundingMistakes, T2_ZeroAndNineAreNoDigitsOfABoard) {
  for (const char digit : {'0', '9'}) {
    const std::string text = std::string("4k3/8/8/") + digit + "/8/8/8/4K3 w - - 0 1";
    EXPECT_EQ(refused(text).reason, FenErrorReason::BadPieceLetter) << digit;
  }
}

TEST(FoundingMistakes, T2_BytesAbove127AreNoNegativeIndex) {
  for (int byte = 128; byte < 256; ++byte) {
    const std::string text = std::string(1, static_cast<char>(byte)) + "3k4/8/8/8/8/8/8/4K3 w - -";
    EXPECT_EQ(refused(text).reason, FenErrorReason::BadPieceLetter) << byte;
    EXPECT_FALSE(piece_of_letter(static_cast<char>(byte)).has_value()) << byte;
  }
}

TEST(FoundingMistakes, T3_LoopsDownToRankOneEndAndReachIt) {
  // With unsigned ranks `rank >= 0` never ends; with `rank > 0` the first rank is lost.
  const Position start;
  EXPECT_TRUE(start.fen().contains("/RNBQKBNR "));
  EXPECT_TRUE(diagram(start).contains("\n1  R  N"));
  int squares = 0;
  for ([[maybe_unused]] const Square square : ~kNoSquares) ++squares;
  EXPECT_EQ(squares, 64);
}

TEST(FoundingMistakes, T4_TheEnPassantRankFollowsTheSideToMove) {
  EXPECT_TRUE(parse_fen("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").has_value());
  EXPECT_TRUE(parse_fen("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1").has_value());
  EXPECT_EQ(refused("4k3/8/8/8/3P4/8/8/4K3 w - d3 0 1").reason, FenErrorReason::WrongEnPassantRank);
  EXPECT_EQ(refused("4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1").reason, FenErrorReason::WrongEnPassantRank);
}

TEST(FoundingMistakes, T5_TheFenAfterE4IsAcceptedAndItsSquareKept) {
  constexpr std::string_view kFen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
  EXPECT_EQ(position_of(kFen).en_passant(), Square::E3);
  EXPECT_EQ(position_of(kFen).fen(), kFen);
}

TEST(FoundingMistakes, T5_TheSquareItselfAndTheSquareBehindItMustBeEmpty) {
  EXPECT_EQ(refused("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1").reason,
            FenErrorReason::EnPassantSquareOccupied);
  EXPECT_EQ(refused("4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1").reason,
            FenErrorReason::EnPassantOriginOccupied);
}

TEST(FoundingMistakes, T6_ClocksAreRefusedWhenStrictAndClampedWhenLenient) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/4K3 w - - 1000 0";
  EXPECT_EQ(refused(kFen).error_class(), FenErrorClass::InvalidClocks);
  const auto lenient = parse_fen(kFen, {.lenient_clocks = true});
  ASSERT_TRUE(lenient.has_value());
  EXPECT_EQ(lenient->position.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 999 1");
}

TEST(FoundingMistakes, T6_AnEmptyBoardIsNoEdgeCaseButAnError) {
  EXPECT_EQ(refused("8/8/8/8/8/8/8/8 w - - 0 1").reason, FenErrorReason::KingMissing);
}

TEST(FoundingMistakes, T7_PositionsWithCollidingHashesAreUnequal) {
  // The pairs of document 000's hash: 31 full moves weigh as much as one half move.
  EXPECT_NE(position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 32"),
            position_of("4k3/8/8/8/8/8/8/4K3 w - - 1 1"));
  EXPECT_NE(position_of("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1"),
            position_of("4k3/8/8/8/3P4/8/8/4K3 b - - 31 1"));
  EXPECT_NE(position_of("r3k3/8/8/8/8/8/8/4K3 w q - 0 1"),
            position_of("r3k3/8/8/8/8/8/8/4K3 w - - 0 1"));
}

TEST(FoundingMistakes, T8_AResultCannotBeMistakenForItsTruthValue) {
  using Result = std::expected<ParsedFen, FenError>;
  static_assert(!std::is_convertible_v<Result, bool>);  // only in a condition
  static_assert(!std::is_constructible_v<Result, const char*>);
  EXPECT_FALSE(parse_fen(""));
  EXPECT_TRUE(parse_fen(test::kStart));
}

TEST(FoundingMistakes, T9_ExactlyTwelveLettersArePieces) {
  int pieces = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const char letter = static_cast<char>(byte);
    const auto piece = piece_of_letter(letter);
    if (!piece) continue;
    ++pieces;
    EXPECT_EQ(letter_of(*piece), letter);
    EXPECT_EQ(piece->color == Color::White, letter >= 'A' && letter <= 'Z') << letter;
  }
  EXPECT_EQ(pieces, 12);
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      EXPECT_EQ(piece_of_letter(letter_of({color, type})), (Piece{color, type}));
}

TEST(FoundingMistakes, T9_AnEmptySquareHasNoColorAtAll) {
  const Position start;
  EXPECT_EQ(start.piece_on(Square::E4), std::nullopt);
  EXPECT_FALSE(start.pieces(Color::White).contains(Square::E4));
  EXPECT_FALSE(start.pieces(Color::Black).contains(Square::E4));
}

TEST(FoundingMistakes, T10_RimPawnsDoNotCaptureOverTheEdgeInEitherColor) {
  // On each rank the neighbors in number of a rim pawn's targets hold opposing pieces.
  const Position position = position_of("4k3/8/p6p/P6P/p6p/P6P/8/4K3 w - - 0 1");
  for (const Position& side : {position, test::color_flipped(position)})
    for (const std::string& move : test::legal_texts(side))
      EXPECT_TRUE(move.starts_with('e')) << move;
  EXPECT_EQ(perft(position, 4), perft(test::color_flipped(position), 4));
}

/// Checks the key after a move, which must be that of the position read from its FEN.
void check_key_after(std::string_view fen, std::string_view text) {
  const Position position = position_of(fen);
  const auto move = find_legal(position, text);
  ASSERT_TRUE(move.has_value()) << fen << " " << text;
  const Position after = position.after(*move);
  EXPECT_EQ(after.key(), position_of(after.fen()).key()) << fen << " " << text;
  EXPECT_EQ(after.key(), after.key_from_scratch()) << fen << " " << text;
}

TEST(FoundingMistakes, T11_TheKeyFollowsEnPassantVictimCastlingRookAndPromotion) {
  check_key_after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
  check_key_after("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3");
  check_key_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1");
  check_key_after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8");
  check_key_after("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8q");
  check_key_after("7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1n");
}

TEST(FoundingMistakes, T11_PromotionLeavesNoPawnOnTheLastRank) {
  const Position position = position_of("7k/P7/8/8/8/8/8/7K w - - 0 1");
  for (const std::string_view text : {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}) {
    const Position after = position.after(find_legal(position, text).value());
    EXPECT_TRUE(after.pieces(PieceType::Pawn).empty()) << text;
    EXPECT_EQ(after.occupied().count(), 3) << text;
  }
}

TEST(FoundingMistakes, T12_AMoveListBeginsEmpty) {
  EXPECT_EQ(MoveList().size(), 0U);
  EXPECT_TRUE(MoveList().empty());
}

TEST(FoundingMistakes, T12_CastlingThroughCheckIsNotListed) {
  // After the castling the king is safe, so a filter that only looks there would let it pass.
  const Position position = position_of("4kr2/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_FALSE(test::is_legal_text(position, "e1g1"));
  const Position after = position_of("4kr2/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_TRUE(after.attackers(Square::G1, Color::Black).empty());
}

TEST(FoundingMistakes, T13_AtMost64NamesAreSquaresAndPieceListsDoNotOverflow) {
  EXPECT_EQ(parse_square("i1"), std::nullopt);
  EXPECT_EQ(parse_square("a9"), std::nullopt);
  EXPECT_EQ(parse_square("a0"), std::nullopt);
  // Ten of a kind: two and eight promoted ones, here each with the moves of its kind.
  const Position knights = position_of("NNNNN3/NNNNN3/8/8/8/8/4k3/2K5 w - - 0 1");
  EXPECT_EQ(knights.pieces(PieceType::Knight).count(), 10);
  const Position rooks = position_of("RRRRRRRR/RR6/8/8/8/4k3/8/1K6 b - - 0 1");
  EXPECT_EQ(rooks.pieces(PieceType::Rook).count(), 10);
}

/// A position in whose memory some bits are flipped: word 0 and 1 are the colors' squares, 2
/// to 7 those of the kinds of pieces, 8 the key. No function of core can make one; a stray
/// write could.
Position corrupted(const Position& position, std::initializer_list<std::size_t> words,
                   Square square) {
  static_assert(std::is_trivially_copyable_v<Position>);
  std::array<std::uint64_t, 9> memory{};
  std::memcpy(memory.data(), &position, sizeof memory);
  for (const std::size_t word : words) memory[word] ^= Bitboard{square}.bits();
  Position result = position;
  std::memcpy(static_cast<void*>(&result), memory.data(), sizeof memory);
  return result;
}

TEST(FoundingMistakes, T14_InvariantsAreCheckedInBothDirections) {
  const Position start;
  ASSERT_EQ(corrupted(start, {}, Square::E4), start);
  for (std::size_t word = 0; word < 9; ++word)
    EXPECT_TRUE(corrupted(start, {word}, Square::E4).broken_invariant().has_value()) << word;
  // A stray piece in color and kind at once: only the key reveals it. The same for a missing one.
  EXPECT_TRUE(corrupted(start, {0, 2}, Square::E4).broken_invariant().has_value());
  EXPECT_TRUE(corrupted(start, {0, 2}, Square::E2).broken_invariant().has_value());
  // Two colors, or two kinds, on one square.
  EXPECT_TRUE(corrupted(start, {1}, Square::E2).broken_invariant().has_value());
  EXPECT_TRUE(corrupted(start, {3}, Square::E2).broken_invariant().has_value());
}

TEST(FoundingMistakes, T15_SquaresCountFromA1AlongTheRanks) {
  EXPECT_EQ(index(Square::A1), 0);
  EXPECT_EQ(index(Square::H1), 7);
  EXPECT_EQ(index(Square::A2), 8);
  EXPECT_EQ(index(Square::A8), 56);
  EXPECT_EQ(index(Square::H8), 63);
  // A FEN still begins at a8.
  EXPECT_EQ(position_of("n3k3/8/8/8/8/8/8/4K3 w - - 0 1").piece_on(Square::A8),
            (Piece{Color::Black, PieceType::Knight}));
}

TEST(FoundingMistakes, T16_NoRankIsSkipped) {
  constexpr std::string_view kFen = "r3k3/1p6/2b5/3n4/4Q3/5N2/6P1/4K2R b - - 0 1";
  const Position position = position_of(kFen);
  for (int rank = 0; rank < 8; ++rank)
    EXPECT_TRUE((position.occupied() & Bitboard{static_cast<Rank>(rank)}).any()) << rank;
  EXPECT_EQ(position.fen(), kFen);
}

TEST(FoundingMistakes, T16_ABlankInsideTheBoardIsAnErrorAndNoEndlessLoop) {
  EXPECT_EQ(refused("8/8 w - -").error_class(), FenErrorClass::InvalidBoard);
  EXPECT_EQ(refused("4k3/8/8/8 /8/8/8/4K3 w - - 0 1").error_class(),
            FenErrorClass::InvalidFormat);  // seven fields
}

TEST(FoundingMistakes, T16_NothingUnknownIsIgnored) {
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K3 p - - 0 1").reason, FenErrorReason::BadSideToMove);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K3 w x - 0 1").reason, FenErrorReason::BadCastlingLetter);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K3 w - a 0 1").reason, FenErrorReason::BadEnPassantSquare);
  EXPECT_EQ(refused("4k3/8/8/3p4/8/8/8/4K3 w - d5 0 1").reason, FenErrorReason::WrongEnPassantRank);
  EXPECT_EQ(refused("4k3/8/8/8/8/8/8/4K3 w - - a 1").reason, FenErrorReason::BadHalfmoveClock);
  EXPECT_EQ(position_of("4k3/8/8/8/8/8/8/4K3 w - - 12 34").halfmove_clock(), 12U);
  EXPECT_EQ(position_of("4k3/8/8/8/8/8/8/4K3 w - - 12 34").fullmove_number(), 34U);
}

TEST(FoundingMistakes, T16_EveryPrefixOfAFenEndsInAnAnswer) {
  const std::string fen(test::kKiwipete);
  const std::size_t four_fields = fen.find(" 0 1");
  for (std::size_t length = 0; length <= fen.size(); ++length)
    EXPECT_EQ(parse_fen(std::string_view(fen).substr(0, length)).has_value(), length >= four_fields)
        << fen.substr(0, length);
}

const std::vector<std::string> kShuffle{"g1f3", "g8f6", "f3g1", "f6g8"};

TEST(FoundingMistakes, T17_ALineOfTenThousandPliesOverflowsNothing) {
  Line line;
  for (int round = 0; round < 2500; ++round)
    ASSERT_TRUE(line.push_texts(kShuffle).has_value()) << round;
  EXPECT_EQ(line.ply(), 10'000U);
  EXPECT_EQ(line.position().key(), Position().key());
  EXPECT_EQ(line.root(), Position());
}

TEST(FoundingMistakes, T17_TwoThousandPliesThatEndInARefusedOneRestoreTheRoot) {
  std::vector<std::string> texts;
  for (int round = 0; round < 500; ++round)
    texts.insert(texts.end(), kShuffle.begin(), kShuffle.end());
  texts.emplace_back("e2e5");
  Line line;
  EXPECT_EQ(line.push_texts(texts).error().ply, 2001U);
  EXPECT_EQ(line.position(), Position());
  EXPECT_EQ(line.ply(), 0U);
}

struct KingRetreat {
  std::string_view fen;
  std::string_view move;
};

TEST(FoundingMistakes, T18_OnlyAKingInCheckCanStepIntoItsOwnShadow) {
  for (const auto& [fen, move] : {
           KingRetreat{"8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "e5e6"},
           KingRetreat{"8/8/8/8/8/2k5/8/B3K3 b - - 0 1", "c3d4"},
           KingRetreat{"3q4/8/8/3K4/8/8/8/7k w - - 0 1", "d5d4"},
           KingRetreat{"rnbN1b1r/ppp2kpp/5n2/8/2B5/8/PPPP1PPP/RNBQK2R b KQ - 0 14", "f7g8"},
           KingRetreat{"8/1k6/3N4/8/8/8/8/1R2K3 b - - 0 62", "b7b8"},
           KingRetreat{"8/6N1/4k3/8/8/7B/8/4K3 b - - 0 23", "e6d7"},
           KingRetreat{"4Q3/3k4/8/8/8/8/8/4K3 b - - 0 48", "d7c6"},
           KingRetreat{"8/R4k2/8/4N3/8/8/8/4K3 b - - 0 50", "f7g7"},
           KingRetreat{"4k3/8/8/8/8/8/3K4/2q5 w - - 0 37", "d2e3"},
           KingRetreat{"3B4/1R6/1k6/8/8/8/8/4K3 b - - 0 31", "b6a5"},
           KingRetreat{"8/8/8/4R3/4k3/8/8/K7 b - - 0 28", "e4e3"},
       }) {
    const Position position = position_of(fen);
    EXPECT_FALSE(test::is_legal_text(position, move)) << fen << " " << move;
    const auto why = why_illegal(position, move);
    ASSERT_TRUE(why.has_value()) << fen << " " << move;
    EXPECT_EQ(why->reason, Illegality::KingXray) << fen << " " << move << ": " << why->sentence;
    EXPECT_TRUE((why->attackers & ~position.checkers()).empty()) << fen;
  }
}

TEST(FoundingMistakes, T18_ShellTextsAndBrokenUtf8AreOnlyBadFens) {
  for (const std::string_view text :
       {"'; rm -rf /; echo '", "$(reboot) w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - `id` 1",
        "\xc3\xa2\xe2\x82\xac\xe2\x80\x9d w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - \xe2\x80\x93 0 1"})
    EXPECT_FALSE(parse_fen(text).has_value()) << text;
}

}  // namespace
}  // namespace perft_verify
