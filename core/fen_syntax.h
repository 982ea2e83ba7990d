// The syntax of FEN: the content of the six fields, regardless of the legality of the position.
//
// Shared by all generators of this project. Each of them decides by itself which positions are
// legal: core in core/fen.h, the mailbox in reference/mailbox.
#pragma once

#include <expected>

#include "core/types.h"

namespace perft_verify {

/// The seven classes of a bad FEN.
enum class FenErrorClass : std::uint8_t {
  InvalidFormat,
  InvalidBoard,
  InvalidSideToMove,
  InvalidCastling,
  InvalidEnPassant,
  InvalidClocks,
  PositionValidationFailed,
};
std::string_view to_string(FenErrorClass error_class);

/// The exact defect; each reason belongs to one class.
enum class FenErrorReason : std::uint8_t {
  // InvalidFormat
  ControlCharacter,
  MissingField,
  TooManyFields,
  // InvalidBoard
  BadPieceLetter,
  RankTooLong,
  RankTooShort,
  TooFewRanks,
  TooManyRanks,
  // InvalidSideToMove
  BadSideToMove,
  // InvalidCastling
  BadCastlingLetter,
  RepeatedCastlingLetter,
  FileLetterInStandardChess,
  CastlingKingDisplaced,
  CastlingRookMissing,
  CastlingRightTwice,
  // InvalidEnPassant
  BadEnPassantSquare,
  WrongEnPassantRank,
  EnPassantPawnMissing,
  EnPassantSquareOccupied,
  EnPassantOriginOccupied,
  // InvalidClocks
  BadHalfmoveClock,
  BadFullmoveNumber,
  // PositionValidationFailed
  KingMissing,
  TooManyKings,
  PawnOnBackRank,
  TooManyPieces,
  TooManyPawns,
  TooManyPromoted,
  OpponentInCheck,
  KingsAdjacent,
};
FenErrorClass class_of(FenErrorReason reason);

/// A refused FEN: the reason, and the byte of the text (from 0).
struct FenError {
  FenErrorReason reason;
  std::uint32_t offset;

  [[nodiscard]] FenErrorClass error_class() const { return class_of(reason); }
  /// One sentence: the defect and the correct form.
  [[nodiscard]] std::string_view message() const;
};

/// Remarks on a FEN that was accepted.
struct FenNotes {
  bool five_fields = false;     // the fullmove number was missing, 1 is assumed
  bool digit_run = false;       // "44" or "11" in place of one digit
  bool castling_order = false;  // rights not in the order KQkq
  bool clocks_clamped = false;  // only with lenient clocks
};

/// One letter of the castling field as it was written.
struct CastlingLetter {
  Color color;
  /// Set for K and Q (and k, q); otherwise the letter named the rook's file.
  std::optional<CastlingSide> side;
  std::optional<File> file;
  std::uint32_t offset;  // of the letter in the text
};

inline constexpr unsigned kMaxHalfmoveClock = 999;
inline constexpr unsigned kMaxFullmoveNumber = 99999;

/// The fields of a FEN that is well-formed.
struct FenFields {
  Placement placement{};
  /// The placement again, by [color][type]: bit n stands for square n.
  std::array<std::array<std::uint64_t, 6>, 2> squares{};
  Color side_to_move = Color::White;
  std::array<CastlingLetter, 4> castling{};
  int castling_count = 0;
  /// On rank 6 when White is to move, on rank 3 when Black is.
  std::optional<Square> en_passant;
  unsigned halfmove_clock = 0;
  unsigned fullmove_number = 1;

  FenNotes notes;
  std::uint32_t placement_offset = 0;
  std::uint32_t en_passant_offset = 0;
};

struct FenSyntaxOptions {
  bool lenient_clocks = false;  // clamp bad clocks into their range, with a note
  bool standard_only = false;   // file letters are refused in the castling field
};

/// Reads 4, 5 or 6 fields separated by blanks or tabs. Allocates nothing.
std::expected<FenFields, FenError> parse_fen_syntax(std::string_view text,
                                                    FenSyntaxOptions options = {});

/// The byte offset in `text` of the piece letter that stands on `square`.
std::uint32_t offset_of_square(std::string_view text, std::uint32_t placement_offset,
                               Square square);

}  // namespace perft_verify
