// The state of each row of a run while it is worked on. A row that has not been started, or that
// has been reported, takes up no more than a pointer.
#pragma once

#include <memory>
#include <vector>

#include "verifier/run/judge/row_check.h"

namespace perft_verify::verifier {

class RowStates {
 public:
  explicit RowStates(std::size_t rows) : states_(rows), reported_(rows) { done_.done = true; }

  [[nodiscard]] std::size_t size() const { return states_.size(); }

  /// Read access. A reported row only shows that it is done.
  const RowState& operator[](std::size_t row) const {
    if (states_[row] != nullptr) return *states_[row];
    return reported_[row] ? done_ : not_begun_;
  }
  /// Write access; different rows by different threads at once, each row by one
  /// thread. Not for a reported row.
  RowState& change(std::size_t row) {
    if (states_[row] == nullptr) {
      states_[row] = std::make_unique<RowState>();
      states_[row]->index = row;
    }
    return *states_[row];
  }
  /// From now on only the fact that the row is done is kept.
  void reported(std::size_t row) {
    states_[row].reset();
    reported_[row] = true;
  }

 private:
  std::vector<std::unique_ptr<RowState>> states_;
  std::vector<bool> reported_;
  RowState done_;
  RowState not_begun_;
};

}  // namespace perft_verify::verifier
