#include "verifier/run/schedule/reference_tree.h"

#include <algorithm>
#include <numeric>

#include "verifier/finding/difference.h"
#include "verifier/run/schedule/sharing.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Failure;

namespace {

/// An unsplit line has so many plies left at least, for its list to be cheap beside its count.
constexpr int kLeastPliesToSplit = 4;
/// The depth of counting a list to weigh its moves.
constexpr int kWeighingDepth = 3;
constexpr std::size_t kMostPartsOfTree = 50'000;
/// Parents in one job: enough that the cost of the job itself does not matter.
constexpr std::size_t kParentsAtOnce = 16;
constexpr std::size_t kPathsAtOnce = 2048;

MovePath joined(const MovePath& path, const std::string& move) {
  return path.empty() ? move : path + " " + move;
}

int plies_of(const MovePath& path) {
  return path.empty() ? 0 : 1 + static_cast<int>(std::ranges::count(path, ' '));
}

}  // namespace

Failure too_many_nodes() {
  return {reference::FailureKind::Unsupported, reference::Stage::Perft, "more than 2^64 - 1 nodes"};
}

void ReferenceTree::begin(const Divide& root, const DivisionRules& rules) {
  rules_ = rules;
  moves_ = moves_of(root);
  sums_.assign(moves_.size(), 0);
  const double total = static_cast<double>(std::max<std::uint64_t>(root.total, 1));
  for (std::size_t at = 0; at < moves_.size(); ++at)
    nodes_.push_back({moves_[at],
                      {{static_cast<std::uint16_t>(at), 1}},
                      forecast_.back() * static_cast<double>(root.lines[at].nodes) / total});
  ply_ = 1;
  sharing_ = decide_sharing();
  if (sharing_) {
    next_shared_level();
  } else {
    split_further();
  }
}

std::optional<TreeTask> ReferenceTree::next() {
  if (answer_) return std::nullopt;
  if (phase_ == Phase::Expanding && next_parent_ < parents_.size()) {
    const std::size_t first = next_parent_;
    next_parent_ = std::min(first + kParentsAtOnce, parents_.size());
    ExpandPaths task{.paths = {}, .depth = expand_depth_, .positions = expand_positions_};
    for (std::size_t at = first; at < next_parent_; ++at)
      task.paths.push_back(nodes_[parents_[at]].path);
    return TreeTask{std::move(task), 0, first};
  }
  if (phase_ == Phase::Counting && next_batch_ < batches_.size()) {
    const std::size_t batch = next_batch_++;
    CountPaths task;
    double cost = 0;
    for (std::size_t at = batches_[batch].first; at < batches_[batch].second; ++at) {
      const Node& node = nodes_[order_[at]];
      task.paths.push_back(node.path);
      // Lines of one row differ by a factor, which must not break a deadline.
      task.most_nodes = std::max(task.most_nodes, std::min(most_nodes_, 10 * node.nodes));
      cost += cost_of(node);
    }
    return TreeTask{std::move(task), cost / cost_to_count_, batch};
  }
  return std::nullopt;
}

bool ReferenceTree::decide_sharing() const {
  if (rules_.share == Sharing::Off) return false;
  if (!known_.counts.empty()) return known_.ply > 0;
  const auto best = cheapest_sharing({.depth = depth_,
                                      .nodes = forecast_.back(),
                                      .paths = forecast_,
                                      .known_ply = 1,
                                      .known_positions = static_cast<double>(nodes_.size())},
                                     rules_.pace);
  if (!best) return false;
  return rules_.share == Sharing::On || sharing_pays(*best, forecast_.back(), rules_.pace);
}

void ReferenceTree::expand(std::vector<std::size_t> parents, int depth, bool positions) {
  phase_ = Phase::Expanding;
  parents_ = std::move(parents);
  expansions_.assign(parents_.size(), std::nullopt);
  next_parent_ = grown_ = 0;
  expand_depth_ = depth;
  expand_positions_ = positions;
  children_.clear();
  child_at_.clear();
  if (parents_.empty()) end_expanding();
}

/// In the order of the parents, so that the tree does not depend on the fastest worker.
void ReferenceTree::take_expansions(std::size_t first, std::vector<Expansion> found) {
  if (phase_ != Phase::Expanding || answer_) return;
  for (std::size_t at = 0; at < found.size(); ++at) expansions_[first + at] = std::move(found[at]);
  while (grown_ < parents_.size() && expansions_[grown_]) {
    grow(nodes_[parents_[grown_]], *std::exchange(expansions_[grown_], std::nullopt));
    ++grown_;
  }
  if (grown_ == parents_.size()) end_expanding();
}

void ReferenceTree::grow(const Node& parent, Expansion expansion) {
  const double total = static_cast<double>(std::max<std::uint64_t>(expansion.divide.total, 1));
  for (std::size_t at = 0; at < expansion.divide.lines.size(); ++at) {
    const auto& line = expansion.divide.lines[at];
    if (expand_positions_) {
      const auto [known, fresh] =
          child_at_.emplace(std::move(expansion.positions[at]), children_.size());
      if (!fresh) {
        auto& origins = children_[known->second].origins;
        for (const auto& [move, times] : parent.origins) {
          const auto same = std::ranges::find(origins, move, &Node::Origin::first);
          if (same == origins.end()) {
            origins.emplace_back(move, times);
          } else {
            same->second += times;
          }
        }
        continue;
      }
    }
    children_.push_back({joined(parent.path, line.move), parent.origins,
                         parent.nodes * static_cast<double>(line.nodes) / total});
  }
}

void ReferenceTree::end_expanding() {
  child_at_.clear();
  if (sharing_) {
    nodes_ = std::exchange(children_, {});
    ++ply_;
    return next_shared_level();
  }
  std::vector<bool> is_split(nodes_.size());
  for (const std::size_t parent : parents_) is_split[parent] = true;
  for (std::size_t at = 0; at < nodes_.size(); ++at)
    if (!is_split[at]) children_.push_back(std::move(nodes_[at]));
  nodes_ = std::exchange(children_, {});
  split_further();
}

/// Continues to the ply where sharing is cheapest by current knowledge.
void ReferenceTree::next_shared_level() {
  double paths = 0;
  for (const Node& node : nodes_)
    for (const auto& [move, times] : node.origins) paths += static_cast<double>(times);
  forecast_[static_cast<std::size_t>(ply_)] = paths;
  bool deeper = ply_ < known_.ply;
  if (known_.ply == 0) {
    const auto best = cheapest_sharing({.depth = depth_,
                                        .nodes = forecast_.back(),
                                        .paths = forecast_,
                                        .known_ply = ply_,
                                        .known_positions = static_cast<double>(nodes_.size())},
                                       rules_.pace);
    deeper = best && best->ply > ply_;
  }
  if (deeper && ply_ + 1 < depth_) {
    std::vector<std::size_t> all(nodes_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    // Two lines of two plies hardly ever transpose.
    return expand(std::move(all), 1, ply_ + 1 > 2);
  }
  for (Node& node : nodes_) node.nodes = forecast_.back() / std::max(paths, 1.0);
  begin_counting();
}

void ReferenceTree::split_further() {
  std::vector<std::size_t> too_large;
  int depth = kWeighingDepth;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    const int left = left_below(nodes_[at].path);
    const bool large = nodes_[at].nodes > rules_.part_nodes && left >= kLeastPliesToSplit &&
                       nodes_.size() < kMostPartsOfTree && !known_.counts.contains(nodes_[at].path);
    if (!large && !must_be_split(nodes_[at].path)) continue;
    too_large.push_back(at);
    depth = std::min(depth, left - 1);
  }
  if (too_large.empty()) return begin_counting();
  expand(std::move(too_large), std::max(depth, 1), false);
}

int ReferenceTree::left_below(const MovePath& path) const { return depth_ - plies_of(path); }

/// Whether parts of it have been counted before.
bool ReferenceTree::must_be_split(const MovePath& path) const {
  const auto below = known_.counts.lower_bound(path + " ");
  return below != known_.counts.end() && below->first.starts_with(path + " ") &&
         !known_.counts.contains(path);
}

double ReferenceTree::cost_of(const Node& node) const {
  return node.nodes + rules_.pace.seconds_per_question * rules_.pace.nodes_per_second + 1;
}

void ReferenceTree::begin_counting() {
  phase_ = Phase::Counting;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    const auto known = known_.counts.find(nodes_[at].path);
    if (known != known_.counts.end()) {
      add(nodes_[at], known->second);
      if (answer_) return;
    } else {
      order_.push_back(at);
    }
  }
  known_.counts.clear();
  std::ranges::stable_sort(order_, std::ranges::greater{},
                           [this](std::size_t at) { return nodes_[at].nodes; });
  std::size_t begin = 0;
  double cost = 0;
  for (std::size_t end = 1; end <= order_.size(); ++end) {
    cost += cost_of(nodes_[order_[end - 1]]);
    cost_to_count_ += cost_of(nodes_[order_[end - 1]]);
    if (cost < 0.5 * rules_.part_nodes && end - begin < kPathsAtOnce && end < order_.size())
      continue;
    batches_.emplace_back(begin, end);
    begin = end;
    cost = 0;
  }
  batches_left_ = batches_.size();
  if (batches_left_ == 0) complete();
}

void ReferenceTree::add(const Node& node, std::uint64_t count) {
  for (const auto& [move, times] : node.origins) {
    std::uint64_t nodes = 0;
    if (__builtin_mul_overflow(count, times, &nodes) ||
        __builtin_add_overflow(sums_[move], nodes, &sums_[move]))
      return fail(too_many_nodes());
  }
}

void ReferenceTree::take_counts(std::size_t batch, const std::vector<std::uint64_t>& counts) {
  if (answer_) return;
  for (std::size_t at = 0; at < counts.size(); ++at)
    add(nodes_[order_[batches_[batch].first + at]], counts[at]);
  if (--batches_left_ == 0 && !answer_) complete();
}

void ReferenceTree::complete() {
  Divide divide;
  for (std::size_t at = 0; at < moves_.size(); ++at) {
    divide.lines.push_back({moves_[at], sums_[at]});
    if (__builtin_add_overflow(divide.total, sums_[at], &divide.total))
      return fail(too_many_nodes());
  }
  answer_ = std::move(divide);
  put_together_ = true;
}

void ReferenceTree::fail(Failure failure) {
  if (!answer_) answer_ = std::unexpected(std::move(failure));
}

}  // namespace perft_verify::verifier
