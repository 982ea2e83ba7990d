#include "verifier/locate/bisect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "verifier/locate/cause.h"
#include "verifier/locate/infer.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Question;
using Path = std::vector<std::string>;

namespace {

Path joined(const Path& path, const std::string& move) {
  Path longer = path;
  longer.push_back(move);
  return longer;
}

}  // namespace

Bisection::Bisection(reference::Generator& subject, reference::Generator& reference, Question root,
                     std::stop_token stop)
    : sides_(subject, reference, std::move(root), std::move(stop)) {}

std::expected<Finding, Undecided> Bisection::locate(Divide subject, Divide reference, Path path) {
  if (!difference(subject, reference).any())
    return result(std::unexpected(BothSides::contradiction(
        "the reference contradicts itself: asked again, it agrees with the engine")));
  sides_.differ_after(path);
  return result(descend({std::move(subject), std::move(reference)}, std::move(path)));
}

std::expected<Finding, Undecided> Bisection::wrong_moves_at(const Path& path) {
  const auto pair = sides_.ask_both(sides_.question(path, 1, 0));
  if (!pair) return result(std::unexpected(pair.error()));
  const DivideDifference wrong = difference(pair->subject, pair->reference);
  if (!wrong.any())
    return std::unexpected(Undecided{
        fmt::format("after '{}' the two agree when asked by the moves, and did not before",
                    fmt::join(path, " "))});
  return result(wrong.moves() ? finding_of_moves(path, 1, *pair)
                              : finding_of_counts(path, 1, *pair));
}

std::expected<Finding, Undecided> Bisection::wrong_state_at(const Path& path,
                                                            const std::string& what) {
  const auto pair = sides_.ask_both(sides_.question(path, 1, 0));
  if (!pair) return result(std::unexpected(pair.error()));
  auto finding = finding_at(path, 1, *pair);
  if (!finding) return result(std::move(finding));
  finding->kind = FindingKind::WrongState;
  finding->cause = Cause::Make;
  finding->culprit = Culprit{path.size(), path.back()};
  const auto before = sides_.fen_at(Path(path.begin(), path.end() - 1));
  if (!before) return result(std::unexpected(before.error()));
  finding->culprit_fen = *before;
  finding->culprit_moves = {path.back()};
  Question after = sides_.question_of(*before, 1);
  after.moves = finding->culprit_moves;
  if (auto shown = sides_.subject().board(after, sides_.stop()))
    finding->subject_board = std::move(*shown);
  finding->reasons = {WrongBoard{path.back(), what}};
  finding->reproduce_fen = finding->root.fen;
  finding->reproduce_depth = static_cast<int>(path.size()) + 1;
  return *finding;
}

Finding Bisection::unlocated(const Question& root, Divide subject, Divide reference,
                             const std::string& why) {
  Finding finding;
  finding.root = root.root;
  finding.fen = root.root.fen;
  finding.counts = Counts{subject.total, reference.total};
  finding.reasons = {NotBisected{root.depth, *finding.counts, why}};
  finding.reproduce_fen = root.root.fen;
  finding.reproduce_depth = root.depth;
  finding.subject_divide = std::move(subject);
  finding.reference_divide = std::move(reference);
  finding.divide_depth = root.depth;
  return finding;
}

Step<Finding> Bisection::descend(Pair pair, Path path) {
  for (int depth = sides_.root().depth - static_cast<int>(path.size());; --depth) {
    const DivideDifference now = difference(pair.subject, pair.reference);
    if (now.moves()) return finding_of_moves(path, depth, std::move(pair));
    if (!sides_.subject().lists_moves()) {
      // Its lines are the reference's moves: only the number of moves can show a wrong list.
      auto list = sides_.ask_both(sides_.question(path, 1, 0));
      if (!list) return std::unexpected(list.error());
      if (sides_.wrong_list(*list)) return finding_of_moves(path, 1, std::move(*list));
    }
    const auto below = step_down(pair, path, depth, descent_);
    if (!below) return std::unexpected(below.error());
    if (!*below) return finding_of_counts(path, depth, pair);
  }
}

Step<bool> Bisection::step_down(Pair& pair, Path& path, int depth,
                                std::vector<CountOnPath>& descent) {
  if (depth == 1) return false;
  for (const CountDifference& line : difference(pair.subject, pair.reference).counts) {
    auto child = sides_.ask_both(
        sides_.question(joined(path, line.move), depth - 1, static_cast<double>(line.reference)));
    if (!child) return std::unexpected(child.error());
    if (child->reference.total != line.reference)
      return std::unexpected(BothSides::contradiction(fmt::format(
          "the reference contradicts itself: below {} it counted {}, and {} when asked alone",
          line.move, line.reference, child->reference.total)));
    if (!difference(child->subject, child->reference).any()) continue;
    descent.push_back({line.move, depth, child->subject.total, child->reference.total});
    path.push_back(line.move);
    pair = std::move(*child);
    return true;
  }
  return false;
}

Step<Finding> Bisection::finding_at(const Path& path, int depth, const Pair& pair) {
  const auto fen = sides_.fen_at(path);
  if (!fen) return std::unexpected(fen.error());
  Finding finding;
  finding.root = sides_.root().root;
  finding.path = path;
  finding.descent = descent_;
  finding.fen = *fen;
  finding.counts = Counts{pair.subject.total, pair.reference.total};
  finding.subject_divide = pair.subject;
  finding.reference_divide = pair.reference;
  finding.divide_depth = depth;
  finding.reproduce_fen = finding.fen;
  finding.reproduce_depth = depth;
  return finding;
}

Step<Finding> Bisection::finding_of_moves(const Path& path, int depth, Pair pair) {
  if (depth > 1) {
    // The list alone, without counting deeper.
    auto list = sides_.ask_both(sides_.question(path, 1, 0));
    if (!list) return std::unexpected(list.error());
    if (difference(list->subject, list->reference).moves()) {
      pair = std::move(*list);
      depth = 1;
    } else {
      auto below = wrong_list_below(path, depth, pair);
      if (!below) return std::unexpected(below.error());
      if (*below) return std::move(**below);
    }
  }
  DivideDifference wrong = difference(pair.subject, pair.reference);
  // A list that its own total contradicts may not be whole: no move is known to be missing.
  if (wrong.sum && sides_.subject().lists_moves()) {
    if (wrong.illegal.empty()) return finding_of_counts(path, depth, pair);
    wrong.missing.clear();
  }
  auto finding = finding_at(path, depth, pair);
  if (!finding) return finding;
  finding->blame(wrong);
  if (!sides_.subject().lists_moves()) {
    InferredMoves inferred =
        infer_moves(sides_.subject(), sides_.question(path, 1, 0), finding->fen,
                    moves_of(pair.reference), pair.subject.total, sides_.stop());
    const bool more = pair.subject.total > pair.reference.total;
    finding->kind = more ? FindingKind::IllegalMove : FindingKind::MissingMove;
    finding->illegal = std::move(inferred.illegal);
    finding->missing = std::move(inferred.missing);
    std::ranges::sort(finding->illegal);
    std::ranges::sort(finding->missing);
    const bool only_counted = inferred.told_by.which == WrongNumberOfMoves::Which::NoneBelow;
    finding->reasons = {std::move(inferred.told_by)};
    if (finding->illegal.empty() && finding->missing.empty())
      finding->kind = FindingKind::WrongCount;
    if (only_counted && depth == 1) {
      finding->cause = Cause::Count;
      return finding;
    }
  }
  CauseFinder causes(sides_);
  auto ok = depth > 1 ? causes.of_list_wrong_at_depth(*finding, depth)
                      : causes.of_wrong_list(*finding, pair);
  if (!ok) return std::unexpected(ok.error());
  return finding;
}

/// An illegal move that is counted below may leave a board that no taking back mends: then the list
/// in which it stands is the fault, and not what the moves above it look like afterwards.
Step<std::optional<Finding>> Bisection::wrong_list_below(Path path, int depth, Pair pair) {
  std::vector<CountOnPath> descent;
  for (; depth > 1; --depth) {
    const auto below = step_down(pair, path, depth, descent);
    if (!below) return std::unexpected(below.error());
    if (!*below) return std::nullopt;
    auto list = sides_.ask_both(sides_.question(path, 1, 0));
    if (!list) return std::unexpected(list.error());
    if (!sides_.wrong_list(*list)) continue;
    descent_.insert(descent_.end(), descent.begin(), descent.end());
    return finding_of_moves(path, 1, std::move(*list));
  }
  return std::nullopt;
}

Step<Finding> Bisection::finding_of_counts(const Path& path, int depth, const Pair& pair) {
  auto finding = finding_at(path, depth, pair);
  if (!finding) return finding;
  finding->kind = FindingKind::WrongCount;
  if (auto ok = CauseFinder(sides_).of_wrong_count(*finding, depth, pair); !ok)
    return std::unexpected(ok.error());
  return finding;
}

std::expected<Finding, Undecided> Bisection::result(Step<Finding> step) const {
  const auto asked = [this](Finding& finding) {
    finding.questions = sides_.questions();
    return std::move(finding);
  };
  if (step) return asked(*step);
  if (step.error().finding) return asked(*step.error().finding);
  return std::unexpected(step.error().undecided);
}

}  // namespace perft_verify::verifier
