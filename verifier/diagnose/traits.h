// The traits that one bug in generating or making moves shows again and again, in another mixture
// of wrong moves in every position.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

using Traits = std::set<std::string>;

/// Those of the wrong moves of a finding, and of the move that is made wrong.
Traits traits_of_moves(const Finding& finding);

/// The corner whose piece is overlooked, as by a loop over the squares that leaves out the last
/// one: all its moves are missing, or all illegal moves expose the king to it alone.
std::optional<Square> overlooked_corner(const Finding& finding);

}  // namespace perft_verify::verifier
