// Which bugs together give all the answers that a subject gave.
//
// The smallest set of hypotheses is sought whose model gives every answer exactly, the right
// ones included. Two bugs do not blind each other then: what the one does wrong is no argument
// against the other.
#pragma once

#include <span>
#include <vector>

#include "verifier/classify/hypotheses.h"

namespace perft_verify::verifier {

/// What the subject answered to a probe, which has to outlive this.
struct Sighting {
  const Probe* probe = nullptr;
  Deviations wrong;  // none: it was right
};

struct Explanation {
  std::vector<Hypothesis> bugs;  // sorted
  friend auto operator<=>(const Explanation&, const Explanation&) = default;
};

/// What a search has found out.
struct Explained {
  /// All smallest sets that give every answer, or as many as are worth telling; empty if there is
  /// none of at most `most` bugs.
  std::vector<Explanation> sets;
  /// Every set of that size was tried. Otherwise another one may explain the answers as well, and
  /// no class is certain.
  bool complete = true;
};

Explained explain(std::span<const Sighting> seen, std::size_t most, bool totals_only);

/// Which of the deviations at `probe` are the doing of each bug of a set: those that it causes
/// alone, and those that are gone without it.
std::vector<Deviations> claims(std::span<const Hypothesis> bugs, const Probe& probe,
                               const Deviations& wrong, bool totals_only);

}  // namespace perft_verify::verifier
