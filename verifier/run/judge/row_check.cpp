#include "verifier/run/judge/row_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/stopwatch.h"
#include "reference/uci/stockfish.h"
#include "verifier/locate/exhaustive.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::FailureKind;
using reference::Question;

RowCheck::RowCheck(const RunOptions& options, reference::Generator& subject,
                   reference::Generator& reference, std::stop_token stop, KnownFaults* known_faults)
    : options_(options),
      subject_(subject),
      reference_(reference),
      stop_(std::move(stop)),
      ruling_(options, subject, reference, stop_, known_faults),
      faults_in_games_(subject, reference, ruling_, stop_),
      stuck_position_(subject, reference, ruling_.confirmer(), options.totals_only(), stop_) {}

void RowCheck::run(const Row& row, const RowPlan& plan, int depth, RowState& state) {
  for (int each = state.result.depth.value_or(0) + 1; each <= depth; ++each) {
    if (options_.recorded && each < depth && !recorded_at(row, each)) continue;
    bring_up_to_date(row, plan, each, state, [&](const Question& question) {
      if (options_.recorded && agrees_with_recorded(row, question, state)) return;
      if (!state.done && !state.stopped) compare(question, state);
    });
    if (state.done || state.stopped) return;
  }
}

SubjectAnswer RowCheck::ask(const Row& row, const RowPlan& plan, int depth,
                            const AskSubject& asked) {
  Question question = question_of(row, depth, plan);
  if (!subject_.lists_moves() && options_.mode != Mode::Totals)
    question.known_moves = asked.root_moves;
  const Stopwatch watch;
  SubjectAnswer answer;
  if (asked.part) {
    auto lines = subject_.divide_part(question, *asked.part, stop_);
    if (lines) {
      answer.answer = std::move(*lines);
    } else {
      answer.answer = std::unexpected(AskFailure{lines.error(), true});
    }
  } else {
    answer.answer = ask_subject(subject_, question, stop_);
  }
  answer.seconds = watch.seconds();
  answer.before = std::exchange(last_, std::move(question));
  return answer;
}

void RowCheck::judge(const Row& row, const RowPlan& plan, int depth, const Answers& answers,
                     RowState& state) {
  last_ = answers.subject.before;
  bring_up_to_date(row, plan, depth, state,
                   [&](const Question& question) { weigh(question, answers, state); });
}

template <typename Compare>
void RowCheck::bring_up_to_date(const Row& row, const RowPlan& plan, int depth, RowState& state,
                                Compare compare) {
  if (stop_.stop_requested()) {
    state.stopped = true;
    return;
  }
  const Question question = question_of(row, depth, plan);
  const RowResult before = state.result;
  state.result.depth = depth;
  state.result.recorded_nodes = recorded_at(row, depth);
  state.result.subject_nodes.reset();
  state.result.reference_nodes.reset();
  compare(question);
  if (state.result.reference_nodes && state.result.reason.empty())
    state.result.reason =
        reference::answered_in_place_of(reference_.identity().name, question.root);
  state.result.suite_errors = wrong_recorded(row, state);
  last_ = question;
  if (options_.mode == Mode::Full && depth == plan.shallow && !state.done && !state.stopped)
    compare_everything(row, plan, state);
  if (depth == plan.shallow && state.result.verdict == Verdict::Agree && !state.done &&
      !state.stopped && options_.bisect && !options_.recorded)
    faults_in_games_.look(row, state, options_.reproduce_options);
  state.result.deep = depth > plan.shallow;
  if (state.stopped) {
    state.result = before;  // an unfinished result is void
  } else if (state.result.verdict == Verdict::Undecided && before.depth) {
    // The deepest depth compared is the one before.
    const std::string reason = state.result.reason;
    state.result = before;
    state.result.deep = depth > plan.shallow;
    state.result.verdict = Verdict::Undecided;
    state.result.reason = reason;
  } else if (depth == plan.depth) {
    state.done = true;
  }
}

Question RowCheck::question_of(const Row& row, int depth, const RowPlan& plan) {
  Question question = reference::question_at(row.root(), {}, depth);
  question.expected_nodes = depth > plan.shallow ? plan.most_nodes : plan.most_shallow_nodes;
  return question;
}

/// With `--reference recorded`: whether the subject's total is the recorded one. If it is not, the
/// bisecting generator has to decide which is wrong.
bool RowCheck::agrees_with_recorded(const Row& row, const Question& question, RowState& state) {
  const auto recorded = recorded_at(row, question.depth);
  if (!recorded) return false;
  const Stopwatch watch;
  const auto subject = ask_subject(subject_, question, stop_);
  if (!subject) {
    ruling_.subject_failed(question, subject.error(), state);
    return false;
  }
  state.result.subject_nodes = subject->total;
  state.result.subject_seconds = watch.seconds();
  if (subject->total != *recorded) return false;
  state.result.verdict = Verdict::Agree;
  state.result.proven.totals = question.depth;
  return true;
}

void RowCheck::compare(Question question, RowState& state) {
  const auto ask_theirs = [&](Answers& answers) {
    const Stopwatch watch;
    answers.reference = ask_reference(reference_, question, stop_);
    answers.reference_seconds = watch.seconds();
    return answers.reference.has_value();
  };
  Answers answers;
  const bool moves_first = !subject_.lists_moves() && options_.mode != Mode::Totals;
  if (moves_first) {
    if (!ask_theirs(answers)) return weigh(std::move(question), answers, state);
    question.known_moves = moves_of(*answers.reference);
  }
  const Stopwatch watch;
  answers.subject.answer = ask_subject(subject_, question, stop_);
  answers.subject.seconds = watch.seconds();
  if (answers.subject.answer && !moves_first) ask_theirs(answers);
  weigh(std::move(question), answers, state);
}

void RowCheck::weigh(Question question, const Answers& answers, RowState& state) {
  const auto& [subject, reference, reference_seconds] = answers;
  state.result.reference_seconds = reference_seconds;
  if (!subject_.lists_moves() && options_.mode != Mode::Totals) {
    if (!reference) return Ruling::reference_failed(reference.error(), state);
    question.known_moves = moves_of(*reference);
  }
  state.result.subject_seconds = subject.seconds;
  if (!subject.answer) return ruling_.subject_failed(question, subject.answer.error(), state);
  state.result.subject_nodes = subject.answer->total;
  if (!reference) return Ruling::reference_failed(reference.error(), state);
  state.result.reference_nodes = reference->total;
  judge(question, *subject.answer, *reference, state);
}

/// Whether the subject sees no move, and counts the end of the game as a leaf: it lists moves
/// elsewhere to the same depth.
bool RowCheck::counts_an_end(const Question& question, const Divide& subject) {
  if (subject.total != 1) return false;
  const auto elsewhere = ask_subject(
      subject_, reference::question_at(standard(kStartPosition), {}, std::min(question.depth, 3)),
      stop_);
  return elsewhere && !elsewhere->lines.empty();
}

void RowCheck::judge(const Question& question, Divide subject, Divide reference, RowState& state) {
  if (agree(subject, reference, options_.totals_only()))
    return state.agree(question.depth, subject, reference);
  if (subject.total == reference.total) state.result.proven.totals = question.depth;
  if (auto stuck = stuck_position_.finding(question, {subject, reference}, last_))
    return ruling_.diagnose(std::move(*stuck), state);
  if (subject_.lists_moves() && subject.lines.empty() && subject.total > 0 &&
      !reference.lines.empty() && !counts_an_end(question, subject))
    return ruling_.diagnose(
        finding_of_failure(
            question, question,
            {FailureKind::Protocol, reference::Stage::Perft,
             fmt::format("{} prints a total ({}) and no move line that can be read; expected are "
                         "lines like 'e2e4: 20' (--mode totals compares nothing but totals)",
                         subject_.identity().name, subject.total)}),
        state);
  if (!subject_.lists_moves() && subject.lines.empty()) {
    // In mode totals it has not yet been asked for each move.
    Question again = question;
    again.known_moves = moves_of(reference);
    auto divided = ask_subject(subject_, again, stop_);
    if (!divided) return ruling_.subject_failed(again, divided.error(), state);
    subject = std::move(*divided);
  }
  ruling_.settle_mismatch(question, subject, std::move(reference), state);
}

void RowCheck::compare_everything(const Row& row, const RowPlan& plan, RowState& state) {
  const Question question = question_of(row, plan.depth, plan);
  std::string why = Ruling::kNotRepeated;
  for (int time = 0; time < Ruling::kTries; ++time) {
    ExhaustiveResult result =
        compare_exhaustively(subject_, reference_, question, options_.full_nodes, stop_);
    state.result.full_positions = result.positions;
    state.result.proven.full = result.proven > 0 ? std::optional(result.proven) : std::nullopt;
    if (result.finding) {
      const Ruling::Settled settled = ruling_.settle(std::move(*result.finding), {}, {}, state);
      if (settled == Ruling::Settled::Row) return;
      if (settled == Ruling::Settled::Nothing) break;
    } else if (result.undecided && result.undecided->reference_unreliable) {
      why = result.undecided->reason;
    } else {
      if (result.undecided) state.leave_undecided(*result.undecided);
      return;
    }
    reference_.restart();
  }
  Ruling::reference_contradicts_itself(why, state);
}

}  // namespace perft_verify::verifier
