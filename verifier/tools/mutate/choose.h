// The cheapest rows and depths of a suite that show every bug of the zoo: a gate.
//
// Rows that find the known bugs need not find the unknown ones. Therefore every bug has to be shown
// by several rows, in White's code and in Black's, and every situation that the suite has anywhere
// has to occur: every move of every piece from every square, every reason for which a move is not
// legal, every way to give check or to lose a right. What rows of standard chess can show they have
// to show without those of Chess960, which many engines skip. To measure how well that works, a
// tenth of the bugs at a time is left out of the choice; some of them are found nevertheless.
#pragma once

#include <functional>
#include <span>

#include "verifier/tools/mutate/mutant.h"

namespace perft_verify::verifier {

struct ChooseOptions {
  unsigned times = 3;               // rows that show each mutant
  bool situations = true;           // every one that the suite has
  std::uint64_t max_nodes = 2'500;  // per count; up to 40 times that where too few rows show a bug
  unsigned jobs = 1;
  bool exact = false;  // the cheapest choice of all, by the solver glpsol
  /// Called for each row that has been counted with all mutants, with their number; from any
  /// thread.
  std::function<void(std::size_t all)> one_done = [](std::size_t) {};
};

struct Choice {
  /// Those of the first tier (`verify quick`), then the others, both in the order of the rows.
  std::vector<Count> counts;
  std::uint64_t nodes = 0;
  std::size_t quick_rows = 0;
  std::uint64_t quick_nodes = 0;
  /// For each mutant, the indices of the chosen counts that show it.
  struct Found {
    Mutant mutant;
    std::vector<std::size_t> by_total;
    std::vector<std::size_t> by_divide;  // the total is correct
  };
  std::vector<Found> found;
  std::size_t situations = 0;        // the different ones of the chosen counts
  std::size_t suite_situations = 0;  // those of the suite
  /// Bugs that are left out from the choice, a tenth at a time, and those that it then misses.
  std::size_t left_out = 0;
  std::vector<std::string> missed_when_left_out;
  /// Of the greedy choice, which a solver improves.
  std::size_t greedy_rows = 0;
  std::uint64_t greedy_nodes = 0;
  std::string trouble;  // why the solver found nothing, in one sentence
};

/// Deterministic for any `jobs`. Incomplete if `stop` was triggered.
Choice choose(std::span<const Row> rows, const ChooseOptions& options, const std::stop_token& stop);

}  // namespace perft_verify::verifier
