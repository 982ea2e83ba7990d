// Rows that are the same row to the same depth: the first one is run for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "verifier/run/events.h"
#include "verifier/run/row_states.h"

namespace perft_verify::verifier {

class EqualRows {
 public:
  /// No two are equal.
  explicit EqualRows(std::size_t rows);
  /// Looks for them, except among rows that are done already. Recorded counts are no part of what a
  /// row is: each row is judged by its own; but where they are the reference (`recorded`), they
  /// decide what is asked.
  void find(const RunInfo& run, const RowStates& states, bool recorded);

  [[nodiscard]] std::size_t first(std::size_t row) const { return first_[row]; }
  [[nodiscard]] bool is_duplicate(std::size_t row) const { return first_[row] != row; }
  /// The next one that is equal to it, or 0.
  [[nodiscard]] std::size_t next(std::size_t row) const { return next_[row]; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> next_;
};

}  // namespace perft_verify::verifier
