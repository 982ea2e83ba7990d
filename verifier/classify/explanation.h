// Finds the bugs that together give all the answers of a subject.
//
// The search is for the smallest set of hypotheses whose model gives every answer exactly, the
// correct ones included. So two bugs do not disturb each other: the wrong answers of one are no
// argument against the other.
#pragma once

#include <span>
#include <vector>

#include "verifier/classify/hypotheses.h"
#include "verifier/classify/mask.h"

namespace perft_verify::verifier {

/// The subject's answer to a probe; the probe has to outlive this.
struct Sighting {
  const Probe* probe = nullptr;
  Deviations wrong;  // none: it was correct
};

struct Explanation {
  std::vector<Hypothesis> bugs;  // sorted
  friend auto operator<=>(const Explanation&, const Explanation&) = default;
};

/// The result of a search.
struct Explained {
  /// All smallest sets that give every answer, or as many as are worth reporting; empty if there is
  /// none of at most `most` bugs.
  std::vector<Explanation> sets;
  /// Every set of that size was tried. Otherwise another one may explain the answers as well, and
  /// no class is certain.
  bool complete = true;
  /// The rules that are broken by bugs without a model: no set explains them.
  Mask apart;
  /// The sets give the counts as well as the lists of moves.
  bool counts = true;
};

Explained explain(std::span<const Sighting> seen, std::size_t most, bool totals_only);

/// The same for lists of moves of a subject that has other bugs as well: explains the deviations
/// that break other rules than all those that no bug accounts for.
Explained explain_apart(std::span<const Sighting> lists, std::size_t most);

/// The deviations at `probe` that each bug of a set is responsible for: those that it causes alone,
/// and those that disappear without it.
std::vector<Deviations> claims(std::span<const Hypothesis> bugs, const Probe& probe,
                               const Deviations& wrong, bool totals_only);

}  // namespace perft_verify::verifier
