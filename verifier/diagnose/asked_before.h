// The position that a subject has to be asked about before, where a fresh process answers right.
#pragma once

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// For a finding that depends on the questions before: adds a position after which a fresh process
/// gives the wrong answer. Adds nothing if none of the positions tried is one.
void tell_position_before(Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
