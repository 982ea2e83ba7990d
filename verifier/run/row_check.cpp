#include "verifier/run/row_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/fen.h"
#include "reference/uci/stockfish.h"
#include "verifier/locate/exhaustive.h"
#include "verifier/run/stopwatch.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::FailureKind;
using reference::Question;

std::optional<std::uint64_t> recorded_at(const Row& row, int depth) {
  const auto at = row.recorded.find(depth);
  return at == row.recorded.end() ? std::nullopt : std::optional(at->second);
}

std::vector<SuiteCountError> wrong_recorded(const Row& row, const RowState& state) {
  std::vector<SuiteCountError> wrong;
  for (const auto& [depth, counted] : state.agreed)
    if (const auto recorded = recorded_at(row, depth); recorded && *recorded != counted)
      wrong.push_back({depth, *recorded, counted});
  return wrong;
}

RowCheck::RowCheck(const RunOptions& options, reference::Generator& subject,
                   reference::Generator& reference, std::stop_token stop, KnownFaults* known_faults)
    : options_(options),
      subject_(subject),
      reference_(reference),
      stop_(std::move(stop)),
      diagnosis_(subject, reference, stop_, options.second_reference),
      known_faults_(known_faults) {}

void RowCheck::run(const Row& row, const RowPlan& plan, int depth, RowState& state) {
  settle(row, plan, depth, state, [&](const Question& question) {
    if (!options_.recorded || !agrees_with_recorded(row, question, state)) {
      if (!state.done && !state.stopped) compare(question, state);
    }
  });
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
  settle(row, plan, depth, state,
         [&](const Question& question) { weigh(question, answers, state); });
}

template <typename Compare>
void RowCheck::settle(const Row& row, const RowPlan& plan, int depth, RowState& state,
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
  state.result.suite_errors = wrong_recorded(row, state);
  last_ = question;
  const bool first = depth == plan.shallow;
  if (options_.mode == Mode::Full && first && !state.done && !state.stopped)
    compare_everything(row, plan, state);
  state.result.deep = !first;
  if (state.stopped) {
    state.result = before;  // what was not finished says nothing
  } else if (state.result.verdict == Verdict::Undecided && before.depth) {
    // The deepest depth compared is the one before.
    const std::string reason = state.result.reason;
    state.result = before;
    state.result.deep = true;
    state.result.verdict = Verdict::Undecided;
    state.result.reason = reason;
  } else if (depth == plan.depth) {
    state.done = true;
  }
}

Question RowCheck::question_of(const Row& row, int depth, const RowPlan& plan) {
  Question question;
  question.root = row.fen;
  question.chess960 = row.chess960;
  question.depth = depth;
  question.expected_nodes = depth == plan.depth ? plan.most_nodes : plan.most_shallow_nodes;
  return question;
}

/// With `--reference recorded`: whether the subject's total is the recorded one. If it is not,
/// the bisecting generator has to decide who is wrong.
bool RowCheck::agrees_with_recorded(const Row& row, const Question& question, RowState& state) {
  const auto recorded = recorded_at(row, question.depth);
  if (!recorded) return false;
  const Stopwatch watch;
  const auto subject = ask_subject(subject_, question, stop_);
  if (!subject) {
    subject_failed(question, subject.error(), state);
    return false;
  }
  state.result.subject_nodes = subject->total;
  state.result.subject_seconds = watch.seconds();
  if (subject->total != *recorded) return false;
  state.result.verdict = Verdict::Agree;
  state.result.proven.totals = question.depth;
  return true;
}

void RowCheck::reference_failed(const reference::Failure& failure, RowState& state) {
  undecided({failure.kind == FailureKind::RejectedPosition
                 ? fmt::format("the reference disagrees on the position: {}", failure.message)
                 : fmt::format("the reference failed: {}", failure.message),
             failure.kind == FailureKind::Stopped},
            state);
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
    if (!reference) return reference_failed(reference.error(), state);
    question.known_moves = moves_of(*reference);
  }
  state.result.subject_seconds = subject.seconds;
  if (!subject.answer) return subject_failed(question, subject.answer.error(), state);
  state.result.subject_nodes = subject.answer->total;
  if (!reference) return reference_failed(reference.error(), state);
  state.result.reference_nodes = reference->total;
  judge(question, *subject.answer, *reference, state);
}

void RowCheck::judge(const Question& question, Divide subject, Divide reference, RowState& state) {
  const DivideDifference differs = difference(subject, reference);
  const auto recorded = state.result.recorded_nodes;
  const bool equal =
      options_.mode == Mode::Totals || options_.recorded ? !differs.totals : !differs.any();
  if (equal) {
    state.result.verdict = Verdict::Agree;
    state.result.proven.totals = question.depth;
    if (!differs.any()) state.result.proven.divide = question.depth;
    state.agreed.emplace_back(question.depth, subject.total);
    return;
  }
  if (reference_.identity().name.starts_with("Stockfish"))
    if (const auto doubt = reference::stockfish_doubt(question.root, question.chess960))
      return undecided({*doubt, false}, state);
  if (!differs.totals) state.result.proven.totals = question.depth;
  if (answered_for_another(question, subject, reference, state)) return;
  if (subject_.lists_moves() && subject.lines.empty() && subject.total > 0 &&
      !reference.lines.empty())
    return found(
        finding_of_failure(
            question, question,
            {FailureKind::Protocol, reference::Stage::Perft,
             fmt::format("{} prints a total ({}) and no move line that can be read; expected are "
                         "lines like 'e2e4: 20' (--mode totals compares nothing but totals)",
                         subject_.identity().name, subject.total)}),
        state);
  if (!subject_.lists_moves() && subject.lines.empty()) {
    // In mode totals it has not been asked for each move yet.
    Question again = question;
    again.known_moves = moves_of(reference);
    auto divided = ask_subject(subject_, again, stop_);
    if (!divided) return subject_failed(again, divided.error(), state);
    subject = std::move(*divided);
  }
  const std::uint64_t subject_total = subject.total;
  const std::uint64_t reference_total = reference.total;
  auto finding = options_.bisect
                     ? Bisection(subject_, reference_, question, stop_).locate(subject, reference)
                     : Bisection::unlocated(question, subject, reference);
  if (!finding) {
    if (finding.error().stopped) return undecided(finding.error(), state);
    if (finding.error().reference_unreliable) {
      // Once more, in a fresh process: it may have been a hiccup of the reference.
      reference_.restart();
      auto again = ask_reference(reference_, question, stop_);
      if (again && *again != reference) {
        state.result.reference_nodes = again->total;
        return judge(question, std::move(subject), std::move(*again), state);
      }
    }
    // The counts differ, whatever became of the bisection.
    const std::string why = finding.error().reason;
    finding = Bisection::unlocated(question, std::move(subject), std::move(reference), why);
  }
  if (recorded && *recorded == subject_total && *recorded != reference_total)
    finding->reasons.emplace_back(RecordedCount{*recorded, "the suite"});
  found(std::move(*finding), state);
}

/// An engine that keeps the position before, or the start position, counts right: another
/// position. Told from a wrong count by what it answers, twice, the second time in a fresh
/// process, which knows no other position than that of the start. One that shows its board has
/// been asked for that already.
bool RowCheck::answered_for_another(const Question& question, const Divide& subject,
                                    const Divide& reference, RowState& state) {
  if (subject_.shows_board()) return false;
  const auto same_as = [&](const Divide& answer, Question other) {
    other.depth = question.depth;
    const auto expected = ask_reference(reference_, other, stop_);
    if (!expected || expected->total != answer.total) return false;
    return !subject_.lists_moves() || expected->lines == answer.lines;
  };
  Question start;
  start.root = kStartPosition;
  if (subject_.lists_moves()) {
    // Nobody knows which position it was in; half of the moves being foreign is a hint enough.
    const bool foreign =
        2 * difference(subject, reference).illegal.size() >= subject.lines.size() &&
        !subject.lines.empty();
    const bool known = foreign || same_as(subject, start) || (last_ && same_as(subject, *last_));
    if (!known || question.root == start.root) return false;
  } else if (subject.total == reference.total || question.root == start.root) {
    return false;
  }
  subject_.restart();
  const auto agrees_with_start = [&](int depth) {
    Question other = question;
    other.depth = depth;
    const auto answer = subject_.divide(other, stop_);
    if (!answer) return false;
    start.depth = depth;
    const auto expected = ask_reference(reference_, start, stop_);
    if (!expected || expected->total != answer->total) return false;
    return !subject_.lists_moves() || expected->lines == answer->lines;
  };
  // A total alone may be the same by chance.
  bool again = agrees_with_start(question.depth);
  for (int depth = 1; again && !subject_.lists_moves() && depth <= 3; ++depth)
    again = agrees_with_start(depth);
  if (!again || stop_.stop_requested()) return false;
  const std::string said = subject_.remarks();
  found(finding_of_failure(
            question, question,
            {FailureKind::RejectedPosition, reference::Stage::Position,
             fmt::format("{} did not take the position: its answer at depth {} is that of the "
                         "start position{}",
                         subject_.identity().name, question.depth,
                         said.empty() ? "" : fmt::format("; it said '{}'", said))}),
        state);
  return true;
}

void RowCheck::compare_everything(const Row& row, const RowPlan& plan, RowState& state) {
  const Question question = question_of(row, plan.depth, plan);
  ExhaustiveResult result =
      compare_exhaustively(subject_, reference_, question, options_.full_nodes, stop_);
  state.result.full_positions = result.positions;
  if (result.proven > 0) state.result.proven.full = result.proven;
  if (result.finding) return found(std::move(*result.finding), state);
  if (result.undecided) undecided(*result.undecided, state);
}

void RowCheck::subject_failed(const Question& question, const AskFailure& asked, RowState& state) {
  if (is_fault(asked.failure.kind) && asked.repeatable)
    return found(finding_of_failure(question, question, asked.failure), state);
  undecided({asked.repeatable ? asked.failure.message
                              : fmt::format("not repeatable: {}; a fresh process answered",
                                            asked.failure.message),
             asked.failure.kind == FailureKind::Stopped},
            state);
}

void RowCheck::found(Finding finding, RowState& state) {
  if (options_.bisect) diagnosis_.examine(finding, state.index, known_faults_);
  if (stop_.stop_requested()) state.cut_short = true;
  if (diagnosis_.lacks_answers()) state.lacks_answers = true;
  if (auto why = beyond_games(finding)) finding.reasons.emplace_back(BeyondGames{std::move(*why)});
  finding.reproduce = reproduce_command(finding, options_.reproduce_options);
  if (options_.save_replay)
    if (auto saved = options_.save_replay(finding)) finding.reasons.emplace_back(std::move(*saved));
  state.result.verdict = Verdict::Mismatch;
  state.findings.push_back(std::move(finding));
  state.done = true;
}

void RowCheck::undecided(const Undecided& why, RowState& state) {
  if (why.stopped) {
    state.stopped = true;
    return;
  }
  state.result.verdict = Verdict::Undecided;
  state.result.reason = why.reason;
  state.done = true;
}

}  // namespace perft_verify::verifier
