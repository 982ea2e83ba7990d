// Bugs in the moves that an engine counts, where the moves that it lists are right: they are made
// by other code.
#pragma once

#include <vector>

#include "reference/catalog/catalog.h"
#include "verifier/classify/counts/counted_position.h"

namespace perft_verify::verifier {

/// The bugs of the zoo in generating moves with which the last ply has these counts, after all
/// moves, right or wrong. None unless the position is counted to depth 2.
std::vector<BugId> bugs_of_counted_moves(const CountedPosition& counted);

/// Whether that bug gives these counts, to depth 2.
bool gives_counted_moves(BugId bug, const CountedPosition& counted);

}  // namespace perft_verify::verifier
