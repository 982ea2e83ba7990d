// Positions like a given one: turned, shifted, with one piece replaced. A mistake that shows in
// some of them and not in others reveals its conditions.
#pragma once

#include <vector>

#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// Legal positions, each once, in an order that depends on `root` alone; the position itself is
/// not among them. None if there are too many pieces for it to be worth the questions.
std::vector<Scene> neighbors_of(const Root& root);

/// Legal positions of the same pieces: mirrored; upside down, if there are no pawns; and with one
/// piece where it could move to, so that sliders stay on their lines at another distance.
std::vector<Position> rearranged(const Position& position);

}  // namespace perft_verify::verifier
