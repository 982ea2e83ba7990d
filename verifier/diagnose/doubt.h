// Findings that are less certain than they seemed.
#pragma once

#include <vector>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Its class is a candidate, and so are others: which one it is, is not known.
void doubt_class(Finding& finding, const std::vector<BugId>& others);

/// The same, and its cause is not known either.
void doubt_class_and_cause(Finding& finding, const std::vector<BugId>& others);

}  // namespace perft_verify::verifier
