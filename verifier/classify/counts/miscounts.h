// Moves that are miscounted at the last ply, and positions that are counted in place of leaves.
//
// Found by trying: a hypothesis is believed if the counts that it predicts are those of the
// subject.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verifier/classify/counts/count_explanation.h"
#include "verifier/classify/counts/counted_position.h"

namespace perft_verify::verifier {

/// All explanations of all lines of `counted`, right and wrong: moves that are not counted at the
/// last ply, inner nodes that are counted. If no count is wrong, all that would not show there.
std::vector<CountExplanation> miscounts(const CountedPosition& counted);

/// A position below `counted` in which a miscount shows at depth 2; a fault that does not is not of
/// counting. Nothing if there is none.
std::optional<Root> shallow_example(const CountedPosition& counted,
                                    const CountExplanation& miscount);

}  // namespace perft_verify::verifier
