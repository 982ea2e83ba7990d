// Bisects from a wrong count down to the first position with a wrong move list.
//
// The descent follows the moves: both sides are asked for `position fen ROOT moves …`, so the
// reference never continues from a position made by the subject. A move that one side lacks is
// reported at its position; nothing illegal is ever sent to the reference.
#pragma once

#include "verifier/locate/both_sides.h"

namespace perft_verify::verifier {

class Bisection {
 public:
  /// `root` has no moves; its depth is where the two sides differ.
  Bisection(reference::Generator& subject, reference::Generator& reference,
            reference::Question root, std::stop_token stop);

  /// Finds the first wrong position, from two answers that differ: to the root question, or to the
  /// rest of it after the moves of `path`. Equal ones are a contradiction of the reference.
  std::expected<Finding, Undecided> locate(reference::Divide subject, reference::Divide reference,
                                           std::vector<std::string> path = {});

  /// The finding at a position whose depth-1 answers by way of the moves differ.
  std::expected<Finding, Undecided> wrong_moves_at(const std::vector<std::string>& path);

  /// The finding for a subject whose own board after `path` is not the reference's.
  std::expected<Finding, Undecided> wrong_state_at(const std::vector<std::string>& path,
                                                   const std::string& what);

  /// The finding of --no-bisect: the counts at the root, and nothing more. `why` gives the reason
  /// if there should be more.
  static Finding unlocated(const reference::Question& root, reference::Divide subject,
                           reference::Divide reference, const std::string& why = "");

 private:
  Step<Finding> descend(Pair pair, std::vector<std::string> path);
  /// Goes to the position after the smallest differing move below which the subject is wrong on its
  /// own; false if there is none, and nothing is changed then. `depth` is that of `pair`.
  Step<bool> step_down(Pair& pair, std::vector<std::string>& path, int depth,
                       std::vector<CountOnPath>& descent);
  Step<Finding> finding_of_moves(const std::vector<std::string>& path, int depth, Pair pair);
  /// The finding of a list that is wrong by itself below one that is wrong at `depth` only, if any.
  Step<std::optional<Finding>> wrong_list_below(std::vector<std::string> path, int depth,
                                                Pair pair);
  Step<Finding> finding_of_counts(const std::vector<std::string>& path, int depth,
                                  const Pair& pair);
  Step<Finding> finding_at(const std::vector<std::string>& path, int depth, const Pair& pair);
  [[nodiscard]] std::expected<Finding, Undecided> result(Step<Finding> step) const;

  BothSides sides_;
  std::vector<CountOnPath> descent_;
};

}  // namespace perft_verify::verifier
