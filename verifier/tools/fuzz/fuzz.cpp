#include "verifier/tools/fuzz/fuzz.h"

#include <algorithm>

#include "core/stopwatch.h"
#include "verifier/run/runner.h"
#include "verifier/tools/fuzz/crew.h"
#include "verifier/tools/fuzz/relation_findings.h"

namespace perft_verify::verifier {
namespace {

class Fuzzer {
 public:
  Fuzzer(const FuzzOptions& options, const std::stop_token& stop)
      : options_(options),
        stop_(stop),
        source_(options.source, options.stock),
        crew_(options.jobs, options.subject, options.reference) {
    // All sides are idle while the cases of a round are judged.
    Sides& first = crew_.first();
    if (first.reference) {
      judge_ =
          std::make_unique<Inspector>(*first.subject, *first.reference, options.inspector, stop);
    } else {
      judge_ = std::make_unique<RelationJudge>(*first.subject, options.reproduce, stop);
    }
  }

  FuzzResult run(const std::function<void(const FuzzProgress&)>& progress) {
    replay();
    while (!is_over()) {
      begin_round();
      crew_.share(round_.batches.size(), [this](std::size_t at, Sides& sides) { work(at, sides); });
      end_round();
      if (progress)
        progress({result_.positions, source_.reached().size(), judge_->findings().size(),
                  watch_.seconds()});
    }
    result_.seconds = watch_.seconds();
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

  /// Some batches, which the threads share.
  struct Round {
    std::uint64_t first = 0;  // batch
    std::vector<std::vector<FuzzCase>> batches;
    std::vector<BatchResult> results;
    std::vector<char> done;
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
  }

  void work(std::size_t at, Sides& sides) {
    if (stop_.stop_requested() || time_is_up()) return;
    const std::uint64_t index = round_.first + at;
    round_.batches[at] = source_.batch(index);
    if (const auto before = options_.agreed_before.find(index);
        before != options_.agreed_before.end()) {
      round_.results[at].nodes = before->second;
    } else {
      round_.results[at] = compare(round_.batches[at], sides);
    }
    round_.done[at] = 1;
  }

  void end_round() {
    for (std::size_t at = 0; at < round_.batches.size(); ++at) {
      if (round_.done[at] == 0 || stop_.stop_requested()) break;
      source_.learn(round_.batches[at]);
      asked_ += round_.batches[at].size();
      const std::uint64_t index = round_.first + at;
      const BatchResult& result = round_.results[at];
      if (options_.note && result.suspects.empty() && !options_.agreed_before.contains(index))
        options_.note(index, result.nodes);
      judge(std::move(round_.results[at]), round_.batches[at].size());
    }
  }

  /// Compares the cases that failed another time.
  void replay() {
    const std::vector<FuzzCase>& all = options_.replay;
    for (std::size_t at = 0; at < all.size() && !is_over(); at += PositionSource::kBatch) {
      const std::size_t end = std::min(at + PositionSource::kBatch, all.size());
      const std::vector<FuzzCase> batch(all.begin() + static_cast<std::ptrdiff_t>(at),
                                        all.begin() + static_cast<std::ptrdiff_t>(end));
      judge(compare(batch, crew_.first()), batch.size());
    }
  }

  void judge(BatchResult result, std::size_t positions) {
    result_.positions += positions;
    result_.nodes += result.nodes;
    result_.boards += result.boards;
    std::ranges::stable_sort(result.suspects, {},
                             [](const SuspectCase& each) { return each.fuzz_case.number; });
    note_silence(result, positions);
    std::size_t judged = 0;
    for (const SuspectCase& each : result.suspects) {
      ++result_.suspects;
      const bool more_of_the_same = result_.gave_up && judged++ >= kTellingFailures;
      if (is_cut_short() || more_of_the_same) {
        ++result_.unjudged;
        continue;
      }
      judge_->inspect(each);
    }
  }
  /// Gives up if there are nothing but failures so far: more of the same says no more.
  void note_silence(const BatchResult& result, std::size_t positions) {
    const auto failed = std::ranges::count_if(result.suspects, [](const SuspectCase& each) {
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
  Crew crew_;
  std::unique_ptr<CaseJudge> judge_;
  Round round_;
  std::uint64_t asked_ = 0;
  FuzzResult result_;
};

}  // namespace

FuzzResult fuzz(const FuzzOptions& options, const std::stop_token& stop,
                const std::function<void(const FuzzProgress&)>& progress) {
  return Fuzzer(options, stop).run(progress);
}

}  // namespace perft_verify::verifier
