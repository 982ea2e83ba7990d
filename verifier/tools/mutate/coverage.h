// The coverage of a suite, independent of bugs: the situations of the rules, and the entries of the
// tables from which most engines take the moves of their pieces.
#pragma once

#include <span>

#include "verifier/tools/mutate/mutant.h"
#include "verifier/tools/mutate/situations.h"
#include "verifier/tools/mutate/tables_shown.h"

namespace perft_verify::verifier {

struct Coverage {
  /// Of all situations that the suite and the built-in gate reach together.
  struct OfRule {
    std::string_view rule;
    std::size_t reached = 0;  // by the suite
    std::size_t all = 0;
  };
  std::vector<OfRule> rules;  // by name
  TablesShown tables;
  /// The entries of a table from which the counts take moves. The table has one entry for each
  /// square and each set of blockers that matters.
  static constexpr std::size_t kRookEntries = 102'400;
  static constexpr std::size_t kBishopEntries = 5'248;
  std::size_t rook_entries = 0;
  std::size_t bishop_entries = 0;
};

/// Looks only at the first plies of an expensive count. Incomplete if `stop` was triggered.
Coverage coverage_of(std::span<const Count> counts, unsigned jobs, const std::stop_token& stop);

}  // namespace perft_verify::verifier
