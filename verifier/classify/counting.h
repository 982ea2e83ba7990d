// The classes of bugs in unmaking, counting and hashing that a position can show.
#pragma once

#include <string>
#include <vector>

#include "reference/catalog/catalog.h"

namespace perft_verify::verifier {

/// Decided by the kinds of moves within `depth` plies of a position with a wrong count; `cause` is
/// that of the finding. The likeliest first; best for a reduced position,
/// without unrelated pieces and moves.
std::vector<BugId> counting_candidates(const std::string& fen, bool chess960, int depth,
                                       Cause cause);

/// The classes of bugs in making these moves of a position, the ones with wrong counts.
std::vector<BugId> making_candidates(const std::string& fen, bool chess960,
                                     const std::vector<std::string>& moves);

}  // namespace perft_verify::verifier
