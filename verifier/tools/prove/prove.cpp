#include "verifier/tools/prove/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "core/parallel.h"
#include "core/stopwatch.h"
#include "verifier/suite/built_in.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/tools/fuzz/crew.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kBatch = 256;
/// Batches for each thread before their suspects are looked into.
constexpr std::size_t kBatchesInRound = 8;
/// The rows of the gate are larger counts than those of a family.
constexpr std::size_t kRowsInBatch = 16;

std::uint64_t number_of(const SuspectCase& suspect) { return suspect.fuzz_case.number; }

/// The question of a row at its greatest recorded depth.
std::optional<FuzzCase> case_of_row(const Row& row, std::uint64_t number) {
  const auto position = row.position();
  if (!position || row.recorded.empty()) return std::nullopt;
  return case_of(*position, row.recorded.rbegin()->first, number);
}

/// The pieces that have a move on which the two sides differ.
std::set<PlacedPiece> wrong_pieces(const SuspectCase& suspect) {
  std::set<PlacedPiece> pieces;
  if (!suspect.subject || !suspect.reference) return pieces;
  std::vector<reference::RootCount> differing;
  std::ranges::set_symmetric_difference(suspect.subject->lines, suspect.reference->lines,
                                        std::back_inserter(differing));
  for (const reference::RootCount& line : differing) {
    const auto from = parse_square(std::string_view(line.move).substr(0, 2));
    if (!from) continue;
    if (const auto piece = suspect.fuzz_case.position.piece_on(*from))
      pieces.insert({piece->type, *from});
  }
  return pieces;
}

class Prover {
 public:
  Prover(const ProveOptions& options, const std::stop_token& stop, const ProveProgress& progress)
      : options_(options),
        progress_(progress),
        stop_(stop),
        crew_(options.jobs, options.subject, options.reference),
        inspector_(*crew_.first().subject, *crew_.first().reference, options.inspector, stop) {}

  ProveResult run() {
    wait_for_others();
    ProveResult result;
    for (const Family* family : options_.families) {
      const bool tried = !is_over() && (!family->chess960 || options_.chess960);
      result.families.push_back(tried ? all_of(*family) : FamilyResult{.family = family});
      result.nodes += result.families.back().nodes;
    }
    if (options_.sample > 0 && !is_over()) {
      result.samples.push_back(rows_of_gate());
      result.samples.push_back(random_positions());
      for (const SampleResult& each : result.samples) result.nodes += each.nodes;
    }
    result.findings = inspector_.findings();
    result.undecided = inspector_.undecided();
    result.seconds = watch_.seconds();
    return result;
  }

 private:
  [[nodiscard]] bool is_over() const {
    return stop_.stop_requested() || (options_.seconds && watch_.seconds() >= *options_.seconds);
  }
  [[nodiscard]] bool has_enough() const {
    return options_.max_findings && inspector_.findings().size() >= *options_.max_findings;
  }

  FamilyResult all_of(const Family& family) {
    FamilyResult result;
    result.family = &family;
    const Stopwatch watch;
    if (const auto before = options_.agreed_before.find(family.name);
        before != options_.agreed_before.end()) {
      result.remembered = result.positions = before->second.positions;
      result.nodes = before->second.nodes;
    }
    std::vector<Batch> round;
    bool go_on = true;
    const auto flush = [&] {
      go_on = ask(round, result);
      round.clear();
      result.seconds = watch.seconds();
      if (result.differing == 0 && options_.note)
        options_.note(family, {result.positions, result.nodes});
      if (progress_) progress_(family.name, result.positions, family.positions);
    };
    std::uint64_t number = 0;
    family.all([&](const Position& position) {
      if (++number <= result.remembered) return true;
      if (round.empty() || round.back().size() == kBatch) {
        if (round.size() == kBatchesInRound * (crew_.size() + others_.size())) flush();
        if (!go_on) return false;
        round.emplace_back();
      }
      round.back().push_back(case_of(position, family.depth, number));
      return true;
    });
    if (go_on) flush();
    result.whole = result.positions == family.positions;
    result.seconds = watch.seconds();
    return result;
  }

  SampleResult rows_of_gate() {
    SampleResult result{.name = "gate", .what = "the rows of verify gate, to their depths"};
    const Stopwatch watch;
    const Suite gate = read_suite("gate", *built_in_suite("gate"), {});
    std::vector<Batch> round;
    for (const Row& row : gate.rows) {
      if (row.chess960 && !options_.chess960) continue;
      if (auto each = case_of_row(row, row.line)) {
        if (round.empty() || round.back().size() == kRowsInBatch) round.emplace_back();
        round.back().push_back(*std::move(each));
      }
    }
    ask(round, result);
    result.seconds = watch.seconds();
    return result;
  }

  SampleResult random_positions() {
    SampleResult result{.name = "random", .what = "positions of verify fuzz --seed 1"};
    const Stopwatch watch;
    PositionSource source(
        {.seed = 1, .chess960 = options_.chess960, .paths = crew_.first().subject->plays_moves()});
    for (std::uint64_t index = 0; result.positions < options_.sample;) {
      std::vector<Batch> round(PositionSource::kBatchesInRound);
      for (Batch& batch : round) batch = source.batch(index++);
      for (const Batch& batch : round) source.learn(batch);
      if (!ask(round, result)) break;
      if (progress_) progress_(result.name, result.positions, options_.sample);
    }
    result.seconds = watch.seconds();
    return result;
  }

  /// Compares the batches and looks into what they show, in their order; whether to go on. Other
  /// processes help with families, whose batches are plain positions.
  template <typename Result>
  bool ask(const std::vector<Batch>& round, Result& result) {
    constexpr bool is_family = requires { result.refuted; };
    const auto compared =
        is_family && !others_.empty() ? compare_with_others(round) : compare(round);
    for (std::size_t at = 0; at < round.size(); ++at) {
      if (!compared[at] || stop_.stop_requested()) return false;
      result.positions += round[at].size();
      result.nodes += compared[at]->nodes;
      for (const SuspectCase& each : compared[at]->suspects) {
        ++result.differing;
        if (has_enough() || is_over()) return false;
        const std::uint64_t blamed = inspector_.blamed();
        inspector_.inspect(each);
        if constexpr (is_family) {
          if (inspector_.blamed() == blamed) continue;
          result.refuted = true;
          for (const PlacedPiece& piece : wrong_pieces(each)) ++result.wrong_pieces[piece];
        }
      }
    }
    return !is_over();
  }

  BatchResult compare_here(const Batch& batch, Sides& sides) const {
    BatchResult result = compare_batch(batch, *sides.subject, *sides.reference, stop_);
    std::ranges::stable_sort(result.suspects, {}, number_of);
    return result;
  }

  /// Nothing for batches that the end of the time left undone.
  std::vector<std::optional<BatchResult>> compare(const std::vector<Batch>& round) {
    std::vector<std::optional<BatchResult>> compared(round.size());
    crew_.share(round.size(), [&](std::size_t at, Sides& sides) {
      if (!is_over()) compared[at] = compare_here(round[at], sides);
    });
    return compared;
  }

  std::vector<std::optional<BatchResult>> compare_with_others(const std::vector<Batch>& round) {
    std::vector<std::optional<BatchResult>> compared(round.size());
    std::vector<std::optional<BatchDone>> done(round.size());
    std::vector<std::string> lost(others_.size());
    std::atomic<std::size_t> next = 0;
    const auto ask = [&](std::size_t other) {
      for (std::size_t at = next++; at < round.size() && !is_over(); at = next++) {
        auto said = others_[other]->compare(round[at], stop_);
        if (!said) {
          lost[other] = said.error();
          return;
        }
        done[at] = *std::move(said);
      }
    };
    FirstException thrown;
    {
      std::vector<std::jthread> threads;
      for (std::size_t other = 0; other < others_.size(); ++other)
        threads.emplace_back([&, other] { thrown.keep([&] { ask(other); }); });
      crew_.share(crew_.size(), [&](std::size_t, Sides& sides) {
        for (std::size_t at = next++; at < round.size() && !is_over(); at = next++)
          compared[at] = compare_here(round[at], sides);
      });
    }
    thrown.rethrow();
    for (std::size_t at = 0; at < round.size() && !is_over(); ++at) {
      if (done[at]) {
        compared[at] = with_suspects_of(round[at], *done[at]);
      } else if (!compared[at]) {
        compared[at] = compare_here(round[at], crew_.first());  // its process is lost
      }
    }
    drop(lost);
    return compared;
  }

  /// The suspects of another process are asked here again: an answer stands only with its
  /// repetition.
  BatchResult with_suspects_of(const Batch& batch, const BatchDone& done) {
    Batch suspects;
    for (const std::size_t at : done.suspects) suspects.push_back(batch[at]);
    BatchResult result = compare_here(suspects, crew_.first());
    result.nodes = done.nodes;
    if (stop_.stop_requested()) return result;
    // A difference that is not repeated proves nothing either, and no journal notes it as
    // agreement.
    for (const FuzzCase& each : suspects) {
      if (std::ranges::find(result.suspects, each.number, number_of) == result.suspects.end())
        result.suspects.push_back({.fuzz_case = each});
    }
    std::ranges::sort(result.suspects, {}, number_of);
    return result;
  }

  void wait_for_others() {
    std::vector<std::string> lost(options_.remote.size());
    for (std::size_t at = 0; at < lost.size(); ++at) {
      others_.push_back(options_.remote[at].get());
      if (const auto ready = others_[at]->ready(stop_); !ready) lost[at] = ready.error();
    }
    drop(lost);
  }

  /// Goes on without the processes for which there is a reason.
  void drop(const std::vector<std::string>& lost) {
    std::vector<BatchComparer*> left;
    for (std::size_t at = 0; at < lost.size(); ++at) {
      if (lost[at].empty()) {
        left.push_back(others_[at]);
      } else if (!stop_.stop_requested()) {
        options_.on_lost(lost[at]);
      }
    }
    others_ = std::move(left);
  }

  const ProveOptions& options_;
  const ProveProgress& progress_;
  std::stop_token stop_;
  Stopwatch watch_;
  Crew crew_;
  Inspector inspector_;
  std::vector<BatchComparer*> others_;  // that still work
};

}  // namespace

ProveResult prove(const ProveOptions& options, const std::stop_token& stop,
                  const ProveProgress& progress) {
  return Prover(options, stop, progress).run();
}

}  // namespace perft_verify::verifier
