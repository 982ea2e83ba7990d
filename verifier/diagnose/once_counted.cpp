#include "verifier/diagnose/once_counted.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.h"
#include "core/text/shell_words.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/restoring/trials.h"
#include "verifier/locate/bisect.h"
#include "verifier/shrink/reduce.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Question;

namespace {

/// The second time it is asked for two plies: what is missing from the board may be none of the
/// side to move.
constexpr int kAgain = 2;

}  // namespace

reference::Answer<Divide> CountedBefore::divide(const Question& question, std::stop_token stop) {
  Question again = question;
  again.counted_before = depth_;
  return subject_.divide(again, std::move(stop));
}

reference::Answer<std::string> CountedBefore::board(const Question& question,
                                                    std::stop_token stop) {
  return subject_.board(question, std::move(stop));
}

OnceCounted::OnceCounted(reference::Generator& subject, reference::Generator& reference,
                         std::stop_token stop)
    : subject_(subject), reference_(reference), stop_(std::move(stop)) {}

bool OnceCounted::keeps_its_position() {
  if (keeps_) return *keeps_;
  // No other position has one of these moves: neither that of the start nor those after them.
  BothSides sides(subject_, reference_,
                  reference::question_at(standard("6k1/8/6p1/8/8/1P6/8/1K6 w - - 0 1"), {}, kAgain),
                  stop_);
  const auto answer = sides.ask_both(sides.root());
  if (!answer) return *(keeps_ = false);
  const DivideDifference wrong = difference(answer->subject, answer->reference);
  spoils_any_ = subject_.lists_moves() && wrong.moves() &&
                wrong.missing.size() < answer->reference.lines.size();
  return *(keeps_ = !wrong.any() || spoils_any_);
}

Step<std::optional<Finding>> OnceCounted::look(const Question& root,
                                               const std::vector<std::string>& path,
                                               const std::string& fen, int depth) {
  subject_.set_depth(depth);
  Question from = root;
  from.depth = static_cast<int>(path.size()) + kAgain;
  BothSides sides(subject_, reference_, from, stop_);
  auto pair = sides.ask_both(sides.question(path, kAgain));
  if (!pair) return std::unexpected(pair.error());
  if (!difference(pair->subject, pair->reference).any()) return std::nullopt;
  // How the position came about does not matter, as a rule.
  std::vector<std::string> tail = path;
  auto direct = sides.ask_both(sides.question_of(fen, kAgain));
  if (direct && difference(direct->subject, direct->reference).any()) {
    from = reference::question_at({fen, root.root.chess960}, {}, kAgain);
    tail.clear();
    pair = std::move(direct);
  }
  auto finding =
      Bisection(subject_, reference_, from, stop_).locate(pair->subject, pair->reference, tail);
  if (!finding) return std::unexpected(Stop{std::nullopt, finding.error()});
  // One that dies of a question on the way has given a wrong answer before.
  if (is_failure(finding->kind))
    finding = Bisection::unlocated(from, std::move(pair->subject), std::move(pair->reference), "");
  // A list that is wrong then is wrong from the FEN as well, and yet it was right before.
  if (finding->cause == Cause::Generation || finding->cause == Cause::Make ||
      reason_of<NotBisected>(*finding))
    finding->cause = Cause::Unmake;
  finding->culprit.reset();
  finding->reasons = {Fact::WrongOnceCounted, Fact::NotPutBack};
  return std::move(*finding);
}

void OnceCounted::keep_those_that_answer_at(const Root& root, int depth,
                                            std::vector<Hypothesis>& bugs) {
  const Question question = reference::question_at(root, {}, depth);
  const auto said =
      bugs.empty() ? std::unexpected(reference::Failure()) : subject_.divide(question, stop_);
  if (!said) return bugs.clear();
  keep_those_that_answer(bugs, *said, !subject_.lists_moves(), [&](reference::Generator& model) {
    return subject_.like(model).divide(question, stop_);
  });
}

/// The bugs whose models give the finding's answers.
std::vector<Hypothesis> OnceCounted::bugs_that_answer(const Finding& finding) {
  std::vector<Hypothesis> bugs = of_unmaking_and_tables();
  keep_those_that_answer_at(finding.here(), finding.divide_depth, bugs);
  if (finding.reduced)
    keep_those_that_answer_at(finding.reduced_root(), finding.reduced->depth, bugs);
  // A table of the subject's own would have to confuse positions just here.
  std::erase_if(bugs, [](const Hypothesis& each) {
    const BugId bug_class = bug_of(each).bug_class();
    return bug_class == BugId::HashCollision || bug_class == BugId::HashShortKey;
  });
  return bugs;
}

/// Keeps those that answer like the subject wherever little is tried: one list may be that of many
/// boards.
void OnceCounted::keep_those_that_answer_elsewhere(const Position& position,
                                                   std::vector<Hypothesis>& bugs) {
  const int depth = subject_.depth();
  for (const Trial& trial : trials_in(position, true)) {
    // What is wrong without counting is another bug.
    subject_.set_depth(0);
    const auto plain = ask_both(subject_, reference_, trial.question, stop_);
    if (!plain || difference(plain->subject, plain->reference).any()) continue;
    // To the depth at which every move of a list has been taken back, with those after it.
    subject_.set_depth(kAgain);
    keep_those_that_answer_at(trial.question.root, 1, bugs);
  }
  subject_.set_depth(depth);
}

void OnceCounted::explain(Finding& finding) {
  const auto classes_of = [](const std::vector<Hypothesis>& bugs) {
    std::vector<BugId> classes;
    for (const Hypothesis& each : bugs) add_once(classes, bug_of(each).bug_class());
    return classes;
  };
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (spoils_any_) {
    finding.candidates = {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete};
  } else {
    std::vector<Hypothesis> bugs = bugs_that_answer(finding);
    finding.candidates = classes_of(bugs);
    keep_those_that_answer_elsewhere(*finding.position(), bugs);
    if (const auto everywhere = classes_of(bugs); everywhere.size() == 1) {
      finding.bug_class = everywhere.front();
      finding.candidates.clear();
      if (entry_of(everywhere.front()).cause == Cause::Hash) {
        finding.cause = Cause::Hash;
        forget(finding, {Fact::NotPutBack});
      }
    } else if (finding.candidates.empty()) {
      finding.candidates = counting_candidates(finding.here(), subject_.depth(), finding.cause);
    } else {
      add_once(finding.candidates, BugId::UnmakeIncomplete);
    }
  }
  finding.symptoms =
      fmt::format("once counted|{}|{}", to_string(finding.cause), class_name(finding));
}

std::string OnceCounted::command_for(const Finding& finding, const std::string& options) {
  return fmt::format("echo {} | verify replay -{}",
                     shell_quoted(fmt::format("position fen {} moves 0000", finding.fen)), options);
}

}  // namespace perft_verify::verifier
