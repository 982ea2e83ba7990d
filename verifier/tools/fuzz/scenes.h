// Positions put together from a few pieces around a rule, and positions made from others by one or
// two changes. No game need lead to them; who wants only those that one may lead to has to ask.
#pragma once

#include <optional>

#include "core/position.h"
#include "verifier/tools/fuzz/swarm.h"

namespace perft_verify::verifier {

/// Kings, what the biases put around them, and up to eight more pieces; nothing if the admission
/// refuses it.
std::optional<Position> random_scene(Dice& dice, const Swarm& swarm, bool chess960);

/// One to three changes: a piece more or less, moved, exchanged for another; colors flipped, rights
/// changed, the other side to move, a double step just made. Nothing if the admission refuses it.
std::optional<Position> mutated(const Position& position, Dice& dice, const Swarm& swarm);

/// The a file for the h file, and so on; rights are dropped.
PositionParts files_mirrored(const PositionParts& parts);

}  // namespace perft_verify::verifier
