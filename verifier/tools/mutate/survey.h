// The number of the zoo's bugs that a suite finds, and the ones that it cannot see.
#pragma once

#include <functional>
#include <span>

#include "verifier/tools/mutate/mutant.h"

namespace perft_verify::verifier {

struct SurveyOptions {
  std::optional<int> depth = {};                // each row's deepest recorded depth without it
  std::optional<std::uint64_t> max_nodes = {};  // per row
  bool totals_only = false;                     // compare totals rather than every root line
  unsigned jobs = 1;
  /// Called for each counted mutant, with their number; from any thread.
  std::function<void(std::size_t all)> one_done = [](std::size_t) {};
};

/// One bug and where the suite finds it.
struct BugSeen {
  zoo::Bug bug;
  /// The row with the fewest nodes that shows it, by the place in Survey::counts; for White's
  /// code and Black's, or for both at once where the bug has no variants by color.
  std::vector<std::pair<std::optional<Color>, std::optional<std::size_t>>> shown;

  [[nodiscard]] bool seen() const;
  /// Whether it is seen in each color in which it can occur.
  [[nodiscard]] bool seen_in_full() const;
};

struct Survey {
  std::vector<Count> counts;          // the rows as they were counted, the fewest nodes first
  std::vector<std::string> left_out;  // rows that cannot be counted, one sentence each
  std::vector<BugSeen> bugs;          // in the order of the zoo
  std::uint64_t nodes = 0;            // of all rows
  std::size_t rows_needed = 0;
  std::uint64_t nodes_needed = 0;  // of rows that together find what the suite finds
};

/// Counts every row with every bug, the cheapest rows first and until the bug shows. The answer
/// does not depend on `jobs`. Incomplete if `stop` was triggered.
Survey survey(std::span<const Row> rows, const SurveyOptions& options, const std::stop_token& stop);

}  // namespace perft_verify::verifier
