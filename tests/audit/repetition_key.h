// The key that a good engine has: core's knows of every double push.
#pragma once

#include "core/position.h"

namespace perft_verify::audit_test {

/// The key of the position without an en passant square on which no pawn could capture.
inline Key repetition_key(const Position& position) {
  const auto target = position.en_passant();
  if (!target) return position.key();
  const Color us = position.side_to_move();
  const Bitboard capturers = pawn_attacks(~us, *target) & position.pieces(us, PieceType::Pawn);
  return capturers.any() ? position.key() : position.key() ^ zobrist::en_passant(*target);
}

}  // namespace perft_verify::audit_test
