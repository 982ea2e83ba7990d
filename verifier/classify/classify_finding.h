// The class of a finding, from what it shows and from what its subject does elsewhere.
#pragma once

#include "verifier/classify/classify.h"
#include "verifier/classify/interview.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// By the cause that was found; `finding` has been reduced where it can be.
Classification classify(const Finding& finding, Interview& interview);

}  // namespace perft_verify::verifier
