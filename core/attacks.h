// Where pieces attack, on an empty board for steppers and with given blockers for sliders.
//
// Slider attacks are computed with the o^(o-2r) subtraction ("hyperbola quintessence",
// Chess Programming Wiki): no large tables, so nothing has to be initialized.
#pragma once

#include "core/bitboard.h"

namespace perft_verify {

Bitboard knight_attacks(Square from);
Bitboard king_attacks(Square from);
/// The squares that a pawn of `color` on `from` attacks.
Bitboard pawn_attacks(Color color, Square from);

/// Attacks up to and including the first blocker in each direction.
Bitboard bishop_attacks(Square from, Bitboard occupied);
Bitboard rook_attacks(Square from, Bitboard occupied);
Bitboard queen_attacks(Square from, Bitboard occupied);

/// Attacks of any piece but a pawn.
Bitboard attacks(PieceType type, Square from, Bitboard occupied);

/// The squares strictly between two squares on one rank, file or diagonal; otherwise none.
Bitboard between(Square a, Square b);

/// The whole rank, file or diagonal through two squares, both included, from edge to edge;
/// none if there is no such line.
Bitboard line(Square a, Square b);

/// The lines through one square, from edge to edge, the square itself included.
Bitboard diagonal_through(Square square);       // a1-h8 direction
Bitboard anti_diagonal_through(Square square);  // h1-a8 direction
Bitboard diagonals_through(Square square);      // both diagonals
Bitboard cross_through(Square square);          // rank and file

}  // namespace perft_verify

#include "core/attacks_inline.h"
