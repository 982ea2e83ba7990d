// The situations that a count exercises, by the rules and independent of any particular bug.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>

#include "core/position.h"

namespace perft_verify::verifier {

/// Numbers that stand for facts such as "a white knight goes from b1 to c3", "Black's bishop is
/// pinned by a rook", "the promotion of a white pawn gives check": everything that the leaves
/// `depth` plies below depend on. The same fact has the same number everywhere.
std::set<std::uint64_t> situations(const Position& position, int depth);

/// To which rule a situation belongs, in few words: "castling", "illegal: pinned".
std::string_view rule_of(std::uint64_t situation);

}  // namespace perft_verify::verifier
