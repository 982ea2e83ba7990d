// The classes of bugs in unmaking, counting and hashing that a position can show.
#pragma once

#include <string>
#include <vector>

#include "reference/catalog/catalog.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Decided by the kinds of moves within `depth` plies of a position with a wrong count; `cause` is
/// that of the finding. The likeliest first; best for a reduced position,
/// without unrelated pieces and moves.
std::vector<BugId> counting_candidates(const Root& root, int depth, Cause cause);

/// The faults of a table that the finding may show.
std::vector<BugId> table_candidates(const Finding& finding);

/// The classes of bugs in making these moves of a position, the ones with wrong counts.
std::vector<BugId> making_candidates(const Root& root, const std::vector<std::string>& moves);

}  // namespace perft_verify::verifier
