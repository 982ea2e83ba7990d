// The deep pass: which job comes next, so that all workers end together.
//
// Rows come the costliest first; a row that is large, or cheaper with sharing, is divided into
// parts (see DividedRow), its largest first. Where a row has nothing to hand out before others
// have finished, the next one is begun.
#pragma once

#include <map>
#include <memory>

#include "verifier/run/divided_row.h"
#include "verifier/run/events.h"
#include "verifier/run/row_check.h"

namespace perft_verify::verifier {

/// Used by one thread at a time.
class DeepPass {
 public:
  /// `rows`: those to be run, by index; `states` as the shallow pass has left them. All must
  /// outlive it. `known`: parts that were counted before an interruption, by row.
  DeepPass(const RunOptions& options, const RunInfo& run, const std::vector<RowState>& states,
           std::vector<std::size_t> rows, std::map<std::size_t, KnownParts> known, unsigned workers,
           bool subject_in_parts);

  /// Nothing if `worker` has to wait for others, or if it is over.
  std::optional<Job> next(unsigned worker);
  [[nodiscard]] bool over() const { return next_ == rows_.size() && open_.empty(); }
  /// Expected of all rows together, by what the shallow pass has counted.
  [[nodiscard]] double nodes() const { return nodes_; }

  /// To be called for each job that has been done. Returns what is to be written down of it.
  std::optional<JournalPart> take(unsigned worker, const Job& job, JobResult result);
  /// To be called when a worker does no more: others do what was kept for it.
  void forget(unsigned worker);

 private:
  struct Open {
    std::unique_ptr<DividedRow> row;
    std::size_t out = 0;  // jobs that are being done
    bool judged = false;
  };

  /// What the row's own count at its shallow depth makes of the plan.
  [[nodiscard]] double correction(std::size_t row) const;
  [[nodiscard]] double expected(std::size_t row) const {
    return run_.plans[row].nodes * correction(row);
  }
  [[nodiscard]] std::vector<double> forecast(std::size_t row) const;
  [[nodiscard]] bool is_worth_dividing(const std::vector<double>& forecast) const;
  std::optional<Job> begin(std::size_t row, unsigned worker);

  const RunOptions& options_;
  const RunInfo& run_;
  const std::vector<RowState>& states_;
  std::vector<std::size_t> rows_;  // the costliest first
  std::size_t next_ = 0;
  std::vector<Open> open_;
  std::map<std::size_t, KnownParts> known_;
  bool divisible_ = false;
  DivisionRules rules_;
  double nodes_ = 0;
};

}  // namespace perft_verify::verifier
