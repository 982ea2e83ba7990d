// Positions like a given one: turned, shifted, with one piece replaced. A mistake that shows in
// some of them and not in others reveals its conditions.
#pragma once

#include <vector>

#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// Legal positions, each once, in an order that depends on `fen` alone; the position itself is
/// not among them. None if there are too many pieces for it to be worth the questions.
std::vector<Scene> neighbors_of(const std::string& fen, bool chess960);

}  // namespace perft_verify::verifier
