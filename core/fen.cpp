#include "core/fen.h"

#include <algorithm>

namespace perft_verify {
namespace {

/// The squares of each piece and their number, counted once for all checks.
class Census {
 public:
  explicit Census(const FenFields& fen) {
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes) {
        const auto [c, t] = slot(color, type);
        squares_[c][t] = Bitboard{fen.squares[c][t]};
        counts_[c][t] = squares_[c][t].count();
      }
  }

  [[nodiscard]] Bitboard of(Color color, PieceType type) const {
    const auto [c, t] = slot(color, type);
    return squares_[c][t];
  }
  [[nodiscard]] int count(Color color, PieceType type) const {
    const auto [c, t] = slot(color, type);
    return counts_[c][t];
  }
  [[nodiscard]] int count(Color color) const {
    int sum = 0;
    for (const PieceType type : kPieceTypes) sum += count(color, type);
    return sum;
  }

 private:
  static constexpr std::pair<std::size_t, std::size_t> slot(Color color, PieceType type) {
    return {static_cast<std::size_t>(color), static_cast<std::size_t>(type)};
  }

  std::array<std::array<Bitboard, 6>, 2> squares_;
  std::array<std::array<int, 6>, 2> counts_;
};

/// The square of a set that comes first in the text of a FEN, which begins at a8: on the
/// board with its ranks reversed it is the lowest one.
Square first_in_text(Bitboard squares) {
  return flip_rank(Bitboard{__builtin_bswap64(squares.bits())}.first());
}

class Gate {
 public:
  Gate(std::string_view text, const FenFields& fen, Chess960 chess960)
      : text_(text), fen_(fen), census_(fen), mode_(chess960) {}

  std::expected<Position, FenError> pass() {
    if (auto ok = check_pieces(); !ok) return std::unexpected(ok.error());
    if (auto ok = read_castling(); !ok) return std::unexpected(ok.error());
    if (auto ok = check_en_passant(); !ok) return std::unexpected(ok.error());

    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes) {
        parts_.by_color[static_cast<std::size_t>(color)] |= census_.of(color, type);
        parts_.by_type[static_cast<std::size_t>(type)] |= census_.of(color, type);
      }
    parts_.side_to_move = fen_.side_to_move;
    parts_.en_passant = fen_.en_passant;
    parts_.halfmove_clock = fen_.halfmove_clock;
    parts_.fullmove_number = fen_.fullmove_number;
    Position position(parts_);

    const Color mover = position.side_to_move();
    const Square target = position.king(~mover);
    const Bitboard capturers = position.attackers(target, mover);
    if (capturers.any()) {
      const bool by_king = (capturers & ~position.pieces(PieceType::King)).empty();
      return std::unexpected(
          at(by_king ? FenErrorReason::KingsAdjacent : FenErrorReason::OpponentInCheck, target));
    }
    return position;
  }

 private:
  using Checked = std::expected<void, FenError>;

  [[nodiscard]] FenError at(FenErrorReason reason, Square square) const {
    return {reason, offset_of_square(text_, fen_.placement_offset, square)};
  }
  [[nodiscard]] FenError on_board(FenErrorReason reason) const {
    return {reason, fen_.placement_offset};
  }

  [[nodiscard]] Checked check_pieces() const {
    for (const Color color : kColors)
      if (census_.count(color, PieceType::King) == 0)
        return std::unexpected(on_board(FenErrorReason::KingMissing));
    for (const Color color : kColors) {
      const Bitboard kings = census_.of(color, PieceType::King);
      if (kings.more_than_one())
        return std::unexpected(at(FenErrorReason::TooManyKings,
                                  first_in_text(kings & ~Bitboard{first_in_text(kings)})));
    }
    const Bitboard stuck = kBackRanks & (census_.of(Color::White, PieceType::Pawn) |
                                         census_.of(Color::Black, PieceType::Pawn));
    if (stuck.any())
      return std::unexpected(at(FenErrorReason::PawnOnBackRank, first_in_text(stuck)));
    for (const Color color : kColors)
      if (census_.count(color) > 16)
        return std::unexpected(on_board(FenErrorReason::TooManyPieces));
    for (const Color color : kColors)
      if (census_.count(color, PieceType::Pawn) > 8)
        return std::unexpected(on_board(FenErrorReason::TooManyPawns));
    for (const Color color : kColors)
      if (promoted(color) > 8 - census_.count(color, PieceType::Pawn))
        return std::unexpected(on_board(FenErrorReason::TooManyPromoted));
    return {};
  }

  [[nodiscard]] int promoted(Color color) const {
    return std::max(census_.count(color, PieceType::Knight) - 2, 0) +
           std::max(census_.count(color, PieceType::Bishop) - 2, 0) +
           std::max(census_.count(color, PieceType::Rook) - 2, 0) +
           std::max(census_.count(color, PieceType::Queen) - 1, 0);
  }

  Checked read_castling() {
    parts_.chess960 = mode_ == Chess960::On;
    for (int number = 0; number < fen_.castling_count; ++number)
      if (auto ok = read_right(fen_.castling[static_cast<std::size_t>(number)]); !ok) return ok;
    return {};
  }

  Checked read_right(const CastlingLetter& letter) {
    const auto fail = [&letter](FenErrorReason reason) {
      return std::unexpected(FenError{reason, letter.offset});
    };
    const Rank back_rank = relative_rank(letter.color, Rank::R1);
    const Square king = census_.of(letter.color, PieceType::King).first();
    const Square classical_king = make_square(File::E, back_rank);
    if (rank_of(king) != back_rank || (mode_ == Chess960::Off && king != classical_king))
      return fail(FenErrorReason::CastlingKingDisplaced);

    const Bitboard rooks = census_.of(letter.color, PieceType::Rook) & Bitboard{back_rank};
    const std::optional<Square> rook = rook_of(letter, king, rooks);
    if (!rook) return fail(FenErrorReason::CastlingRookMissing);

    const CastlingSide side = castling_side(king, *rook);
    if (parts_.castling.rook(letter.color, side)) return fail(FenErrorReason::CastlingRightTwice);
    parts_.castling.grant(letter.color, side, *rook);

    const File corner = side == CastlingSide::King ? File::H : File::A;
    if (mode_ == Chess960::Auto &&
        (letter.file || king != classical_king || file_of(*rook) != corner))
      parts_.chess960 = true;
    return {};
  }

  /// The rook that a castling letter means. K and Q mean the outermost one (X-FEN), which in
  /// standard chess has to stand in the corner.
  [[nodiscard]] std::optional<Square> rook_of(const CastlingLetter& letter, Square king,
                                              Bitboard rooks) const {
    if (letter.file) {
      const Square square = make_square(*letter.file, rank_of(king));
      return rooks.contains(square) ? std::optional(square) : std::nullopt;
    }
    const bool kings_side = letter.side == CastlingSide::King;
    if (mode_ == Chess960::Off) {
      const Square corner = make_square(kings_side ? File::H : File::A, rank_of(king));
      return rooks.contains(corner) ? std::optional(corner) : std::nullopt;
    }
    if (rooks.empty()) return std::nullopt;
    const Square outermost = kings_side ? rooks.last() : rooks.first();
    return castling_side(king, outermost) == *letter.side ? std::optional(outermost) : std::nullopt;
  }

  [[nodiscard]] Checked check_en_passant() const {
    if (!fen_.en_passant) return {};
    const auto fail = [this](FenErrorReason reason) {
      return std::unexpected(FenError{reason, fen_.en_passant_offset});
    };
    const Square passed = *fen_.en_passant;
    const Color pusher = ~fen_.side_to_move;
    const int forward = pusher == Color::White ? 8 : -8;
    const auto on = [this](int number) { return fen_.placement[static_cast<std::size_t>(number)]; };
    if (on(index(passed))) return fail(FenErrorReason::EnPassantSquareOccupied);
    if (on(index(passed) + forward) != Piece{pusher, PieceType::Pawn})
      return fail(FenErrorReason::EnPassantPawnMissing);
    if (on(index(passed) - forward)) return fail(FenErrorReason::EnPassantOriginOccupied);
    return {};
  }

  std::string_view text_;
  const FenFields& fen_;
  Census census_;
  Chess960 mode_;
  PositionParts parts_;
};

}  // namespace

Root standard(std::string_view fen) { return {std::string(fen), false}; }

Root root_of(const Position& position) { return {position.fen(), position.chess960()}; }

std::expected<ParsedFen, FenError> parse_fen(std::string_view text, FenOptions options) {
  const auto fields = parse_fen_syntax(text, {.lenient_clocks = options.lenient_clocks,
                                              .standard_only = options.chess960 == Chess960::Off});
  if (!fields) return std::unexpected(fields.error());
  auto position = Gate(text, *fields, options.chess960).pass();
  if (!position) return std::unexpected(position.error());
  return ParsedFen{*position, fields->notes};
}

std::optional<Position> admitted(const Root& root) {
  const auto parsed = parse_fen(root);
  return parsed ? std::optional(parsed->position) : std::nullopt;
}

std::optional<Position> admitted(const PositionParts& parts) {
  if (!parts.has_both_kings()) return std::nullopt;
  return admitted(root_of(Position(parts)));
}

}  // namespace perft_verify
