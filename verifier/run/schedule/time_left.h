// A forecast of the rest of a run, from what was measured before it and what its jobs have taken.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace perft_verify::verifier {

/// A job takes a worker some time for its nodes and, if it is a row, some more for the questions
/// themselves: many small rows say nothing of the nodes, and a few large ones nothing of the
/// questions.
class TimeLeft {
 public:
  /// `nodes_per_second` of both sides one after the other, if measured before; else 0.
  explicit TimeLeft(double nodes_per_second) : measured_(nodes_per_second) {}

  /// A row of the shallow pass.
  void row_took(double nodes, double seconds) {
    ++rows_;
    row_nodes_ += nodes;
    row_seconds_ += seconds;
    fastest_ = std::max(fastest_, nodes / std::max(seconds, 1e-6));
  }
  /// A job of the deep pass.
  void deep_job_took(double nodes, double seconds) {
    deep_nodes_ += nodes;
    deep_seconds_ += seconds;
  }

  /// Of one worker; 0 before anything is known.
  [[nodiscard]] double nodes_per_second() const {
    // The measurement before the run weighs as much as a second of jobs.
    if (measured_ > 0) return (deep_nodes_ + measured_) / (deep_seconds_ + 1);
    constexpr double kTellingSeconds = 0.2;
    return deep_seconds_ > kTellingSeconds ? deep_nodes_ / deep_seconds_ : fastest_;
  }

  /// The seconds of one worker for so many rows with so many nodes in all; nothing where too little
  /// is known.
  [[nodiscard]] std::optional<double> seconds(double rows, double nodes) const {
    constexpr std::size_t kTellingRows = 20;
    const double speed = nodes_per_second();
    if (speed <= 0 || rows_ < kTellingRows) return std::nullopt;
    const double counting = row_nodes_ / speed;
    // An engine that counts faster than was measured has no time left for its questions.
    const double faster = std::min(1.0, row_seconds_ / std::max(counting, 1e-9));
    const double each = std::max(row_seconds_ - counting, 0.0) / static_cast<double>(rows_);
    return rows * each + faster * nodes / speed;
  }

 private:
  double measured_;
  std::size_t rows_ = 0;
  double row_nodes_ = 0;
  double row_seconds_ = 0;
  double fastest_ = 0;
  double deep_nodes_ = 0;
  double deep_seconds_ = 0;
};

}  // namespace perft_verify::verifier
