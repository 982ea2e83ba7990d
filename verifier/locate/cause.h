// Decides in which part of the subject a fault sits, by asking again in other ways: from the FEN
// instead of by the moves, in a fresh process, to other depths, with other clocks, without its
// table.
#pragma once

#include "verifier/locate/both_sides.h"

namespace perft_verify::verifier {

class CauseFinder {
 public:
  explicit CauseFinder(BothSides& sides) : sides_(sides) {}

  /// For a list of moves that is wrong at depth 1; `wrong` are the answers that show it.
  Step<void> of_wrong_list(Finding& finding, const Pair& wrong);
  /// For moves of such a list that are right from the FEN of its position, where others are wrong.
  Step<void> of_moves_right_from_fen(Finding& finding, const Pair& wrong);
  /// For a list that is wrong when its moves are counted deeper, and correct at depth 1.
  Step<void> of_list_wrong_at_depth(Finding& finding, int depth);
  /// For counts that are wrong although the moves are correct, and each child by itself:
  /// count_cause.cpp.
  Step<void> of_wrong_count(Finding& finding, int depth, const Pair& pair);

 private:
  Step<bool> decide_generation_or_make(Finding& finding, const Pair& wrong);
  Step<bool> ends_by_draw_rule(Finding& finding);
  Step<bool> acquit_of_lost_square(Finding& finding);
  Step<void> find_culprit(Finding& finding, const Pair& wrong, bool others_are_wrong);
  Step<void> decide_why_count(Finding& finding, int depth, const Pair& pair);
  Step<void> decide_by_least_depth(Finding& finding, int depth, const Pair& pair);
  Step<void> decide_why_one_leaf(Finding& finding, const Pair& there, int depth);
  Step<void> ask_without_table(Finding& finding);
  bool counting_plays(const std::string& move, const std::string& fen);
  void acquit_by_count(Finding& finding, const Pair& wrong);
  void add_state(Finding& finding);
  void blame_what_was_asked_before(Finding& finding);
  static void show_at(Finding& finding, int depth, const Pair& pair);
  Step<void> reproduce_from_root_if_needed(Finding& finding, int depth);

  BothSides& sides_;
};

}  // namespace perft_verify::verifier
