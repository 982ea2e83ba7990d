#include "verifier/run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "reference/uci_engine.h"

namespace perft_verify::verifier {

using Clock = std::chrono::steady_clock;

/// The threads of one run and the tasks between them. Each worker owns its generators and
/// starts them in its own thread: the kernel kills an engine when that thread ends.
class Runner::Workers {
 public:
  Workers(Runner& runner, const std::stop_token& stop)
      : runner_(runner), forward_(stop, [this] { stop_.request_stop(); }) {
    const std::size_t rows = runner_.run_.rows.size();
    for (std::size_t row = 0; row < rows; ++row) {
      const RowPlan plan = runner_.run_.plans[row];
      const RowState& state = runner_.states_[row];
      if (state.done) ++rows_done_;
      if (runner_.is_duplicate_[row]) continue;
      const double deep_nodes = plan.depth > plan.shallow ? plan.nodes : 0;
      nodes_total_ += plan.shallow_nodes + deep_nodes;
      if (runner_.shallow_done_[row]) nodes_done_ += plan.shallow_nodes;
      if (state.done) nodes_done_ += deep_nodes;
      if (!state.done) ++rows_left_;
      if (!state.done && !runner_.shallow_done_[row]) tasks_.push_back(row);
      count_faults(state);
    }
  }

  void run() {
    const std::size_t useful = std::max<std::size_t>(rows_left_, 1);
    const std::size_t workers = runner_.options_.jobs + runner_.elsewhere_.size();
    const auto jobs = static_cast<unsigned>(std::min<std::size_t>(workers, useful));
    in_flight_.resize(jobs);
    working_ = alive_ = jobs;
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < jobs; ++worker) {
      try {
        threads.emplace_back([this, worker] { work_guarded(worker); });
      } catch (const std::system_error&) {
        if (worker == 0) throw;
        for (unsigned missing = worker; missing < jobs; ++missing) leave();
        break;  // the machine has no room for more threads: fewer do it all
      }
    }

    std::unique_lock lock(mutex_);
    while (
        !finished_.wait_for(lock, std::chrono::milliseconds(100), [this] { return alive_ == 0; }))
      report_progress();
    lock.unlock();
    threads.clear();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct InFlight {
    bool busy = false;
    std::size_t row = 0;
    int depth = 0;
    double nodes = 0;
    Clock::time_point begin;
  };

  /// An exception in a worker (there is no memory left, say) ends the run, not the process.
  void work_guarded(unsigned worker) {
    try {
      if (worker < runner_.options_.jobs) {
        work(worker);
      } else {
        work_elsewhere(worker, *runner_.elsewhere_[worker - runner_.options_.jobs]);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      stop_.request_stop();
    }
    leave();
  }

  void work(unsigned worker) {
    std::unique_ptr<reference::Generator> subject;
    std::unique_ptr<reference::Generator> reference;
    if (worker == 0) {
      subject = std::move(runner_.subject_);
      reference = std::move(runner_.reference_);
    } else {
      subject = runner_.options_.subject();
      reference = runner_.options_.reference();
      // On a machine with no room for one more engine the others do its share.
      if (!reference::speaks(*subject, stop_.get_token()) ||
          (!runner_.options_.recorded && !reference::speaks(*reference, stop_.get_token())))
        return;
    }
    RowCheck check(runner_.options_, *subject, *reference, stop_.get_token(), &runner_.faults_);
    while (const auto task = next_task()) {
      const RowPlan plan = runner_.run_.plans[*task];
      const int depth = deep_ ? plan.depth : plan.shallow;
      begin_task(worker, *task, depth);
      // Only this thread touches the row's state until the task ends.
      check.run(runner_.run_.rows[*task], plan, depth, runner_.states_.change(*task));
      end_task(worker, *task);
    }
  }

  /// What another process does, as one of the workers.
  void work_elsewhere(unsigned worker, Elsewhere& elsewhere) {
    auto ok = elsewhere.ready(stop_.get_token());
    while (ok) {
      const auto task = next_task();
      if (!task) return;
      const RowPlan plan = runner_.run_.plans[*task];
      const int depth = deep_ ? plan.depth : plan.shallow;
      begin_task(worker, *task, depth);
      ok = elsewhere.check(runner_.run_.rows[*task], plan, depth, runner_.states_.change(*task),
                           stop_.get_token());
      if (!ok) check_here(*task, depth);
      end_task(worker, *task);
    }
    const std::lock_guard lock(mutex_);
    if (!stop_.stop_requested() && runner_.notice_) runner_.notice_(ok.error());
  }

  /// A row that was given back.
  void check_here(std::size_t row, int depth) {
    const auto subject = runner_.options_.subject();
    const auto reference = runner_.options_.reference();
    RowCheck(runner_.options_, *subject, *reference, stop_.get_token(), &runner_.faults_)
        .run(runner_.run_.rows[row], runner_.run_.plans[row], depth, runner_.states_.change(row));
  }

  /// The next row, or nothing when all is done. Between the phases everybody waits for the
  /// last shallow row: only then is it known which rows go deeper.
  std::optional<std::size_t> next_task() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (next_ < tasks_.size() && !stop_.stop_requested()) return tasks_[next_++];
      if (deep_ || stop_.stop_requested()) return std::nullopt;
      --working_;
      if (working_ == 0) {
        begin_deep();
      } else {
        phase_changed_.wait(lock, [this] { return deep_; });
      }
      ++working_;
    }
  }

  void begin_deep() {
    tasks_.clear();
    next_ = 0;
    for (std::size_t row = 0; row < runner_.states_.size(); ++row)
      if (!runner_.states_[row].done && !runner_.is_duplicate_[row]) tasks_.push_back(row);
    std::ranges::stable_sort(tasks_, std::ranges::greater{},
                             [this](std::size_t row) { return runner_.run_.plans[row].nodes; });
    deep_ = true;
    phase_changed_.notify_all();
  }

  void begin_task(unsigned worker, std::size_t row, int depth) {
    const std::lock_guard lock(mutex_);
    const RowPlan plan = runner_.run_.plans[row];
    in_flight_[worker] = {true, row, depth, deep_ ? plan.nodes : plan.shallow_nodes, Clock::now()};
  }

  void end_task(unsigned worker, std::size_t row) {
    const std::lock_guard lock(mutex_);
    InFlight& task = in_flight_[worker];
    task.busy = false;
    const double seconds = std::chrono::duration<double>(Clock::now() - task.begin).count();
    nodes_done_ += task.nodes;
    nodes_per_second_ = std::max(nodes_per_second_, task.nodes / std::max(seconds, 1e-6));
    const RowState& state = runner_.states_[row];
    if (runner_.journal_ != nullptr && !state.stopped && !state.cut_short)
      runner_.journal_->append({row, state});
    runner_.share_with_duplicates(row);
    if (state.done) {
      const auto duplicates = runner_.duplicates_.find(row);
      rows_done_ += 1 + (duplicates == runner_.duplicates_.end() ? 0 : duplicates->second.size());
      runner_.finished_[row] = true;
      const RowPlan plan = runner_.run_.plans[row];
      if (!deep_ && plan.depth > plan.shallow) nodes_done_ += plan.nodes;  // not to be run
    }
    count_faults(state);
    if (!deep_) runner_.shallow_done_[row] = true;
    runner_.emit_in_order();
  }

  /// The run stops early when there are as many as the user wants to see.
  void count_faults(const RowState& state) {
    const auto& options = runner_.options_;
    const std::size_t most =
        options.fail_fast ? 1
                          : options.max_findings.value_or(std::numeric_limits<std::size_t>::max());
    for (const Finding& finding : state.findings)
      if (faults_.insert(finding.symptoms.empty() ? fault_key(finding) : finding.symptoms).second)
        ++found_;
    if (found_ >= most) stop_.request_stop();
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    --alive_;
    --working_;
    if (working_ == 0 && !deep_ && alive_ > 0) begin_deep();
    phase_changed_.notify_all();
    finished_.notify_all();
  }

  /// Called with the mutex held.
  void report_progress() {
    Progress progress;
    progress.rows = runner_.states_.size();
    progress.rows_done = rows_done_;
    progress.nodes_total = nodes_total_;
    progress.nodes_done = nodes_done_;
    progress.nodes_per_second = nodes_per_second_ * static_cast<double>(alive_);
    progress.findings = found_;
    const auto now = Clock::now();
    for (const InFlight& task : in_flight_) {
      if (!task.busy) continue;
      const double seconds = std::chrono::duration<double>(now - task.begin).count();
      progress.nodes_done += std::min(0.95 * task.nodes, seconds * nodes_per_second_);
      progress.running.push_back({task.row, task.depth, seconds, task.nodes});
    }
    progress.seconds = std::chrono::duration<double>(now - begin_).count();
    for (Reporter* reporter : runner_.reporters_) reporter->progress(progress);
  }

  Runner& runner_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_;
  Clock::time_point begin_ = Clock::now();

  std::mutex mutex_;  // guards all below, and the emission of events
  std::condition_variable phase_changed_;
  std::condition_variable finished_;
  std::vector<std::size_t> tasks_;
  std::size_t next_ = 0;
  bool deep_ = false;
  unsigned working_ = 0;  // not waiting for the next phase
  unsigned alive_ = 0;
  std::vector<InFlight> in_flight_;
  std::exception_ptr error_;
  std::size_t rows_done_ = 0;
  std::size_t rows_left_ = 0;  // to be run, duplicates not counted
  std::unordered_set<std::string> faults_;
  std::size_t found_ = 0;  // different ones
  double nodes_done_ = 0;
  double nodes_total_ = 0;
  double nodes_per_second_ = 0;
};

Runner::Runner(const RunOptions& options, const RunInfo& run, std::vector<Reporter*> reporters,
               std::unique_ptr<reference::Generator> subject,
               std::unique_ptr<reference::Generator> reference)
    : options_(options),
      run_(run),
      reporters_(std::move(reporters)),
      subject_(std::move(subject)),
      reference_(std::move(reference)),
      states_(run.rows.size()),
      is_duplicate_(run.rows.size()),
      shallow_done_(run.rows.size()),
      finished_(run.rows.size()) {}

Summary Runner::run(const std::stop_token& stop) {
  const auto begin = Clock::now();
  for (std::size_t row = 0; row < states_.size(); ++row) {
    std::string skipped = run_.rows[row].skip_reason;
    if (skipped.empty() && run_.plans[row].depth > 0) continue;
    RowState& state = states_.change(row);
    if (!skipped.empty()) {
      state.result.verdict = Verdict::Skipped;
      state.result.reason = std::move(skipped);
    } else {
      state.result.reason = run_.plans[row].reason;
    }
    state.done = true;
    shallow_done_[row] = finished_[row] = true;
  }
  find_duplicates();
  if (journal_ != nullptr) restore(journal_->take_entries());
  Workers workers(*this, stop);
  emit_in_order();
  workers.run();

  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (!states_[row].done) {
      RowResult& result = states_.change(row).result;
      result.verdict = Verdict::Undecided;
      result.reason = kNotRun;
    }
    shallow_done_[row] = finished_[row] = true;
    emit_in_order();
  }
  return summary(std::chrono::duration<double>(Clock::now() - begin).count());
}

Summary Runner::report(std::vector<JournalEntry> entries, double seconds) {
  for (JournalEntry& entry : entries) {
    states_.change(entry.row) = std::move(entry.state);
    shallow_done_[entry.row] = finished_[entry.row] = true;
    emit_in_order();
  }
  return summary(seconds);
}

void Runner::use(Journal& journal) { journal_ = &journal; }

void Runner::use(std::vector<std::unique_ptr<Elsewhere>> elsewhere,
                 std::function<void(const std::string&)> notice) {
  elsewhere_ = std::move(elsewhere);
  notice_ = std::move(notice);
}

void Runner::restore(std::vector<JournalEntry> entries) {
  for (JournalEntry& entry : entries) {
    if (entry.row >= states_.size() || states_[entry.row].done || is_duplicate_[entry.row])
      continue;
    states_.change(entry.row) = std::move(entry.state);
    shallow_done_[entry.row] = true;
    finished_[entry.row] = states_[entry.row].done;
    share_with_duplicates(entry.row);
  }
}

/// Recorded counts are no part of what a row is: each row is judged by its own. But where they
/// are the reference, they decide what is asked.
std::string Runner::identity_of(std::size_t row) const {
  const Row one = run_.rows[row];
  std::string key = fmt::format("{}|{}|{}", one.fen, one.chess960, run_.plans[row].depth);
  if (options_.recorded)
    for (const auto& [depth, nodes] : one.recorded) key += fmt::format("|{} {}", depth, nodes);
  return key;
}

/// By hash first: the identities of all rows at once would be larger than all else.
void Runner::find_duplicates() {
  std::vector<std::pair<std::size_t, std::size_t>> hashes;  // and the row
  hashes.reserve(states_.size());
  for (std::size_t row = 0; row < states_.size(); ++row)
    if (!states_[row].done) hashes.emplace_back(std::hash<std::string>()(identity_of(row)), row);
  std::ranges::sort(hashes);
  for (std::size_t at = 0; at < hashes.size();) {
    std::size_t end = at + 1;
    while (end < hashes.size() && hashes[end].first == hashes[at].first) ++end;
    std::map<std::string, std::size_t> known;
    for (std::size_t same = at; end - at > 1 && same < end; ++same) {
      const std::size_t row = hashes[same].second;
      const auto [first, fresh] = known.emplace(identity_of(row), row);
      if (fresh) continue;
      duplicates_[first->second].push_back(row);
      is_duplicate_[row] = true;
    }
    at = end;
  }
}

void Runner::share_with_duplicates(std::size_t row) {
  const auto duplicates = duplicates_.find(row);
  if (duplicates == duplicates_.end()) return;
  const RowState& state = states_[row];
  for (const std::size_t duplicate : duplicates->second) add_dissent(row, duplicate);
  for (const std::size_t duplicate : duplicates->second) {
    const Row other = run_.rows[duplicate];
    RowState& copy = states_.change(duplicate);
    std::vector<std::size_t> findings = std::move(copy.result.findings);
    copy = state;
    copy.result.findings = std::move(findings);
    copy.result.same_as = row;
    copy.result.recorded_nodes.reset();
    if (copy.result.depth) copy.result.recorded_nodes = recorded_at(other, *copy.result.depth);
    copy.result.suite_errors = wrong_recorded(other, copy);
    shallow_done_[duplicate] = true;
    finished_[duplicate] = copy.done;
  }
}

/// The findings of a row say what its own recorded count votes for; a duplicate may have
/// another one.
void Runner::add_dissent(std::size_t row, std::size_t duplicate) {
  RowState& state = states_.change(row);
  if (!state.result.depth || state.result.subject_nodes == state.result.reference_nodes) return;
  const auto recorded = recorded_at(run_.rows[duplicate], *state.result.depth);
  if (!recorded || recorded == state.result.recorded_nodes ||
      recorded != state.result.subject_nodes)
    return;
  for (Finding& finding : state.findings)
    finding.explanation += fmt::format("; the count {} recorded in {} sides with the subject",
                                       *recorded, place_of(run_.rows[duplicate]));
}

/// What is ready goes out as if one worker had done everything in suite order, so that a report
/// does not depend on which of them was faster.
void Runner::emit_in_order() {
  while (next_shallow_ < states_.size() && shallow_done_[next_shallow_]) {
    if (!states_[next_shallow_].result.deep) emit_findings(next_shallow_);
    ++next_shallow_;
    emit_rows();
  }
  emit_rows();
}

void Runner::emit_rows() {
  // What was found by going deep comes after all that is shallow, also where a journal has
  // known it from the beginning.
  const bool shallow_is_over = next_shallow_ == states_.size();
  for (; next_row_ < next_shallow_ && finished_[next_row_] &&
         (shallow_is_over || !states_[next_row_].result.deep);
       ++next_row_) {
    emit_findings(next_row_);
    const RowResult& result = states_[next_row_].result;
    for (Reporter* reporter : reporters_) reporter->row_finished(next_row_, result);
    count(result);
    states_.reported(next_row_);
  }
}

/// Findings of one root cause become one, with several rows. Done in suite order, so that the
/// result does not depend on which worker was first.
void Runner::emit_findings(std::size_t row) {
  if (states_[row].findings.empty()) return;
  RowState& state = states_.change(row);
  for (Finding& finding : state.findings) {
    const std::string symptoms = finding.symptoms.empty() ? fault_key(finding) : finding.symptoms;
    const auto seen = finding_of_symptoms_.find(symptoms);
    const auto known = seen != finding_of_symptoms_.end()
                           ? findings_.begin() + static_cast<std::ptrdiff_t>(seen->second)
                           : std::ranges::find_if(findings_, [&](const ReportedFinding& each) {
                               return same_root_cause(each.finding, finding);
                             });
    const auto index = static_cast<std::size_t>(known - findings_.begin());
    finding_of_symptoms_.emplace(symptoms, index);
    if (std::ranges::find(state.result.findings, index) == state.result.findings.end())
      state.result.findings.push_back(index);
    if (known != findings_.end()) {
      if (known->rows.back() != row) known->rows.push_back(row);
      continue;
    }
    findings_.push_back({std::move(finding), {row}});
    for (Reporter* reporter : reporters_) reporter->finding(index, findings_.back());
  }
  state.findings.clear();
}

void Runner::count(const RowResult& result) {
  Summary& summary = counted_;
  switch (result.verdict) {
    case Verdict::Agree:
      ++summary.agree;
      break;
    case Verdict::Mismatch:
      ++summary.mismatch;
      break;
    case Verdict::Undecided:
      ++summary.undecided;
      if (result.reason == kNotRun) ++summary.not_run;
      break;
    case Verdict::Skipped:
      ++summary.skipped;
      break;
  }
  if (!result.suite_errors.empty()) ++summary.suite_errors;
  if (result.same_as) {
    ++summary.duplicates;
  } else {
    summary.nodes += result.subject_nodes.value_or(0);
  }
}

Summary Runner::summary(double seconds) const {
  Summary summary = counted_;
  summary.rows = states_.size();
  summary.findings = findings_.size();
  summary.seconds = seconds;
  return summary;
}

}  // namespace perft_verify::verifier
