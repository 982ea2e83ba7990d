#include "core/fen_syntax.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace perft_verify {
namespace {

enum class ByteKind : std::uint8_t { Text, Blank, Control };

constexpr auto kByteKinds = [] {
  std::array<ByteKind, 256> kinds{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) kinds[byte] = ByteKind::Control;
  kinds[0x7f] = ByteKind::Control;
  kinds[' '] = kinds['\t'] = ByteKind::Blank;
  return kinds;
}();

constexpr ByteKind kind_of(char c) { return kByteKinds[static_cast<unsigned char>(c)]; }

std::unexpected<FenError> fail(FenErrorReason reason, std::size_t offset) {
  return std::unexpected(FenError{reason, static_cast<std::uint32_t>(offset)});
}

/// The first byte from `at` on that is a blank or a control character, or the end. Eight bytes at a
/// time: of a word of bytes, those below 0x21 and those that are 0x7f have their highest bit set in
/// `found`, the first of them without fail (graphics.stanford.edu/~seander/bithacks.html).
std::size_t end_of_text(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  for (std::uint64_t bytes; text.size() - at >= sizeof bytes; at += sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    const std::uint64_t deleted = bytes ^ kEach * 0x7f;
    const std::uint64_t found =
        (((bytes - kEach * 0x21) & ~bytes) | ((deleted - kEach) & ~deleted)) & kEach * 0x80;
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  while (at < text.size() && kind_of(text[at]) == ByteKind::Text) ++at;
  return at;
}

/// A field and the place of its beginning in the text.
struct Field {
  std::string_view text;
  std::size_t offset = 0;
};

struct Fields {
  explicit Fields(std::string_view fen) : text(fen) {}

  std::string_view text;
  std::array<std::pair<std::uint32_t, std::uint32_t>, 6> bounds;  // begin, size; `count` of them
  std::size_t count = 0;

  Field operator[](std::size_t number) const {
    const auto [begin, size] = bounds[number];
    return {{text.data() + begin, size}, begin};
  }
};

/// A control character is reported before any other defect.
std::expected<void, FenError> split(std::string_view text, Fields& fields) {
  std::size_t at = 0;
  std::size_t end_of_last = 0;
  const auto is_control = [](char c) { return kind_of(c) == ByteKind::Control; };
  std::size_t extra = text.size();
  for (;;) {
    while (at < text.size() && kind_of(text[at]) == ByteKind::Blank) ++at;
    if (at == text.size()) break;
    const std::size_t begin = at;
    at = end_of_text(text, at);
    if (at < text.size() && is_control(text[at])) return fail(FenErrorReason::ControlCharacter, at);
    if (fields.count == fields.bounds.size()) {
      extra = std::min(extra, begin);
      continue;
    }
    fields.bounds[fields.count++] = {static_cast<std::uint32_t>(begin),
                                     static_cast<std::uint32_t>(at - begin)};
    end_of_last = at;
  }
  if (extra < text.size()) return fail(FenErrorReason::TooManyFields, extra);
  if (fields.count < 4) return fail(FenErrorReason::MissingField, end_of_last);
  return {};
}

std::expected<void, FenError> parse_placement(Field field, FenFields& fen) {
  // Own counters for rank and file: the square is never advanced past the end of a rank,
  // so a rank of the wrong length cannot shift the ones below it.
  int rank = 7;
  int file = 0;
  bool after_digit = false;
  for (std::size_t at = 0; at < field.text.size(); ++at) {
    const char c = field.text[at];
    const std::size_t offset = field.offset + at;
    if (c == '/') {
      if (file < 8) return fail(FenErrorReason::RankTooShort, offset);
      if (rank == 0) return fail(FenErrorReason::TooManyRanks, offset);
      --rank;
      file = 0;
      after_digit = false;
    } else if (c >= '1' && c <= '8') {
      if (file + (c - '0') > 8) return fail(FenErrorReason::RankTooLong, offset);
      file += c - '0';
      fen.notes.digit_run |= after_digit;
      after_digit = true;
    } else {
      // By reference: a copy of a few bytes is written and read back, and that takes longer.
      const std::optional<Piece>& piece = kPieceOfLetter[static_cast<unsigned char>(c)];
      if (!piece) return fail(FenErrorReason::BadPieceLetter, offset);
      if (file == 8) return fail(FenErrorReason::RankTooLong, offset);
      const int square = rank * 8 + file;
      fen.placement[static_cast<std::size_t>(square)] = piece;
      fen.squares[static_cast<std::size_t>(piece->color)][static_cast<std::size_t>(piece->type)] |=
          std::uint64_t{1} << square;
      ++file;
      after_digit = false;
    }
  }
  const std::size_t end = field.offset + field.text.size();
  if (file < 8) return fail(FenErrorReason::RankTooShort, end);
  if (rank > 0) return fail(FenErrorReason::TooFewRanks, end);
  return {};
}

/// Fills color and side or file of `letter`; otherwise returns the defect of `c`.
std::optional<FenErrorReason> parse_castling_letter(char c, bool standard_only,
                                                    CastlingLetter& letter) {
  const bool upper = c >= 'A' && c <= 'Z';
  const char lower = upper ? static_cast<char>(c - 'A' + 'a') : c;
  letter.color = upper ? Color::White : Color::Black;
  if (lower == 'k') {
    letter.side = CastlingSide::King;
  } else if (lower == 'q') {
    letter.side = CastlingSide::Queen;
  } else if (lower >= 'a' && lower <= 'h') {
    if (standard_only) return FenErrorReason::FileLetterInStandardChess;
    letter.file = static_cast<File>(lower - 'a');
  } else {
    return FenErrorReason::BadCastlingLetter;
  }
  return std::nullopt;
}

std::expected<void, FenError> parse_castling(Field field, FenFields& fen, bool standard_only) {
  if (field.text == "-") return {};
  // The usual order of the field: White before Black, kingside before queenside.
  const auto order = [](const CastlingLetter& letter) {
    return index(letter.color) * 2 + (letter.side == CastlingSide::Queen ? 1 : 0);
  };
  CastlingLetter beyond{};  // a fifth letter has no place, but may be invalid itself
  for (std::size_t at = 0; at < field.text.size(); ++at) {
    const std::size_t offset = field.offset + at;
    const auto count = static_cast<std::size_t>(fen.castling_count);
    CastlingLetter& letter = count < fen.castling.size() ? fen.castling[count] : beyond;
    if (const auto wrong = parse_castling_letter(field.text[at], standard_only, letter))
      return fail(*wrong, offset);
    if (field.text.substr(0, at).contains(field.text[at]))
      return fail(FenErrorReason::RepeatedCastlingLetter, offset);
    if (&letter == &beyond) return fail(FenErrorReason::CastlingRightTwice, offset);
    letter.offset = static_cast<std::uint32_t>(offset);
    if (count > 0 && order(letter) < order(fen.castling[count - 1]))
      fen.notes.castling_order = true;
    ++fen.castling_count;
  }
  return {};
}

std::expected<void, FenError> parse_en_passant(Field field, FenFields& fen) {
  if (field.text == "-") return {};
  const std::optional<Square> square = parse_square(field.text);
  if (!square) return fail(FenErrorReason::BadEnPassantSquare, field.offset);
  if (rank_of(*square) != relative_rank(fen.side_to_move, Rank::R6))
    return fail(FenErrorReason::WrongEnPassantRank, field.offset);
  fen.en_passant = square;
  return {};
}

/// A clock in `least`..`most`; when lenient, other text is clamped and noted.
std::expected<unsigned, FenError> parse_clock(Field field, unsigned least, unsigned most,
                                              FenErrorReason reason, bool lenient,
                                              FenNotes& notes) {
  unsigned value = 0;
  const char* const end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  const bool complete = stop == end && error != std::errc::invalid_argument;
  if (complete && error == std::errc{} && value >= least && value <= most) return value;
  if (!lenient) return fail(reason, field.offset);
  notes.clocks_clamped = true;
  const bool too_large = complete && (error == std::errc::result_out_of_range || value > most);
  return too_large ? most : least;
}

std::expected<void, FenError> parse_fields(std::string_view text, FenSyntaxOptions options,
                                           FenFields& fen) {
  Fields field(text);
  if (auto ok = split(text, field); !ok) return ok;

  fen.placement_offset = static_cast<std::uint32_t>(field[0].offset);
  fen.en_passant_offset = static_cast<std::uint32_t>(field[3].offset);
  if (auto ok = parse_placement(field[0], fen); !ok) return ok;
  if (field[1].text != "w" && field[1].text != "b")
    return fail(FenErrorReason::BadSideToMove, field[1].offset);
  fen.side_to_move = field[1].text == "w" ? Color::White : Color::Black;
  if (auto ok = parse_castling(field[2], fen, options.standard_only); !ok) return ok;
  if (auto ok = parse_en_passant(field[3], fen); !ok) return ok;
  if (field.count > 4) {
    const auto clock = parse_clock(field[4], 0, kMaxHalfmoveClock, FenErrorReason::BadHalfmoveClock,
                                   options.lenient_clocks, fen.notes);
    if (!clock) return std::unexpected(clock.error());
    fen.halfmove_clock = *clock;
  }
  if (field.count > 5) {
    const auto number =
        parse_clock(field[5], 1, kMaxFullmoveNumber, FenErrorReason::BadFullmoveNumber,
                    options.lenient_clocks, fen.notes);
    if (!number) return std::unexpected(number.error());
    fen.fullmove_number = *number;
  }
  fen.notes.five_fields = field.count == 5;
  return {};
}

}  // namespace

std::string_view to_string(FenErrorClass error_class) {
  constexpr std::array<std::string_view, 7> kNames{
      "InvalidFormat",    "InvalidBoard",  "InvalidSideToMove",       "InvalidCastling",
      "InvalidEnPassant", "InvalidClocks", "PositionValidationFailed"};
  return kNames[static_cast<std::size_t>(error_class)];
}

FenErrorClass class_of(FenErrorReason reason) {
  if (reason <= FenErrorReason::TooManyFields) return FenErrorClass::InvalidFormat;
  if (reason <= FenErrorReason::TooManyRanks) return FenErrorClass::InvalidBoard;
  if (reason <= FenErrorReason::BadSideToMove) return FenErrorClass::InvalidSideToMove;
  if (reason <= FenErrorReason::CastlingRightTwice) return FenErrorClass::InvalidCastling;
  if (reason <= FenErrorReason::EnPassantOriginOccupied) return FenErrorClass::InvalidEnPassant;
  if (reason <= FenErrorReason::BadFullmoveNumber) return FenErrorClass::InvalidClocks;
  return FenErrorClass::PositionValidationFailed;
}

std::string_view FenError::message() const {
  switch (reason) {
    case FenErrorReason::ControlCharacter:
      return "a control character inside the FEN; only printable text and blanks belong there";
    case FenErrorReason::MissingField:
      return "the FEN ends too early: it needs at least the four fields board, side to move, "
             "castling and en passant";
    case FenErrorReason::TooManyFields:
      return "more than six fields: after the fullmove number nothing may follow";
    case FenErrorReason::BadPieceLetter:
      return "no piece letter (PNBRQK or pnbrqk), digit 1 to 8 or '/'";
    case FenErrorReason::RankTooLong:
      return "this rank has more than eight files";
    case FenErrorReason::RankTooShort:
      return "this rank has fewer than eight files";
    case FenErrorReason::TooFewRanks:
      return "the board has fewer than eight ranks";
    case FenErrorReason::TooManyRanks:
      return "the board has more than eight ranks; it ends after the eighth, without '/'";
    case FenErrorReason::BadSideToMove:
      return "the side to move is neither 'w' nor 'b'";
    case FenErrorReason::BadCastlingLetter:
      return "no castling letter: K, Q, k, q, a rook's file (A-H, a-h), or '-' alone";
    case FenErrorReason::RepeatedCastlingLetter:
      return "this castling letter stands there twice";
    case FenErrorReason::FileLetterInStandardChess:
      return "a rook's file as castling letter belongs to Chess960; write K, Q, k or q";
    case FenErrorReason::CastlingKingDisplaced:
      return "a castling right although the king is not on the square it castles from";
    case FenErrorReason::CastlingRookMissing:
      return "a castling right without a rook to castle with";
    case FenErrorReason::CastlingRightTwice:
      return "a second castling right to the same side, or more than four rights";
    case FenErrorReason::BadEnPassantSquare:
      return "the en passant field is neither a square nor '-'";
    case FenErrorReason::WrongEnPassantRank:
      return "the en passant square is on the wrong rank: rank 6 when White is to move, rank 3 "
             "when Black is";
    case FenErrorReason::EnPassantPawnMissing:
      return "no pawn stands in front of the en passant square that could just have made a "
             "double push";
    case FenErrorReason::EnPassantSquareOccupied:
      return "the en passant square is occupied, so no pawn can have passed over it";
    case FenErrorReason::EnPassantOriginOccupied:
      return "the square behind the en passant square is occupied, so no pawn can have come "
             "from there";
    case FenErrorReason::BadHalfmoveClock:
      return "the halfmove clock is not a number from 0 to 999";
    case FenErrorReason::BadFullmoveNumber:
      return "the fullmove number is not a number from 1 to 99999";
    case FenErrorReason::KingMissing:
      return "a king is missing: each side needs exactly one";
    case FenErrorReason::TooManyKings:
      return "a second king of the same color";
    case FenErrorReason::PawnOnBackRank:
      return "a pawn on the first or the eighth rank";
    case FenErrorReason::TooManyPieces:
      return "more than sixteen pieces of one color";
    case FenErrorReason::TooManyPawns:
      return "more than eight pawns of one color";
    case FenErrorReason::TooManyPromoted:
      return "more promoted pieces than pawns are missing";
    case FenErrorReason::OpponentInCheck:
      return "the side not to move is in check: its king could be captured";
    case FenErrorReason::KingsAdjacent:
      return "the kings stand next to each other";
  }
  return "unknown reason";
}

std::expected<FenFields, FenError> parse_fen_syntax(std::string_view text,
                                                    FenSyntaxOptions options) {
  // Filled in place: copying bytes that were just written costs as much as a field.
  std::expected<FenFields, FenError> fields;
  if (auto ok = parse_fields(text, options, *fields); !ok) fields = std::unexpected(ok.error());
  return fields;
}

std::uint32_t offset_of_square(std::string_view text, std::uint32_t placement_offset,
                               Square square) {
  int rank = 7;
  int file = 0;
  for (std::uint32_t at = placement_offset; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '/') {
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else {
      if (rank == index(rank_of(square)) && file == index(file_of(square))) return at;
      ++file;
    }
  }
  return placement_offset;
}

}  // namespace perft_verify
