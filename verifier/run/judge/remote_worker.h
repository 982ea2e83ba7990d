// An interface for jobs that run outside this process.
#pragma once

#include <expected>
#include <stop_token>
#include <string>

#include "verifier/run/judge/row_check.h"
#include "verifier/run/model/job.h"

namespace perft_verify::verifier {

/// A worker of another process, with generators of its own.
class RemoteWorker {
 public:
  RemoteWorker() = default;
  RemoteWorker(const RemoteWorker&) = delete;
  RemoteWorker& operator=(const RemoteWorker&) = delete;
  virtual ~RemoteWorker() = default;

  /// Waits until it is known whether it can work; the error is the reason if it cannot.
  virtual std::expected<void, std::string> ready(const std::stop_token& stop) = 0;
  /// Does the same as Worker::run. An error gives the job back, with the row's state as it was;
  /// then nothing more can be done there.
  virtual std::expected<JobResult, std::string> run(const Job& job, const Row& row,
                                                    const RowPlan& plan, RowState& state,
                                                    const std::stop_token& stop) = 0;
};

}  // namespace perft_verify::verifier
