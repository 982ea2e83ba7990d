// The features of a batch of positions. A random half of the pieces, rules and ways to come by
// positions is switched off in each batch, since rare combinations hide behind common ones. (Swarm
// testing: Groce et al., ISSTA 2012.)
#pragma once

#include <bitset>

#include "core/types.h"
#include "verifier/tools/fuzz/dice.h"

namespace perft_verify::verifier {

/// The features that random games and positions prefer beyond chance.
enum class Bias : std::uint8_t {
  EnPassant,    // captures en passant, and double steps that allow them
  Castling,     // castles, and pieces that keep the right to do it
  RookCapture,  // captures on the corners
  Promotion,    // pawns that go forward
  Check,        // checks, discovered and double ones
  Pin,          // sliders in line with the king
  Return,       // moves that take back the one before
  Capture,
  Crowd,     // many pieces of one kind
  OldClock,  // draw rules about to apply
};
inline constexpr std::size_t kBiases = 10;

/// Where positions come from.
enum class Origin : std::uint8_t { Game, Game960, Scene, Scene960, Mutation };
inline constexpr std::size_t kOrigins = 5;

struct Swarm {
  std::bitset<5> types;  // pawn to queen
  std::bitset<kBiases> biases;
  std::bitset<kOrigins> origins;

  [[nodiscard]] bool has(PieceType type) const {
    return type == PieceType::King || types[static_cast<std::size_t>(type)];
  }
  [[nodiscard]] bool has(Bias bias) const { return biases[static_cast<std::size_t>(bias)]; }
  [[nodiscard]] bool has(Origin origin) const { return origins[static_cast<std::size_t>(origin)]; }
};

/// With at least one kind of pieces and one origin; without those of Chess960 unless `chess960`.
Swarm random_swarm(Dice& dice, bool chess960);

}  // namespace perft_verify::verifier
