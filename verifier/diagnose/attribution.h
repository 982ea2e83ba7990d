// Attributes a finding to bugs: it is split into the deviations of each of the bugs that together
// explain the subject.
#pragma once

#include <vector>

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// One finding for each bug that has a share in the deviations, with class or candidates and the
/// wrong moves that it explains; unexplained moves are one more finding, without a class. The
/// finding unchanged if none of it is explained.
std::vector<Finding> attributed(Finding finding, ProbedSubject& probed);

/// Bugs that explain the subject, have a share in its answer to depth `depth` from the root of
/// `finding`, and none in `parts`: each located where an engine with that bug alone is wrong, and
/// confirmed there by the subject. They are hidden behind the first wrong move of the row.
std::vector<Finding> hidden_behind(const Finding& finding, std::span<const Finding> parts,
                                   int depth, ProbedSubject& probed);

/// Class or candidates of a finding that those bugs do not explain: bugs that explain it and all
/// that is known of the subject as well. Nothing if there are none.
std::optional<Classification> explained_with(Finding& finding, ProbedSubject& probed);

/// Whether a class shows only in positions that no game reaches.
bool shows_beyond_games_only(BugId bug_class);

}  // namespace perft_verify::verifier
