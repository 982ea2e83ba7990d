#include "verifier/run/divided_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

#include "verifier/compare/difference.h"
#include "verifier/run/sharing.h"

namespace perft_verify::verifier {

using reference::Answer;
using reference::Divide;
using reference::Failure;
using reference::FailureKind;
using reference::Stage;

namespace {

/// A line that is not split further has so many plies left at least, for their list to be cheap
/// beside their count.
constexpr int kLeastPliesToSplit = 4;
/// How deep a list is counted to weigh its moves by.
constexpr int kWeighingDepth = 3;
constexpr std::size_t kMostParts = 50'000;
/// In one job: enough that handing it out costs nothing beside it.
constexpr std::size_t kParentsAtOnce = 16;
constexpr std::size_t kPathsAtOnce = 2048;

std::unexpected<Failure> overflow() {
  return std::unexpected(
      Failure{FailureKind::Unsupported, Stage::Perft, "more than 2^64 - 1 nodes"});
}

MovePath joined(const MovePath& path, const std::string& move) {
  return path.empty() ? move : path + " " + move;
}

int plies_of(const MovePath& path) {
  return path.empty() ? 0 : 1 + static_cast<int>(std::ranges::count(path, ' '));
}

}  // namespace

void KnownParts::add(JournalPart part) {
  if (part.subject && part.subject_moves.empty()) {
    subject = std::move(part.subject);
  } else if (part.subject) {
    std::ranges::move(part.subject_moves, std::back_inserter(subject_moves));
    std::ranges::move(part.subject->lines, std::back_inserter(subject_lines.lines));
    subject_lines.total = sum_of_lines(subject_lines);
  }
  subject_seconds += part.subject_seconds;
  if (part.counts.empty()) return;
  if (part.ply != ply) counts.clear();
  ply = part.ply;
  for (auto& [path, count] : part.counts) counts.insert_or_assign(std::move(path), count);
  reference_seconds += part.reference_seconds;
}

DividedRow::DividedRow(std::size_t row, std::vector<double> nodes, double most_nodes, int shallow,
                       const DivisionRules& rules, KnownParts known)
    : row_(row),
      depth_(static_cast<int>(nodes.size()) - 1),
      forecast_(std::move(nodes)),
      most_nodes_(most_nodes),
      shallow_(shallow),
      rules_(rules),
      known_(std::move(known)),
      reference_seconds_(known_.reference_seconds) {}

Job DividedRow::job(decltype(Job::task) task, double nodes, std::size_t part) {
  nodes_given_ += nodes;
  return {.row = row_, .depth = depth_, .nodes = nodes, .part = part, .task = std::move(task)};
}

std::optional<Job> DividedRow::next(unsigned worker) {
  if (judged_) return std::nullopt;
  if (phase_ == Phase::Closed) {
    phase_ = Phase::Outlining;
    return job(OutlineRow{shallow_, !rules_.measured});
  }
  if (std::exchange(to_be_kept_, false)) return job(KeepAnswer{**reference_});
  if (ready()) {
    const bool agree =
        subject_.answer && *reference_ && !difference(*subject_.answer, **reference_).any();
    // What a wrong subject is asked next may depend on what it was asked before.
    if (!agree && !by_anyone_ && worker != asked_by_) return std::nullopt;
    judged_ = true;
    auto reference = reference_ ? *reference_ : Answer<Divide>(Divide{});
    return job(JudgeRow{{std::move(subject_), std::move(reference), reference_seconds_}},
               forecast_.back() - nodes_given_);
  }
  if (auto task = next_of_subject()) return task;
  return next_of_reference();
}

std::optional<Job> DividedRow::next_of_subject() {
  if (next_subject_job_ >= subject_jobs_.size() || !subject_.answer) return std::nullopt;
  const std::size_t at = next_subject_job_++;
  return job(subject_jobs_[at], subject_nodes_[at], at);
}

std::optional<Job> DividedRow::next_of_reference() {
  if (reference_ || !subject_.answer) return std::nullopt;  // nobody would look at it
  if (phase_ == Phase::Expanding && next_parent_ < parents_.size()) {
    const std::size_t first = next_parent_;
    next_parent_ = std::min(first + kParentsAtOnce, parents_.size());
    ExpandPaths task{.paths = {}, .depth = expand_depth_, .positions = expand_positions_};
    for (std::size_t at = first; at < next_parent_; ++at)
      task.paths.push_back(tree_[parents_[at]].path);
    return job(std::move(task), 0, first);
  }
  if (phase_ == Phase::Counting && next_batch_ < batches_.size()) {
    const std::size_t batch = next_batch_++;
    CountPaths task;
    double cost = 0;
    for (std::size_t at = batches_[batch].first; at < batches_[batch].second; ++at) {
      const Node& node = tree_[order_[at]];
      task.paths.push_back(node.path);
      // Lines of one row differ by a factor; a deadline must not be missed for that.
      task.most_nodes = std::max(task.most_nodes, std::min(most_nodes_, 10 * node.nodes));
      cost += cost_of(node);
    }
    return job(std::move(task),
               forecast_.back() * (1 - rules_.subject_share) * cost / cost_to_count_, batch);
  }
  return std::nullopt;
}

void DividedRow::take(unsigned worker, const Job& job, JobResult result) {
  if (auto* outline = std::get_if<Answer<Outline>>(&result.found)) {
    take_outline(std::move(*outline));
  } else if (auto* answer = std::get_if<SubjectAnswer>(&result.found)) {
    take_subject(worker, std::get<AskSubject>(job.task), std::move(*answer));
  } else if (auto* found = std::get_if<Answer<std::vector<Expansion>>>(&result.found)) {
    reference_seconds_ += result.seconds;
    if (!*found) return fail(std::move(found->error()));
    take_expansions(job.part, std::move(**found));
  } else if (auto* counts = std::get_if<Answer<std::vector<std::uint64_t>>>(&result.found)) {
    reference_seconds_ += result.seconds;
    if (!*counts) return fail(std::move(counts->error()));
    take_counts(job.part, **counts);
  }
}

void DividedRow::forget(unsigned worker) { by_anyone_ = by_anyone_ || asked_by_ == worker; }

void DividedRow::take_outline(Answer<Outline> outline) {
  if (!outline) {
    prepare_subject({});
    return fail(std::move(outline.error()));
  }
  if (outline->pace) rules_.pace = *outline->pace;
  if (outline->remembered) {
    prepare_subject(*outline->remembered);
    reference_ = std::move(*outline->remembered);
    phase_ = Phase::Complete;
    return;
  }
  prepare_subject(outline->root);
  begin(outline->root);
}

// --- The subject ---

/// One question, or several of about the same size where that hides nothing: then the last asks
/// for all lines that no other asks for, whatever they are.
void DividedRow::prepare_subject(const Divide& root) {
  subject_.seconds = known_.subject_seconds;
  subject_.answer = Divide{};
  if (known_.subject) {
    subject_.answer = std::move(*known_.subject);
    return;
  }
  const double nodes = forecast_.back() * rules_.subject_share;
  const AskSubject whole{moves_of(root), std::nullopt};
  // A node takes the subject another time than the reference.
  const double part_nodes =
      rules_.part_nodes * (1 - rules_.subject_share) / std::max(rules_.subject_share, 1e-6);
  if (rules_.subject_in_parts && part_nodes > 0 && forecast_.back() > 1.5 * part_nodes) {
    add_subject_lines(known_.subject_lines);
    AskSubject rest{whole.root_moves, reference::LineFilter{known_.subject_moves, true}};
    std::vector<const reference::RootCount*> lines;
    for (const auto& line : root.lines)
      if (std::ranges::find(known_.subject_moves, line.move) == known_.subject_moves.end())
        lines.push_back(&line);
    std::ranges::stable_sort(lines, std::ranges::greater{},
                             [](const auto* line) { return line->nodes; });
    const double scale = static_cast<double>(std::max<std::uint64_t>(root.total, 1));
    reference::LineFilter part;
    double share = 0;
    double rest_share = 1;
    for (const auto* line : lines) {
      part.moves.push_back(line->move);
      share += static_cast<double>(line->nodes) / scale;
      if (share * forecast_.back() < part_nodes) continue;
      std::ranges::copy(part.moves, std::back_inserter(rest.part->moves));
      subject_jobs_.push_back({whole.root_moves, std::exchange(part, {})});
      subject_nodes_.push_back(nodes * share);
      rest_share -= std::exchange(share, 0);
    }
    subject_jobs_.push_back(std::move(rest));
    subject_nodes_.push_back(nodes * std::max(rest_share, 0.0));
  } else {
    subject_jobs_.push_back(whole);
    subject_nodes_.push_back(nodes);
  }
  subject_jobs_left_ = subject_jobs_.size();
}

void DividedRow::take_subject(unsigned worker, const AskSubject& asked, SubjectAnswer answer) {
  --subject_jobs_left_;
  subject_.seconds += answer.seconds;
  if (!subject_.answer) return;  // one failure is enough
  if (asked.part && answer.answer) return add_subject_lines(*answer.answer);
  subject_.answer = std::move(answer.answer);
  subject_.before = std::move(answer.before);
  asked_by_ = worker;
  by_anyone_ = asked.part.has_value();
}

void DividedRow::add_subject_lines(const Divide& lines) {
  Divide& all = *subject_.answer;
  std::ranges::copy(lines.lines, std::back_inserter(all.lines));
  std::ranges::sort(all.lines);
  if (__builtin_add_overflow(all.total, lines.total, &all.total))
    subject_.answer = std::unexpected(AskFailure{overflow().error(), true});
}

bool DividedRow::ready() const {
  if (phase_ == Phase::Outlining) return false;
  if (!subject_.answer) return true;
  return subject_jobs_left_ == 0 && reference_.has_value();
}

// --- The reference's tree ---

void DividedRow::begin(const Divide& root) {
  moves_ = moves_of(root);
  sums_.assign(moves_.size(), 0);
  const double total = static_cast<double>(std::max<std::uint64_t>(root.total, 1));
  for (std::size_t at = 0; at < moves_.size(); ++at)
    tree_.push_back({moves_[at],
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

bool DividedRow::decide_sharing() const {
  if (rules_.share == Sharing::Off) return false;
  if (!known_.counts.empty()) return known_.ply > 0;
  const auto best = cheapest_sharing({.depth = depth_,
                                      .nodes = forecast_.back(),
                                      .paths = forecast_,
                                      .known_ply = 1,
                                      .known_positions = static_cast<double>(tree_.size())},
                                     rules_.pace);
  if (!best) return false;
  return rules_.share == Sharing::On || sharing_pays(*best, forecast_.back(), rules_.pace);
}

void DividedRow::expand(std::vector<std::size_t> parents, int depth, bool positions) {
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

/// In the order of the parents, so that the same tree comes of it whoever was faster.
void DividedRow::take_expansions(std::size_t first, std::vector<Expansion> found) {
  if (phase_ != Phase::Expanding) return;
  for (std::size_t at = 0; at < found.size(); ++at) expansions_[first + at] = std::move(found[at]);
  while (grown_ < parents_.size() && expansions_[grown_]) {
    grow(tree_[parents_[grown_]], *std::exchange(expansions_[grown_], std::nullopt));
    ++grown_;
  }
  if (grown_ == parents_.size()) end_expanding();
}

void DividedRow::grow(const Node& parent, Expansion expansion) {
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

void DividedRow::end_expanding() {
  child_at_.clear();
  if (sharing_) {
    tree_ = std::exchange(children_, {});
    ++ply_;
    return next_shared_level();
  }
  std::vector<bool> is_split(tree_.size());
  for (const std::size_t parent : parents_) is_split[parent] = true;
  for (std::size_t at = 0; at < tree_.size(); ++at)
    if (!is_split[at]) children_.push_back(std::move(tree_[at]));
  tree_ = std::exchange(children_, {});
  split_further();
}

/// Goes on to the ply where sharing is cheapest by what is known now.
void DividedRow::next_shared_level() {
  double paths = 0;
  for (const Node& node : tree_)
    for (const auto& [move, times] : node.origins) paths += static_cast<double>(times);
  forecast_[static_cast<std::size_t>(ply_)] = paths;
  bool deeper = ply_ < known_.ply;
  if (known_.ply == 0) {
    const auto best = cheapest_sharing({.depth = depth_,
                                        .nodes = forecast_.back(),
                                        .paths = forecast_,
                                        .known_ply = ply_,
                                        .known_positions = static_cast<double>(tree_.size())},
                                       rules_.pace);
    deeper = best && best->ply > ply_;
  }
  if (deeper && ply_ + 1 < depth_) {
    std::vector<std::size_t> all(tree_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    // Two lines of two plies hardly ever meet.
    return expand(std::move(all), 1, ply_ + 1 > 2);
  }
  for (Node& node : tree_) node.nodes = forecast_.back() / std::max(paths, 1.0);
  begin_counting();
}

void DividedRow::split_further() {
  std::vector<std::size_t> too_large;
  int depth = kWeighingDepth;
  for (std::size_t at = 0; at < tree_.size(); ++at) {
    const int left = left_below(tree_[at].path);
    const bool large = tree_[at].nodes > rules_.part_nodes && left >= kLeastPliesToSplit &&
                       tree_.size() < kMostParts && !known_.counts.contains(tree_[at].path);
    if (!large && !must_be_split(tree_[at].path)) continue;
    too_large.push_back(at);
    depth = std::min(depth, left - 1);
  }
  if (too_large.empty()) return begin_counting();
  expand(std::move(too_large), std::max(depth, 1), false);
}

int DividedRow::left_below(const MovePath& path) const { return depth_ - plies_of(path); }

/// Parts of it have been counted before.
bool DividedRow::must_be_split(const MovePath& path) const {
  const auto below = known_.counts.lower_bound(path + " ");
  return below != known_.counts.end() && below->first.starts_with(path + " ") &&
         !known_.counts.contains(path);
}

double DividedRow::cost_of(const Node& node) const {
  return node.nodes + rules_.pace.seconds_per_question * rules_.pace.nodes_per_second + 1;
}

void DividedRow::begin_counting() {
  phase_ = Phase::Counting;
  for (std::size_t at = 0; at < tree_.size(); ++at) {
    const auto known = known_.counts.find(tree_[at].path);
    if (known != known_.counts.end()) {
      add(tree_[at], known->second);
      if (reference_) return;
    } else {
      order_.push_back(at);
    }
  }
  known_.counts.clear();
  std::ranges::stable_sort(order_, std::ranges::greater{},
                           [this](std::size_t at) { return tree_[at].nodes; });
  std::size_t begin = 0;
  double cost = 0;
  for (std::size_t end = 1; end <= order_.size(); ++end) {
    cost += cost_of(tree_[order_[end - 1]]);
    cost_to_count_ += cost_of(tree_[order_[end - 1]]);
    if (cost < 0.5 * rules_.part_nodes && end - begin < kPathsAtOnce && end < order_.size())
      continue;
    batches_.emplace_back(begin, end);
    begin = end;
    cost = 0;
  }
  batches_left_ = batches_.size();
  if (batches_left_ == 0) complete();
}

void DividedRow::add(const Node& node, std::uint64_t count) {
  for (const auto& [move, times] : node.origins) {
    std::uint64_t nodes = 0;
    if (__builtin_mul_overflow(count, times, &nodes) ||
        __builtin_add_overflow(sums_[move], nodes, &sums_[move]))
      return fail(overflow().error());
  }
}

void DividedRow::take_counts(std::size_t batch, const std::vector<std::uint64_t>& counts) {
  if (reference_) return;
  for (std::size_t at = 0; at < counts.size(); ++at)
    add(tree_[order_[batches_[batch].first + at]], counts[at]);
  if (--batches_left_ == 0 && !reference_) complete();
}

void DividedRow::complete() {
  Divide divide;
  for (std::size_t at = 0; at < moves_.size(); ++at) {
    divide.lines.push_back({moves_[at], sums_[at]});
    if (__builtin_add_overflow(divide.total, sums_[at], &divide.total))
      return fail(overflow().error());
  }
  phase_ = Phase::Complete;
  reference_ = std::move(divide);
  to_be_kept_ = true;
}

void DividedRow::fail(Failure failure) {
  phase_ = Phase::Complete;
  if (!reference_) reference_ = std::unexpected(std::move(failure));
}

}  // namespace perft_verify::verifier
