// Recorded counts against the two generators that are built in.
//
//   count-refuted     error    core and mailbox agree on another count
//   count-truncated   error    of which the recorded one is the low 32 bits
//   count-undecided   warning  core and mailbox disagree with each other
//
// Core counts, being quick. It is believed where it confirms a recorded count. Where it does
// not, the mailbox counts too: two generators that share no rules must agree before a suite is
// blamed.
#pragma once

#include <stop_token>
#include <vector>

#include "reference/generator.h"
#include "verifier/tools/lint/count_rules.h"

namespace perft_verify::verifier {

struct Proof {
  CountsByDepth counted;     // by core, every depth that was within the limit
  std::size_t proven = 0;    // recorded counts that are correct
  std::size_t too_deep = 0;  // recorded counts that were not checked
  std::vector<Issue> issues;
};

/// Counts every depth up to the deepest recorded one of at most about `max_nodes`. If it is
/// stopped, uncounted depths are too deep.
Proof prove(const Row& row, std::uint64_t max_nodes, reference::Generator& mailbox,
            const std::stop_token& stop);

}  // namespace perft_verify::verifier
