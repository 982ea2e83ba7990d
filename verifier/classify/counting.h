// The classes of bugs in unmaking, counting and hashing that a position can show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::verifier {

/// Decided by the kinds of moves within `depth` plies of a position with a wrong count; `cause` is
/// "unmake", "hash", "count" or "unknown". The likeliest first; best for a reduced position,
/// without unrelated pieces and moves.
std::vector<std::string> counting_candidates(const std::string& fen, bool chess960, int depth,
                                             std::string_view cause);

}  // namespace perft_verify::verifier
