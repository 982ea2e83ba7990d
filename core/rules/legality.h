// Explains why a move is illegal, in the geometry of the board. The implementation is independent
// of the move generator, and the tests compare the two for every move of every suite position.
#pragma once

#include "core/notation.h"

namespace perft_verify {

enum class Illegality : std::uint8_t {
  NotAMove,             // the text is no move at all
  NoPiece,              // nothing stands on the from square
  EnemyPiece,           // the piece belongs to the other side
  OwnPieceOnTarget,     // it would take its own piece
  WrongGeometry,        // this piece does not move like that
  PathBlocked,          // something stands in the way
  PawnCannotPush,       // a pawn push onto an occupied square
  PawnCapturesNothing,  // a diagonal pawn move onto an empty square, not en passant
  PromotionMissing,     // the last rank without a promotion letter
  PromotionUnexpected,  // a promotion letter elsewhere, or an impossible one
  KingCaptured,         // it would take the opposing king
  CastlingWithoutRight,
  CastlingBlocked,
  CastlingOutOfCheck,
  CastlingThroughCheck,
  CastlingIntoCheck,
  KingIntoCheck,         // the target square is attacked
  KingXray,              // attacked only once the king has left its square
  KingsAdjacent,         // next to the opposing king
  DoubleCheck,           // only a king move answers a double check
  CheckNotAnswered,      // in check, and this neither captures nor blocks
  Pinned,                // leaves the line between king and slider
  EnPassantExposesKing,  // both pawns leave a line to the king
};

struct WhyIllegal {
  Illegality reason;
  /// The opposing pieces behind it: attackers, checkers, the pinning slider. May be empty.
  Bitboard attackers;
  /// One sentence, without a full stop.
  std::string sentence;
};

/// Nothing if `uci` is a legal move of `position`, else the reason.
///
///     const auto why = why_illegal(Position(), "e1g1");
///     assert(why->reason == Illegality::CastlingBlocked);
///     assert(why->sentence ==
///            "the bishop on f1 and the knight on g1 stand in the way of castling");
std::optional<WhyIllegal> why_illegal(const Position& position, std::string_view uci);

/// Whether a king's move in Chess960 is meant as castling: to the square of an own rook, or farther
/// than a king goes along its back rank, where a rook may have stood.
bool means_castling_of_chess960(const Position& position, Square from, Square to);

}  // namespace perft_verify
