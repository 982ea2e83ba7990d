#include "verifier/tools/fuzz/fuzz.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <system_error>
#include <thread>

#include "verifier/run/runner.h"
#include "verifier/run/stopwatch.h"
#include "verifier/tools/fuzz/relation_findings.h"

namespace perft_verify::verifier {
namespace {

/// A thread's own subject and reference.
struct Sides {
  std::unique_ptr<reference::Generator> subject;
  std::unique_ptr<reference::Generator> reference;  // null where there is none
};

class Fuzzer {
 public:
  Fuzzer(const FuzzOptions& options, const std::stop_token& stop)
      : options_(options), stop_(stop), source_(options.source, options.stock) {
    for (unsigned at = 0; at < std::max(1U, options.jobs); ++at)
      sides_.push_back({options.subject(), options.reference ? options.reference() : nullptr});
    // All sides are idle while what a round has found is judged.
    Sides& first = sides_.front();
    if (first.reference) {
      judge_ =
          std::make_unique<Inspector>(*first.subject, *first.reference, options.inspector, stop);
    } else {
      judge_ = std::make_unique<RelationJudge>(*first.subject, options.reproduce, stop);
    }
  }

  FuzzResult run(const std::function<void(const FuzzProgress&)>& progress) {
    replay();
    // An engine lives no longer than the thread that started it, so the threads are there for all
    // rounds.
    std::barrier<> step(static_cast<std::ptrdiff_t>(sides_.size()));
    std::vector<std::jthread> others;
    for (std::size_t at = 1; at < sides_.size(); ++at) {
      try {
        others.emplace_back([this, at, &step] { help(sides_[at], step); });
      } catch (const std::system_error&) {
        step.arrive_and_drop();
      }
    }
    while (!is_over()) {
      begin_round();
      step.arrive_and_wait();
      work(sides_.front());
      step.arrive_and_wait();
      end_round();
      if (progress)
        progress({result_.positions, source_.reached().size(), judge_->findings().size(),
                  watch_.seconds()});
    }
    over_ = true;
    step.arrive_and_wait();
    others.clear();
    result_.seconds = watch_.seconds();
    judge_->finish();
    result_.findings = judge_->findings();
    result_.undecided = judge_->undecided();
    result_.reached = source_.reached();
    result_.looked_at = source_.looked_at();
    result_.kept = source_.kept();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool time_is_up() const {
    return options_.seconds && watch_.seconds() >= *options_.seconds;
  }
  [[nodiscard]] bool is_over() const {
    return stop_.stop_requested() || time_is_up() || result_.gave_up ||
           (options_.positions && asked_ >= *options_.positions) ||
           (options_.max_findings && judge_->findings().size() >= *options_.max_findings);
  }

  [[nodiscard]] BatchResult compare(const std::vector<FuzzCase>& cases, Sides& sides) const {
    return sides.reference ? compare_batch(cases, *sides.subject, *sides.reference, stop_)
                           : compare_with_itself(cases, *sides.subject, stop_);
  }

  /// Some batches, which the threads share out.
  struct Round {
    std::uint64_t first = 0;  // batch
    std::vector<std::vector<FuzzCase>> batches;
    std::vector<BatchResult> results;
    std::vector<char> done;
    std::atomic<std::size_t> next = 0;
  };

  void begin_round() {
    std::uint64_t size = PositionSource::kBatchesInRound;
    if (options_.positions)
      size = std::min(size, (*options_.positions - asked_ + PositionSource::kBatch - 1) /
                                PositionSource::kBatch);
    round_.first += round_.batches.size();
    round_.batches.assign(size, {});
    round_.results.assign(size, {});
    round_.done.assign(size, 0);
    round_.next = 0;
  }

  void help(Sides& sides, std::barrier<>& step) {
    for (;;) {
      step.arrive_and_wait();
      if (over_) return;
      work(sides);
      step.arrive_and_wait();
    }
  }

  void work(Sides& sides) {
    for (std::size_t at = round_.next++; at < round_.batches.size(); at = round_.next++) {
      if (stop_.stop_requested() || time_is_up()) return;
      round_.batches[at] = source_.batch(round_.first + at);
      round_.results[at] = compare(round_.batches[at], sides);
      round_.done[at] = 1;
    }
  }

  void end_round() {
    for (std::size_t at = 0; at < round_.batches.size(); ++at) {
      if (round_.done[at] == 0 || stop_.stop_requested()) break;
      source_.learn(round_.batches[at]);
      asked_ += round_.batches[at].size();
      judge(std::move(round_.results[at]), round_.batches[at].size());
    }
  }

  /// What failed another time.
  void replay() {
    const std::vector<FuzzCase>& all = options_.replay;
    for (std::size_t at = 0; at < all.size() && !is_over(); at += PositionSource::kBatch) {
      const std::size_t end = std::min(at + PositionSource::kBatch, all.size());
      const std::vector<FuzzCase> batch(all.begin() + static_cast<std::ptrdiff_t>(at),
                                        all.begin() + static_cast<std::ptrdiff_t>(end));
      judge(compare(batch, sides_.front()), batch.size());
    }
  }

  void judge(BatchResult result, std::size_t positions) {
    result_.positions += positions;
    result_.nodes += result.nodes;
    result_.boards += result.boards;
    std::ranges::stable_sort(result.suspects, {},
                             [](const Suspect& each) { return each.fuzz_case.number; });
    note_silence(result, positions);
    std::size_t judged = 0;
    for (const Suspect& each : result.suspects) {
      ++result_.suspects;
      const bool more_of_the_same = result_.gave_up && judged++ >= kTellingFailures;
      if (is_cut_short() || more_of_the_same) {
        ++result_.unjudged;
        continue;
      }
      judge_->inspect(each);
    }
  }
  /// Nothing but failures, and nothing else so far: more of the same says no more.
  void note_silence(const BatchResult& result, std::size_t positions) {
    const auto failed = std::ranges::count_if(result.suspects, [](const Suspect& each) {
      return !each.subject && !each.relation && each.wrong_board.empty();
    });
    result_.gave_up = result_.nodes == 0 && static_cast<std::size_t>(failed) == positions;
  }
  [[nodiscard]] bool is_cut_short() const {
    return stop_.stop_requested() || time_is_up() ||
           (options_.max_findings && judge_->findings().size() >= *options_.max_findings);
  }

  const FuzzOptions& options_;
  std::stop_token stop_;
  Stopwatch watch_;
  PositionSource source_;
  std::vector<Sides> sides_;
  std::unique_ptr<CaseJudge> judge_;
  Round round_;
  bool over_ = false;
  std::uint64_t asked_ = 0;
  FuzzResult result_;
};

}  // namespace

FuzzResult fuzz(const FuzzOptions& options, const std::stop_token& stop,
                const std::function<void(const FuzzProgress&)>& progress) {
  return Fuzzer(options, stop).run(progress);
}

}  // namespace perft_verify::verifier
