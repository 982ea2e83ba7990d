// The time that an engine has for an answer, by what its answers have taken before.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "reference/process/child_process.h"

namespace perft_verify::reference {

class Pace {
 public:
  /// `timeout`: the user's time for every question, if there is one.
  explicit Pace(std::optional<std::chrono::duration<double>> timeout) : timeout_(timeout) {}

  /// The deadline of a question that is asked now and is expected to count so many nodes: 20 times
  /// the time that the measured speed predicts, and at least 10 s. An engine that has left several
  /// questions unanswered may do so in hundreds of positions: it has at least one second.
  [[nodiscard]] Deadline deadline(double expected_nodes) const;

  /// The slowest answer counts: an engine with a table is far faster on some positions than on
  /// others. Too short a time says nothing.
  void answered(std::uint64_t nodes, std::chrono::duration<double> took);
  void not_answered() { ++unanswered_; }
  /// The speed is not known any more, except to an engine that leaves questions unanswered.
  void forget_speed() { nodes_per_second_ = 0; }

 private:
  std::optional<std::chrono::duration<double>> timeout_;
  double nodes_per_second_ = 0;          // 0: unknown
  double slowest_nodes_per_second_ = 0;  // of all answers
  bool has_answered_ = false;
  int unanswered_ = 0;
};

}  // namespace perft_verify::reference
