// The threads of a run and the jobs between them: the shallow depths of all rows first, then
// the deep pass.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <unordered_set>

#include "core/stopwatch.h"
#include "verifier/run/judge/worker.h"
#include "verifier/run/runner.h"
#include "verifier/run/schedule/deep_pass.h"
#include "verifier/run/schedule/time_left.h"

namespace perft_verify::verifier {

/// Each worker owns its generators and starts them in its own thread: the kernel kills an engine
/// when that thread ends.
class Runner::Workers {
 public:
  Workers(Runner& runner, const std::stop_token& stop);

  /// Returns when all is done or stopped.
  void run();
  /// Summary::why_not_run, after that.
  [[nodiscard]] const std::string& why_it_ended() const { return why_it_ended_; }

 private:
  struct InFlight {
    bool busy = false;
    std::size_t row = 0;
    int depth = 0;
    double nodes = 0;
    Stopwatch since;
  };

  struct Pair {
    std::unique_ptr<reference::Generator> subject;
    std::unique_ptr<reference::Generator> reference;
  };

  std::expected<Pair, std::string> make_generators(unsigned worker);
  void work_guarded(unsigned worker);
  void work(unsigned worker);
  void work_remotely(unsigned worker, RemoteWorker& remote);
  JobResult do_here(const Job& job);
  /// Handles a job that ended in an exception (out of memory, for example): nothing where it was
  /// given back to the other workers, else a failure. `before` is the state of the row, if the job
  /// may have changed it.
  std::optional<JobResult> give_back(unsigned worker, const Job& job,
                                     const std::optional<RowState>& before, const std::string& why);
  RowState& state_for(const Job& job, RowState& none);
  void cannot_work(const std::string& why);
  std::optional<Job> next_job(unsigned worker);
  std::optional<Job> next_given_back();
  std::optional<Job> next_shallow();
  [[nodiscard]] bool shallow_is_over() const;
  void begin_deep();
  void end_job(unsigned worker, const Job& job, JobResult result);
  void end_row(const Job& job);
  void stop_if_all_fail(const RowState& state);
  void count_faults(const RowState& state);
  void count_cost(const Job& job, const JobResult& result);
  void leave(unsigned worker);
  void report_progress();
  [[nodiscard]] std::optional<double> seconds_left(const Progress& progress) const;

  Runner& runner_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_;
  Stopwatch since_;
  bool subject_in_parts_ = false;

  std::mutex mutex_;  // guards all below, and the emission of events
  std::condition_variable changed_;
  std::condition_variable finished_;
  std::vector<std::size_t> shallow_;  // rows to be run
  std::size_t next_ = 0;
  std::optional<DeepPass> deep_;
  unsigned alive_ = 0;
  std::vector<InFlight> in_flight_;
  std::exception_ptr error_;
  std::vector<Job> given_back_;
  unsigned missing_ = 0;     // workers for which the machine had no room
  std::string why_missing_;  // the first of them
  std::size_t rows_done_ = 0;
  std::size_t rows_left_ = 0;  // to be run, duplicates not counted
  double parts_left_ = 0;      // approximate, of the large rows among them
  std::unordered_set<std::string> faults_;
  std::size_t found_ = 0;  // different ones
  std::size_t rows_judged_ = 0;
  std::size_t rows_failed_alike_ = 0;   // of them, from the first on
  std::optional<FindingKind> failure_;  // of the first
  std::size_t rows_without_verdict_ = 0;
  double fault_seconds_ = 0;  // that they took, of all workers
  double other_seconds_ = 0;
  std::string why_it_ended_;
  double nodes_done_ = 0;
  double before_deep_ = 0;  // of nodes_done_
  Stopwatch since_deep_;
  double nodes_total_ = 0;
  TimeLeft time_left_;
  std::unordered_map<std::size_t, Stopwatch> since_of_row_;
};

}  // namespace perft_verify::verifier
