#include "verifier/locate/cause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/contains.h"
#include "reference/uci/board_text.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

using reference::Question;
using Path = std::vector<std::string>;

/// Asks about the same position as a FEN written by the reference: if some of the moves are still
/// wrong, generation is the cause; if none is, the moves that led there left a wrong state. Returns
/// whether other moves are wrong from the FEN.
Step<bool> CauseFinder::decide_generation_or_make(Finding& finding, const Pair& wrong) {
  if (finding.path.empty()) {
    finding.cause = Cause::Generation;
    return false;
  }
  if (!sides_.subject().plays_moves()) {
    // The question was a FEN already.
    finding.cause = Cause::Generation;
    finding.reproduce_fen = finding.fen;
    return false;
  }
  auto answer = sides_.ask_both(sides_.question_of(finding.fen, 1));
  if (!answer) {
    if (answer.error().undecided.stopped) return std::unexpected(answer.error());
    const auto& failing = answer.error().finding;
    const Failed* const failed = failing ? reason_of<Failed>(*failing) : nullptr;
    finding.reasons.emplace_back(CouldNotAskFromFen{
        failed != nullptr ? failed->failure.message : answer.error().undecided.reason});
    finding.reproduce_fen = finding.root.fen;
    finding.reproduce_depth = static_cast<int>(finding.path.size()) + 1;
    return false;
  }
  if (sides_.share_a_mistake(*answer, wrong)) {
    finding.cause = Cause::Generation;
    return false;
  }
  // Not wrong from the FEN. Asks again by the moves, in a fresh process: a fault that is gone now
  // came from earlier questions.
  sides_.subject().restart();
  auto again = sides_.ask_both(sides_.question(finding.path, 1, 0));
  if (!again) return std::unexpected(again.error());
  if (sides_.wrong_list(*again)) {
    finding.cause = Cause::Make;
  } else {
    blame_what_was_asked_before(finding);
  }
  return sides_.wrong_list(*answer);
}

/// Some engines list no move where the game is drawn.
Step<bool> CauseFinder::ends_by_draw_rule(Finding& finding) {
  constexpr const char* kBareKings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  constexpr const char* kWithPawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const auto moves_at = [&](const std::string& fen, bool some) -> Step<bool> {
    sides_.subject().restart();  // some engines answer right once they have answered before
    const auto answer = sides_.ask_both(sides_.question_of(fen, 1));
    if (!answer)
      return answer.error().undecided.stopped ? Step<bool>(std::unexpected(answer.error())) : false;
    return some ? !sides_.wrong_list(*answer) : answer->subject.total == 0;
  };
  const auto is_cut = [&](BugId bug_class, Fact fact) {
    finding.cause = Cause::Count;
    finding.bug_class = bug_class;
    finding.reasons.emplace_back(fact);
    return true;
  };
  // A board that questions before have spoiled, or a move that is made wrong, may be without moves
  // as well.
  if (const auto from_fen = moves_at(finding.fen, false); !from_fen || !*from_fen) return from_fen;
  if (reference::has_halfmoves(finding.fen)) {
    const auto moves = moves_at(reference::with_fresh_clocks(finding.fen), true);
    if (!moves || *moves)
      return moves ? is_cut(BugId::HalfmoveCutsPerft, Fact::RightWithFreshClocks) : moves;
  }
  if (!reference::is_insufficient_material(finding.fen)) return false;
  for (const auto& [fen, some] : {std::pair(kBareKings, false), std::pair(kWithPawn, true)})
    if (const auto as_expected = moves_at(fen, some); !as_expected || !*as_expected)
      return as_expected;
  return is_cut(BugId::InsufficientMaterialCutsPerft, Fact::ListsNothingWithoutMaterial);
}

Step<void> CauseFinder::of_wrong_list(Finding& finding, const Pair& wrong) {
  if (wrong.subject.total == 0) {
    const auto drawn = ends_by_draw_rule(finding);
    if (!drawn) return std::unexpected(drawn.error());
    if (*drawn) return {};
  }
  const auto others_are_wrong = decide_generation_or_make(finding, wrong);
  if (!others_are_wrong) return std::unexpected(others_are_wrong.error());
  if (finding.cause != Cause::Make) return {};
  return find_culprit(finding, wrong, *others_are_wrong);
}

Step<void> CauseFinder::of_moves_right_from_fen(Finding& finding, const Pair& wrong) {
  sides_.subject().restart();
  const auto again = sides_.ask_both(sides_.question(finding.path, 1, 0));
  if (!again) return std::unexpected(again.error());
  if (!sides_.same_list(*again, wrong)) {
    blame_what_was_asked_before(finding);
    return {};
  }
  finding.cause = Cause::Make;
  return find_culprit(finding, wrong, true);
}

/// Moves appear or vanish while others are counted: the list is made from a position that counting
/// has left behind.
Step<void> CauseFinder::of_list_wrong_at_depth(Finding& finding, int depth) {
  finding.reasons.emplace_back(Fact::RightAtDepthOne);
  for (int lesser = 2; lesser <= depth; ++lesser) {
    sides_.subject().restart();
    const auto answer = sides_.ask_both(sides_.question(finding.path, lesser));
    if (!answer) return std::unexpected(answer.error());
    const DivideDifference there = difference(answer->subject, answer->reference);
    if (!there.moves()) continue;
    finding.cause = Cause::Unmake;
    show_at(finding, lesser, *answer);
    finding.reasons.emplace_back(Fact::NotPutBack);
    return reproduce_from_root_if_needed(finding, lesser);
  }
  blame_what_was_asked_before(finding);
  return {};
}

void CauseFinder::blame_what_was_asked_before(Finding& finding) {
  finding.cause = Cause::Hash;
  finding.reproduce_fen = finding.root.fen;
  finding.reproduce_depth = sides_.root().depth;
  finding.reasons.emplace_back(Fact::FreshProcessIsRight);
}

/// Stores the answers that show it best: those at `depth`.
void CauseFinder::show_at(Finding& finding, int depth, const Pair& pair) {
  finding.subject_divide = pair.subject;
  finding.reference_divide = pair.reference;
  finding.divide_depth = depth;
  finding.reproduce_depth = depth;
  finding.counts = Counts{pair.subject.total, pair.reference.total};
}

/// Whether the subject counts the right number of answers to a move. One that lists no moves is
/// sent each of them: its total alone is its own count.
bool CauseFinder::counting_plays(const std::string& move, const std::string& fen) {
  const auto both = sides_.ask_both(sides_.question_of(fen, 2));
  if (!both) return false;
  if (!sides_.subject().lists_moves()) return both->subject.total == both->reference.total;
  const auto counted = std::ranges::find(both->subject.lines, move, &reference::RootCount::move);
  return counted != both->subject.lines.end() && contains(both->reference.lines, *counted);
}

/// A move after which the number of moves is wrong when it is sent, and right when it is counted,
/// is not made wrong.
void CauseFinder::acquit_by_count(Finding& finding, const Pair& wrong) {
  if (finding.culprit_moves.size() > 1 || wrong.subject.total == wrong.reference.total ||
      !counting_plays(finding.culprit->move, finding.culprit_fen))
    return;
  finding.cause = Cause::Unknown;
  finding.reasons.emplace_back(Fact::CountingPlaysTheMove);
}

/// Adds the difference of the state after the culprit, if the subject shows its board. A move that
/// is not played when it is sent, and counted right, is not made wrong.
void CauseFinder::add_state(Finding& finding) {
  Question after = sides_.question_of(finding.culprit_fen, 1);
  after.moves = {finding.culprit->move};
  const auto shown = sides_.subject().board(after, sides_.stop());
  std::vector<std::string> path(
      finding.path.begin(),
      finding.path.begin() + static_cast<std::ptrdiff_t>(finding.culprit->ply));
  const auto expected = sides_.fen_at(path);
  if (!shown || !expected) return;
  finding.subject_board = *shown;
  const auto moved = state_difference(finding.before_culprit(), *shown);
  if (moved && !moved->any()) {
    finding.reasons.emplace_back(Fact::MoveNotPlayed);
    if (counting_plays(finding.culprit->move, finding.culprit_fen)) {
      finding.cause = Cause::Unknown;
      finding.reasons.emplace_back(Fact::CountingPlaysTheMove);
    }
    return;
  }
  auto differs = state_difference_after(finding.before_culprit(), *expected, *shown);
  if (differs && differs->any())
    finding.reasons.emplace_back(WrongState{.difference = std::move(*differs)});
}

/// A reader that loses the en passant square makes the push before the culprit look guilty: the FEN
/// after it leads to no fault. The list after the push shows whether it was made right. Returns
/// whether the next move is the culprit.
Step<bool> CauseFinder::acquit_of_lost_square(Finding& finding) {
  const std::size_t ply = finding.culprit->ply;
  if (finding.culprit_moves.size() < 2) return false;
  const auto fen = sides_.fen_at(
      {finding.path.begin(), finding.path.begin() + static_cast<std::ptrdiff_t>(ply)});
  if (!fen) return std::unexpected(fen.error());
  const auto position = admitted({*fen, finding.root.chess960});
  if (!position || !position->en_passant()) return false;
  Question pushed = sides_.question_of(finding.culprit_fen, 1);
  pushed.moves = {finding.culprit->move};
  for (const auto& [question, right] :
       {std::pair(pushed, true), {sides_.question_of(*fen, 1), false}}) {
    const auto answer = sides_.ask_both(question);
    if (!answer && answer.error().undecided.stopped) return std::unexpected(answer.error());
    if (!answer || sides_.wrong_list(*answer) == right) return false;
  }
  finding.culprit = Culprit{ply + 1, finding.path[ply]};
  finding.culprit_fen = *fen;
  finding.culprit_moves.erase(finding.culprit_moves.begin());
  return true;
}

/// Finds the shortest tail of the path that still shows it, each time from the reference's FEN; the
/// state is wrong after the first move of that tail.
Step<void> CauseFinder::find_culprit(Finding& finding, const Pair& wrong, bool others_are_wrong) {
  for (std::size_t ply = finding.path.size(); ply > 0; --ply) {
    const Path head(finding.path.begin(),
                    finding.path.begin() + static_cast<std::ptrdiff_t>(ply) - 1);
    const auto fen = sides_.fen_at(head);
    if (!fen) return std::unexpected(fen.error());
    Question tail = sides_.question({}, 1);
    tail.root.fen = *fen;
    tail.moves.assign(finding.path.begin() + static_cast<std::ptrdiff_t>(ply) - 1,
                      finding.path.end());
    const auto answer = sides_.ask_both(tail);
    if (!answer && answer.error().undecided.stopped) return std::unexpected(answer.error());
    // A reader of FENs that is wrong as well may refuse the moves from there.
    if (!answer || !sides_.same_list(*answer, wrong)) continue;
    finding.culprit = Culprit{ply, finding.path[ply - 1]};
    finding.culprit_fen = *fen;
    finding.culprit_moves = tail.moves;
    const auto is_next = acquit_of_lost_square(finding);
    if (!is_next) return std::unexpected(is_next.error());
    finding.reproduce_fen = *fen;
    finding.reproduce_depth = static_cast<int>(tail.moves.size()) + 1;
    finding.reasons.emplace_back(RightFromFen{finding.culprit->move, others_are_wrong});
    if (sides_.subject().shows_board())
      add_state(finding);
    else if (!*is_next)
      acquit_by_count(finding, *answer);
    return {};
  }
  // No way shows the same list again: it depends on more than the moves.
  finding.cause = Cause::Unknown;
  finding.reproduce_fen = finding.root.fen;
  finding.reproduce_depth = static_cast<int>(finding.path.size()) + 1;
  finding.reasons.emplace_back(
      RightFromFen{fmt::format("{}", fmt::join(finding.path, " ")), others_are_wrong});
  return {};
}

/// A fault that needs the moves that led there does not show from the FEN alone.
Step<void> CauseFinder::reproduce_from_root_if_needed(Finding& finding, int depth) {
  if (finding.path.empty()) return {};
  Question direct =
      sides_.question({}, depth, static_cast<double>(finding.reference_divide->total));
  direct.root.fen = finding.fen;
  sides_.subject().restart();
  const auto answer = sides_.ask_both(direct);
  if (!answer && answer.error().undecided.stopped) return std::unexpected(answer.error());
  if (answer && difference(answer->subject, answer->reference).any()) return {};
  finding.reproduce_fen = finding.root.fen;
  finding.reproduce_depth = static_cast<int>(finding.path.size()) + depth;
  // The moves that lead there may have been made wrong, in a way that their lists do not show.
  if (answer && finding.cause == Cause::Unmake) {
    finding.cause = Cause::Unknown;
    forget(finding, {Fact::NotPutBack});
    finding.reasons.emplace_back(RightFromFen{finding.path.back(), false});
  }
  return {};
}

}  // namespace perft_verify::verifier
