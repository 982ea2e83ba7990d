// The class of a finding whose moves are right and whose counts are wrong.
#pragma once

#include "verifier/classify/classify.h"
#include "verifier/classify/interview.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// By what else the subject counts wrong: what a known bug counts, or what would be counted on a
/// board that a move taken back has spoiled.
Classification classify_counts(const Finding& finding, Interview& interview);

}  // namespace perft_verify::verifier
