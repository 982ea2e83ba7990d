#include "verifier/diagnose/reader_as_cause.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <vector>

#include "core/contains.h"
#include "core/fen.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/classify/reading/by_moves.h"
#include "verifier/classify/reading/reading.h"
#include "verifier/diagnose/doubt.h"
#include "verifier/diagnose/symptoms.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {
namespace {

/// Whether these wrong moves may come of what the reader keeps of the position before.
bool may_come_of(Fact kept, const Finding& finding) {
  const Position position = *finding.position();
  const WrongMoves wrong = finding.wrong();
  if (kept == Fact::KeepsPiecesOfPositionBefore) return lists_a_move_from_nowhere(position, wrong);
  return all_need(kept == Fact::KeepsRightsOfPositionBefore ? NeededField::CastlingRights
                                                            : NeededField::EnPassantSquare,
                  wrong, position);
}

/// Whether a reader that keeps castling rights in other positions may lose them in this one, where
/// nothing explains why the moves that need them are missing.
bool may_lose_rights_here(const Finding& finding) {
  return finding.cause == Cause::Generation && !finding.bug_class && !finding.modeled &&
         !finding.root.chess960 && finding.path.empty() && finding.illegal.empty() &&
         all_need(NeededField::CastlingRights, finding.wrong(), *finding.position());
}

/// Whether the moves are missing in a fresh process too.
bool are_missing_when_fresh(const Finding& finding, ProbedSubject& probed) {
  if (finding.missing.empty()) return false;
  probed.subject().restart();
  const auto wrong = probed.wrong_moves(finding.here(), {});
  return wrong && std::ranges::all_of(finding.missing, [&](const std::string& move) {
           return contains(wrong->missing, move);
         });
}

std::vector<std::string> fields_of(const std::string& fen) {
  std::istringstream words(fen);
  return {std::istream_iterator<std::string>(words), {}};
}

/// The position is set up wrongly: no moves lead to it.
void blame_setup(Finding& finding) {
  finding.cause = Cause::Setup;
  finding.bug_class = BugId::FenMisread;
  finding.candidates.clear();
  finding.exact.reset();
  finding.root.fen = finding.fen;
  finding.path.clear();
  finding.descent.clear();
}

/// A FEN that is refused may be read without one of its fields.
void blame_reader_of_refused_field(Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  if (!position || !finding.path.empty()) return;
  for (const NeededField field : kNeededFields) {
    if (!has_field(field, *position) || !is_right_without(field, *position, 1, probed)) continue;
    finding.cause = Cause::Setup;
    finding.candidates = {BugId::FenMisread};
    finding.reasons.emplace_back(RightWithout{field});
    return;
  }
}

std::string_view placement_of(std::string_view fen) { return fen.substr(0, fen.find(' ')); }

/// Whether the pieces of the FEN were put on other squares, or others on the same ones. A position
/// that is refused leaves the start position, or a part of the FEN.
bool are_put_elsewhere(const StateDifference& differs, const std::string& fen,
                       const std::string& shown) {
  const auto letters = [](std::string_view placement) {
    std::string pieces;
    std::ranges::copy_if(placement, std::back_inserter(pieces),
                         [](unsigned char each) { return std::isalpha(each) != 0; });
    std::ranges::sort(pieces);
    return pieces;
  };
  return placement_of(shown) != placement_of(kStartPosition) &&
         (letters(placement_of(shown)) == letters(placement_of(fen)) ||
          std::ranges::all_of(differs.squares, [](const StateDifference::OnSquare& each) {
            return each.expected && each.found;
          }));
}

/// Whether the missing moves are listed after the double push, whatever else is wrong then.
bool are_listed_after_the_push(const Finding& finding, ProbedSubject& probed) {
  const std::vector<Retraction> pushes = retractions(finding.here(), 1);
  if (pushes.empty()) return false;
  const auto wrong = probed.wrong_moves(pushes.front().root, {pushes.front().move});
  return wrong && std::ranges::none_of(finding.missing, [&](const std::string& move) {
           return contains(wrong->missing, move);
         });
}

/// Whether captures en passant are missing because a reader loses the square, which makes every FEN
/// look as if they were never listed. If they are missing after the double push as well, it is by
/// another bug.
bool is_of_lost_square(Finding& finding, ProbedSubject& probed) {
  if (finding.bug_class != BugId::EpMissing || !loses_square_of_fen(finding, probed)) return false;
  if (are_listed_after_the_push(finding, probed)) return true;
  finding.bug_class.reset();
  finding.exact.reset();
  finding.modeled = false;
  if (finding.position()->checkers().any())
    finding.candidates = {BugId::EpEvasionMissing};
  else
    finding.candidates = {BugId::EpOneCapturerOnly, BugId::EpEvasionMissing};
  return false;
}

}  // namespace

std::optional<Fact> kept_by_reader(const std::string& fen, const reference::Failure& failure,
                                   ProbedSubject& probed) {
  const auto shown = board_shown_instead(failure.message);
  if (!shown || failure.kind != reference::FailureKind::RejectedPosition ||
      !probed.subject().lists_moves())
    return std::nullopt;
  const std::vector<std::string> sent = fields_of(fen);
  const std::vector<std::string> seen = fields_of(*shown);
  for (const auto& [field, kept] : {std::pair{std::size_t{0}, Fact::KeepsPiecesOfPositionBefore},
                                    std::pair{std::size_t{2}, Fact::KeepsRightsOfPositionBefore},
                                    std::pair{std::size_t{3}, Fact::KeepsEpSquareOfPositionBefore}})
    if (field < std::min(sent.size(), seen.size()) && sent[field] != seen[field] &&
        probed.keeps_of_position_before(kept))
      return kept;
  return std::nullopt;
}

void blame_reader_of_board(Finding& finding, ProbedSubject& probed) {
  if (kept_of_position_before(finding)) return blame_setup(finding);
  const auto shown = board_shown_instead(reason_of<Failed>(finding)->failure.message);
  if (!shown) return blame_reader_of_refused_field(finding, probed);
  const auto differs = state_difference(finding.here(), *shown);
  if (!differs || !differs->any()) return;
  if (!differs->squares.empty() && !are_put_elsewhere(*differs, finding.fen, *shown)) {
    if (placement_of(*shown) == placement_of(kStartPosition))
      return blame_reader_of_refused_field(finding, probed);
    finding.candidates = {BugId::FenMisread};
    return;
  }
  finding.cause = Cause::Setup;
  finding.bug_class = class_of_misread_board(*shown, finding.here(), probed);
}

bool blame_reader_of_pieces(Finding& finding, ProbedSubject& probed) {
  if (finding.bug_class || finding.cause != Cause::Generation || !finding.wrong().any() ||
      probed.subject().shows_board())
    return false;
  const auto& misread = probed.misreading();
  if (!misread || !may_be_by(*misread, finding)) return false;
  finding.cause = Cause::Unknown;
  finding.candidates = {BugId::FenMisread};
  finding.symptoms = "pieces misread";
  finding.reasons.emplace_back(*misread);
  return true;
}

bool blame_reader_of_field(Finding& finding, Unrestored& proof, ProbedSubject& probed) {
  if (proof.board.without == NeededField::None || proof.board.by_undo ||
      finding.cause == Cause::Make || probed.subject().shows_board())
    return false;
  const Reading reading = reading_by_retraction(finding, probed);
  if (reading == Reading::Wrong) {
    blame_setup(finding);
    return true;
  }
  if (reading == Reading::Untested) {
    proof.board.or_misread = true;
    add_once(proof.found.candidates, BugId::FenMisread);
  }
  return false;
}

bool blame_reader_that_keeps(Finding& finding, ProbedSubject& probed) {
  if (finding.bug_class || !finding.position() || !probed.subject().lists_moves()) return false;
  const bool depends = depends_on_questions_before(finding);
  for (const Fact kept : kKeptOfPositionBefore) {
    if (!(depends || may_come_of(kept, finding)) || !probed.keeps_of_position_before(kept))
      continue;
    // The start position, which comes before the first, has all rights.
    if (!depends && kept == Fact::KeepsRightsOfPositionBefore &&
        are_missing_when_fresh(finding, probed))
      continue;
    forget_culprit(finding);
    blame_setup(finding);
    finding.reasons.emplace_back(kept);
    return true;
  }
  return false;
}

void doubt_where_reader_keeps(Finding& finding, ProbedSubject& probed) {
  if (finding.modeled || finding.bug_class || !probed.subject().lists_moves()) return;
  const auto keeps = [&](Fact kept) { return probed.keeps_of_position_before(kept); };
  if ((finding.cause == Cause::Unmake && keeps(Fact::KeepsRightsOfPositionBefore)) ||
      (finding.cause == Cause::Generation && keeps(Fact::KeepsPiecesOfPositionBefore)))
    doubt_class_and_cause(finding, {BugId::FenMisread});
}

void acquit_or_blame_reader(Finding& finding, ProbedSubject& probed) {
  if (finding.cause == Cause::Make && loses_rights_at_root(finding, probed)) {
    forget_culprit(finding);
    finding.bug_class.reset();
    finding.candidates.clear();
    doubt_class_and_cause(finding, {BugId::FenMisread});
    return;
  }
  // A class of moves that are made wrong is told by a list from the FEN as well.
  const bool may_be_read_wrong =
      finding.cause == Cause::Generation || finding.cause == Cause::Setup ||
      (finding.cause == Cause::Unknown && finding.path.empty() && finding.bug_class &&
       entry_of(*finding.bug_class).cause == Cause::Make);
  if (!may_be_read_wrong) return;
  const ReaderVerdict verdict = reader_verdict(finding, probed);
  if (!verdict.bug_class) {
    if (verdict.reading == Reading::Right && is_of_lost_square(finding, probed))
      return blame_setup(finding);
    if (verdict.reading == Reading::Right && may_lose_rights_here(finding))
      doubt_class_and_cause(finding, {BugId::FenMisread});
    if (verdict.reading != Reading::Right || finding.cause != Cause::Setup) return;
    finding.cause = Cause::Generation;
    finding.bug_class.reset();
    finding.candidates.clear();
    finding.exact.reset();
    return;
  }
  // No field of a FEN lists a move twice.
  if (verdict.reading == Reading::Wrong && finding.duplicate.empty()) {
    blame_setup(finding);
    finding.bug_class = verdict.bug_class;
    return;
  }
  std::vector<BugId> others = {*verdict.bug_class};
  if (finding.cause == Cause::Setup && verdict.otherwise) others.push_back(*verdict.otherwise);
  doubt_class_and_cause(finding, others);
}

}  // namespace perft_verify::verifier
