// Hides deviations that break certain rules, so that bugs without a model do not stand in the way
// of those that have one.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "verifier/classify/hypotheses.h"

namespace perft_verify::verifier {

/// A set of rules: which of them a move breaks, or which kind of move is missing.
class Mask {
 public:
  /// Hides the rules that these deviations break.
  void hide(const Probe& probe, const Deviations& deviations);
  [[nodiscard]] bool empty() const { return hidden_.empty(); }
  /// The deviations at `probe` that are not hidden.
  [[nodiscard]] Deviations visible(const Probe& probe, Deviations deviations) const;
  friend bool operator==(const Mask& a, const Mask& b) { return a.hidden_ == b.hidden_; }

 private:
  const std::string& rule_of(const Probe& probe, const Deviation& deviation) const;

  std::set<std::string> hidden_;
  mutable std::map<std::pair<std::string, Deviation>, std::string> known_;
};

}  // namespace perft_verify::verifier
