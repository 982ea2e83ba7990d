// What the moves of a position may have in common, as a table of traits.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// The values of a trait, a bit each. A move meets a condition if it has only values that wrong
/// moves have.
using TraitValues = std::uint64_t;

struct MoveTrait {
  double cost;
  TraitValues (*of)(const MoveFacts& move, const Scene& scene);
  const char* text;         // with {} for the values
  std::string_view values;  // their names, from bit 0, with | between them

  /// "moves of rooks or queens"
  [[nodiscard]] std::string text_of(TraitValues found) const;
};

/// The first is the color of the side to move.
std::span<const MoveTrait> move_traits();

}  // namespace perft_verify::verifier
