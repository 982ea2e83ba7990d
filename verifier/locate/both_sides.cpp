#include "verifier/locate/both_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/mailbox/mailbox_generator.h"

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

}  // namespace

std::optional<Pair> ask_both(reference::Generator& subject, reference::Generator& reference,
                             Question question, const std::stop_token& stop) {
  auto theirs = ask_reference(reference, question, stop);
  if (!theirs) return std::nullopt;
  if (!subject.lists_moves()) question.known_moves = moves_of(*theirs);
  auto ours = ask_subject(subject, question, stop);
  if (!ours) return std::nullopt;
  return Pair{std::move(*ours), std::move(*theirs)};
}

Finding finding_of_failure(const Question& root, const Question& question, const Failure& failure) {
  Finding finding;
  finding.kind = kind_of(failure.kind);
  finding.root = root.root;
  finding.fen = root.root.fen;
  finding.reasons = {Failed{failure, question.moves}};
  finding.reproduce_fen = root.root.fen;
  finding.reproduce_depth = root.depth;
  finding.failed_on = question;
  return finding;
}

BothSides::BothSides(reference::Generator& subject, reference::Generator& reference, Question root,
                     std::stop_token stop)
    : subject_(subject),
      reference_(reference),
      root_(std::move(root)),
      stop_(std::move(stop)),
      mailbox_(mailbox::make_mailbox_generator()) {}

Question BothSides::question(const Path& path, int depth, double expected_nodes) const {
  Question question = root_;
  question.moves = path;
  question.depth = depth;
  question.expected_nodes = expected_nodes;
  return question;
}

Question BothSides::question_of(const std::string& fen, int depth) const {
  Question direct = question({}, depth);
  direct.root.fen = fen;
  return direct;
}

Question BothSides::from_root(int depth) const {
  return question(played_, depth - static_cast<int>(played_.size()));
}

Step<Pair> BothSides::ask_both(Question question) {
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
  ++questions_;
  auto subject = ask_subject(subject_, question, stop_);
  // A failure that is not repeatable does not end the search: what that finds is confirmed.
  if (!subject && !subject.error().repeatable && is_fault(subject.error().failure.kind))
    subject = ask_subject(subject_, question, stop_);
  if (!subject) {
    const AskFailure& failed_asking = subject.error();
    if (is_fault(failed_asking.failure.kind) && failed_asking.repeatable)
      return std::unexpected(Stop{finding_of_failure(root_, question, failed_asking.failure), {}});
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

bool BothSides::wrong_list(const Pair& pair) const {
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  return subject_.lists_moves() ? wrong.moves() : wrong.totals;
}

bool BothSides::same_list(const Pair& pair, const Pair& shown) const {
  if (!subject_.lists_moves()) return pair.subject.total == shown.subject.total;
  const WrongMoves wrong = difference(pair.subject, pair.reference);
  return wrong == difference(shown.subject, shown.reference);
}

bool BothSides::share_a_mistake(const Pair& pair, const Pair& shown) const {
  if (!subject_.lists_moves()) return wrong_list(pair);
  return difference(pair.subject, pair.reference)
      .shares_any_of(difference(shown.subject, shown.reference));
}

Stop BothSides::contradiction(const std::string& what) {
  return {std::nullopt, {.reason = what, .stopped = false, .reference_unreliable = true}};
}

Step<std::string> BothSides::fen_at(const Path& path) {
  const auto fen = reference_fen(*mailbox_, question(path, 1, 0), stop_);
  if (!fen)
    return std::unexpected(Stop{std::nullopt,
                                {fmt::format("while bisecting, {}", fen.error().message),
                                 fen.error().kind == FailureKind::Stopped}});
  return *fen;
}

}  // namespace perft_verify::verifier
