// The standard probes, which every subject is asked once: lists of moves of small positions, of
// positions after moves, counts that faults in unmaking, counting and hashing spoil in different
// ways, and the board that it shows for a FEN.
#pragma once

#include <span>

#include "verifier/classify/explanation.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

struct StandardProbe {
  Probe probe;
  const Scene* scene = nullptr;  // of a list of moves without moves before it
};

/// In the order of asking. Built at the first call.
const std::vector<StandardProbe>& standard_probes();

/// The numbers of a few of them, sorted: of those that `can_answer`, the ones that best distinguish
/// the bugs that predict some of the deviations at `here` from one another, and from a bug that
/// nobody knows.
std::vector<std::size_t> telling_probes(const Sighting& here, bool totals_only,
                                        const std::function<bool(const Probe&)>& can_answer);

}  // namespace perft_verify::verifier
