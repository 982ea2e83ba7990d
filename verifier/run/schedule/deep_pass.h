// The deep pass: chooses the next job so that all workers finish together.
//
// The most expensive rows come first; a row that is large, or cheaper with sharing, is divided into
// parts (see DividedRow), its largest first. If a row has no more jobs before others have finished,
// the next row is begun.
//
// Depths between the shallow one and the deepest are run first: together they cost a fraction of
// it.
#pragma once

#include <deque>
#include <map>
#include <memory>

#include "verifier/run/model/events.h"
#include "verifier/run/schedule/divided_row.h"
#include "verifier/run/schedule/row_states.h"

namespace perft_verify::verifier {

/// Used by one thread at a time.
class DeepPass {
 public:
  /// `rows`: the indices of the rows to be run; `states` as left by the shallow pass. All must
  /// outlive this. `known`: parts that were counted before an interruption, by row and depth.
  DeepPass(const RunOptions& options, const RunInfo& run, const RowStates& states,
           std::vector<std::size_t> rows, std::map<std::pair<std::size_t, int>, KnownParts> known,
           unsigned workers, bool subject_in_parts);

  /// Nothing if `worker` has to wait for others, or if it is over.
  std::optional<Job> next(unsigned worker);
  [[nodiscard]] bool over() const {
    return next_ == rows_.size() && open_.empty() && resumed_.empty() && between_ == 0;
  }
  /// The expected nodes of all rows together, by the counts of the shallow pass.
  [[nodiscard]] double nodes() const { return nodes_; }

  /// To be called for each finished job. Returns the record of it for the journal.
  std::optional<JournalPart> take(unsigned worker, const Job& job, JobResult result);
  /// To be called when a worker has ended: others take over its reserved work.
  void forget(unsigned worker);

 private:
  struct Open {
    std::unique_ptr<DividedRow> row;
    std::size_t out = 0;  // jobs that are being done
    bool judged = false;
  };

  /// The factor by which the row's own count at its shallow depth corrects the plan.
  [[nodiscard]] double correction(std::size_t row) const;
  [[nodiscard]] double expected(std::size_t row) const {
    return run_.plans[row].nodes * correction(row);
  }
  [[nodiscard]] std::vector<double> forecast(std::size_t row) const;
  [[nodiscard]] bool is_worth_dividing(const std::vector<double>& forecast) const;
  std::optional<Job> begin(std::size_t row, unsigned worker);

  const RunOptions& options_;
  const RunInfo& run_;
  const RowStates& states_;
  std::vector<std::size_t> rows_;  // the most expensive first
  std::size_t next_ = 0;
  std::deque<std::size_t> resumed_;  // their depths so far have been run
  std::size_t between_ = 0;          // rows now run at less than their deepest depth
  std::vector<Open> open_;
  std::map<std::pair<std::size_t, int>, KnownParts> known_;
  bool divisible_ = false;
  DivisionRules rules_;
  double nodes_ = 0;
};

}  // namespace perft_verify::verifier
