// Rules about the recorded counts of a row, by arithmetic alone.
//
//   count-impossible  error    more lines than 218 moves at every ply can give, or lines after none
//   count-truncated   warning  it looks like the low 32 bits of a count
//   count-falls       warning  fewer lines than at the depth before
#pragma once

#include <vector>

#include "verifier/tools/lint/issue.h"

namespace perft_verify::verifier {

using CountsByDepth = std::map<int, std::uint64_t>;

/// `proven` are counts that are known to be true; recorded counts at those depths are skipped, as
/// they have been proved or refuted.
void check_counts(const Row& row, const CountsByDepth& proven, std::vector<Issue>& issues);

/// Whether `recorded` is the low 32 bits of `counted`.
bool is_truncated(std::uint64_t recorded, std::uint64_t counted);

}  // namespace perft_verify::verifier
