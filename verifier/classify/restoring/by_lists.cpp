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

/// The fields of the FEN with the moves that need them. Where a list is wrong with such a field
/// alone, although no wrong move needs it, the move that needs it is tried, and leaves something.
constexpr std::pair<NeededField, Undo> kTriedByField[] = {
    {NeededField::EnPassantSquare, Undo::EnPassant}, {NeededField::CastlingRights, Undo::Castling}};

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

/// The classes of the faults by which moves of one kind leave something behind.
std::vector<BugId> classes_of(Undo undo) {
  using enum BugId;
  std::vector<BugId> classes{class_of(undo, {})};
  const auto add = [&](BugId id) { add_once(classes, id); };
  if (undo == Undo::Capture || undo == Undo::PromotionCapture)
    for (const BugId each : {UnmakeCapturedMissing, UnmakeCapturedType}) add(each);
  if (undo == Undo::Castling) add(UnmakeCastlingRights);
  if (undo == Undo::EnPassant || undo == Undo::DoublePush) add(UnmakeEpSquare);
  add(UnmakeIncomplete);
  return classes;
}

/// The same by the list of a subject that is asked again.
std::vector<BugId> classes_of(Undo undo, const Position& before, const WrongMoves& again) {
  using enum BugId;
  if (is_of_other_side(again, before)) return {UnmakeSide};
  if (again == wrong_with(without(NeededField::CastlingRights, before), before))
    return {UnmakeCastlingRights};
  if (again == wrong_with(without(NeededField::EnPassantSquare, before), before))
    return {UnmakeEpSquare};
  std::vector<BugId> classes;
  for (const StateDifference& each : left_on_boards(undo, before, again))
    add_once(classes, class_of(undo, each.squares));
  return classes.empty() ? classes_of(undo) : classes;
}

/// Whether the lists after these moves, and after an answer to each, are right.
bool are_played_right(const Position& before, const std::vector<std::string>& moves,
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

/// Whether the moves are made right. Where there is one, its count to depth 3 from the FEN decides,
/// for nothing need be tried before it: an engine that finds the move of a game among those that it
/// tries has spoiled its board, or by chance put it right, before it makes that move. Of several,
/// the first may spoil the counts of the others.
bool are_made_right(const Position& before, const std::vector<std::string>& moves,
                    ProbedSubject& probed) {
  constexpr int kDepth = 3;
  const auto counted = probed.count_at(before.fen(), before.chess960(), kDepth);
  const bool counted_right =
      counted && std::ranges::all_of(moves, [&](const std::string& move) {
        const auto line = std::ranges::find(counted->lines, move, &CountedLine::move);
        return line != counted->lines.end() && line->subject == line->reference;
      });
  return counted_right ||
         ((!counted || moves.size() > 1) && are_played_right(before, moves, probed));
}

/// Leaves open whether moves of that kind are made wrong.
void doubt_undo(Unrestored& left, const std::vector<BugId>& made_wrong) {
  left.board.by_undo = false;
  left.found.candidates = left.found.classes();
  left.found.bug_class.reset();
  for (const BugId each : made_wrong) add_once(left.found.candidates, each);
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

/// What moves of one kind leave in a small position. They are made right only if they are so in all
/// the small positions.
Unrestored left_of_trial(Undo undo, const Position& before, std::vector<BugId> classes,
                         ProbedSubject& probed) {
  const std::vector<std::string> moves = moves_of(undo, before);
  Unrestored left = left_of(before, moves, std::move(classes), probed);
  const bool made_right =
      !left.board.by_undo ||
      std::ranges::all_of(trials_of(undo, before.side_to_move()), [&](const Question& trial) {
        const Position other = *admitted(trial.root, false);
        return other == before || are_made_right(other, moves_of(undo, other), probed);
      });
  if (!made_right) doubt_undo(left, making_candidates(before.fen(), false, moves));
  return left;
}

/// Whether the small position is disturbed without the move that needs a field of its FEN, too:
/// then another move is to blame.
bool is_disturbed_without(Undo undo, const Position& position, ProbedSubject& probed) {
  const auto by_field =
      std::ranges::find(kTriedByField, undo, &std::pair<NeededField, Undo>::second);
  if (by_field == std::end(kTriedByField)) return false;
  const Question control =
      reference::question_at(without(by_field->first, position).fen(), false, {}, 1);
  return other_list(control, probed) || counts_otherwise_again(control.root, false, probed);
}

/// The remains of moves of one kind, by the lists of a subject that shows no board. Nothing if it
/// lists the same moves again.
std::optional<Unrestored> left_in_lists(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root, false);
  const auto first = probed.wrong_moves(question.root, false, {});
  if (!position || !first || first->any() || is_disturbed_without(undo, *position, probed))
    return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (const auto again = other_list(question, *first, probed)) {
      // After a double push the opponent may have captured en passant.
      const bool by_answer = undo == Undo::DoublePush && question.depth > 1;
      Unrestored left =
          left_of_trial(undo, *position,
                        classes_of(by_answer ? Undo::EnPassant : undo, *position, *again), probed);
      left.board.depth = question.depth;
      return left;
    }
  const auto counted_to = counts_otherwise_again(question.root, false, probed);
  if (!counted_to) return std::nullopt;
  Unrestored left = left_of_trial(undo, *position, classes_of(undo), probed);
  left.board.counted_to = *counted_to;
  return left;
}

/// Whether some of the wrong moves need that field, or are no moves.
bool need_field(NeededField field, const Finding& finding, const Position& position) {
  for (const auto* moves : {&finding.illegal, &finding.missing, &finding.duplicate})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || needs(field, *move)) return true;
    }
  return false;
}

/// The smallest position that is known to show the finding, or the one before its culprit.
std::string smallest_place(const Finding& finding) {
  const bool made = finding.cause == Cause::Make && finding.culprit;
  if (finding.reduced && finding.reduced->moves.empty() != made) return finding.reduced->fen;
  return made ? finding.culprit_fen : finding.fen;
}

/// Whether some move is counted at depth 2 with another number of moves than the subject lists
/// after it from the FEN, as on a board that the moves before it have spoiled.
bool counts_other_moves_than_it_lists(const std::string& fen, bool chess960,
                                      ProbedSubject& probed) {
  constexpr std::size_t kMostAsked = 16;
  const auto position = admitted(fen, chess960);
  const auto counted = probed.answer_now(reference::question_at(fen, chess960, {}, 2));
  if (!position || !counted) return false;
  std::size_t asked = 0;
  return std::ranges::any_of(counted->lines, [&](const reference::RootCount& line) {
    const auto move = find_legal(*position, line.move);
    if (!move || ++asked > kMostAsked) return false;
    const auto list =
        probed.answer_now(reference::question_at(position->after(*move).fen(), chess960, {}, 1));
    return list && list->total != line.nodes;
  });
}

/// Whether a move is listed that no such piece makes. If such a move is tried, it may spoil the
/// rest.
bool lists_a_move_of_no_piece(const WrongMoves& wrong, const Position& position) {
  return std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return !move || !move->pseudo_legal;
  });
}

/// Whether the board of a subject is spoiled while it lists there: it lists or counts otherwise the
/// second time, counts no list of its own, or dies.
bool is_spoiled_at(const std::string& fen, bool chess960, bool of_list, ProbedSubject& probed) {
  return other_list(reference::question_at(fen, chess960, {}, 1), probed) ||
         counts_otherwise_again(fen, chess960, probed) || dies_of_counting(fen, chess960, probed) ||
         (of_list && counts_other_moves_than_it_lists(fen, chess960, probed));
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

/// By the field of the FEN without which the finding's moves are right: what the moves that need it
/// leave behind, in a small position.
std::optional<Unrestored> left_of_field(NeededField field, Undo undo, const Finding& finding,
                                        Color color, ProbedSubject& probed) {
  const Question trial = trial_of(undo, color);
  const Position small = *admitted(trial.root, false);
  // If the trial is disturbed without that move too, another move is to blame.
  const Question control = reference::question_at(without(field, small).fen(), false, {}, 1);
  const auto other = probed.wrong_moves(control.root, false, {});
  if (!other || other->any() || other_list(control, *other, probed)) return std::nullopt;
  Unrestored left = left_of_trial(undo, small, {class_of(undo, {})}, probed);
  left.board.without = field;
  if (shows_in_lists(undo, trial, probed)) return left;
  // It may be a move of another kind that this field makes it try.
  doubt_undo(left, verifier::classes_of(finding));
  return left;
}

std::optional<Unrestored> unrestored_by_field(const Finding& finding, const Position& position,
                                              ProbedSubject& probed) {
  if (finding.divide_depth > 1) return std::nullopt;
  for (const auto& [field, undo] : kTriedByField) {
    if (need_field(field, finding, position) || !is_right_without(field, position, 1, probed))
      continue;
    auto left = left_of_field(field, undo, finding, position.side_to_move(), probed);
    if (!left) continue;
    left->board.fen = finding.fen;
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

/// Whether a pawn is listed with a move to that square.
bool goes_to(std::optional<Square> square, const std::vector<std::string>& moves,
             const Position& position) {
  return square && std::ranges::any_of(moves, [&](const std::string& text) {
           const auto move = move_facts(position, text);
           return move && move->to == *square && move->moved &&
                  move->moved->type == PieceType::Pawn;
         });
}

/// The same where the list after the culprit is right without the field, though neither the
/// culprit nor a wrong move needs it.
std::optional<Unrestored> left_by_field_before(const Position& before, const MoveFacts& culprit,
                                               const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  // A square that outlives the next move is needed where no right capture needs it.
  if (!position || goes_to(before.en_passant(), finding.illegal, *position)) return std::nullopt;
  for (const auto& [field, undo] : kTriedByField) {
    if (!has_field(field, before) || needs(field, culprit) || need_field(field, finding, *position))
      continue;
    const auto after =
        probed.wrong_moves(without(field, before).fen(), finding.chess960, finding.culprit_moves);
    if (!after || after->any()) continue;
    std::vector<Trial> trials = trials_in(before, false);
    // A trial that ends with a capture en passant begins with a double push.
    if (undo == Undo::EnPassant)
      trials.push_back({Undo::DoublePush, trial_of(Undo::DoublePush, ~before.side_to_move())});
    std::erase_if(trials, [&](const Trial& each) {
      return each.undo != undo && (undo != Undo::EnPassant || each.undo != Undo::DoublePush);
    });
    auto left = left_in_trials(trials, probed);
    if (!left) left = left_of_field(field, undo, finding, before.side_to_move(), probed);
    if (!left) continue;
    left->board.fen = finding.culprit_fen;
    left->board.without = field;
    return left;
  }
  return std::nullopt;
}

/// Whether that move is counted wrong to depth 2 from the FEN, and all others are counted right:
/// what is left of a move that is tried spoils the counts of others too.
bool is_alone_counted_wrong(const std::string& fen, const MoveFacts& culprit,
                            ProbedSubject& probed) {
  const auto counted = probed.count_at(fen, false, 2);
  return counted && counted->lines.size() > 1 &&
         std::ranges::all_of(counted->lines, [&](const CountedLine& line) {
           return (line.subject != line.reference) == (line.move == culprit.text);
         });
}

/// An engine that finds the move which it is sent among those that it tries may have spoiled its
/// board before it makes that move: then something is left of moves of another kind than the
/// culprit, or the lists are wrong after other moves too. Where the culprit is the only legal move,
/// no other list can tell.
std::optional<Unrestored> left_before_culprit(const Finding& finding, ProbedSubject& probed) {
  const auto before = admitted(finding.culprit_fen, finding.chess960);
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!culprit || !keeps_its_board(probed)) return std::nullopt;
  if (auto by_field = left_by_field_before(*before, *culprit, finding, probed)) return by_field;
  const bool after_others = is_wrong_after_others(*before, culprit->text, probed);
  const std::string place = smallest_place(finding);
  const bool counted_anew =
      other_list(reference::question_at(finding.culprit_fen, finding.chess960, {}, 1), probed) ||
      is_spoiled_at(place, finding.chess960, false, probed);
  const bool seen_there = after_others || counted_anew;
  const bool alone = legal_moves(*before).size() == 1;
  // A piece that the smallest position can do without is not what is left.
  const auto smallest = admitted(place, finding.chess960);
  std::vector<Trial> trials =
      trials_in(seen_there || alone || !smallest ? *before : *smallest, false);
  if (alone && !seen_there)
    std::erase_if(trials, [&](const Trial& each) { return each.undo == undo_of(*culprit); });
  auto left = left_in_trials(trials, probed);
  if (left && !seen_there && !alone && !left->board.by_undo) return std::nullopt;
  if (!left && counted_anew) left = left_there(*before, probed);
  if (!left || after_others) return left;
  const auto is_of_its_kind = [&](const Trial& each) {
    return each.undo == undo_of(*culprit) && each.question.root == left->board.fen;
  };
  left->of_other_kind = std::ranges::none_of(trials, is_of_its_kind);
  const bool certain =
      !alone && left->board.by_undo && !is_alone_counted_wrong(place, *culprit, probed);
  if (!certain) doubt_undo(*left, classes_of(finding));
  return left;
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
      other_list(reference::question_at(finding.fen, finding.chess960, {}, finding.divide_depth),
                 probed) ||
      is_spoiled_at(smallest_place(finding), finding.chess960, of_list, probed);
  if ((!lists_others && !of_list) || !keeps_its_board(probed)) return std::nullopt;
  if (lists_others)
    if (auto left = left_in_trials(trials_in(*position, !of_list), probed)) return left;
  if (!of_list || may_be_spoiled) return std::nullopt;
  if (lists_others)
    if (auto left = left_where_it_is(finding, probed)) return left;
  return perhaps_spoiled(finding, probed);
}

}  // namespace perft_verify::verifier
