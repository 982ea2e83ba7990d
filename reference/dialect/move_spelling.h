// Moves in any spelling that an engine prints, read as UCI texts.
//
// The meaning of a word depends on the board that it was printed for: SAN needs to know which piece
// can go there, castling where king and rook stand. The rules are consulted only where a word is
// ambiguous without them; an illegal move stays as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"

namespace perft_verify::reference {

/// The spelling of a move.
enum class Spelling : std::uint8_t {
  Uci,           // e2e4, e1g1 in standard chess, e1h1 in Chess960, e7e8q
  LongOther,     // two squares, but not in UCI's spelling: e2-e4, Ng1f3, e7e8=Q, E2E4
  RookCastling,  // castling as king takes rook in standard chess
  KingCastling,  // castling by the king's target square in Chess960
  Castling,      // O-O
  San,           // Nf3, exd5, e8=Q+
  NoPromotion,   // a pawn move to the last rank without a letter
};

struct SpelledMove {
  std::string uci;  // canonical: e1g1 in standard chess, e1h1 in Chess960
  Spelling spelling = Spelling::Uci;
};

/// The move that `word` means on this board; nothing if it can mean no move, or several. A word
/// without its promotion letter is returned as it is, without one.
std::optional<SpelledMove> read_move(std::string_view word, const Position& position);

/// A canonical text in the spelling of an engine that writes castling the other way: `e1h1` for
/// e1g1 in standard chess.
std::string with_rook_castling(std::string_view uci, const Position& position);

/// The position's FEN with castling rights as in X-FEN: K and Q where the rook is the outermost
/// one, else the letter of its file.
std::string x_fen(const Position& position);

}  // namespace perft_verify::reference
