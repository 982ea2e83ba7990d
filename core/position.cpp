#include "core/position.h"

#include "core/fen_syntax.h"

#ifdef PERFT_VERIFY_PARANOID
#include <cstdio>
#include <cstdlib>
#endif

namespace perft_verify {
namespace {

PositionParts start_parts() {
  PositionParts parts;
  constexpr std::array kBackRank{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                                 PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                                 PieceType::Knight, PieceType::Rook};
  parts.by_color = {Bitboard{Rank::R1} | Bitboard{Rank::R2},
                    Bitboard{Rank::R7} | Bitboard{Rank::R8}};
  parts.by_type[static_cast<std::size_t>(PieceType::Pawn)] =
      Bitboard{Rank::R2} | Bitboard{Rank::R7};
  for (std::size_t file = 0; file < 8; ++file)
    parts.by_type[static_cast<std::size_t>(kBackRank[file])] |=
        kBackRanks & Bitboard{static_cast<File>(file)};
  for (const Color color : kColors) {
    const Rank rank = relative_rank(color, Rank::R1);
    parts.castling.grant(color, CastlingSide::King, make_square(File::H, rank));
    parts.castling.grant(color, CastlingSide::Queen, make_square(File::A, rank));
  }
  return parts;
}

}  // namespace

Position::Position() : Position(start_parts()) {}

Position::Position(const PositionParts& parts)
    : by_color_(parts.by_color),
      by_type_(parts.by_type),
      halfmove_clock_(parts.halfmove_clock),
      fullmove_number_(parts.fullmove_number),
      castling_(parts.castling),
      en_passant_(parts.en_passant),
      side_to_move_(parts.side_to_move),
      chess960_(parts.chess960) {
  key_ = key_from_scratch();
}

PositionParts colors_flipped(const PositionParts& parts) {
  PositionParts flipped = parts;
  std::swap(flipped.by_color[0], flipped.by_color[1]);
  for (Bitboard& squares : flipped.by_color) squares = Bitboard{__builtin_bswap64(squares.bits())};
  for (Bitboard& squares : flipped.by_type) squares = Bitboard{__builtin_bswap64(squares.bits())};
  flipped.side_to_move = ~parts.side_to_move;
  flipped.castling = {};
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = parts.castling.rook(color, side))
        flipped.castling.grant(~color, side, flip_rank(*rook));
  if (parts.en_passant) flipped.en_passant = flip_rank(*parts.en_passant);
  return flipped;
}

std::optional<Piece> Position::piece_on(Square square) const {
  if (!occupied().contains(square)) return std::nullopt;
  return Piece{pieces(Color::White).contains(square) ? Color::White : Color::Black,
               type_on(square)};
}

Bitboard Position::attackers(Square square, Color by, Bitboard occupied) const {
  const Bitboard queens = pieces(PieceType::Queen);
  const Bitboard all = (pawn_attacks(~by, square) & pieces(PieceType::Pawn)) |
                       (knight_attacks(square) & pieces(PieceType::Knight)) |
                       (king_attacks(square) & pieces(PieceType::King)) |
                       (bishop_attacks(square, occupied) & (pieces(PieceType::Bishop) | queens)) |
                       (rook_attacks(square, occupied) & (pieces(PieceType::Rook) | queens));
  return all & pieces(by);
}

void Position::make(Move move) {
  const Color us = side_to_move_;
  const Square from = move.from();
  const Square to = move.to();
  const PieceType moved = type_on(from);

  if (en_passant_) key_ ^= zobrist::en_passant(*en_passant_);
  en_passant_.reset();
  // Clocks stop at the limits of the gate, so that the FEN of every position can be read again.
  if (halfmove_clock_ < kMaxHalfmoveClock) ++halfmove_clock_;

  if (move.kind() == MoveKind::Castling) {
    make_castling(from, to);
  } else {
    if (pieces(~us).contains(to)) {
      remove({~us, type_on(to)}, to);
      halfmove_clock_ = 0;
    }
    if (castling_.any()) update_rights(from, to, moved);
    remove({us, moved}, from);
    put({us, move.kind() == MoveKind::Promotion ? move.promoted_to() : moved}, to);
    if (moved == PieceType::Pawn) {
      halfmove_clock_ = 0;
      if (move.kind() == MoveKind::EnPassant) {
        remove({~us, PieceType::Pawn}, make_square(file_of(to), rank_of(from)));
      } else if (std::abs(index(to) - index(from)) == 16) {
        en_passant_ = square_at((index(from) + index(to)) / 2);
        key_ ^= zobrist::en_passant(*en_passant_);
      }
    }
  }

  if (us == Color::Black && fullmove_number_ < kMaxFullmoveNumber) ++fullmove_number_;
  side_to_move_ = ~us;
  key_ ^= zobrist::black_to_move();

#ifdef PERFT_VERIFY_PARANOID
  if (const auto broken = broken_invariant()) {
    std::fprintf(stderr, "internal error after the move %s%s: %s\n", to_string(from).c_str(),
                 to_string(to).c_str(), broken->c_str());
    std::abort();
  }
#endif
}

Position Position::after_null_move() const {
  Position next = *this;
  if (en_passant_) next.key_ ^= zobrist::en_passant(*en_passant_);
  next.en_passant_.reset();
  next.side_to_move_ = ~side_to_move_;
  next.key_ ^= zobrist::black_to_move();
  return next;
}

Key Position::key_from_scratch() const {
  Key key = side_to_move_ == Color::Black ? zobrist::black_to_move() : 0;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes)
      for (const Square square : pieces(color, type)) key ^= zobrist::piece({color, type}, square);
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = castling_.rook(color, side)) key ^= zobrist::castling(color, *rook);
  }
  if (en_passant_) key ^= zobrist::en_passant(*en_passant_);
  return key;
}

std::optional<std::string> Position::broken_invariant() const {
  if ((by_color_[0] & by_color_[1]).any()) return "a square belongs to both colors";
  Bitboard seen;
  for (const Bitboard squares : by_type_) {
    if ((seen & squares).any()) return "a square holds two kinds of pieces";
    seen |= squares;
  }
  if (seen != occupied()) return "colors and kinds of pieces do not cover the same squares";
  for (const Color color : kColors) {
    if (pieces(color, PieceType::King).count() != 1) return "not exactly one king a side";
    for (const CastlingSide side : kCastlingSides) {
      const auto rook = castling_.rook(color, side);
      if (!rook) continue;
      if (rank_of(*rook) != relative_rank(color, Rank::R1) ||
          rank_of(king(color)) != rank_of(*rook))
        return "a castling right off the back rank";
      if (!pieces(color, PieceType::Rook).contains(*rook))
        return "a castling right without its rook";
      if (castling_side(king(color), *rook) != side)
        return "a castling right whose rook stands on the wrong side of the king";
    }
  }
  if (en_passant_ && rank_of(*en_passant_) != relative_rank(side_to_move_, Rank::R6))
    return "the en passant square is on the wrong rank";
  if (key_ != key_from_scratch()) return "the incremental key differs from the key from scratch";
  return std::nullopt;
}

void Position::put(Piece piece, Square square) {
  by_color_[static_cast<std::size_t>(piece.color)] |= Bitboard{square};
  by_type_[static_cast<std::size_t>(piece.type)] |= Bitboard{square};
  key_ ^= zobrist::piece(piece, square);
}

void Position::remove(Piece piece, Square square) {
  by_color_[static_cast<std::size_t>(piece.color)] &= ~Bitboard{square};
  by_type_[static_cast<std::size_t>(piece.type)] &= ~Bitboard{square};
  key_ ^= zobrist::piece(piece, square);
}

PieceType Position::type_on(Square square) const {
  for (const PieceType type : kPieceTypes)
    if (pieces(type).contains(square)) return type;
  return PieceType::King;
}

void Position::make_castling(Square king, Square rook) {
  const Color us = side_to_move_;
  const CastlingSide side = castling_side(king, rook);
  // Both leave before either lands: in Chess960 one may land where the other stood.
  remove({us, PieceType::King}, king);
  remove({us, PieceType::Rook}, rook);
  put({us, PieceType::King}, castled_king(us, side));
  put({us, PieceType::Rook}, castled_rook(us, side));
  for (const CastlingSide each : kCastlingSides) remove_right(us, each);
}

void Position::remove_right(Color color, CastlingSide side) {
  if (const auto rook = castling_.rook(color, side)) {
    key_ ^= zobrist::castling(color, *rook);
    castling_.remove(color, side);
  }
}

void Position::update_rights(Square from, Square to, PieceType moved) {
  for (const CastlingSide side : kCastlingSides) {
    if (moved == PieceType::King || castling_.rook(side_to_move_, side) == from)
      remove_right(side_to_move_, side);
    if (castling_.rook(~side_to_move_, side) == to) remove_right(~side_to_move_, side);
  }
}

}  // namespace perft_verify
