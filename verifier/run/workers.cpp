#include "verifier/run/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <thread>

#include "reference/uci/uci_engine.h"

namespace perft_verify::verifier {
namespace {

/// The assumed speed of a reference, to decide how many workers are worth starting, and to forecast
/// the time left.
constexpr double kUsualNodesPerSecond = 2e8;
/// A waiting worker checks for a stop at this interval.
constexpr std::chrono::milliseconds kLookForStop{50};

/// The nodes a second that one worker asks both sides for, one after the other; 0 if unknown.
double speed_of_both(const RunOptions& options) {
  if (options.subject_nodes_per_second <= 0) return 0;
  return 1 / (1 / options.subject_nodes_per_second + 1 / kUsualNodesPerSecond);
}

}  // namespace

Runner::Workers::Workers(Runner& runner, const std::stop_token& stop)
    : runner_(runner),
      forward_(stop, [this] { stop_.request_stop(); }),
      subject_in_parts_(runner.subject_->divides_in_parts()),
      time_left_(speed_of_both(runner.options_)) {
  const std::size_t rows = runner_.run_.rows.size();
  double deep_left = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const RowPlan& plan = runner_.run_.plans[row];
    const RowState& state = runner_.states_[row];
    if (runner_.states_[runner_.equal_.first(row)].done) ++rows_done_;
    if (runner_.equal_.is_duplicate(row)) continue;
    const double deep_nodes = plan.depth > plan.shallow ? plan.nodes : 0;
    nodes_total_ += plan.shallow_nodes + deep_nodes;
    if (runner_.emission_.is_shallow_done(row)) nodes_done_ += plan.shallow_nodes;
    if (state.done) nodes_done_ += deep_nodes;
    if (!state.done) ++rows_left_;
    if (!state.done) deep_left += deep_nodes;
    if (!state.done && !runner_.emission_.is_shallow_done(row)) shallow_.push_back(row);
    count_faults(state);
  }
  parts_left_ = deep_left / (kUsualNodesPerSecond * runner_.options_.part_seconds + 1);
}

void Runner::Workers::run() {
  const std::size_t workers = runner_.options_.jobs + runner_.remote_workers_.size();
  const double useful = std::max({1.0, static_cast<double>(rows_left_), parts_left_});
  const auto jobs = static_cast<unsigned>(std::min(static_cast<double>(workers), useful));
  in_flight_.resize(jobs);
  alive_ = jobs;
  std::vector<std::jthread> threads;
  for (unsigned worker = 0; worker < jobs; ++worker) {
    try {
      threads.emplace_back([this, worker] { work_guarded(worker); });
    } catch (const std::system_error&) {
      // Without room for more threads fewer do all the work, if need be this one alone.
      for (unsigned missing = std::max(worker, 1U); missing < jobs; ++missing) {
        cannot_work("the system gives no more threads");
        leave(missing);
      }
      if (worker == 0) work_guarded(0);
      break;
    }
  }

  std::unique_lock lock(mutex_);
  while (!finished_.wait_for(lock, std::chrono::milliseconds(100), [this] { return alive_ == 0; }))
    report_progress();
  lock.unlock();
  threads.clear();
  if (missing_ > 0 && runner_.notice_)
    runner_.notice_(fmt::format("{} of {} workers had no room and left the work to the others: {}",
                                missing_, jobs, why_missing_));
  if (error_) std::rethrow_exception(error_);
}

/// An exception in a worker (out of memory, for example) ends the run, not the process.
void Runner::Workers::work_guarded(unsigned worker) {
  try {
    if (worker < runner_.options_.jobs) {
      work(worker);
    } else {
      work_remotely(worker, *runner_.remote_workers_[worker - runner_.options_.jobs]);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
    stop_.request_stop();
  }
  leave(worker);
}

/// Starts the generators of a worker. On a machine without room for one more engine the error says
/// so, and the other workers do its share.
std::expected<Runner::Workers::Pair, std::string> Runner::Workers::make_generators(
    unsigned number) {
  if (number == 0) return Pair{std::move(runner_.subject_), std::move(runner_.reference_)};
  try {
    Pair made{runner_.options_.subject(), runner_.options_.reference()};
    const std::stop_token stop = stop_.get_token();
    if (const auto spoke = reference::speaks(*made.subject, stop); !spoke)
      return std::unexpected(spoke.error().message);
    if (runner_.options_.recorded) return made;
    if (const auto spoke = reference::speaks(*made.reference, stop); !spoke)
      return std::unexpected(spoke.error().message);
    return made;
  } catch (const std::exception& error) {
    return std::unexpected(error.what());
  }
}

void Runner::Workers::work(unsigned number) {
  auto generators = make_generators(number);
  if (!generators) {
    if (!stop_.stop_requested()) cannot_work(generators.error());
    return;
  }
  Worker worker(runner_.options_, std::move(generators->subject), std::move(generators->reference),
                stop_.get_token(), &runner_.faults_);
  while (const auto job = next_job(number)) {
    RowState none;
    RowState& state = state_for(*job, none);
    const std::optional<RowState> before = ends_row(*job) ? std::optional(state) : std::nullopt;
    std::optional<JobResult> result;
    std::string why;
    try {
      result = worker.run(*job, runner_.run_.rows[job->row], runner_.run_.plans[job->row], state);
    } catch (const std::exception& error) {
      why = error.what();
    }
    if (!result) result = give_back(number, *job, before, why);
    if (!result) return;
    end_job(number, *job, std::move(*result));
  }
}

/// The state that a job may update: its row's until the job ends, if it is the one that ends the
/// row. Any other job may still run when its row has been reported, and gets `none`.
RowState& Runner::Workers::state_for(const Job& job, RowState& none) {
  return ends_row(job) ? runner_.states_.change(job.row) : none;
}

void Runner::Workers::cannot_work(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (++missing_ == 1) why_missing_ = why;
}

std::optional<JobResult> Runner::Workers::give_back(unsigned worker, const Job& job,
                                                    const std::optional<RowState>& before,
                                                    const std::string& why) {
  RowState none;
  RowState& state = state_for(job, none);
  if (before) state = *before;
  {
    const std::lock_guard lock(mutex_);
    if (alive_ > 1) {
      if (++missing_ == 1) why_missing_ = why;
      in_flight_[worker].busy = false;
      given_back_.push_back(job);
      return std::nullopt;
    }
  }
  // No other worker is left.
  const reference::Failure failure{reference::FailureKind::Unsupported, reference::Stage::Perft,
                                   fmt::format("this machine has no room for it ({})", why)};
  JobResult result;
  if (ends_row(job)) {
    state.result.verdict = Verdict::Undecided;
    state.result.reason = failure.message;
    state.done = true;
  } else if (std::holds_alternative<OutlineRow>(job.task)) {
    result.found = reference::Answer<Outline>(std::unexpected(failure));
  } else if (std::holds_alternative<ExpandPaths>(job.task)) {
    result.found = reference::Answer<std::vector<Expansion>>(std::unexpected(failure));
  } else if (std::holds_alternative<CountPaths>(job.task)) {
    result.found = reference::Answer<std::vector<std::uint64_t>>(std::unexpected(failure));
  } else if (std::holds_alternative<AskSubject>(job.task)) {
    SubjectAnswer answer;
    answer.answer = std::unexpected(AskFailure{failure, true});
    result.found = std::move(answer);
  }
  return result;
}

/// Hands jobs to another process, which acts as one of the workers.
void Runner::Workers::work_remotely(unsigned number, RemoteWorker& remote) {
  const auto ready = remote.ready(stop_.get_token());
  std::string failure = ready ? "" : ready.error();
  while (failure.empty()) {
    const auto job = next_job(number);
    if (!job) return;
    RowState none;
    auto result = remote.run(*job, runner_.run_.rows[job->row], runner_.run_.plans[job->row],
                             state_for(*job, none), stop_.get_token());
    if (!result) failure = result.error();
    end_job(number, *job, result ? std::move(*result) : do_here(*job));
  }
  const std::lock_guard lock(mutex_);
  if (!stop_.stop_requested() && runner_.notice_) runner_.notice_(failure);
}

/// Does a job that was given back.
JobResult Runner::Workers::do_here(const Job& job) {
  RowState none;
  return Worker(runner_.options_, runner_.options_.subject(), runner_.options_.reference(),
                stop_.get_token(), &runner_.faults_)
      .run(job, runner_.run_.rows[job.row], runner_.run_.plans[job.row], state_for(job, none));
}

/// Waits if there is nothing to do before others have finished; nothing when all is done.
std::optional<Job> Runner::Workers::next_job(unsigned worker) {
  std::unique_lock lock(mutex_);
  while (!stop_.stop_requested()) {
    auto job = next_given_back();
    if (!job) job = deep_ ? deep_->next(worker) : next_shallow();
    if (job) {
      in_flight_[worker] = {true, job->row, job->depth, job->nodes, {}};
      since_of_row_.try_emplace(job->row);
      return job;
    }
    if (deep_ && deep_->over()) break;
    if (!deep_ && shallow_is_over()) {
      begin_deep();
      continue;
    }
    changed_.wait_for(lock, kLookForStop);
  }
  return std::nullopt;
}

std::optional<Job> Runner::Workers::next_given_back() {
  if (given_back_.empty()) return std::nullopt;
  Job job = std::move(given_back_.back());
  given_back_.pop_back();
  return job;
}

std::optional<Job> Runner::Workers::next_shallow() {
  if (next_ == shallow_.size()) return std::nullopt;
  const std::size_t row = shallow_[next_++];
  const RowPlan& plan = runner_.run_.plans[row];
  return Job{.row = row,
             .depth = plan.shallow,
             .nodes = plan.shallow_nodes,
             .part = 0,
             .task = CheckRow{}};
}

/// Only then are the deeper rows known. A worker that is still starting its engine delays no other.
bool Runner::Workers::shallow_is_over() const {
  return next_ == shallow_.size() && given_back_.empty() &&
         std::ranges::none_of(in_flight_, &InFlight::busy);
}

void Runner::Workers::begin_deep() {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < runner_.states_.size(); ++row)
    if (!runner_.states_[row].done && !runner_.equal_.is_duplicate(row)) rows.push_back(row);
  deep_.emplace(runner_.options_, runner_.run_, runner_.states_, std::move(rows),
                std::move(runner_.known_parts_), alive_, subject_in_parts_);
  nodes_total_ = nodes_done_ + deep_->nodes();
  before_deep_ = nodes_done_;
  since_deep_ = Stopwatch();
  changed_.notify_all();
}

void Runner::Workers::end_job(unsigned worker, const Job& job, JobResult result) {
  const std::lock_guard lock(mutex_);
  in_flight_[worker].busy = false;
  nodes_done_ += job.nodes;
  const double seconds = result.seconds;
  count_cost(job, result);
  const bool is_deep = deep_.has_value();
  const std::size_t known = found_;
  if (is_deep) {
    const auto part = deep_->take(worker, job, std::move(result));
    if (part && runner_.journal_ != nullptr) runner_.journal_->append(*part);
  }
  if (ends_row(job)) end_row(job);
  if (is_deep) {
    time_left_.deep_job_took(job.nodes, seconds);
  } else if (found_ == known) {
    // A finding is examined once; the rows after it are not.
    time_left_.row_took(job.nodes, seconds);
  }
  changed_.notify_all();
}

void Runner::Workers::end_row(const Job& job) {
  const std::size_t row = job.row;
  since_of_row_.erase(row);
  const RowState& state = runner_.states_[row];
  // An undecided row is asked again when the run is resumed.
  const bool undecided = state.done && state.result.verdict == Verdict::Undecided;
  if (runner_.journal_ != nullptr && !state.stopped && !state.cut_short && !undecided)
    runner_.journal_->append({row, state});
  runner_.add_dissent(row);
  if (state.done) {
    std::size_t equal = row;
    do ++rows_done_;
    while ((equal = runner_.equal_.next(equal)) != 0);
    runner_.emission_.all_is_done(row);
    const RowPlan& plan = runner_.run_.plans[row];
    if (!deep_ && plan.depth > plan.shallow) nodes_done_ += plan.nodes;  // not to be run
  }
  count_faults(state);
  if (!deep_) runner_.emission_.shallow_is_done(row);
  runner_.emission_.emit();
}

/// Stops the run early when it has as many findings as the user wants.
void Runner::Workers::count_faults(const RowState& state) {
  const auto& options = runner_.options_;
  const std::size_t most =
      options.fail_fast ? 1
                        : options.max_findings.value_or(std::numeric_limits<std::size_t>::max());
  for (const Finding& finding : state.findings)
    if (faults_.insert(fault_key(finding)).second) ++found_;
  if (found_ >= most) stop_.request_stop();
  stop_if_all_fail(state);
}

/// An engine that ends, hangs or does not take the position in every row is recognized by the first
/// few; each of the others would take as long, with the same result.
void Runner::Workers::stop_if_all_fail(const RowState& state) {
  if (!state.done || rows_failed_alike_ >= kTellingFailures) return;
  const auto fault =
      state.findings.empty() ? std::nullopt : std::optional(state.findings.front().kind);
  const bool fails = fault == FindingKind::Crash || fault == FindingKind::Timeout ||
                     fault == FindingKind::RejectedPosition;
  if (rows_judged_++ == 0) failure_ = fault;
  if (!fails || fault != failure_ || rows_failed_alike_ + 1 != rows_judged_) return;
  if (++rows_failed_alike_ != kTellingFailures) return;
  why_it_ended_ = fmt::format("each of the first {} rows ended in the same fault of the engine",
                              kTellingFailures);
  stop_.request_stop();
}

/// Faults that take their time, such as an endless loop, must not be waited for in every row. A
/// campaign that has a few among many good rows goes on.
void Runner::Workers::count_cost(const Job& job, const JobResult& result) {
  const auto* const asked = std::get_if<SubjectAnswer>(&result.found);
  bool in_vain = asked != nullptr && !asked->answer;
  if (ends_row(job)) {
    const RowState& state = runner_.states_[job.row];
    in_vain = state.done && (state.result.verdict == Verdict::Undecided ||
                             (!state.findings.empty() && is_failure(state.findings.front().kind)));
    if (in_vain) ++rows_without_verdict_;
  }
  (in_vain ? fault_seconds_ : other_seconds_) += result.seconds;
  if (!in_vain || !why_it_ended_.empty() || rows_without_verdict_ < kCostlyFaults ||
      fault_seconds_ < runner_.options_.fault_seconds || fault_seconds_ < other_seconds_)
    return;
  why_it_ended_ = fmt::format(
      "{} rows that ended in a fault or without a verdict took {:.0f} s, and all others {:.0f} s; "
      "--timeout sets the time per question, --skip leaves rows out",
      rows_without_verdict_, fault_seconds_, other_seconds_);
  stop_.request_stop();
}

void Runner::Workers::leave(unsigned worker) {
  const std::lock_guard lock(mutex_);
  --alive_;
  if (deep_) deep_->forget(worker);
  changed_.notify_all();
  finished_.notify_all();
}

/// In the deep pass by wall clock, from its beginning: the speed of the last questions would make
/// the remaining time jump. In the shallow pass, where the small rows come first, by the row.
std::optional<double> Runner::Workers::seconds_left(const Progress& progress) const {
  const double nodes = std::max(progress.nodes_total - progress.nodes_done, 0.0);
  constexpr double kTellingSeconds = 0.5;
  if (deep_ && since_deep_.seconds() >= kTellingSeconds) {
    const double counted = progress.nodes_done - before_deep_;
    return counted > 0 ? std::optional(nodes / counted * since_deep_.seconds()) : std::nullopt;
  }
  const auto rows = deep_ ? std::size_t{0} : shallow_.size() - next_;
  const auto of_one = time_left_.seconds(static_cast<double>(rows), nodes);
  return of_one ? std::optional(*of_one / std::max(alive_, 1U)) : std::nullopt;
}

/// Called with the mutex held.
void Runner::Workers::report_progress() {
  Progress progress;
  progress.rows = runner_.states_.size();
  progress.rows_done = rows_done_;
  progress.nodes_total = nodes_total_;
  progress.nodes_done = nodes_done_;
  progress.findings = found_;
  const double of_one = time_left_.nodes_per_second();
  for (const InFlight& job : in_flight_) {
    if (!job.busy) continue;
    progress.nodes_done += std::min(0.95 * job.nodes, job.since.seconds() * of_one);
    const auto same_row = [&job](const RunningRow& row) { return row.row == job.row; };
    if (std::ranges::any_of(progress.running, same_row)) continue;
    const RowPlan& plan = runner_.run_.plans[job.row];
    const auto since = since_of_row_.find(job.row);
    progress.running.push_back(
        {job.row, job.depth, (since == since_of_row_.end() ? job.since : since->second).seconds(),
         deep_ ? plan.nodes : plan.shallow_nodes});
  }
  // The parts of a row may be expected to take more nodes than the row was.
  progress.nodes_done = std::min(progress.nodes_done, progress.nodes_total);
  progress.seconds = since_.seconds();
  progress.seconds_left = seconds_left(progress);
  runner_.emission_.progress(progress);
}

}  // namespace perft_verify::verifier
