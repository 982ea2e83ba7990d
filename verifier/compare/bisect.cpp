#include "verifier/compare/bisect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "verifier/compare/infer.h"
#include "verifier/diagnose/explain.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Failure;
using reference::FailureKind;
using reference::Question;
using Path = std::vector<std::string>;

namespace {

FindingKind kind_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::Died:
      return FindingKind::Crash;
    case FailureKind::Timeout:
      return FindingKind::Timeout;
    case FailureKind::RejectedPosition:
      return FindingKind::RejectedPosition;
    default:
      return FindingKind::Protocol;
  }
}

Path joined(const Path& path, const std::string& move) {
  Path longer = path;
  longer.push_back(move);
  return longer;
}

bool same_moves(const DivideDifference& a, const DivideDifference& b) {
  return a.illegal == b.illegal && a.missing == b.missing && a.duplicate == b.duplicate;
}

std::uint64_t magnitude(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// The width of a counter that ran over, if all differences are multiples of its range.
std::optional<int> overflown_bits(const DivideDifference& difference, const Divide& subject,
                                  const Divide& reference) {
  for (const int bits : {32, 16}) {
    const std::uint64_t range = std::uint64_t{1} << bits;
    const auto wraps = [range](std::uint64_t ours, std::uint64_t theirs) {
      return magnitude(ours, theirs) % range == 0;
    };
    if (reference.total >= range && wraps(subject.total, reference.total) &&
        std::ranges::all_of(difference.counts, [&](const CountDifference& line) {
          return wraps(line.subject, line.reference);
        }))
      return bits;
  }
  return std::nullopt;
}

bool counts_one_leaf_each(const DivideDifference& difference) {
  return std::ranges::all_of(difference.counts,
                             [](const CountDifference& line) { return line.subject == 1; });
}

}  // namespace

Bisection::Bisection(reference::Generator& subject, reference::Generator& reference, Question root,
                     std::stop_token stop)
    : subject_(subject), reference_(reference), root_(std::move(root)), stop_(std::move(stop)) {}

std::expected<Finding, Undecided> Bisection::locate(Divide subject, Divide reference) {
  return result(descend({std::move(subject), std::move(reference)}));
}

std::expected<Finding, Undecided> Bisection::wrong_moves_at(const Path& path) {
  const auto pair = ask_both(question(path, 1, 0));
  if (!pair) return result(std::unexpected(pair.error()));
  const DivideDifference wrong = difference(pair->subject, pair->reference);
  if (!wrong.any())
    return std::unexpected(
        Undecided{fmt::format("not repeatable: the subject's moves after '{}' were wrong once",
                              fmt::join(path, " ")),
                  false});
  return result(wrong.moves() ? finding_of_moves(path, 1, *pair)
                              : finding_of_counts(path, 1, *pair));
}

std::expected<Finding, Undecided> Bisection::wrong_state_at(const Path& path,
                                                            const std::string& what) {
  const auto pair = ask_both(question(path, 1, 0));
  if (!pair) return result(std::unexpected(pair.error()));
  auto finding = finding_at(path, 1, *pair);
  if (!finding) return result(std::move(finding));
  finding->kind = FindingKind::WrongState;
  finding->cause = Cause::Make;
  finding->culprit = Culprit{path.size(), path.back()};
  finding->explanation =
      fmt::format("after {} the subject's board is wrong: {}", path.back(), what);
  finding->reproduce_fen = finding->root;
  finding->reproduce_depth = static_cast<int>(path.size()) + 1;
  return *finding;
}

Finding Bisection::unlocated(const Question& root, Divide subject, Divide reference) {
  Finding finding;
  finding.root = root.root;
  finding.chess960 = root.chess960;
  finding.fen = root.root;
  finding.counts = Counts{subject.total, reference.total};
  finding.explanation =
      fmt::format("at depth {} the subject counts {} and the reference {}; it was not bisected",
                  root.depth, subject.total, reference.total);
  finding.reproduce_fen = root.root;
  finding.reproduce_depth = root.depth;
  finding.subject_divide = std::move(subject);
  finding.reference_divide = std::move(reference);
  finding.divide_depth = root.depth;
  return finding;
}

Finding Bisection::failed(const Question& root, const Question& question, const Failure& failure) {
  Finding finding;
  finding.kind = kind_of(failure.kind);
  finding.root = root.root;
  finding.chess960 = root.chess960;
  finding.fen = root.root;
  finding.explanation = failure.message + "; again in a fresh process";
  if (!question.moves.empty())
    finding.explanation +=
        fmt::format(" (asked after the moves {})", fmt::join(question.moves, " "));
  finding.reproduce_fen = root.root;
  finding.reproduce_depth = root.depth;
  finding.failed_on = question;
  return finding;
}

Question Bisection::question(const Path& path, int depth, double expected_nodes) const {
  Question question = root_;
  question.moves = path;
  question.depth = depth;
  question.expected_nodes = expected_nodes;
  return question;
}

Bisection::Step<Bisection::Pair> Bisection::ask_both(Question question) {
  const auto ask_theirs = [&]() -> Step<Divide> {
    auto reference = ask_reference(reference_, question, stop_);
    if (reference) return std::move(*reference);
    return std::unexpected(
        Stop{std::nullopt,
             {fmt::format("while bisecting, the reference failed: {}", reference.error().message),
              reference.error().kind == FailureKind::Stopped}});
  };
  std::optional<Divide> theirs;
  if (!subject_.lists_moves()) {
    auto first = ask_theirs();
    if (!first) return std::unexpected(first.error());
    question.known_moves = moves_of(*first);
    theirs = std::move(*first);
  }
  auto subject = ask_subject(subject_, question, stop_);
  if (!subject) {
    const AskFailure& failed_asking = subject.error();
    if (is_fault(failed_asking.failure.kind) && failed_asking.repeatable)
      return std::unexpected(Stop{failed(root_, question, failed_asking.failure), {}});
    return std::unexpected(Stop{std::nullopt,
                                {fmt::format("while bisecting, {}{}", failed_asking.failure.message,
                                             failed_asking.repeatable ? "" : " (not repeatable)"),
                                 failed_asking.failure.kind == FailureKind::Stopped}});
  }
  if (!theirs) {
    auto reference = ask_theirs();
    if (!reference) return std::unexpected(reference.error());
    theirs = std::move(*reference);
  }
  return Pair{std::move(*subject), std::move(*theirs)};
}

bool Bisection::wrong_list(const Pair& pair) const {
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  return subject_.lists_moves() ? wrong.moves() : wrong.totals;
}

bool Bisection::same_list(const Pair& pair, const Pair& shown) const {
  if (!subject_.lists_moves()) return pair.subject.total == shown.subject.total;
  return same_moves(difference(pair.subject, pair.reference),
                    difference(shown.subject, shown.reference));
}

Bisection::Stop Bisection::contradiction(const std::string& what) {
  return {std::nullopt, {.reason = what, .stopped = false, .reference_unreliable = true}};
}

Bisection::Step<std::string> Bisection::fen_at(const Path& path) {
  const auto fen = reference_fen(reference_, question(path, 1, 0), stop_);
  if (!fen)
    return std::unexpected(
        Stop{std::nullopt,
             {fmt::format("while bisecting, the reference failed: {}", fen.error().message),
              fen.error().kind == FailureKind::Stopped}});
  return *fen;
}

Bisection::Step<Finding> Bisection::descend(Pair pair) {
  Path path;
  for (int depth = root_.depth;; --depth) {
    const DivideDifference now = difference(pair.subject, pair.reference);
    if (now.moves()) return finding_of_moves(path, depth, std::move(pair));
    if (!subject_.lists_moves()) {
      // Its lines are the reference's moves: only the number of moves can show a wrong list.
      auto list = ask_both(question(path, 1, 0));
      if (!list) return std::unexpected(list.error());
      if (wrong_list(*list)) return finding_of_moves(path, 1, std::move(*list));
    }
    std::string move;
    auto child = wrong_child(pair, path, depth, move);
    if (!child) return std::unexpected(child.error());
    if (!*child) return finding_of_counts(path, depth, pair);
    path.push_back(move);
    pair = std::move(**child);
  }
}

Bisection::Step<std::optional<Bisection::Pair>> Bisection::wrong_child(const Pair& pair,
                                                                       const Path& path, int depth,
                                                                       std::string& move) {
  if (depth == 1) return std::nullopt;
  for (const CountDifference& line : difference(pair.subject, pair.reference).counts) {
    auto child =
        ask_both(question(joined(path, line.move), depth - 1, static_cast<double>(line.reference)));
    if (!child) return std::unexpected(child.error());
    if (child->reference.total != line.reference)
      return std::unexpected(contradiction(fmt::format(
          "the reference contradicts itself: below {} it counted {}, and {} when asked alone",
          line.move, line.reference, child->reference.total)));
    if (!difference(child->subject, child->reference).any()) continue;
    move = line.move;
    return std::move(*child);
  }
  return std::nullopt;
}

Bisection::Step<Finding> Bisection::finding_at(const Path& path, int depth, const Pair& pair) {
  const auto fen = fen_at(path);
  if (!fen) return std::unexpected(fen.error());
  Finding finding;
  finding.root = root_.root;
  finding.chess960 = root_.chess960;
  finding.path = path;
  finding.fen = *fen;
  finding.counts = Counts{pair.subject.total, pair.reference.total};
  finding.subject_divide = pair.subject;
  finding.reference_divide = pair.reference;
  finding.divide_depth = depth;
  finding.reproduce_fen = finding.fen;
  finding.reproduce_depth = depth;
  return finding;
}

Bisection::Step<Finding> Bisection::finding_of_moves(const Path& path, int depth, Pair pair) {
  if (depth > 1) {
    // The list alone, without anything counted below it.
    auto list = ask_both(question(path, 1, 0));
    if (!list) return std::unexpected(list.error());
    if (difference(list->subject, list->reference).moves()) {
      pair = std::move(*list);
      depth = 1;
    }
  }
  auto finding = finding_at(path, depth, pair);
  if (!finding) return finding;
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  finding->kind = !wrong.illegal.empty()   ? FindingKind::IllegalMove
                  : !wrong.missing.empty() ? FindingKind::MissingMove
                                           : FindingKind::DuplicateMove;
  finding->illegal = wrong.illegal;
  finding->missing = wrong.missing;
  finding->duplicate = wrong.duplicate;
  if (!subject_.lists_moves()) {
    InferredMoves inferred = infer_moves(subject_, question(path, 1, 0), finding->fen,
                                         moves_of(pair.reference), pair.subject.total, stop_);
    const bool more = pair.subject.total > pair.reference.total;
    finding->kind = more ? FindingKind::IllegalMove : FindingKind::MissingMove;
    finding->illegal = std::move(inferred.illegal);
    finding->missing = std::move(inferred.missing);
    finding->explanation = std::move(inferred.explanation);
    if (finding->illegal.empty() && finding->missing.empty())
      finding->kind = FindingKind::WrongCount;
  }
  const std::string why = explain_moves(finding->fen, root_.chess960,
                                        {finding->illegal, finding->missing, finding->duplicate});
  if (!why.empty())
    finding->explanation = why + (finding->explanation.empty() ? "" : "; ") + finding->explanation;
  if (depth > 1) {
    finding->explanation +=
        fmt::format("; the list is wrong at depth {} only, and right at depth 1", depth);
    return finding;
  }
  if (auto ok = decide_generation_or_make(*finding); !ok) return std::unexpected(ok.error());
  if (finding->cause == Cause::Make) {
    if (auto ok = find_culprit(*finding, pair); !ok) return std::unexpected(ok.error());
  }
  return finding;
}

/// The same position once more, as a FEN that the reference wrote: if the list is still wrong
/// it is the generation; if it is right, the moves that led there left something wrong.
Bisection::Step<void> Bisection::decide_generation_or_make(Finding& finding) {
  if (finding.path.empty()) {
    finding.cause = Cause::Generation;
    return {};
  }
  if (!subject_.plays_moves()) {
    // What was asked was a FEN already.
    finding.cause = Cause::Generation;
    finding.reproduce_fen = finding.fen;
    return {};
  }
  Question direct = question({}, 1, 0);
  direct.root = finding.fen;
  auto answer = ask_both(direct);
  if (!answer) {
    if (answer.error().undecided.stopped) return std::unexpected(answer.error());
    finding.explanation += "; whether it is also wrong from the FEN could not be asked: " +
                           (answer.error().finding ? answer.error().finding->explanation
                                                   : answer.error().undecided.reason);
    return {};
  }
  if (wrong_list(*answer)) {
    finding.cause = Cause::Generation;
    return {};
  }
  // Right from the FEN. By the moves once more, in a fresh process: a fault that is gone now
  // came from what had been asked before.
  subject_.restart();
  auto again = ask_both(question(finding.path, 1, 0));
  if (!again) return std::unexpected(again.error());
  if (wrong_list(*again)) {
    finding.cause = Cause::Make;
  } else {
    finding.cause = Cause::Hash;
    finding.reproduce_fen = finding.root;
    finding.reproduce_depth = root_.depth;
    finding.explanation +=
        "; a fresh process answers right, so it depends on what was asked before";
  }
  return {};
}

/// The shortest tail of the path that still shows it, each time from the reference's FEN; the
/// first move of that tail is the one after which the state is wrong.
Bisection::Step<void> Bisection::find_culprit(Finding& finding, const Pair& wrong) {
  for (std::size_t ply = finding.path.size(); ply > 0; --ply) {
    const Path head(finding.path.begin(),
                    finding.path.begin() + static_cast<std::ptrdiff_t>(ply) - 1);
    const auto fen = fen_at(head);
    if (!fen) return std::unexpected(fen.error());
    Question tail = question({}, 1, 0);
    tail.root = *fen;
    tail.moves.assign(finding.path.begin() + static_cast<std::ptrdiff_t>(ply) - 1,
                      finding.path.end());
    const auto answer = ask_both(tail);
    if (!answer) return std::unexpected(answer.error());
    if (!same_list(*answer, wrong)) continue;
    finding.culprit = Culprit{ply, finding.path[ply - 1]};
    finding.reproduce_fen = *fen;
    finding.reproduce_depth = static_cast<int>(tail.moves.size()) + 1;
    finding.explanation += fmt::format(
        "; given as a FEN the same position is right, so the state is wrong after the move {}",
        finding.culprit->move);
    return {};
  }
  return {};
}

Bisection::Step<Finding> Bisection::finding_of_counts(const Path& path, int depth,
                                                      const Pair& pair) {
  auto finding = finding_at(path, depth, pair);
  if (!finding) return finding;
  finding->kind = FindingKind::WrongCount;
  if (auto ok = decide_why_count(*finding, depth, pair); !ok) return std::unexpected(ok.error());
  return finding;
}

/// The moves are right, each child is right when asked alone, and still the count is wrong.
Bisection::Step<void> Bisection::decide_why_count(Finding& finding, int depth, const Pair& pair) {
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  if (!subject_.plays_moves() || !subject_.lists_moves()) {
    // Whether it makes a move wrong, takes it back wrong or adds up wrong looks the same.
    finding.explanation = wrong.counts.empty()
                              ? fmt::format("at depth {} the total is {} instead of {}", depth,
                                            pair.subject.total, pair.reference.total)
                              : fmt::format("at depth {} {} counts {} instead of {}", depth,
                                            wrong.counts.front().move, wrong.counts.front().subject,
                                            wrong.counts.front().reference);
    finding.explanation +=
        subject_.plays_moves()
            ? "; the number of moves is right here, and each move is counted right when asked "
              "alone: the engine prints totals only, so nobody can tell whether one wrong move "
              "stands for another, or something is not put back when a move is taken back"
            : "; given as a FEN, what comes after it is counted right: the engine is given FENs "
              "only, so nobody can tell whether it makes the move wrong or takes it back wrong";
    return {};
  }
  if (wrong.counts.empty() || depth == 1) {
    subject_.restart();
    const auto again = ask_both(question(finding.path, depth, 0));
    if (again && !difference(again->subject, again->reference).any()) {
      finding.cause = Cause::Hash;
      finding.explanation = fmt::format(
          "the total was {} instead of {}, and a fresh process answers right: it depends on what "
          "was asked before, or on chance",
          pair.subject.total, pair.reference.total);
      return {};
    }
    finding.cause = Cause::Count;
    finding.explanation =
        wrong.sum ? fmt::format(
                        "all moves are right, and the total {} is not the sum {} of the "
                        "subject's own lines",
                        pair.subject.total, sum_of_lines(pair.subject))
        : wrong.counts.empty()
            ? fmt::format("all moves are right, and the total is {} instead of {}",
                          pair.subject.total, pair.reference.total)
            : fmt::format("all moves are right, and {} counts {} at depth {} instead of {}",
                          wrong.counts.front().move, wrong.counts.front().subject, depth,
                          wrong.counts.front().reference);
    return {};
  }
  const CountDifference& line = wrong.counts.front();
  finding.explanation = fmt::format(
      "the moves are right and each of them is counted right when asked alone, yet "
      "at depth {} {} counts {} instead of {}",
      depth, line.move, line.subject, line.reference);
  if (const auto bits = overflown_bits(wrong, pair.subject, pair.reference)) {
    finding.cause = Cause::Count;
    finding.explanation += fmt::format(
        "; all differences are multiples of 2^{}: a counter of {} bits ran over", *bits, *bits);
    return {};
  }
  // The least depth at which a fresh process is wrong here.
  for (int lesser = 2; lesser <= depth; ++lesser) {
    subject_.restart();
    const auto answer =
        ask_both(question(finding.path, lesser, static_cast<double>(pair.reference.total)));
    if (!answer) {
      if (answer.error().undecided.stopped) return std::unexpected(answer.error());
      // The counts differ all the same; only the cause stays unknown.
      finding.explanation += "; asked again, one side failed";
      return {};
    }
    if (lesser == depth && answer->reference != pair.reference)
      return std::unexpected(
          contradiction("the reference contradicts itself: asked twice, it counts differently"));
    const DivideDifference there = difference(answer->subject, answer->reference);
    if (!there.any()) continue;
    finding.subject_divide = answer->subject;
    finding.reference_divide = answer->reference;
    finding.divide_depth = lesser;
    finding.reproduce_depth = lesser;
    finding.counts = Counts{answer->subject.total, answer->reference.total};
    if (lesser > 2) {
      finding.cause = Cause::Hash;
      finding.explanation += fmt::format(
          "; it is right at every depth below {}, as with a table of positions that "
          "confuses two of them",
          lesser);
    } else if (std::ranges::all_of(
                   there.counts, [](const CountDifference& each) { return each.reference == 0; })) {
      finding.cause = Cause::Count;
      finding.explanation += "; that move ends the game, and the end is counted as a leaf";
    } else if (counts_one_leaf_each(there)) {
      // Both look like this from outside, and the cause stays unknown.
      finding.explanation +=
          "; every wrong line counts 1: either a draw rule ends the count there, or something is "
          "not put back when a move is taken back";
    } else {
      finding.cause = Cause::Unmake;
      finding.explanation += "; something is not put back when a move is taken back";
    }
    return reproduce_from_root_if_needed(finding, lesser);
  }
  finding.cause = Cause::Hash;
  finding.reproduce_fen = finding.root;
  finding.reproduce_depth = root_.depth;
  finding.explanation += "; a fresh process answers right, so it depends on what was asked before";
  return {};
}

/// A fault that needs the moves that led there does not show from the FEN alone.
Bisection::Step<void> Bisection::reproduce_from_root_if_needed(Finding& finding, int depth) {
  if (finding.path.empty()) return {};
  Question direct = question({}, depth, static_cast<double>(finding.reference_divide->total));
  direct.root = finding.fen;
  subject_.restart();
  const auto answer = ask_both(direct);
  if (!answer && answer.error().undecided.stopped) return std::unexpected(answer.error());
  if (answer && difference(answer->subject, answer->reference).any()) return {};
  finding.reproduce_fen = finding.root;
  finding.reproduce_depth = static_cast<int>(finding.path.size()) + depth;
  return {};
}

std::expected<Finding, Undecided> Bisection::result(Step<Finding> step) {
  if (step) return std::move(*step);
  if (step.error().finding) return std::move(*step.error().finding);
  return std::unexpected(step.error().undecided);
}

}  // namespace perft_verify::verifier
