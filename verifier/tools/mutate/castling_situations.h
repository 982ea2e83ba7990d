// The situations of castling: what refuses it, and what the moves before it made of the right and
// of the rook's square.
#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "core/position.h"

namespace perft_verify::verifier {

struct Step {
  Position before;
  Move move;
};

/// Whether the king of the side to move could castle with a rook on this square, if it had the
/// right.
bool is_path_free(const Position& position, Square rook);

/// Adds what alone refuses castling: a piece in the way, or one that attacks a square of the king's
/// way.
void castling_refused(const Position& position, std::set<std::uint64_t>& facts);

/// Adds what castling, or castling without a right, would show here about the moves on the way.
void castling_on_the_way(std::span<const Step> way, const Position& position,
                         std::set<std::uint64_t>& facts);

/// Adds the rights that moves after other first moves take, and that have to be there again when
/// the side to move castles two plies after its first move.
void rights_put_back(const Position& position, std::set<std::uint64_t>& facts);

}  // namespace perft_verify::verifier
