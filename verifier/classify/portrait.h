// The probes that every subject is asked, once: lists of moves of small positions, of positions
// after moves, counts that taking back, counting and remembering get wrong in different ways,
// and the board that it shows of a FEN.
#pragma once

#include <span>

#include "verifier/classify/explanation.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/scene.h"

namespace perft_verify::verifier {

struct PortraitProbe {
  Probe probe;
  const Scene* scene = nullptr;  // of a list of moves without moves before it
};

/// In the order in which they are asked. Built at the first call.
const std::vector<PortraitProbe>& portrait_probes();

/// The numbers of a few of them, sorted: those that best tell apart the bugs that predict something
/// of what was seen at `here`.
std::vector<std::size_t> telling_probes(const Sighting& here, bool totals_only);

}  // namespace perft_verify::verifier
