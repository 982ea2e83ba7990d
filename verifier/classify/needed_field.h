// Whether what is wrong needs a field of the FEN: en passant square or castling rights.
#pragma once

#include <string>

#include "core/position.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/reason.h"

namespace perft_verify::verifier {

inline constexpr NeededField kNeededFields[] = {NeededField::EnPassantSquare,
                                                NeededField::CastlingRights};

bool has_field(NeededField field, const Position& position);
/// Whether king and rook castle in standard chess, whether they stand there or not.
bool is_castling_anywhere(const MoveFacts& move);
/// Whether the king goes further along its rank than a king may, as in castling from any square to
/// any rook, or two squares around the edge of the board.
bool is_like_castling(const MoveFacts& move);
/// Whether a king castles that does not stand there: only rights allow such a move.
bool castles_without_king(const MoveFacts& move);
bool needs(NeededField field, const MoveFacts& move);
Position without(NeededField field, const Position& position);

/// Whether the subject lists and counts right to that depth without a field that the position has.
/// Not if it gives no answer, or if counting takes long.
bool is_right_without(NeededField field, const Position& position, int depth,
                      ProbedSubject& probed);

/// Whether another piece than a pawn may be tried on the en passant square, where an engine that
/// looks at the square alone takes the pawn.
bool piece_reaches_ep_square(const Position& position);

/// Whether some of the wrong moves need that field, or are no moves.
bool any_needs(NeededField field, const WrongMoves& wrong, const Position& position);
/// Whether moves are wrong, and all of them need this field.
bool all_need(NeededField field, const WrongMoves& wrong, const Position& position);

}  // namespace perft_verify::verifier
