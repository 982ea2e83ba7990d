// Random games: where they begin, and which moves they prefer.
#pragma once

#include <optional>
#include <span>

#include "core/fen.h"
#include "verifier/tools/fuzz/swarm.h"

namespace perft_verify::verifier {

/// The start of a game, of Chess960 with the two sides set up alike or each by itself, without the
/// kinds of pieces that are switched off and without some more at random.
Position start_of_game(Dice& dice, const Swarm& swarm, bool chess960);

/// A legal move, which the biases have made likelier than others; nothing at the end of the game.
/// `before` are the moves that led here.
std::optional<Move> random_move(const Position& position, std::span<const Move> before, Dice& dice,
                                const Swarm& swarm);

}  // namespace perft_verify::verifier
