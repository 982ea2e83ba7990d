#include "verifier/tools/mutate/choose.h"

#include <algorithm>
#include <set>

#include "core/counting/perft.h"
#include "core/parallel.h"
#include "core/rules/plausibility.h"
#include "verifier/suite/built_in.h"
#include "verifier/tools/mutate/cover.h"
#include "verifier/tools/mutate/cover_problem.h"
#include "verifier/tools/mutate/first_tier.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

/// The cost of one more position for an engine, in nodes.
constexpr std::uint64_t kCostOfRow = 200;
/// In the first tier: a bug that is shown, in situations that are.
constexpr unsigned kWorthOfBug = 100;
constexpr int kDeepest = 6;
constexpr std::size_t kFolds = 10;

/// Clocks beyond these are refused by some readers of FENs.
constexpr unsigned kMostHalfmoves = 99;
constexpr unsigned kMostMoves = 999;

Position position_of(const Row& row) { return row.position().value_or(Position()); }

/// Some readers refuse a check that no move gives, too.
bool is_read_by_all(const Row& row) {
  const Position position = position_of(row);
  return position.halfmove_clock() <= kMostHalfmoves && position.fullmove_number() <= kMostMoves &&
         impossible_checks(position).empty();
}

/// Every depth of every row with at most `max_nodes` nodes and more than `more_than`.
std::vector<Count> counts_of(std::span<const Row> rows, std::uint64_t more_than,
                             const ChooseOptions& options, std::uint64_t max_nodes,
                             const std::stop_token& stop) {
  std::vector<std::vector<Count>> by_row(rows.size());
  parallel_for(rows.size(), options.jobs, stop, [&](std::size_t at) {
    if (!is_read_by_all(rows[at])) return;
    for (int depth = 1; depth <= kDeepest; ++depth) {
      const auto nodes = perft(position_of(rows[at]), depth, {.stop = stop});
      if (!nodes || *nodes > max_nodes || (depth > 1 && *nodes == 0)) return;
      if (*nodes <= more_than && more_than > 0) continue;
      if (auto count = right_count(rows[at], depth, stop)) by_row[at].push_back(*std::move(count));
    }
  });
  std::vector<Count> counts;
  for (auto& row : by_row) std::ranges::move(row, std::back_inserter(counts));
  return counts;
}

class Chooser {
 public:
  Chooser(std::span<const Row> rows, const ChooseOptions& options, std::stop_token stop)
      : rows_(rows), options_(options), stop_(std::move(stop)), mutants_(all_mutants()) {}

  Choice choose() {
    measure();
    situations_.resize(counts_.size());
    if (options_.situations) add_situations();
    const std::vector<Offer> offered = offers();
    Choice choice;
    const std::vector<std::size_t> tier = quick_tier(offered, std::nullopt);
    report(with_the_rest(tier, offered, std::nullopt, choice), choice);
    choice.quick_rows = tier.size();
    for (const std::size_t at : tier) choice.quick_nodes += counts_[at].nodes;
    leave_out(offered, choice);
    return choice;
  }

 private:
  void measure() {
    // Some bugs show only in large counts; the deepest counts are for bugs that no other shows.
    std::uint64_t counted = 0;
    for (const auto& [factor, enough] : {std::pair{1U, 0U}, {8U, options_.times}, {40U, 1U}}) {
      std::vector<bool> wanted(mutants_.size(), counted == 0);
      for (std::size_t at = 0; at < mutants_.size(); ++at)
        wanted[at] = wanted[at] || rows_that_show(at).size() < enough;
      if (std::ranges::find(wanted, true) == wanted.end()) continue;
      const std::uint64_t limit = factor * options_.max_nodes;
      take_counts(counts_of(rows_, counted, options_, limit, stop_), wanted);
      counted = limit;
    }
  }

  /// Keeps the counts that show a wanted mutant, with all mutants that they show.
  void take_counts(std::vector<Count> counts, const std::vector<bool>& wanted) {
    std::vector<std::vector<Shown>> shown(counts.size());
    parallel_for(counts.size(), options_.jobs, stop_, [&](std::size_t at) {
      options_.one_done(counts.size());
      std::vector<Shown> by_mutant(mutants_.size(), Shown::No);
      const auto ask = [&](bool those_wanted) {
        for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant)
          if (wanted[mutant] == those_wanted)
            by_mutant[mutant] = shown_by(counts[at], mutants_[mutant], stop_);
      };
      ask(true);
      if (std::ranges::all_of(by_mutant, [](Shown each) { return each == Shown::No; })) return;
      ask(false);
      shown[at] = std::move(by_mutant);
    });
    for (std::size_t at = 0; at < counts.size(); ++at) {
      if (shown[at].empty()) continue;
      counts_.push_back(std::move(counts[at]));
      shown_.push_back(std::move(shown[at]));
    }
  }

  /// A mutant that any total shows has to be shown by totals: recorded counts are only totals.
  [[nodiscard]] Shown enough_for(std::size_t mutant) const {
    const bool by_total = std::ranges::any_of(
        shown_, [&](const auto& shown) { return shown[mutant] == Shown::ByTotal; });
    return by_total ? Shown::ByTotal : Shown::ByDivide;
  }

  [[nodiscard]] std::set<const Row*> rows_that_show(std::size_t mutant) const {
    const Shown enough = enough_for(mutant);
    std::set<const Row*> rows;
    for (std::size_t at = 0; at < counts_.size(); ++at)
      if (shown_[at][mutant] >= enough) rows.insert(counts_[at].row);
    return rows;
  }

  void add_situations() {
    std::vector<std::set<std::uint64_t>> made(counts_.size());
    parallel_for(counts_.size(), options_.jobs, stop_, [&](std::size_t at) {
      // An expensive count has at least the situations of its first plies.
      const Position position = position_of(*counts_[at].row);
      int depth = counts_[at].depth;
      while (depth > 1 && perft(position, depth).value_or(0) > options_.max_nodes) --depth;
      made[at] = situations(position, depth);
    });
    std::set<std::uint64_t> all;
    std::set<std::uint64_t> standard;
    for (std::size_t at = 0; at < made.size(); ++at) {
      all.insert(made[at].begin(), made[at].end());
      if (!counts_[at].row->chess960) standard.insert(made[at].begin(), made[at].end());
    }
    const std::vector<std::uint64_t> numbers(all.begin(), all.end());
    suite_situations_ = numbers.size();
    for (std::size_t at = 0; at < made.size(); ++at) {
      for (const std::uint64_t fact : made[at]) {
        // Many engines skip rows of Chess960: what standard chess has must not stand there only.
        if (counts_[at].row->chess960 && standard.contains(fact)) continue;
        situations_[at].push_back(
            static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, fact) - numbers.begin()));
      }
    }
  }

  /// Goals are numbered: first the mutants, then the mutants in rows of standard chess, then the
  /// situations.
  [[nodiscard]] std::vector<Offer> offers() const {
    std::vector<Offer> offers(counts_.size());
    std::vector<Shown> enough;
    for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant)
      enough.push_back(enough_for(mutant));
    for (std::size_t at = 0; at < counts_.size(); ++at) {
      Offer& offer = offers[at];
      offer.cost = counts_[at].nodes + kCostOfRow;
      offer.group = static_cast<std::size_t>(counts_[at].row - rows_.data());
      for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant)
        if (shown_[at][mutant] >= enough[mutant])
          offer.goals.push_back(static_cast<std::uint32_t>(mutant));
      const auto all_mutants = static_cast<std::uint32_t>(mutants_.size());
      if (!counts_[at].row->chess960)
        for (std::size_t goal = 0, end = offer.goals.size(); goal < end; ++goal)
          offer.goals.push_back(all_mutants + offer.goals[goal]);
      for (const std::uint32_t each : situations_[at])
        offer.goals.push_back(2 * all_mutants + each);
    }
    return offers;
  }

  /// `verify quick`: what shows most bugs and situations for its nodes.
  [[nodiscard]] std::vector<std::size_t> quick_tier(std::span<const Offer> offered,
                                                    std::optional<std::size_t> without) const {
    std::vector<unsigned> worth = wanted(without);
    for (std::size_t goal = 0; goal < worth.size(); ++goal)
      if (worth[goal] > 0) worth[goal] = goal < mutants_.size() ? kWorthOfBug : 1;
    return first_tier(offered, std::move(worth), kQuickNodes,
                      [this](std::size_t at) { return counts_[at].nodes; });
  }

  /// The first tier, and what is to be added to it; the cheapest choice of that if it is wanted.
  [[nodiscard]] std::vector<std::size_t> with_the_rest(std::vector<std::size_t> tier,
                                                       std::span<const Offer> offered,
                                                       std::optional<std::size_t> without,
                                                       Choice& choice) const {
    std::vector<unsigned> left = wanted(without);
    std::vector<Offer> rest(offered.begin(), offered.end());
    std::set<std::size_t> rows;
    for (const std::size_t at : tier) {
      rows.insert(offered[at].group);
      for (const std::uint32_t goal : offered[at].goals) left[goal] -= left[goal] > 0 ? 1 : 0;
    }
    for (Offer& offer : rest)
      if (rows.contains(offer.group)) offer.goals.clear();
    std::vector<std::size_t> added = cover(rest, left);
    choice.greedy_rows = tier.size() + added.size();
    for (const auto& all : {tier, added})
      for (const std::size_t at : all) choice.greedy_nodes += counts_[at].nodes;
    if (options_.exact) {
      if (auto best = cheapest_cover(rest, left, added, stop_)) {
        added = *std::move(best);
      } else {
        choice.trouble = std::move(best.error());
      }
    }
    tier.insert(tier.end(), added.begin(), added.end());
    return tier;
  }

  /// The number of times that each goal is to be met; 0 for bugs of that fold.
  [[nodiscard]] std::vector<unsigned> wanted(std::optional<std::size_t> without) const {
    std::vector<unsigned> wanted;
    for (const unsigned times : {options_.times, 1U})
      for (const Mutant& mutant : mutants_)
        wanted.push_back(without == fold_of(mutant) ? 0 : times);
    wanted.resize(wanted.size() + suite_situations_, 1);
    return wanted;
  }
  static std::size_t fold_of(const Mutant& mutant) {
    return static_cast<std::size_t>(&zoo::bug_of(mutant.bug.id) - zoo::bugs().data()) % kFolds;
  }

  void report(const std::vector<std::size_t>& taken, Choice& choice) const {
    std::set<std::uint32_t> met;
    for (const std::size_t at : taken) {
      choice.counts.push_back(counts_[at]);
      choice.nodes += counts_[at].nodes;
      met.insert(situations_[at].begin(), situations_[at].end());
    }
    choice.situations = met.size();
    choice.suite_situations = suite_situations_;
    for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
      Choice::Found found{mutants_[mutant], {}, {}};
      for (std::size_t place = 0; place < taken.size(); ++place) {
        const Shown shown = shown_[taken[place]][mutant];
        if (shown == Shown::ByTotal) found.by_total.push_back(place);
        if (shown == Shown::ByDivide) found.by_divide.push_back(place);
      }
      choice.found.push_back(std::move(found));
    }
  }

  /// Chooses again without every tenth bug, ten times, and tests whether the choice shows those
  /// bugs nevertheless.
  void leave_out(std::span<const Offer> offered, Choice& choice) const {
    std::vector<std::vector<std::size_t>> taken(kFolds);
    parallel_for(kFolds, options_.jobs, stop_, [&](std::size_t fold) {
      Choice without;
      taken[fold] = with_the_rest(quick_tier(offered, fold), offered, fold, without);
    });
    for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
      const bool shown = std::ranges::any_of(taken[fold_of(mutants_[mutant])], [&](std::size_t at) {
        return shown_[at][mutant] != Shown::No;
      });
      if (!shown) choice.missed_when_left_out.push_back(name_of(mutants_[mutant]));
    }
    choice.left_out = mutants_.size();
  }

  std::span<const Row> rows_;
  const ChooseOptions& options_;
  std::stop_token stop_;
  std::vector<Mutant> mutants_;
  std::vector<Count> counts_;
  std::vector<std::vector<Shown>> shown_;               // by count, by mutant
  std::vector<std::vector<std::uint32_t>> situations_;  // by count, numbered from 0
  std::size_t suite_situations_ = 0;
};

}  // namespace

Choice choose(std::span<const Row> rows, const ChooseOptions& options,
              const std::stop_token& stop) {
  return Chooser(rows, options, stop).choose();
}

}  // namespace perft_verify::verifier
