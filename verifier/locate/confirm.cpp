#include "verifier/locate/confirm.h"

#include <utility>

#include "reference/uci/board_text.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

using reference::Answer;
using reference::Divide;
using reference::Question;

namespace {

/// For two equal answers: they are no finding, whatever the second reference says.
Standing without_difference() { return {.repeated = false, .second = std::nullopt}; }

Question question_at(const Finding& finding, int depth) {
  Question question = reference::question_at(finding.root, finding.path, depth);
  if (finding.reference_divide)
    question.expected_nodes = static_cast<double>(finding.reference_divide->total);
  return question;
}

/// Clocks are ignored.
bool same_position(const std::string& a, const std::string& b, bool with_en_passant) {
  const auto first = reference::board_facts(a);
  const auto second = reference::board_facts(b);
  return first && second && reference::difference(*first, *second, with_en_passant).empty();
}

}  // namespace

Confirmer::Confirmer(reference::Generator& subject, reference::GeneratorFactory reference,
                     reference::GeneratorFactory second, std::stop_token stop)
    : subject_(subject),
      make_reference_(std::move(reference)),
      make_second_(std::move(second)),
      stop_(std::move(stop)) {}

/// One process serves all findings of a worker: it has not seen the questions that it repeats, and
/// one for each would cost more than all the rest if many rows are wrong.
Answer<Divide> Confirmer::ask_again(const Question& question) {
  if (!reference_) reference_ = make_reference_();
  return ask_reference(*reference_, question, stop_);
}

reference::Generator* Confirmer::second() {
  if (!second_ && make_second_) second_ = make_second_();
  return second_.get();
}

std::optional<Divide> Confirmer::ask_second(const Question& question) {
  if (second() == nullptr) return std::nullopt;
  auto answer = ask_reference(*second(), question, stop_);
  return answer ? std::optional(std::move(*answer)) : std::nullopt;
}

Divide Confirmer::beside(const Question& question, const Divide& subject, const Divide& answer) {
  if (subject_.lists_moves() || moves_of(subject) == moves_of(answer)) return subject;
  Question known = question;
  known.known_moves = moves_of(answer);
  auto said = ask_subject(subject_, known, stop_);
  if (said) return std::move(*said);
  return subject;
}

std::string Confirmer::name_of_second() {
  return second() == nullptr ? "" : second()->identity().name;
}

Answer<Standing> Confirmer::confirm(const Finding& finding) {
  if (finding.kind == FindingKind::WrongState) return confirm_state(finding);
  Standing standing;
  // A failure of the subject does not depend on another's answer.
  if (!finding.subject_divide || !finding.reference_divide) return standing;
  if (!difference(*finding.subject_divide, *finding.reference_divide).any())
    return without_difference();
  const Question question = question_at(finding, finding.divide_depth);
  const auto again = ask_again(question);
  if (!again) return std::unexpected(again.error());
  standing.repeated = *again == *finding.reference_divide;
  if (const auto said = ask_second(question)) {
    const Divide ours = beside(question, *finding.subject_divide, *said);
    const Side side = *said == *finding.reference_divide ? Side::Reference
                      : difference(ours, *said).any()    ? Side::Neither
                                                         : Side::Subject;
    standing.second = Vote{name_of_second(), side, ""};
  }
  return standing;
}

/// The boards themselves: the move lists may well agree.
Answer<Standing> Confirmer::confirm_state(const Finding& finding) {
  Standing standing;
  const Question question = question_at(finding, 1);
  const auto shown = subject_.board(question, stop_);
  const auto differs = state_difference(finding.here(), shown.value_or(""));
  if (differs && !differs->any()) return without_difference();
  if (!reference_) reference_ = make_reference_();
  const auto again = reference_fen(*reference_, question, stop_);
  if (!again) return std::unexpected(again.error());
  standing.repeated = same_position(*again, finding.fen, true);
  if (second() == nullptr) return standing;
  const auto said = reference_fen(*second(), question, stop_);
  if (!said) return standing;
  // The en passant square that an engine shows is not right or wrong by itself.
  const Side side = same_position(*said, finding.fen, true)        ? Side::Reference
                    : shown && same_position(*shown, *said, false) ? Side::Subject
                                                                   : Side::Neither;
  standing.second = Vote{name_of_second(), side, ""};
  return standing;
}

void Confirmer::confirm_reduction(Finding& finding) {
  if (!finding.reduced) return;
  const Reduction& reduced = *finding.reduced;
  const Question question{.root = finding.reduced_root(),
                          .moves = reduced.moves,
                          .depth = reduced.depth - static_cast<int>(reduced.moves.size())};
  Question whole = question;
  whole.moves.clear();
  whole.depth = reduced.depth;
  const auto count = ask_again(whole);
  const auto again = ask_again(question);
  const auto said = ask_second(question);
  const bool repeated = count && count->total == reduced.nodes && again.has_value();
  if (!repeated || (said && *said != *again)) finding.reduced.reset();
}

}  // namespace perft_verify::verifier
