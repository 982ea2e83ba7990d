#include "verifier/classify/restoring/by_lists.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counting.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/restoring/king_square.h"
#include "verifier/classify/restoring/trials.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;
using OnSquare = StateDifference::OnSquare;

/// Lists the legal moves of the side that is not to move.
bool is_of_other_side(const WrongMoves& wrong, const Position& position) {
  return wrong == wrong_with(position.after_null_move(), position);
}

/// The differences that a move of one kind may leave on the board, alone, so that the listed moves
/// are the legal ones. Some of the squares that it changes stay as it leaves them, or without the
/// captured piece.
std::vector<StateDifference> left_on_boards(Undo undo, const Position& before,
                                            const WrongMoves& wrong) {
  std::vector<StateDifference> all;
  for (const std::string& text : moves_of(undo, before)) {
    const Position after = before.after(*find_legal(before, text));
    std::vector<OnSquare> changed = squares_that_differ(before, after);
    const auto captured =
        std::ranges::find_if(changed, [](const OnSquare& it) { return it.expected && it.found; });
    for (const bool lost : {false, true}) {
      if (lost && captured == changed.end()) continue;
      if (lost) captured->found.reset();
      for (std::size_t set = 1; set < std::size_t{1} << changed.size(); ++set) {
        PositionParts parts = before.parts();
        StateDifference left;
        for (std::size_t at = 0; at < changed.size(); ++at) {
          if ((set >> at & 1) == 0) continue;
          parts.clear(changed[at].square);
          if (changed[at].found) parts.put(changed[at].square, *changed[at].found);
          left.squares.push_back(changed[at]);
        }
        if (parts.has_both_kings() && wrong_with(Position(parts), before) == wrong)
          all.push_back(std::move(left));
      }
    }
  }
  return all;
}

/// The classes of the faults by which moves of one kind leave something behind, by the list of a
/// subject that is asked again.
std::vector<BugId> classes_of(Undo undo, const Position& before, const WrongMoves& again) {
  using enum BugId;
  if (is_of_other_side(again, before)) return {UnmakeSide};
  if (again == wrong_with(without(NeededField::CastlingRights, before), before))
    return {UnmakeCastlingRights};
  if (again == wrong_with(without(NeededField::EnPassantSquare, before), before))
    return {UnmakeEpSquare};
  std::vector<BugId> classes;
  const auto add = [&](BugId id) { add_once(classes, id); };
  for (const StateDifference& each : left_on_boards(undo, before, again))
    add(class_of(undo, each.squares));
  if (!classes.empty()) return classes;
  add(class_of(undo, {}));
  if (undo == Undo::Capture || undo == Undo::PromotionCapture)
    for (const BugId each : {UnmakeCapturedMissing, UnmakeCapturedType}) add(each);
  if (undo == Undo::Castling) add(UnmakeCastlingRights);
  if (undo == Undo::EnPassant || undo == Undo::DoublePush) add(UnmakeEpSquare);
  add(UnmakeIncomplete);
  return classes;
}

/// Whether the lists after these moves, and after an answer to each, are right.
bool are_made_right(const Position& before, const std::vector<std::string>& moves,
                    ProbedSubject& probed) {
  const auto lists_right = [&](const std::vector<std::string>& played) {
    const auto after = probed.wrong_moves(before.fen(), before.chess960(), played);
    return after && !after->any();
  };
  return std::ranges::all_of(moves, [&](const std::string& move) {
    if (!lists_right({move})) return false;
    const Position after = before.after(*find_legal(before, move));
    const auto answers = legal_moves(after);
    return answers.empty() || lists_right({move, to_uci(*answers.begin(), after.chess960())});
  });
}

/// The class is certain if only one is possible, and if moves of that kind are made right.
Unrestored left_of(const Position& before, const std::vector<std::string>& moves,
                   std::vector<BugId> classes, ProbedSubject& probed) {
  const bool made_right = are_made_right(before, moves, probed);
  Unrestored left{{before.fen(), 1, {}, made_right}, {}};
  if (made_right && classes.size() == 1) {
    left.found.bug_class = classes.front();
    return left;
  }
  if (!made_right)
    for (const BugId each : making_candidates(before.fen(), before.chess960(), moves))
      add_once(classes, each);
  left.found.candidates = std::move(classes);
  return left;
}

/// The remains of moves of one kind, by the lists of a subject that shows no board. Nothing if it
/// lists the same moves again.
std::optional<Unrestored> left_in_lists(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root, false);
  const auto first = probed.wrong_moves(question.root, false, {});
  if (!position || !first || first->any()) return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (const auto again = other_list(question, *first, probed)) {
      // After a double push the opponent may have captured en passant.
      const bool by_answer = undo == Undo::DoublePush && question.depth > 1;
      Unrestored left =
          left_of(*position, moves_of(undo, *position),
                  classes_of(by_answer ? Undo::EnPassant : undo, *position, *again), probed);
      left.board.depth = question.depth;
      return left;
    }
  return std::nullopt;
}

/// Whether none of the finding's moves is wrong without a field that none of them needs: then the
/// move that needs it is tried, and leaves something.
bool are_right_without(NeededField field, const Finding& finding, const Position& position,
                       ProbedSubject& probed) {
  for (const auto* moves : {&finding.illegal, &finding.missing, &finding.duplicate})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || needs(field, *move)) return false;
    }
  return is_right_without(field, position, 1, probed);
}

/// Whether a move is listed that no such piece makes. If such a move is tried, it may spoil the
/// rest.
bool lists_a_move_of_no_piece(const WrongMoves& wrong, const Position& position) {
  return std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return !move || !move->pseudo_legal;
  });
}

/// The remains of moves in a position where the subject lists other moves the second time, though
/// no trial shows it.
std::optional<Unrestored> left_there(const Position& position, ProbedSubject& probed) {
  constexpr std::size_t kMostMoves = 30;
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position)) moves.push_back(to_uci(move, position.chess960()));
  if (moves.empty() || moves.size() > kMostMoves) return std::nullopt;
  return left_of(position, moves, {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete}, probed);
}

/// The same in the smallest position of the finding.
std::optional<Unrestored> left_where_it_is(const Finding& finding, ProbedSubject& probed) {
  if (!finding.reduced || !finding.reduced->moves.empty() || finding.reduced->depth != 1)
    return std::nullopt;
  const auto position = admitted(finding.reduced->fen, finding.chess960);
  if (!position ||
      !other_list(reference::question_at(finding.reduced->fen, finding.chess960, {}, 1), probed))
    return std::nullopt;
  return left_there(*position, probed);
}

/// By a trial after which the subject lists other moves the second time, or none. Nobody knows
/// whether the finding's moves are wrong by that.
std::optional<Unrestored> perhaps_spoiled(const Finding& finding, ProbedSubject& probed) {
  const auto asked_again = [&](const std::string& fen) {
    return probed.wrong_moves(fen, false, {}, 1);
  };
  if (!asked_again(kNothingToTry)) return std::nullopt;
  for (const auto& [undo, question] : trials_in(*finding.position(), false)) {
    const Position position = *admitted(question.root, false);
    const auto first = probed.wrong_moves(question.root, false, {});
    if (!first || lists_a_move_of_no_piece(*first, position)) continue;
    const auto again = asked_again(question.root);
    if (again && (!again->any() || *again == *first)) continue;
    Unrestored perhaps{{question.root, 1, {}, false},
                       {.candidates = verifier::classes_of(finding)}};
    for (const BugId each :
         {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete, BugId::StaleStateByMoves})
      add_once(perhaps.found.candidates, each);
    return perhaps;
  }
  return std::nullopt;
}

/// Whether a trial of captures en passant, or of castling, shows by its list that something is left
/// of that move, and of no move that is illegal.
bool shows_in_lists(Undo undo, const Question& trial, ProbedSubject& probed) {
  const auto position = admitted(trial.root, false);
  const auto first = probed.wrong_moves(trial.root, false, {});
  if (!position || !first) return false;
  const bool of_its_own = std::ranges::none_of(first->illegal, [&](const std::string& text) {
    const auto move = move_facts(*position, text);
    return !move || !move->moved ||
           (undo == Undo::EnPassant ? move->moved->type == PieceType::Pawn : move->castling);
  });
  return of_its_own &&
         (first->any() || (keeps_its_board(probed) && other_list(trial, *first, probed)));
}

/// By the field of the FEN without which the finding's moves are right.
std::optional<Unrestored> unrestored_by_field(const Finding& finding, const Position& position,
                                              ProbedSubject& probed) {
  if (finding.divide_depth > 1) return std::nullopt;
  for (const auto& [field, undo] : {std::pair(NeededField::EnPassantSquare, Undo::EnPassant),
                                    std::pair(NeededField::CastlingRights, Undo::Castling)}) {
    if (!are_right_without(field, finding, position, probed)) continue;
    const Question trial = trial_of(undo, position.side_to_move());
    const Position small = *admitted(trial.root, false);
    // If the trial is disturbed without that move too, another move is to blame.
    const Question control = reference::question_at(without(field, small).fen(), false, {}, 1);
    const auto other = probed.wrong_moves(control.root, false, {});
    if (!other || other->any() || other_list(control, *other, probed)) continue;
    Unrestored left = left_of(small, moves_of(undo, small), {class_of(undo, {})}, probed);
    left.board.fen = finding.fen;
    left.board.without = field;
    if (shows_in_lists(undo, trial, probed)) return left;
    // It may be a move of another kind that this field makes it try.
    left.board.by_undo = false;
    if (left.found.bug_class) left.found = {.candidates = {*left.found.bug_class}};
    for (const BugId each : finding.candidates) add_once(left.found.candidates, each);
    return left;
  }
  return std::nullopt;
}

/// What is left of captures with promotion may be left of all captures, or of all promotions.
std::optional<Unrestored> left_of_a_part(Color color, ProbedSubject& probed) {
  for (const Undo part : {Undo::Promotion, Undo::Capture})
    if (auto left = left_in_lists(part, trial_of(part, color), probed)) return left;
  return std::nullopt;
}

std::optional<Unrestored> left_in_trials(const std::vector<Trial>& trials, ProbedSubject& probed) {
  for (const auto& [undo, question] : trials) {
    auto left = left_in_lists(undo, question, probed);
    if (!left) continue;
    if (undo == Undo::PromotionCapture)
      if (auto part = left_of_a_part(admitted(question.root, false)->side_to_move(), probed))
        return part;
    return left;
  }
  return std::nullopt;
}

/// Whether the list is wrong after another plain move too, and right from the FEN.
bool is_wrong_after_others(const Position& before, const std::string& culprit,
                           ProbedSubject& probed) {
  constexpr std::size_t kMostAsked = 8;
  std::size_t asked = 0;
  for (const std::string& move : moves_of(Undo::Other, before)) {
    if (move == culprit) continue;
    if (++asked > kMostAsked) break;
    const auto after = probed.wrong_moves(before.fen(), before.chess960(), {move});
    if (!after || !after->any()) continue;
    const std::string fen = before.after(*find_legal(before, move)).fen();
    const auto from_fen = probed.wrong_moves(fen, before.chess960(), {});
    if (from_fen && !from_fen->any()) return true;
  }
  return false;
}

/// An engine that finds the move which it is sent among those that it tries may have spoiled its
/// board before it makes that move: then something is left of moves of another kind than the
/// culprit, or the lists are wrong after other moves too. Where the culprit is the only legal move,
/// no other list can tell.
std::optional<Unrestored> left_before_culprit(const Finding& finding, ProbedSubject& probed) {
  const auto before = admitted(finding.culprit_fen, finding.chess960);
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!culprit || !keeps_its_board(probed)) return std::nullopt;
  const bool after_others = is_wrong_after_others(*before, culprit->text, probed);
  const bool listed_anew =
      other_list(reference::question_at(finding.culprit_fen, finding.chess960, {}, 1), probed)
          .has_value();
  const bool alone = legal_moves(*before).size() == 1;
  if (!after_others && !listed_anew && !alone) return std::nullopt;
  std::vector<Trial> trials = trials_in(*before, false);
  if (!after_others)
    std::erase_if(trials, [&](const Trial& each) { return each.undo == undo_of(*culprit); });
  auto left = left_in_trials(trials, probed);
  if (!left && after_others && listed_anew) left = left_there(*before, probed);
  if (!left || after_others) return left;
  left->board.by_undo = false;
  left->found.candidates = left->found.classes();
  left->found.bug_class.reset();
  for (const BugId each : classes_of(finding)) add_once(left->found.candidates, each);
  return left;
}

}  // namespace

std::optional<Unrestored> unrestored_by_lists(const Finding& finding, ProbedSubject& probed) {
  if (probed.totals_only()) return std::nullopt;
  if (auto king = king_not_restored(finding, probed)) return king;
  if (finding.cause == Cause::Make && finding.culprit) return left_before_culprit(finding, probed);
  const auto position = finding.position();
  if (!position || finding.cause == Cause::Make || finding.cause == Cause::Hash ||
      finding.divide_depth > 2)
    return std::nullopt;
  const bool may_be_spoiled = lists_a_move_of_no_piece(finding.wrong(), *position);
  if (!may_be_spoiled)
    if (auto by_field = unrestored_by_field(finding, *position, probed)) return by_field;
  const bool of_list = finding.divide_depth == 1;
  const bool lists_others =
      other_list(reference::question_at(finding.fen, finding.chess960, {}, finding.divide_depth),
                 probed)
          .has_value();
  if ((!lists_others && !of_list) || !keeps_its_board(probed)) return std::nullopt;
  if (lists_others)
    if (auto left = left_in_trials(trials_in(*position, !of_list), probed)) return left;
  if (!of_list || may_be_spoiled) return std::nullopt;
  if (lists_others)
    if (auto left = left_where_it_is(finding, probed)) return left;
  return perhaps_spoiled(finding, probed);
}

}  // namespace perft_verify::verifier
