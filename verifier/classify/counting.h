// Which classes of bugs in taking back, counting and remembering a position can show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::verifier {

/// By the kinds of moves within `depth` plies of a position that shows a wrong count; `cause` is
/// "unmake", "hash", "count" or "unknown". The likeliest first; best for a reduced position,
/// from which all that has nothing to do with it is gone.
std::vector<std::string> counting_candidates(const std::string& fen, bool chess960, int depth,
                                             std::string_view cause);

}  // namespace perft_verify::verifier
