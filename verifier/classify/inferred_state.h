// The state of a subject that shows no board, from the moves that it lists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verifier/finding/state_difference.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// The wrong moves of a subject that has `other` on its board instead of `right`.
WrongMoves wrong_with(const Position& other, const Position& right);

/// The one piece that has to stand on the next file for exactly these moves to be wrong; nothing if
/// there is none, or if several would do.
std::optional<Square> piece_beside_its_square(const Position& right, const WrongMoves& wrong);

struct InferredFields {
  StateDifference difference;
  bool explain_all = false;  // no move is wrong that does not depend on them
};

/// The fields of a FEN that wrong moves imply: rights from castling, en passant from captures.
InferredFields inferred_fields(const Root& root, const WrongMoves& wrong);

/// The wrong boards that a mistake in making the first of `moves` in the position `before` may
/// leave, and on which exactly the listed moves are legal after all of them: each by its squares.
std::vector<StateDifference> inferred_boards(const Root& before,
                                             const std::vector<std::string>& moves,
                                             const WrongMoves& wrong);

}  // namespace perft_verify::verifier
