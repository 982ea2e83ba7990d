#include "verifier/run/judge/row_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/stopwatch.h"
#include "reference/uci/stockfish.h"
#include "verifier/diagnose/finding_per_bug.h"
#include "verifier/locate/exhaustive.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::FailureKind;
using reference::Question;

namespace {

/// The tries with a reference that contradicts itself.
constexpr int kTries = 2;
constexpr const char* kNotRepeated =
    "the reference contradicts itself: it does not say again what differed";

/// Whether an en passant square or a check that is not put back would show when the position is
/// counted once more, at the cost of few nodes. No count from a FEN shows it: each sets the board
/// up anew.
bool shows_what_counting_leaves(const Row& row) {
  constexpr std::size_t kMostMoves = 8;
  constexpr std::size_t kMostAnswers = 3;  // few, for many rows are in check
  const auto parsed = parse_fen(row.root());
  if (!parsed) return false;
  const MoveList moves = legal_moves(parsed->position);
  if (parsed->position.checkers().any() && moves.size() <= kMostAnswers) return !moves.empty();
  return moves.size() <= kMostMoves &&
         std::ranges::any_of(moves, [](Move move) { return move.kind() == MoveKind::EnPassant; });
}

struct SpecialMove {
  std::string text;
  Root after;
};

/// One move of each kind that moves more than one piece, or makes another of it, where the answers
/// are few.
std::vector<SpecialMove> special_moves(const Row& row) {
  constexpr std::size_t kMostMoves = 8;
  constexpr std::size_t kMostWithCastling = 14;
  const auto parsed = parse_fen(row.root());
  if (!parsed) return {};
  const Position& position = parsed->position;
  const MoveList moves = legal_moves(position);
  std::map<MoveKind, SpecialMove> first;
  for (const Move move : moves) {
    const bool castling = move.kind() == MoveKind::Castling;
    if (move.kind() == MoveKind::Normal ||
        moves.size() > (castling ? kMostWithCastling : kMostMoves))
      continue;
    std::string text = to_uci(move, position.chess960());
    SpecialMove& known = first[move.kind()];
    if (known.text.empty() || text < known.text)
      known = {std::move(text), root_of(position.after(move))};
  }
  std::vector<SpecialMove> all;
  for (auto& [kind, each] : first) all.push_back(std::move(each));
  return all;
}

}  // namespace

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
      diagnosis_(subject, reference, stop_),
      confirmer_(subject, options.live_reference ? options.live_reference : options.reference,
                 options.second_reference, stop_),
      once_counted_(subject, reference, stop_),
      known_faults_(known_faults),
      stuck_position_(subject, reference, confirmer_, options.totals_only(), stop_) {}

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
      !state.stopped && shows_what_counting_leaves(row))
    look_once_counted(question, state);
  if (depth == plan.shallow && state.result.verdict == Verdict::Agree && !state.done &&
      !state.stopped)
    look_after_moves(row, question, state);
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

void RowCheck::agreed(const Question& question, const Divide& subject, const Divide& reference,
                      RowState& state) {
  state.result.reference_nodes = reference.total;
  state.result.verdict = Verdict::Agree;
  state.result.proven.totals = question.depth;
  if (!difference(subject, reference).any()) state.result.proven.divide = question.depth;
  state.agreed.emplace_back(question.depth, subject.total);
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
    return agreed(question, subject, reference, state);
  if (subject.total == reference.total) state.result.proven.totals = question.depth;
  if (auto stuck = stuck_position_.finding(question, {subject, reference}, last_))
    return found(std::move(*stuck), state);
  if (subject_.lists_moves() && subject.lines.empty() && subject.total > 0 &&
      !reference.lines.empty() && !counts_an_end(question, subject))
    return found(
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
    if (!divided) return subject_failed(again, divided.error(), state);
    subject = std::move(*divided);
  }
  settle_mismatch(question, subject, std::move(reference), state);
}

/// Decides which side is right where the two differ. A finding is written only if the live
/// reference confirms it; a reference that contradicts itself is tried twice.
void RowCheck::settle_mismatch(const Question& question, const Divide& subject, Divide reference,
                               RowState& state) {
  std::string why = kNotRepeated;
  for (int time = 0; time < kTries; ++time) {
    auto finding = locate(question, subject, reference);
    if (!finding && finding.error().stopped) return undecided(finding.error(), state);
    if (finding) {
      if (settle(std::move(*finding), subject, reference, state) == Settled::Row) return;
    } else {
      why = finding.error().reason;
    }
    if (takes_new_answer(question, subject, reference, state)) return;
    reference_.restart();
  }
  if (state.result.recorded_nodes == subject.total && subject.total != reference.total) {
    // However the reference's moves turn out, its count stands against two here.
    if (settle(Bisection::unlocated(question, subject, reference, why), subject, reference,
               state) == Settled::Row)
      return;
  }
  contradicted(why, state);
}

/// No finding: the reference contradicts itself, or the run was stopped.
std::expected<Finding, Undecided> RowCheck::locate(const Question& question, const Divide& subject,
                                                   const Divide& reference) {
  if (!options_.bisect) return Bisection::unlocated(question, subject, reference);
  auto finding = Bisection(subject_, reference_, question, stop_).locate(subject, reference);
  if (finding || finding.error().stopped || finding.error().reference_unreliable) return finding;
  // The counts differ, even if the bisection has failed.
  return Bisection::unlocated(question, subject, reference, finding.error().reason);
}

RowCheck::Settled RowCheck::settle(Finding finding, const Divide& subject, const Divide& reference,
                                   RowState& state) {
  const auto standing = confirmer_.confirm(finding);
  if (!standing) {
    reference_failed(standing.error(), state);
    return Settled::Row;
  }
  const std::string name = reference_.identity().name;
  const auto recorded = state.result.recorded_nodes;
  const bool recorded_decides = recorded && subject.total != reference.total;
  if (standing->second_sides_with(Side::Subject)) {
    if (!standing->repeated) return Settled::SubjectIsRight;
    if (!recorded_decides || *recorded != reference.total) {
      undecided(
          {fmt::format(
               "the reference stands alone: {} agrees with the engine{}, {} does "
               "not, each time it is asked",
               standing->second->by,
               finding.path.empty() ? "" : fmt::format(" after {}", fmt::join(finding.path, " ")),
               name),
           false},
          state);
      return Settled::Row;
    }
    finding.reasons.emplace_back(RecordedCount{*recorded, "the suite", Side::Reference});
  } else if (!standing->blames_subject()) {
    return Settled::Nothing;
  }
  if (!standing->repeated) finding.reasons.emplace_back(Fact::ReferenceDidNotRepeat);
  if (standing->second)
    finding.reasons.emplace_back(Vote{standing->second->by, standing->second->side, name});
  if (recorded_decides && *recorded == subject.total)
    finding.reasons.emplace_back(RecordedCount{*recorded, "the suite"});
  found(std::move(finding), state);
  return Settled::Row;
}

/// Asks the live reference the whole question again. A new answer is put to a third generator;
/// returns whether that settles the row.
bool RowCheck::takes_new_answer(const Question& question, const Divide& subject, Divide& reference,
                                RowState& state) {
  const auto again = confirmer_.ask_again(question);
  if (!again) {
    reference_failed(again.error(), state);
    return true;
  }
  if (*again == reference) return false;
  const auto cannot_decide = [&](const std::string& who) {
    undecided({fmt::format("the reference counts {} at depth {}, and in a fresh process {}; {}",
                           reference.total, question.depth, again->total, who),
               false},
              state);
    return true;
  };
  const auto third = confirmer_.ask_second(question);
  if (!third) return cannot_decide("there is no second reference to decide");
  const std::string name = confirmer_.name_of_second();
  const bool right =
      agree(confirmer_.beside(question, subject, *third), *third, options_.totals_only());
  if (right && *again != *third)
    return cannot_decide(fmt::format("{} agrees with the engine", name));
  if (!right && *third != *again && *third != reference)
    return cannot_decide(fmt::format("{} agrees with neither", name));
  reference_.remember(question, *third);
  if (right) {
    agreed(question, confirmer_.beside(question, subject, *third), *third, state);
    return true;
  }
  reference = *third;
  state.result.reference_nodes = reference.total;
  return false;
}

/// A search goes on with the board that counting has left behind.
void RowCheck::look_once_counted(const Question& question, RowState& state) {
  constexpr int kDepth = 2;
  if (options_.recorded || !options_.bisect || !subject_.plays_moves() ||
      !once_counted_.keeps_its_position())
    return;
  const auto look = [&] { return once_counted_.look(question, {}, question.root.fen, kDepth); };
  if (const auto seen = look(); !seen || !*seen) return;
  // Another bug may show at this depth, to which the row is not compared.
  Question plain = question;
  plain.depth = kDepth;
  const auto both = ask_both(subject_, reference_, plain, stop_);
  if (!both || difference(both->subject, both->reference).any()) return;
  // Looks twice: anything that a FEN reader kept of the position before is gone the second time.
  auto finding = look();
  if (!finding || !*finding) return;
  const auto standing = confirmer_.confirm(**finding);
  if (!standing || !standing->blames_subject()) return;
  once_counted_.explain(**finding);
  confirmer_.confirm_reduction(**finding);
  (*finding)->reproduce = once_counted_.command_for(**finding, options_.reproduce_options);
  mismatch({**finding}, state);
}

/// Counting makes moves by other code than reads them from a game.
void RowCheck::look_after_moves(const Row& row, const Question& question, RowState& state) {
  constexpr int kBelow = 2;  // the answers, and what the moved pieces may do next
  if (options_.recorded || !options_.bisect || !subject_.plays_moves()) return;
  // The row's count is none of these questions.
  const auto recorded = std::exchange(state.result.recorded_nodes, std::nullopt);
  const Question from = reference::question_at(question.root, {}, kBelow + 1);
  for (const auto& [move, root] : special_moves(row)) {
    const Question after = reference::question_at(question.root, {move}, kBelow);
    // Another bug may show at this depth, to which the row is not compared, however the position
    // came about.
    const Question direct = reference::question_at(root, {}, kBelow);
    const auto both = ask_both(subject_, reference_, after, stop_);
    if (!both) {
      const auto alone = ask_subject(subject_, after, stop_);
      if (alone || !ask_subject(subject_, direct, stop_)) continue;
      subject_failed(after, alone.error(), state);
      break;
    }
    if (!difference(both->subject, both->reference).any()) continue;
    const auto from_fen = ask_both(subject_, reference_, direct, stop_);
    if (!from_fen || difference(from_fen->subject, from_fen->reference).any()) continue;
    auto finding =
        Bisection(subject_, reference_, from, stop_).locate(both->subject, both->reference, {move});
    if (!finding) continue;
    if (settle(std::move(*finding), both->subject, both->reference, state) == Settled::Row) break;
  }
  state.result.recorded_nodes = recorded;
}

void RowCheck::compare_everything(const Row& row, const RowPlan& plan, RowState& state) {
  const Question question = question_of(row, plan.depth, plan);
  std::string why = kNotRepeated;
  for (int time = 0; time < kTries; ++time) {
    ExhaustiveResult result =
        compare_exhaustively(subject_, reference_, question, options_.full_nodes, stop_);
    state.result.full_positions = result.positions;
    state.result.proven.full = result.proven > 0 ? std::optional(result.proven) : std::nullopt;
    if (result.finding) {
      const Settled settled = settle(std::move(*result.finding), {}, {}, state);
      if (settled == Settled::Row) return;
      if (settled == Settled::Nothing) break;
    } else if (result.undecided && result.undecided->reference_unreliable) {
      why = result.undecided->reason;
    } else {
      if (result.undecided) undecided(*result.undecided, state);
      return;
    }
    reference_.restart();
  }
  contradicted(why, state);
}

/// A failure may be caused by a wrong move that a smaller depth shows, before it is played.
std::optional<Finding> RowCheck::wrong_before_failing(const Question& question) {
  if (!options_.bisect || !question.moves.empty()) return std::nullopt;
  for (int depth = 1; depth < question.depth; ++depth) {
    Question lesser = question;
    lesser.depth = depth;
    lesser.expected_nodes = 0;
    auto both = ask_both(subject_, reference_, lesser, stop_);
    if (!both) return std::nullopt;  // it fails there as well
    if (!difference(both->subject, both->reference).any()) continue;
    auto finding = Bisection(subject_, reference_, lesser, stop_)
                       .locate(std::move(both->subject), std::move(both->reference));
    if (!finding || is_failure(finding->kind)) return std::nullopt;
    return std::move(*finding);
  }
  return std::nullopt;
}

void RowCheck::subject_failed(const Question& question, const AskFailure& asked, RowState& state) {
  if (is_fault(asked.failure.kind) && asked.repeatable) {
    if (auto before = wrong_before_failing(question)) {
      const auto standing = confirmer_.confirm(*before);
      if (standing && standing->blames_subject()) return found(std::move(*before), state);
    }
    return found(finding_of_failure(question, question, asked.failure), state);
  }
  if (const auto kept = diagnosis_.kept_by_reader(question.root.fen, asked.failure)) {
    Finding finding = finding_of_failure(question, question, asked.failure);
    finding.reasons.emplace_back(*kept);
    return found(std::move(finding), state);
  }
  undecided({asked.repeatable ? asked.failure.message
                              : fmt::format("not repeatable: {}; a fresh process answered",
                                            asked.failure.message),
             asked.failure.kind == FailureKind::Stopped},
            state);
}

void RowCheck::found(Finding finding, RowState& state) {
  std::vector<Finding> findings;
  if (options_.bisect) {
    findings =
        findings_per_bug(std::move(finding), diagnosis_, confirmer_, state.index, known_faults_,
                         state.result.depth.value_or(0), options_.reproduce_options);
  } else {
    findings.push_back(std::move(finding));
    complete(findings.front(), confirmer_, options_.reproduce_options);
  }
  if (stop_.stop_requested()) state.cut_short = true;
  if (diagnosis_.lacks_answers()) state.lacks_answers = true;
  mismatch(std::move(findings), state);
}

void RowCheck::mismatch(std::vector<Finding> findings, RowState& state) {
  for (Finding& each : findings) {
    if (options_.save_replay)
      if (auto saved = options_.save_replay(each)) each.reasons.emplace_back(std::move(*saved));
    state.findings.push_back(std::move(each));
  }
  state.result.verdict = Verdict::Mismatch;
  state.done = true;
}

void RowCheck::contradicted(const std::string& why, RowState& state) {
  undecided({fmt::format("{}; in a fresh process as well", why), false}, state);
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
