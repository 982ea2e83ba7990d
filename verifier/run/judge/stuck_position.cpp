#include "verifier/run/judge/stuck_position.h"

#include <fmt/format.h>

#include "core/fen.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {

using reference::Divide;
using reference::Question;

namespace {

/// The engine may have kept a position with many moves, so it is not counted deep.
constexpr int kDeepest = 3;

Question start_position(int depth) {
  return reference::question_at(standard(kStartPosition), {}, depth);
}

}  // namespace

std::optional<Finding> StuckPosition::finding(const Question& question, const Pair& both,
                                              const std::optional<Question>& before) {
  if (subject_.shows_board()) return std::nullopt;
  if (question.depth > kDeepest) {
    Question shallow = question;
    for (shallow.depth = 1; shallow.depth <= kDeepest; ++shallow.depth) {
      const auto answers = ask_both(subject_, reference_, shallow, stop_);
      if (!answers) return std::nullopt;
      if (!agree(answers->subject, answers->reference, totals_only_))
        return finding(shallow, *answers, before);
    }
    return std::nullopt;
  }
  if (question.root.fen == kStartPosition || !is_likely(question, both, before))
    return std::nullopt;
  // Refuted without a fresh process, whose start takes long in some languages: a position that is
  // refused leaves the one before.
  if (subject_.divide(start_position(question.depth), stop_) && !answers_for_start(question))
    return std::nullopt;
  subject_.restart();
  // A total alone may be equal by chance.
  bool again = answers_for_start(question);
  for (int depth = 1; again && !subject_.lists_moves() && depth <= kDeepest; ++depth) {
    Question other = question;
    other.depth = depth;
    again = answers_for_start(other);
  }
  if (!again || stop_.stop_requested()) return std::nullopt;
  // A reference that has lost a line answers for another position as well.
  const auto standing =
      confirmer_.confirm(Bisection::unlocated(question, both.subject, both.reference));
  if (!standing || !standing->blames_subject()) return std::nullopt;
  const std::string said = subject_.remarks();
  return finding_of_failure(
      question, question,
      {reference::FailureKind::RejectedPosition, reference::Stage::Position,
       fmt::format("{} did not take the position: its answer at depth {} is that of the start "
                   "position{}",
                   subject_.identity().name, question.depth,
                   said.empty() ? "" : fmt::format("; it said '{}'", said))});
}

/// Whether the answer may be that of another position. Which one is unknown; it suffices if half of
/// the moves are illegal here, or one, if the answer here equals that at the start position.
bool StuckPosition::is_likely(const Question& question, const Pair& both,
                              const std::optional<Question>& before) {
  const Divide& answer = both.subject;
  if (!subject_.lists_moves()) return answer.total != both.reference.total;
  const std::size_t illegal = difference(answer, both.reference).illegal.size();
  if (illegal > 0 && 2 * illegal >= answer.lines.size()) return true;
  if (is_answer_to(start_position(question.depth), answer)) return true;
  if (before) {
    Question last = *before;
    last.depth = question.depth;
    if (is_answer_to(last, answer)) return true;
  }
  if (illegal == 0) return false;
  const auto there = subject_.divide(start_position(question.depth), stop_);
  const auto here = subject_.divide(question, stop_);
  return there && here && *there == *here;
}

bool StuckPosition::answers_for_start(const Question& question) {
  const auto answer = subject_.divide(question, stop_);
  return answer && is_answer_to(start_position(question.depth), *answer);
}

bool StuckPosition::is_answer_to(const Question& question, const Divide& answer) {
  const auto expected = ask_reference(reference_, question, stop_);
  return expected && expected->total == answer.total &&
         (!subject_.lists_moves() || expected->lines == answer.lines);
}

}  // namespace perft_verify::verifier
