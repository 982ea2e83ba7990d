// The bugs that a run has found by now, as models: what they account for need not be looked into
// again, so that one bug does not hide another.
//
// A wrong move is accounted for only where the class of a finding predicts exactly that move, as
// illegal, missing or duplicate, in that position. Counts are never taken out of an answer; an
// answer that the models give as a whole, right lines and wrong ones, belongs to their findings.
#pragma once

#include <optional>

#include "verifier/classify/hypotheses.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

class KnownBugs {
 public:
  explicit KnownBugs(bool totals_only) : totals_only_(totals_only) {}

  /// Takes in a finding with a class; others have no model.
  void add(const Finding& finding, std::size_t index);

  /// The findings that account for the whole answer; none where they do not.
  [[nodiscard]] std::vector<std::size_t> that_give(const reference::Question& question,
                                                   const reference::Divide& answer) const;
  /// The first finding that predicts the board (a FEN) that the subject shows there.
  [[nodiscard]] std::optional<std::size_t> that_shows(const reference::Question& question,
                                                      const std::string& shown) const;
  /// The wrong moves of a list (an answer at depth 1) that no finding predicts. Findings that
  /// predict some are added to `having_a_share`.
  [[nodiscard]] Deviations unpredicted(const reference::Question& question,
                                       const reference::Divide& answer,
                                       std::vector<std::size_t>& having_a_share) const;

 private:
  struct Model {
    Hypothesis hypothesis;
    std::size_t finding = 0;
  };
  bool totals_only_;
  std::vector<Model> models_;
};

}  // namespace perft_verify::verifier
