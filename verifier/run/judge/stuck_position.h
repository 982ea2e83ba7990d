// An engine that does not take the position it is sent: it keeps the one before, or the start
// position, and counts that correctly.
#pragma once

#include <optional>
#include <stop_token>

#include "verifier/finding/difference.h"
#include "verifier/locate/both_sides.h"
#include "verifier/locate/confirm.h"

namespace perft_verify::verifier {

class StuckPosition {
 public:
  StuckPosition(reference::Generator& subject, reference::Generator& reference,
                Confirmer& confirmer, bool totals_only, std::stop_token stop)
      : subject_(subject),
        reference_(reference),
        confirmer_(confirmer),
        totals_only_(totals_only),
        stop_(std::move(stop)) {}

  /// The finding where the different answers of `both` come of that. `before`: the question that
  /// the engine was asked before. Distinguished from a wrong count by repeating the question in a
  /// fresh process, which knows only the start position. An engine that shows its board has been
  /// asked for that already, and is not asked here.
  std::optional<Finding> finding(const reference::Question& question, const Pair& both,
                                 const std::optional<reference::Question>& before);

 private:
  bool is_likely(const reference::Question& question, const Pair& both,
                 const std::optional<reference::Question>& before);
  bool answers_for_start(const reference::Question& question);
  bool is_answer_to(const reference::Question& question, const reference::Divide& answer);

  reference::Generator& subject_;
  reference::Generator& reference_;
  Confirmer& confirmer_;
  bool totals_only_;
  std::stop_token stop_;
};

}  // namespace perft_verify::verifier
