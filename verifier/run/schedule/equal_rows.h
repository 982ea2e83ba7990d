// Equal rows with the same depth: the first one is run for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "verifier/run/model/events.h"
#include "verifier/run/schedule/row_states.h"

namespace perft_verify::verifier {

class EqualRows {
 public:
  /// Starts with no two equal rows.
  explicit EqualRows(std::size_t rows);
  /// Finds equal rows, except among finished ones. Recorded counts do not make rows different: each
  /// row is judged by its own; but if they are the reference (`recorded`), they decide the
  /// questions.
  void find(const RunInfo& run, const RowStates& states, bool recorded);

  [[nodiscard]] std::size_t first(std::size_t row) const { return first_[row]; }
  [[nodiscard]] bool is_duplicate(std::size_t row) const { return first_[row] != row; }
  /// The next equal row, or 0.
  [[nodiscard]] std::size_t next(std::size_t row) const { return next_[row]; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> next_;
};

}  // namespace perft_verify::verifier
