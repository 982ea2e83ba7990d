#include "verifier/scale/campaign/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <unordered_map>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/parallel.h"
#include "reference/uci/board_text.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {
namespace {

using reference::BoardFacts;
using reference::Question;

/// Whether a pawn of the side to move stands beside the one that has just passed the square.
bool is_beside_a_pawn(const BoardFacts& facts) {
  const auto target = static_cast<int>(*facts.en_passant);
  const int passed = target + (facts.side_to_move == Color::White ? -8 : 8);
  const Piece pawn{facts.side_to_move, PieceType::Pawn};
  for (const int step : {-1, 1}) {
    const int file = passed % 8 + step;
    if (file >= 0 && file < 8 && facts.placement[static_cast<std::size_t>(passed + step)] == pawn)
      return true;
  }
  return false;
}

/// The part of the FEN that is the same for all lines that meet in a position.
std::string unit_fen(const std::string& wire) {
  const auto facts = reference::board_facts(wire);
  if (facts && facts->en_passant && !is_beside_a_pawn(*facts))
    return reference::with_fresh_clocks(reference::with_en_passant(wire, std::nullopt));
  return reference::with_fresh_clocks(wire);
}

SplitFailure failed(const reference::Failure& failure) {
  return {fmt::format("the reference failed: {}", failure.message)};
}

/// The positions after each move, for each unit.
std::expected<std::vector<std::vector<std::string>>, SplitFailure> children_of(
    std::span<const WorkUnit> units, const SplitOptions& options, reference::Generator& reference,
    const std::stop_token& stop) {
  std::vector<Question> parents;
  for (const WorkUnit& unit : units) parents.push_back({.root = {unit.fen, options.root.chess960}});
  const auto lists = ask_reference(reference, parents, stop);
  if (!lists) return std::unexpected(failed(lists.error()));
  std::vector<Question> after;
  for (std::size_t at = 0; at < parents.size(); ++at)
    for (const auto& [move, nodes] : (*lists)[at].lines) {
      after.push_back(parents[at]);
      after.back().moves = {move};
    }
  const auto fens = reference_fens(reference, after, stop);
  if (!fens) return std::unexpected(failed(fens.error()));
  std::vector<std::vector<std::string>> children;
  auto fen = fens->begin();
  for (const reference::Divide& list : *lists) {
    auto& of_one = children.emplace_back();
    for (std::size_t left = list.lines.size(); left > 0; --left) of_one.push_back(unit_fen(*fen++));
  }
  return children;
}

/// The threads of one ply. Each has a reference of its own, which the kernel ends with its thread.
class Ply {
 public:
  using Children = std::vector<std::vector<std::string>>;

  Ply(const std::vector<WorkUnit>& level, const SplitOptions& options, const MakeReference& make,
      const std::stop_token& stop)
      : level_(level), options_(options), make_(make), stop_(stop), children_(level.size()) {}

  std::expected<Children, SplitFailure> children() {
    const std::size_t useful = 1 + level_.size() / kUnitsAtOnce;
    in_threads(std::min<std::size_t>(options_.jobs, useful), [this] { work(); });
    if (failure_) return std::unexpected(*failure_);
    return std::move(children_);
  }

 private:
  static constexpr std::size_t kUnitsAtOnce = 64;

  void work() {
    const auto reference = make_();
    while (!ended_) {
      const std::size_t begin = next_.fetch_add(kUnitsAtOnce);
      if (begin >= level_.size()) return;
      const auto units = std::span(level_).subspan(begin);
      auto found = children_of(units.first(std::min(kUnitsAtOnce, units.size())), options_,
                               *reference, stop_);
      if (found) {
        std::ranges::move(*found, children_.begin() + static_cast<std::ptrdiff_t>(begin));
        continue;
      }
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = found.error();
      ended_ = true;
    }
  }

  const std::vector<WorkUnit>& level_;
  const SplitOptions& options_;
  const MakeReference& make_;
  const std::stop_token& stop_;
  Children children_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;
  std::optional<SplitFailure> failure_;
};

SplitFailure too_many(const SplitOptions& options, int ply) {
  return {fmt::format("more than {} positions at ply {}; choose a smaller --at", options.most_units,
                      ply)};
}

/// Each position once, in the order of its first occurrence.
std::expected<std::vector<WorkUnit>, SplitFailure> next_level(const std::vector<WorkUnit>& level,
                                                              Ply::Children children,
                                                              const SplitOptions& options,
                                                              int ply) {
  std::vector<WorkUnit> next;
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t at = 0; at < level.size(); ++at) {
    for (std::string& fen : children[at]) {
      const auto [met, fresh] = known.emplace(std::move(fen), next.size());
      if (fresh) next.push_back({met->first, {}});
      if (next.size() > options.most_units) return std::unexpected(too_many(options, ply));
      if (!add(next[met->second].times, level[at].times, 1))
        return std::unexpected(SplitFailure{"more than 2^128 lines"});
    }
    children[at] = {};
  }
  return next;
}

/// The positions of a ply by the linked core, and the number of lines that lead to each.
class CoreLevel {
 public:
  explicit CoreLevel(const Position& root) {
    positions_.emplace(unit_fen(root.fen()), Met{root, WideCount(1)});
  }

  /// Continues by a ply; false if interrupted.
  bool go_on(const std::stop_token& stop) {
    std::unordered_map<std::string, Met> next;
    for (const auto& [fen, met] : positions_) {
      if (stop.stop_requested()) return false;
      for (const Move move : legal_moves(met.position)) {
        const Position after = met.position.after(move);
        auto& child = next.try_emplace(unit_fen(after.fen()), Met{after, {}}).first->second;
        // An overflow is refused where the units are counted.
        if (!add(child.times, met.times, 1)) return false;
      }
    }
    positions_ = std::move(next);
    return true;
  }

  /// How the units differ from these positions, in words; empty if they are the same, each as
  /// often.
  [[nodiscard]] std::string difference(const Campaign& campaign) const {
    std::size_t met = 0;
    for (const WorkUnit& unit : campaign.units) {
      const auto position = admitted({unit.fen, campaign.root.chess960});
      const auto known = position ? positions_.find(unit_fen(position->fen())) : positions_.end();
      const WideCount here = known == positions_.end() ? WideCount() : known->second.times;
      if (here != unit.times)
        return fmt::format("{} {} times, and the linked core {}", unit.fen, to_string(unit.times),
                           to_string(here));
      ++met;
    }
    if (met == positions_.size()) return {};
    return fmt::format("{} positions, and the linked core {}", met, positions_.size());
  }

 private:
  struct Met {
    Position position;
    WideCount times;
  };
  std::unordered_map<std::string, Met> positions_;
};

/// Equal totals prove little: a board that loses a right leads to other positions by as many lines.
std::optional<SplitFailure> compare_with_core(const Campaign& campaign, CoreLevel& core, int ply,
                                              const std::stop_token& stop) {
  if (!core.go_on(stop))
    return SplitFailure{stop.stop_requested() ? "interrupted" : "more than 2^128 lines"};
  const std::string difference = core.difference(campaign);
  if (difference.empty()) return std::nullopt;
  return SplitFailure{
      .message =
          fmt::format("after {} plies {} meets {}; `verify --fen \"{}\" --depth {} --mode full` "
                      "says who is wrong",
                      ply, campaign.by, difference, campaign.root.fen, ply),
      .disagreement = true};
}

}  // namespace

std::expected<Campaign, SplitFailure> split(
    const SplitOptions& options, const MakeReference& make, const std::string& name,
    const std::function<void(int ply, std::size_t positions)>& progress,
    const std::stop_token& stop) {
  const auto parsed = parse_fen(options.root);
  if (!parsed) return std::unexpected(SplitFailure{std::string(parsed.error().message())});
  Campaign campaign{options.root, options.depth, options.at, name, {}};
  campaign.units = {{options.root.fen, WideCount(1)}};
  CoreLevel core(parsed->position);
  for (int ply = 1; ply <= options.at; ++ply) {
    auto children = Ply(campaign.units, options, make, stop).children();
    if (!children) return std::unexpected(children.error());
    auto next = next_level(campaign.units, std::move(*children), options, ply);
    if (!next) return std::unexpected(next.error());
    campaign.units = std::move(*next);
    if (auto wrong = compare_with_core(campaign, core, ply, stop)) return std::unexpected(*wrong);
    progress(ply, campaign.units.size());
  }
  return campaign;
}

}  // namespace perft_verify::verifier
