#include "verifier/run/judge/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "core/stopwatch.h"
#include "core/text/printable.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {

using reference::Answer;
using reference::Divide;
using reference::Question;

namespace {

std::vector<std::string> moves_of_path(const MovePath& path) {
  std::vector<std::string> moves;
  std::size_t begin = 0;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find(' ', begin), path.size());
    moves.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return moves;
}

}  // namespace

/// The row that the questions are about.
struct Worker::Asking {
  const Row& row;
  int depth = 0;  // of the row

  [[nodiscard]] Question question(int to_depth, std::vector<std::string> moves = {}) const {
    return reference::question_at(row.root(), std::move(moves), to_depth);
  }
};

Worker::Worker(const RunOptions& options, std::unique_ptr<reference::Generator> subject,
               std::unique_ptr<reference::Generator> reference, const std::stop_token& stop,
               KnownFaults* known_faults)
    : subject_(std::move(subject)),
      reference_(std::move(reference)),
      stop_(stop),
      check_(options, *subject_, *reference_, stop, known_faults) {}

JobResult Worker::run(const Job& job, const Row& row, const RowPlan& plan, RowState& state) {
  const Stopwatch watch;
  const Asking asking{row, job.depth};
  JobResult result;
  if (std::holds_alternative<CheckRow>(job.task)) {
    check_.run(row, plan, job.depth, state);
  } else if (const auto* judge = std::get_if<JudgeRow>(&job.task)) {
    check_.judge(row, plan, job.depth, judge->answers, state);
  } else if (const auto* outlined = std::get_if<OutlineRow>(&job.task)) {
    result.found = outline(asking, *outlined);
  } else if (const auto* expanded = std::get_if<ExpandPaths>(&job.task)) {
    result.found = expand(asking, *expanded);
  } else if (const auto* counted = std::get_if<CountPaths>(&job.task)) {
    result.found = count(asking, *counted);
  } else if (const auto* asked = std::get_if<AskSubject>(&job.task)) {
    result.found = check_.ask(row, plan, job.depth, *asked);
  } else if (const auto* kept = std::get_if<KeepAnswer>(&job.task)) {
    reference_->remember(asking.question(job.depth), kept->answer);
  }
  result.seconds = watch.seconds();
  return result;
}

Answer<Outline> Worker::outline(const Asking& asking, const OutlineRow& task) {
  Outline outline;
  outline.remembered = reference_->recall(asking.question(asking.depth));
  if (outline.remembered) return outline;
  auto root = ask_reference(*reference_, asking.question(task.depth), stop_);
  if (!root) return std::unexpected(root.error());
  if (task.measure) outline.pace = measure(asking, *root, task.depth);
  outline.root = std::move(*root);
  return outline;
}

/// Questions with moves are not stored, so this measures the reference itself.
std::optional<ReferencePace> Worker::measure(const Asking& asking, const Divide& root, int depth) {
  const auto largest = std::ranges::max_element(root.lines, {}, &reference::RootCount::nodes);
  if (largest == root.lines.end()) return std::nullopt;
  const auto least_seconds = [&](auto&& ask) -> std::optional<double> {
    double least = std::numeric_limits<double>::max();
    for (int time = 0; time < 3; ++time) {
      const Stopwatch watch;
      if (!ask()) return std::nullopt;
      least = std::min(least, watch.seconds());
    }
    return least;
  };
  const std::vector<std::string> moves{largest->move};
  std::vector<Question> children;
  for (const reference::RootCount& line : root.lines)
    children.push_back(asking.question(1, {line.move}));
  const auto of_each = [&](double seconds) {
    return seconds / static_cast<double>(children.size());
  };
  const auto questions =
      least_seconds([&] { return reference_->divides(children, stop_).has_value(); });
  if (!questions) return std::nullopt;
  const auto boards = least_seconds([&] {
    return !reference_->shows_board() || reference_->boards(children, stop_).has_value();
  });
  if (!boards) return std::nullopt;

  // Deep enough to measure counting, but still quick.
  constexpr double kMostNodes = 5'000'000;
  const auto branching = static_cast<double>(std::max<std::size_t>(root.lines.size(), 2));
  auto nodes = static_cast<double>(std::max<std::uint64_t>(largest->nodes, 1));
  int counted = std::max(depth - 1, 1);
  while (counted + 1 < asking.depth && nodes * branching <= kMostNodes) {
    nodes *= branching;
    ++counted;
  }
  const auto cpu_before = reference_->cpu_time();
  const Stopwatch watch;
  const auto answer = reference_->divide(asking.question(counted, moves), stop_);
  double seconds = watch.seconds();
  const auto cpu_after = reference_->cpu_time();
  if (!answer) return std::nullopt;
  // On a busy machine a count is interrupted, but a short question is not: by wall clock, counting
  // would look more expensive than asking.
  if (cpu_before && cpu_after && *cpu_after > *cpu_before)
    seconds = std::min(seconds, std::chrono::duration<double>(*cpu_after - *cpu_before).count());
  seconds = std::max(seconds - of_each(*questions), seconds / 4);
  return ReferencePace{static_cast<double>(answer->total) / std::max(seconds, 1e-7),
                       of_each(*questions), of_each(*boards)};
}

Answer<std::vector<Expansion>> Worker::expand(const Asking& asking, const ExpandPaths& task) {
  std::vector<Question> parents;
  for (const MovePath& path : task.paths)
    parents.push_back(asking.question(task.depth, moves_of_path(path)));
  auto divides = ask_reference(*reference_, parents, stop_);
  if (!divides) return std::unexpected(divides.error());
  std::vector<std::string> positions;
  if (task.positions) {
    std::vector<Question> children;
    for (std::size_t at = 0; at < parents.size(); ++at) {
      for (const reference::RootCount& line : (*divides)[at].lines) {
        children.push_back(parents[at]);
        children.back().moves.push_back(line.move);
      }
    }
    auto shown = positions_of(children);
    if (!shown) return std::unexpected(shown.error());
    positions = std::move(*shown);
  }
  std::vector<Expansion> expansions;
  auto next = positions.begin();
  for (Divide& divide : *divides) {
    Expansion& expansion = expansions.emplace_back(std::move(divide));
    if (!task.positions) continue;
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(expansion.divide.lines.size());
    expansion.positions.assign(std::move_iterator(first), std::move_iterator(next));
  }
  return expansions;
}

/// The positions of one root, as the reference prints them; repeated once after a failure.
Answer<std::vector<std::string>> Worker::positions_of(const std::vector<Question>& questions) {
  auto boards = reference_->boards(questions, stop_);
  if (!boards && is_fault(boards.error().kind)) {
    reference_->restart();
    boards = reference_->boards(questions, stop_);
  }
  if (!boards || questions.empty()) return boards;
  const auto root = reference::board_facts(questions.front().root.fen);
  for (std::size_t at = 0; at < questions.size(); ++at) {
    const Question& question = questions[at];
    std::string& fen = (*boards)[at];
    const auto facts = reference::board_facts(fen);
    const bool same_side = question.moves.size() % 2 == 0;
    if (!facts || !root || (facts->side_to_move == root->side_to_move) != same_side)
      return std::unexpected(reference::Failure{
          reference::FailureKind::Protocol, reference::Stage::Board,
          fmt::format("the board of {} after {} moves cannot be used: `{}`",
                      reference_->identity().name, question.moves.size(), printable(fen))});
    fen = reference::without_clocks(fen);
  }
  return boards;
}

Answer<std::vector<std::uint64_t>> Worker::count(const Asking& asking, const CountPaths& task) {
  std::vector<Question> questions;
  for (const MovePath& path : task.paths) {
    std::vector<std::string> moves = moves_of_path(path);
    const int depth = asking.depth - static_cast<int>(moves.size());
    questions.push_back(asking.question(depth, std::move(moves)));
    questions.back().expected_nodes = task.most_nodes;
  }
  const auto answers = ask_reference(*reference_, questions, stop_);
  if (!answers) return std::unexpected(answers.error());
  std::vector<std::uint64_t> counts;
  counts.reserve(answers->size());
  for (const Divide& answer : *answers) counts.push_back(answer.total);
  return counts;
}

}  // namespace perft_verify::verifier
