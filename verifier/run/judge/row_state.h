// What is known of a row while it is worked on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/generator.h"
#include "verifier/locate/both_sides.h"
#include "verifier/run/model/result.h"

namespace perft_verify::verifier {

struct RowState {
  std::size_t index = 0;  // of the row
  RowResult result;
  std::vector<Finding> findings;
  /// Depths at which both sides gave the same total, and the total.
  std::vector<std::pair<int, std::uint64_t>> agreed;
  bool done = false;     // the verdict is final
  bool stopped = false;  // interrupted before that
  /// The diagnosis of a finding was interrupted: the reported part is correct, but not all that a
  /// complete run would have found.
  bool cut_short = false;
  /// The subject failed while a finding was diagnosed.
  bool lacks_answers = false;

  /// The totals at `depth` are equal. The moves may differ.
  void agree(int depth, const reference::Divide& subject, const reference::Divide& reference);
  /// There is no verdict: the run was stopped, or the row is undecided.
  void leave_undecided(const Undecided& why);
};

/// The row's recorded count at a depth.
std::optional<std::uint64_t> recorded_at(const Row& row, int depth);
/// The recorded counts of a row that subject and reference together refute.
std::vector<SuiteCountError> wrong_recorded(const Row& row, const RowState& state);

}  // namespace perft_verify::verifier
