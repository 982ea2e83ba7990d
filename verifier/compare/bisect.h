// From a wrong count down to the first position whose move list is wrong.
//
// The descent follows the moves: both sides are asked for `position fen ROOT moves …`, so the
// reference never continues from a position of the subject's making. A move that one side
// lacks is reported where it stands; nothing illegal is ever sent to the reference.
#pragma once

#include <stop_token>

#include "verifier/compare/finding.h"
#include "verifier/compare/witness.h"

namespace perft_verify::verifier {

/// Why a bisection ended without a finding.
struct Undecided {
  std::string reason;
  bool stopped = false;  // the run was interrupted
  /// The reference contradicts itself: nothing follows for the subject.
  bool reference_unreliable = false;
};

class Bisection {
 public:
  /// `root` has no moves; its depth is where the two sides differ.
  Bisection(reference::Generator& subject, reference::Generator& reference,
            reference::Question root, std::stop_token stop);

  /// Finds the spot, starting from two answers to the root question that differ.
  std::expected<Finding, Undecided> locate(reference::Divide subject, reference::Divide reference);

  /// The finding at a position whose depth-1 answers by way of the moves differ.
  std::expected<Finding, Undecided> wrong_moves_at(const std::vector<std::string>& path);

  /// The finding where the subject's own board after `path` is not the reference's.
  std::expected<Finding, Undecided> wrong_state_at(const std::vector<std::string>& path,
                                                   const std::string& what);

  /// The finding of --no-bisect: the counts at the root, and nothing more.
  static Finding unlocated(const reference::Question& root, reference::Divide subject,
                           reference::Divide reference);

  /// The finding for a subject that fails repeatably on a question.
  static Finding failed(const reference::Question& root, const reference::Question& question,
                        const reference::Failure& failure);

 private:
  struct Pair {
    reference::Divide subject;
    reference::Divide reference;
  };
  /// Both answers, or the finding that the subject's failure is, or no decision.
  struct Stop {
    std::optional<Finding> finding;
    Undecided undecided;
  };
  template <typename T>
  using Step = std::expected<T, Stop>;

  [[nodiscard]] reference::Question question(const std::vector<std::string>& path, int depth,
                                             double expected_nodes) const;
  Step<Pair> ask_both(reference::Question question);
  /// Whether the move lists differ, at depth 1; of an engine that lists none, their lengths.
  [[nodiscard]] bool wrong_list(const Pair& pair) const;
  /// Whether `pair` is wrong in the same way as `shown`.
  [[nodiscard]] bool same_list(const Pair& pair, const Pair& shown) const;
  static Stop contradiction(const std::string& what);
  Step<std::string> fen_at(const std::vector<std::string>& path);

  Step<Finding> descend(Pair pair);
  /// The smallest differing move below which the subject is wrong on its own, if any.
  Step<std::optional<Pair>> wrong_child(const Pair& pair, const std::vector<std::string>& path,
                                        int depth, std::string& move);
  Step<Finding> finding_of_moves(const std::vector<std::string>& path, int depth, Pair pair);
  Step<Finding> finding_of_counts(const std::vector<std::string>& path, int depth,
                                  const Pair& pair);
  Step<Finding> finding_at(const std::vector<std::string>& path, int depth, const Pair& pair);
  Step<void> decide_generation_or_make(Finding& finding);
  Step<void> find_culprit(Finding& finding, const Pair& wrong);
  Step<void> reproduce_from_root_if_needed(Finding& finding, int depth);
  Step<void> decide_why_count(Finding& finding, int depth, const Pair& pair);

  static std::expected<Finding, Undecided> result(Step<Finding> step);

  reference::Generator& subject_;
  reference::Generator& reference_;
  reference::Question root_;
  std::stop_token stop_;
};

}  // namespace perft_verify::verifier
