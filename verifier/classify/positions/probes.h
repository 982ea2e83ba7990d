// Positions on which classes of bugs disagree about the moves.
#pragma once

#include <span>

#include "reference/generator.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// Each position and its color-flipped twin, small ones first. Built at the first call.
const std::vector<Scene>& probes();

/// The same question with the colors exchanged: its root has to be legal, its moves are UCI.
reference::Question colors_flipped(reference::Question question);

}  // namespace perft_verify::verifier
