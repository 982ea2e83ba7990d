// One worker: a subject and a reference of its own, and its jobs.
#pragma once

#include <memory>

#include "verifier/run/judge/row_check.h"
#include "verifier/run/model/job.h"

namespace perft_verify::verifier {

class Worker {
 public:
  /// All references must outlive it. `known_faults` may be null.
  Worker(const RunOptions& options, std::unique_ptr<reference::Generator> subject,
         std::unique_ptr<reference::Generator> reference, const std::stop_token& stop,
         KnownFaults* known_faults);

  /// `state` is the row's; it is touched by CheckRow and JudgeRow only.
  JobResult run(const Job& job, const Row& row, const RowPlan& plan, RowState& state);

 private:
  struct Asking;

  reference::Answer<Outline> outline(const Asking& asking, const OutlineRow& task);
  std::optional<ReferencePace> measure(const Asking& asking, const reference::Divide& root,
                                       int depth);
  reference::Answer<std::vector<Expansion>> expand(const Asking& asking, const ExpandPaths& task);
  reference::Answer<std::vector<std::string>> positions_of(
      const std::vector<reference::Question>& questions);
  reference::Answer<std::vector<std::uint64_t>> count(const Asking& asking, const CountPaths& task);

  std::unique_ptr<reference::Generator> subject_;
  std::unique_ptr<reference::Generator> reference_;
  std::stop_token stop_;
  RowCheck check_;
};

}  // namespace perft_verify::verifier
