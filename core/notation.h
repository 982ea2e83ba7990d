// Moves in UCI's spelling: e2e4, e7e8q, and for castling e1g1 in standard positions, king takes
// rook (e1h1) in Chess960 positions.
#pragma once

#include "core/movegen.h"

namespace perft_verify {

std::string to_uci(Move move, bool chess960);

/// The legal move whose UCI text is exactly `text`; nothing if there is none.
///
///     const Move move = *find_legal(Position(), "g1f3");
///     assert(to_uci(move, /*chess960=*/false) == "g1f3");
///     assert(!find_legal(Position(), "g1g3"));
std::optional<Move> find_legal(const Position& position, std::string_view text);

/// A move as written, not necessarily legal: `promotion` is the letter after the squares, valid or
/// not, or 0.
struct MoveText {
  Square from;
  Square to;
  char promotion = 0;
};

/// Reads two squares and at most one lower-case letter; nothing for any other text.
std::optional<MoveText> parse_move_text(std::string_view text);

}  // namespace perft_verify
