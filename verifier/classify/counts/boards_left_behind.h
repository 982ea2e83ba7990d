// A move that is taken back wrongly, and leaves something on the board for the moves after it.
//
// Found by trying: a hypothesis is a board on which one move of the position was put back in one
// wrong way. It is believed if the counts that it predicts are those of the subject.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verifier/classify/counts/count_explanation.h"
#include "verifier/classify/counts/counted_position.h"

namespace perft_verify::verifier {

/// All explanations of all wrong lines: the right ones may have been counted before.
std::vector<CountExplanation> unmaking_explanations(const CountedPosition& counted);

/// The positions with only the pieces that this explanation needs: it shows in all of them if it is
/// true.
std::set<Root> bare_examples(const CountedPosition& counted, const CountExplanation& explanation);

}  // namespace perft_verify::verifier
