#include "verifier/classify/restoring/by_lists.h"

#include <algorithm>
#include <string>

#include "core/fen.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/restoring/before_culprit.h"
#include "verifier/classify/restoring/king_square.h"
#include "verifier/classify/restoring/spoiled_place.h"

namespace perft_verify::verifier {
namespace {

/// Whether a move is listed that no such piece makes. If such a move is tried, it may spoil the
/// rest.
bool lists_a_move_of_no_piece(const WrongMoves& wrong, const Position& position) {
  return std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return !move || !move->pseudo_legal;
  });
}

/// The same in the smallest position of the finding.
std::optional<Unrestored> left_where_it_is(const Finding& finding, ProbedSubject& probed) {
  const auto smallest = finding.smallest_list();
  const auto position = smallest ? admitted(*smallest) : std::nullopt;
  if (!position || !other_list(reference::question_at(*smallest, {}, 1), probed))
    return std::nullopt;
  return left_there(*position, probed);
}

/// Where the moves are tried that may spoil the list: the smallest position in which it is wrong
/// has none that do not matter.
Position where_tried(const Finding& finding, const Position& position) {
  const auto smallest = finding.smallest_list();
  return smallest ? admitted(*smallest).value_or(position) : position;
}

/// By a trial after which the subject lists other moves the second time, or none. Nobody knows
/// whether the finding's moves are wrong by that.
std::optional<Unrestored> perhaps_spoiled(const Finding& finding, const Position& tried,
                                          ProbedSubject& probed) {
  const auto asked_again = [&](const Root& root) { return probed.wrong_moves(root, {}, 1); };
  if (!asked_again(standard(kNothingToTry))) return std::nullopt;
  for (const auto& [undo, question] : trials_in(tried, false)) {
    const Position position = *admitted(question.root);
    const auto first = probed.wrong_moves(question.root, {});
    if (!first || lists_a_move_of_no_piece(*first, position)) continue;
    const auto again = asked_again(question.root);
    if (again && (!again->any() || *again == *first)) continue;
    Unrestored perhaps{{question.root.fen, 1, {}, false},
                       {.candidates = verifier::classes_of(finding)}};
    for (const BugId each :
         {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete, BugId::StaleStateByMoves})
      add_once(perhaps.found.candidates, each);
    return perhaps;
  }
  return std::nullopt;
}

/// As `unrestored`, where the list of one position is wrong with a field of its FEN only.
std::optional<Unrestored> unrestored_by_field(const Finding& finding, const Position& position,
                                              const WrongMoves& wrong, ProbedSubject& probed) {
  if (finding.divide_depth > 1) return std::nullopt;
  for (const auto& [field, undo] : kTriedByField) {
    if (any_needs(field, wrong, position) || !is_right_without(field, position, 1, probed))
      continue;
    auto left = left_of_field(field, undo, finding, position.side_to_move(), probed);
    if (!left) continue;
    left->board.fen = position.fen();
    std::vector<BugId> first;
    if (field == NeededField::EnPassantSquare && piece_reaches_ep_square(position))
      first = {BugId::EpByAnyPiece};
    // Castling that is refused may leave the king's square behind, where it was tested.
    if (field == NeededField::CastlingRights && square_of_other_king(wrong, position))
      first = {BugId::UnmakeKingSquare};
    if (first.empty()) return left;
    for (const BugId each : left->found.classes()) add_once(first, each);
    left->found = {.candidates = std::move(first)};
    return left;
  }
  return std::nullopt;
}
/// The same; another bug may be wrong there without the field, and not in the smallest position.
std::optional<Unrestored> unrestored_by_field(const Finding& finding, const Position& position,
                                              ProbedSubject& probed) {
  if (auto left = unrestored_by_field(finding, position, finding.wrong(), probed)) return left;
  const auto root = finding.smallest_list();
  const auto smallest = root ? admitted(*root) : std::nullopt;
  if (!smallest || (!smallest->castling().any() && !smallest->en_passant())) return std::nullopt;
  const auto wrong = probed.wrong_moves(*root, {});
  return wrong && wrong->any() ? unrestored_by_field(finding, *smallest, *wrong, probed)
                               : std::nullopt;
}

/// Counts that are wrong from some depth on are those of a table, or of a move that is taken back
/// wrongly: then a small position shows it.
std::optional<Unrestored> left_deeper(const Finding& finding, ProbedSubject& probed) {
  const bool like_a_table = finding.cause == Cause::Hash;
  if (like_a_table &&
      (!reason_of<RightBelowDepth>(finding) || reason_of<AskedWithoutTable>(finding)))
    return std::nullopt;
  if (!keeps_its_board(probed)) return std::nullopt;
  auto left = left_in_trials(trials_in(*finding.position(), true), probed);
  // A table holds counts, and no lists.
  if (!left || !like_a_table || left->board.counted_to == 0) return left;
  doubt_undo(*left, classes_of(finding));
  return left;
}

}  // namespace

std::optional<Unrestored> unrestored_by_lists(const Finding& finding, ProbedSubject& probed) {
  if (probed.totals_only()) return std::nullopt;
  if (auto king = king_not_restored(finding, probed)) return king;
  if (finding.cause == Cause::Make && finding.culprit) return left_before_culprit(finding, probed);
  const auto position = finding.position();
  if (!position || finding.cause == Cause::Make) return std::nullopt;
  if (finding.cause == Cause::Hash || finding.divide_depth > 2) return left_deeper(finding, probed);
  const bool may_be_spoiled = lists_a_move_of_no_piece(finding.wrong(), *position);
  if (!may_be_spoiled)
    if (auto by_field = unrestored_by_field(finding, *position, probed)) return by_field;
  const bool of_list = finding.divide_depth == 1;
  const bool lists_others =
      other_list(reference::question_at(finding.here(), {}, finding.divide_depth), probed) ||
      spoiled_at(smallest_place(finding), of_list, probed) != Spoiled::No;
  if ((!lists_others && !of_list) || !keeps_its_board(probed)) return std::nullopt;
  const Position tried = of_list ? where_tried(finding, *position) : *position;
  if (lists_others)
    if (auto left = left_in_trials(trials_in(tried, !of_list), probed)) return left;
  if (!of_list || may_be_spoiled) return std::nullopt;
  if (lists_others)
    if (auto left = left_where_it_is(finding, probed)) return left;
  return perhaps_spoiled(finding, tried, probed);
}

}  // namespace perft_verify::verifier
