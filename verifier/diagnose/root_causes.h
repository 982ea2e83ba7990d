// Which findings of a run are one root cause.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "verifier/diagnose/root_cause.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The root causes of a run, numbered in the order of their first findings.
class RootCauses {
 public:
  /// The number of the root cause of a finding: that of the first one with the same symptoms or the
  /// same class. Findings without a class are one if they have the cause, and the likeliest
  /// candidate or a trait of wrong moves in common: one bug shows in another mixture of wrong moves
  /// in every position, and where two bugs are in the code of one kind of move, the second shows
  /// once the first is mended. One without a class also belongs to an earlier one with a class that
  /// is among its candidates; and a count, or a crash, to one of a board that is left wrong.
  std::size_t number_of(const Finding& finding);

 private:
  std::vector<RootCause> causes_;
  std::unordered_map<std::string, std::size_t> number_of_symptoms_;
};

}  // namespace perft_verify::verifier
