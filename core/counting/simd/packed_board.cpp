#include "core/counting/simd/packed_board.h"

#include "core/attacks.h"

namespace perft_verify::counting {
namespace {

Bitboard all_of(const Position& position, PieceType type) { return position.pieces(type); }

Bitboard castling_rooks(const Position& position) {
  Bitboard rooks;
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = position.castling().rook(color, side)) rooks |= Bitboard{*rook};
  return rooks;
}

/// The en passant square if a pawn could capture there by its geometry.
Bitboard open_to_capture(const Position& position) {
  const auto square = position.en_passant();
  if (!square) return {};
  const Color us = position.side_to_move();
  const Bitboard capturers = pawn_attacks(~us, *square) & position.pieces(us, PieceType::Pawn);
  return capturers.any() ? Bitboard{*square} : Bitboard{};
}

}  // namespace

PackedBoard pack(const Position& position) {
  const Bitboard queens = all_of(position, PieceType::Queen);
  const Bitboard castling = castling_rooks(position);
  const Bitboard white = position.pieces(Color::White) | open_to_capture(position);
  const Bitboard diagonal =
      all_of(position, PieceType::Bishop) | queens | all_of(position, PieceType::Knight) | castling;
  const Bitboard straight =
      all_of(position, PieceType::Rook) | queens | all_of(position, PieceType::King);
  const Bitboard other = all_of(position, PieceType::Pawn) | all_of(position, PieceType::Knight) |
                         all_of(position, PieceType::King) | castling;
  return {Planes{white.bits(), diagonal.bits(), straight.bits(), other.bits()}};
}

CastlingPaths castling_paths(const Position& position) {
  CastlingPaths paths;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const auto rook = position.castling().rook(color, side);
      if (!rook) continue;
      const Square king = position.king(color);
      const Square king_to = castled_king(color, side);
      const Square rook_to = castled_rook(color, side);
      const Bitboard movers = Bitboard{king} | Bitboard{*rook};
      const Bitboard king_path = between(king, king_to) | Bitboard{king_to};
      const Bitboard rook_path = between(*rook, rook_to) | Bitboard{rook_to};
      paths.of[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)] = {
          .king = Bitboard{king}.bits(),
          .rook = Bitboard{*rook}.bits(),
          .must_be_empty = ((king_path | rook_path) & ~movers).bits(),
          .must_be_safe = king_path.bits(),
          .king_to = Bitboard{king_to}.bits(),
          .rook_to = Bitboard{rook_to}.bits()};
    }
  }
  return paths;
}

}  // namespace perft_verify::counting
