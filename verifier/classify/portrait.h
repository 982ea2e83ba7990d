// The probes that every subject is asked, once: lists of moves of small positions, of positions
// after moves, counts that taking back, counting and remembering get wrong in different ways,
// and the board that it shows of a FEN.
#pragma once

#include <span>

#include "verifier/classify/hypotheses.h"
#include "verifier/classify/scene.h"

namespace perft_verify::verifier {

struct PortraitProbe {
  Probe probe;
  const Scene* scene = nullptr;  // of a list of moves without moves before it
};

/// In the order in which they are asked. Built at the first call.
const std::vector<PortraitProbe>& portrait_probes();

}  // namespace perft_verify::verifier
