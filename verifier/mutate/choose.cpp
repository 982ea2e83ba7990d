#include "verifier/mutate/choose.h"

#include <algorithm>
#include <set>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/perft.h"
#include "verifier/mutate/cover.h"

namespace perft_verify::verifier {
namespace {

/// What asking for one more position costs an engine, in nodes.
constexpr std::uint64_t kCostOfRow = 200;
constexpr int kDeepest = 6;

Position position_of(const Row& row) {
  const auto parsed = parse_fen(row.fen, {.chess960 = row.chess960 ? Chess960::On : Chess960::Off});
  return parsed ? parsed->position : Position();
}

/// Every depth of every row with at most `max_nodes` nodes and more than `more_than`.
std::vector<Count> counts_of(std::span<const Row> rows, std::uint64_t more_than,
                             const ChooseOptions& options, std::uint64_t max_nodes,
                             const std::stop_token& stop) {
  std::vector<std::vector<Count>> by_row(rows.size());
  in_parallel(rows.size(), options.jobs, stop, [&](std::size_t at) {
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

/// A move as a goal: who moves which piece from where to where, as what kind of move.
std::uint32_t goal_of(const Position& position, Move move) {
  const auto piece = position.piece_on(move.from());
  const auto type = static_cast<std::uint32_t>(piece ? piece->type : PieceType::King);
  auto kind = static_cast<std::uint32_t>(move.kind());
  if (move.kind() == MoveKind::Promotion)
    kind += 4 + static_cast<std::uint32_t>(move.promoted_to());
  const auto color = static_cast<std::uint32_t>(position.side_to_move());
  return ((((color * 16 + kind) * 8 + type) * 64 + static_cast<std::uint32_t>(index(move.from())))
          << 6) +
         static_cast<std::uint32_t>(index(move.to()));
}

void collect_moves(const Position& position, int depth, std::set<std::uint32_t>& goals) {
  for (const Move move : legal_moves(position)) {
    goals.insert(goal_of(position, move));
    if (depth > 1) collect_moves(position.after(move), depth - 1, goals);
  }
}

class Chooser {
 public:
  Chooser(std::span<const Row> rows, const ChooseOptions& options, std::stop_token stop)
      : rows_(rows), options_(options), stop_(std::move(stop)), mutants_(all_mutants()) {}

  Choice choose() {
    measure();
    moves_.resize(counts_.size());
    if (options_.moves) add_moves();
    const std::vector<Offer> offered = offers();
    Choice choice;
    report(cover(offered, wanted(std::nullopt)), choice);
    leave_out(offered, choice);
    return choice;
  }

 private:
  void measure() {
    take_counts(counts_of(rows_, 0, options_, options_.max_nodes, stop_), mutants_);
    // Some bugs show only where much is counted.
    std::vector<Mutant> rare;
    for (std::size_t at = 0; at < mutants_.size(); ++at)
      if (rows_that_show(at).size() < options_.times) rare.push_back(mutants_[at]);
    if (!rare.empty())
      take_counts(counts_of(rows_, options_.max_nodes, options_, 10 * options_.max_nodes, stop_),
                  rare);
  }

  /// Asks which of the mutants the counts show, and keeps those that show any.
  void take_counts(std::vector<Count> counts, const std::vector<Mutant>& mutants) {
    const std::size_t first = counts_.size();
    std::ranges::move(counts, std::back_inserter(counts_));
    shown_.resize(counts_.size(), std::vector<Shown>(mutants_.size(), Shown::No));
    in_parallel(counts_.size() - first, options_.jobs, stop_, [&](std::size_t at) {
      for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
        const bool asked = std::ranges::any_of(mutants, [&](const Mutant& each) {
          return each.bug.id == mutants_[mutant].bug.id && each.only == mutants_[mutant].only;
        });
        if (asked)
          shown_[first + at][mutant] = shown_by(counts_[first + at], mutants_[mutant], stop_);
      }
    });
  }

  /// A mutant that any total shows has to be shown by totals: recorded counts have no more.
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

  void add_moves() {
    std::vector<std::set<std::uint32_t>> made(counts_.size());
    in_parallel(counts_.size(), options_.jobs, stop_, [&](std::size_t at) {
      // What takes long to count is there for other reasons.
      if (counts_[at].nodes <= options_.max_nodes)
        collect_moves(position_of(*counts_[at].row), counts_[at].depth, made[at]);
    });
    std::set<std::uint32_t> all;
    for (const auto& moves : made) all.insert(moves.begin(), moves.end());
    const std::vector<std::uint32_t> numbers(all.begin(), all.end());
    suite_moves_ = numbers.size();
    for (std::size_t at = 0; at < made.size(); ++at)
      for (const std::uint32_t move : made[at])
        moves_[at].push_back(
            static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, move) - numbers.begin()));
  }

  /// Goals are numbered: first the mutants, then the moves.
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
      for (const std::uint32_t move : moves_[at])
        offer.goals.push_back(static_cast<std::uint32_t>(mutants_.size()) + move);
    }
    return offers;
  }

  [[nodiscard]] std::vector<unsigned> wanted(std::optional<zoo::BugId> without) const {
    std::vector<unsigned> wanted;
    for (const Mutant& mutant : mutants_)
      wanted.push_back(mutant.bug.id == without ? 0 : options_.times);
    wanted.resize(mutants_.size() + suite_moves_, 1);
    return wanted;
  }

  void report(const std::vector<std::size_t>& taken, Choice& choice) const {
    std::set<std::uint32_t> moves;
    for (const std::size_t at : taken) {
      choice.counts.push_back(counts_[at]);
      choice.nodes += counts_[at].nodes;
      moves.insert(moves_[at].begin(), moves_[at].end());
    }
    choice.moves = moves.size();
    choice.suite_moves = suite_moves_;
    for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
      Choice::Found found{mutants_[mutant], {}, {}, rows_that_show(mutant).size()};
      for (std::size_t place = 0; place < taken.size(); ++place) {
        const Shown shown = shown_[taken[place]][mutant];
        if (shown == Shown::ByTotal) found.by_total.push_back(place);
        if (shown == Shown::ByDivide) found.by_divide.push_back(place);
      }
      choice.found.push_back(std::move(found));
    }
  }

  /// Chooses again without each bug, and looks whether what is chosen shows it nevertheless.
  void leave_out(std::span<const Offer> offered, Choice& choice) const {
    const std::span<const zoo::Bug> bugs = zoo::bugs();
    std::vector<std::vector<std::string>> missed(bugs.size());
    in_parallel(bugs.size(), options_.jobs, stop_, [&](std::size_t bug) {
      if (!shows_in_counts(bugs[bug])) return;
      const std::vector<std::size_t> taken = cover(offered, wanted(bugs[bug].id));
      for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
        if (mutants_[mutant].bug.id != bugs[bug].id) continue;
        const bool shown = std::ranges::any_of(
            taken, [&](std::size_t at) { return shown_[at][mutant] != Shown::No; });
        if (!shown) missed[bug].push_back(name_of(mutants_[mutant]));
      }
    });
    for (const auto& names : missed)
      std::ranges::copy(names, std::back_inserter(choice.missed_when_left_out));
    choice.left_out = mutants_.size();
  }

  std::span<const Row> rows_;
  const ChooseOptions& options_;
  std::stop_token stop_;
  std::vector<Mutant> mutants_;
  std::vector<Count> counts_;
  std::vector<std::vector<Shown>> shown_;          // by count, by mutant
  std::vector<std::vector<std::uint32_t>> moves_;  // by count, numbered from 0
  std::size_t suite_moves_ = 0;
};

}  // namespace

Choice choose(std::span<const Row> rows, const ChooseOptions& options,
              const std::stop_token& stop) {
  return Chooser(rows, options, stop).choose();
}

}  // namespace perft_verify::verifier
