// A bug that models found by the standard probes is tested once more, at positions like that of the
// finding, where a bug without a model may differ from it.
#pragma once

#include <optional>
#include <vector>

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

struct NeighborCheck {
  bool refuted = false;         // a move that the bug makes wrong is right there
  bool of_both_colors = false;  // it shows for the color that is said to be free of it
  /// The classes by the answers there, if the bug is refuted.
  std::vector<BugId> others;
};

/// The check of the exact bug of a finding about lists of moves; nothing if it has none, or if no
/// such position tells.
std::optional<NeighborCheck> checked_at_neighbors(const Finding& finding, ProbedSubject& probed);

/// The classes that explain the finding as well as its exact bug does, and a list that this bug
/// does not: it may be a part of one of them. None if models explain all lists.
std::vector<BugId> wider_classes(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
