// Positions on which classes of bugs disagree about the moves.
#pragma once

#include <span>

#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// Each position and its color-flipped twin, small ones first. Built at the first call.
const std::vector<Scene>& probes();

}  // namespace perft_verify::verifier
