// Findings that are less certain than they seemed.
#pragma once

#include <vector>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Turns the class into a candidate, beside others.
void doubt_class(Finding& finding, const std::vector<BugId>& others);

/// The same, and the cause becomes unknown.
void doubt_class_and_cause(Finding& finding, const std::vector<BugId>& others);

}  // namespace perft_verify::verifier
