// The class of a finding with correct moves and wrong counts.
#pragma once

#include "verifier/classify/classify.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Uses other wrong counts of the subject: the counts of a known bug, or counts on a board that an
/// unmade move has spoiled.
Classification classify_counts(const Finding& finding, ProbedSubject& probed);

/// By the bugs in generating moves that give all its counts at small positions: the code that
/// counts has them, and that which lists does not.
Classification class_of_counted_moves(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
