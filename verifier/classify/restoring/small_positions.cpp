#include "verifier/classify/restoring/small_positions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/inferred_state.h"

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
std::vector<BugId> classes_of(Undo undo, const Position& before, const WrongMoves& again,
                              int depth) {
  using enum BugId;
  // A move below another one may have written over what is needed to take that back.
  if (is_of_other_side(again, before))
    return depth > 1 ? std::vector{UnmakeRecordShared, UnmakeSide} : std::vector{UnmakeSide};
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
    const auto after = probed.wrong_moves(root_of(before), played);
    return after && !after->any();
  };
  return std::ranges::all_of(moves, [&](const std::string& move) {
    if (!lists_right({move})) return false;
    const Position after = before.after(*find_legal(before, move));
    const auto answers = legal_moves(after);
    return answers.empty() || lists_right({move, to_uci(*answers.begin(), after.chess960())});
  });
}

/// Whether the moves are made right. Where there is one, its count from the FEN decides, for
/// nothing need be tried before it: an engine that finds the move of a game among those that it
/// tries has spoiled its board, or by chance put it right, before it makes that move. To depth 3,
/// or to depth 2 if it is also played right: moves below it may spoil the board. Of several, the
/// first may spoil the counts of the others.
bool are_made_right(const Position& before, const std::vector<std::string>& moves,
                    ProbedSubject& probed) {
  const auto counted_right = [&](int depth) -> std::optional<bool> {
    const auto counted = probed.count_at(root_of(before), depth);
    if (!counted) return std::nullopt;
    return std::ranges::all_of(moves, [&](const std::string& move) {
      const auto line = std::ranges::find(counted->lines, move, &CountedLine::move);
      return line != counted->lines.end() && line->subject == line->reference;
    });
  };
  const auto deep = counted_right(3);
  return deep == true || ((!deep || moves.size() > 1 || counted_right(2) == true) &&
                          are_played_right(before, moves, probed));
}

/// Evidence that moves of one kind leave something in a small position. Making them is acquitted
/// only if it is right in all small positions.
Unrestored left_of_trial(Undo undo, const Position& before, std::vector<BugId> classes,
                         ProbedSubject& probed) {
  const std::vector<std::string> moves = moves_of(undo, before);
  Unrestored left = left_of(before, moves, std::move(classes), probed);
  const bool made_right =
      !left.board.by_undo ||
      std::ranges::all_of(trials_of(undo, before.side_to_move()), [&](const Question& trial) {
        const Position other = *admitted(trial.root);
        return other == before || are_made_right(other, moves_of(undo, other), probed);
      });
  if (!made_right) doubt_undo(left, making_candidates(root_of(before), moves));
  return left;
}

/// Whether the small position is disturbed without the move that needs a field of its FEN, too:
/// then another move is to blame.
bool is_disturbed_without(Undo undo, const Position& position, ProbedSubject& probed) {
  const auto by_field =
      std::ranges::find(kTriedByField, undo, &std::pair<NeededField, Undo>::second);
  if (by_field == std::end(kTriedByField)) return false;
  const Question control =
      reference::question_at(root_of(without(by_field->first, position)), {}, 1);
  return other_list(control, probed) ||
         counts_otherwise_again(control.root, probed).value_or(std::nullopt);
}

/// The remains of moves of one kind, by the lists of a subject that shows no board. Nothing if it
/// lists the same moves again.
std::optional<Unrestored> left_in_lists(Undo undo, Question question, ProbedSubject& probed) {
  const auto position = admitted(question.root);
  const auto first = probed.wrong_moves(question.root, {});
  if (!position || !first || first->any() || is_disturbed_without(undo, *position, probed))
    return std::nullopt;
  constexpr int kDeepest = 2;
  for (question.depth = 1; question.depth <= kDeepest; ++question.depth)
    if (const auto again = other_list(question, *first, probed)) {
      // After a double push the opponent may have captured en passant.
      const bool by_answer = undo == Undo::DoublePush && question.depth > 1;
      Unrestored left = left_of_trial(
          undo, *position,
          classes_of(by_answer ? Undo::EnPassant : undo, *position, *again, question.depth),
          probed);
      left.board.depth = question.depth;
      return left;
    }
  const auto counted_to = counts_otherwise_again(question.root, probed).value_or(std::nullopt);
  if (!counted_to) return std::nullopt;
  Unrestored left = left_of_trial(undo, *position, classes_of(undo), probed);
  left.board.counted_to = *counted_to;
  return left;
}

/// Whether a trial of captures en passant, or of castling, shows by its list that something is left
/// of that move, and of no move that is illegal.
bool shows_in_lists(Undo undo, const Question& trial, ProbedSubject& probed) {
  const auto position = admitted(trial.root);
  const auto first = probed.wrong_moves(trial.root, {});
  if (!position || !first) return false;
  const bool of_its_own = std::ranges::none_of(first->illegal, [&](const std::string& text) {
    const auto move = move_facts(*position, text);
    return !move || !move->moved ||
           (undo == Undo::EnPassant ? move->moved->type == PieceType::Pawn : move->castling);
  });
  return of_its_own &&
         (first->any() || (keeps_its_board(probed) && other_list(trial, *first, probed)));
}

/// A fault of promotions that capture may be one of all promotions, or of all captures: tries both.
std::optional<Unrestored> left_of_a_part(Color color, ProbedSubject& probed) {
  for (const Undo part : {Undo::Promotion, Undo::Capture})
    if (auto left = left_in_lists(part, trial_of(part, color), probed)) return left;
  return std::nullopt;
}

}  // namespace

void doubt_undo(Unrestored& left, const std::vector<BugId>& made_wrong) {
  left.board.by_undo = false;
  left.found.candidates = left.found.classes();
  left.found.bug_class.reset();
  for (const BugId each : made_wrong) add_once(left.found.candidates, each);
}

Unrestored left_of(const Position& before, const std::vector<std::string>& moves,
                   std::vector<BugId> classes, ProbedSubject& probed) {
  const bool made_right = are_made_right(before, moves, probed);
  Unrestored left{{before.fen(), 1, {}, made_right}, {}};
  if (made_right && classes.size() == 1) {
    left.found.bug_class = classes.front();
    return left;
  }
  if (!made_right)
    for (const BugId each : making_candidates(root_of(before), moves)) add_once(classes, each);
  left.found.candidates = std::move(classes);
  return left;
}

std::optional<Unrestored> left_of_field(NeededField field, Undo undo, const Finding& finding,
                                        Color color, ProbedSubject& probed) {
  const Question trial = trial_of(undo, color);
  const Position small = *admitted(trial.root);
  // If the trial is disturbed without that move too, another move is to blame.
  const Question control = reference::question_at(root_of(without(field, small)), {}, 1);
  const auto other = probed.wrong_moves(control.root, {});
  if (!other || other->any() || other_list(control, *other, probed)) return std::nullopt;
  Unrestored left = left_of_trial(undo, small, {class_of(undo, {})}, probed);
  left.board.without = field;
  // No other pawn moves there.
  constexpr const char* kCaptureAlone = "7k/8/4b3/3pP3/8/4K3/8/8 w - d6 0 1";
  if (shows_in_lists(undo, trial, probed)) {
    if (undo != Undo::EnPassant || shows_in_lists(undo, of_color(kCaptureAlone, color), probed))
      return left;
    doubt_undo(left, {BugId::EpByAnyPawnMove});
    std::ranges::rotate(left.found.candidates, std::prev(left.found.candidates.end()));
    return left;
  }
  // It may be a move of another kind that this field makes it try.
  doubt_undo(left, verifier::classes_of(finding));
  return left;
}

std::optional<Unrestored> left_in_trials(const std::vector<Trial>& trials, ProbedSubject& probed) {
  for (const auto& [undo, question] : trials) {
    auto left = left_in_lists(undo, question, probed);
    if (!left) continue;
    if (undo == Undo::PromotionCapture)
      if (auto part = left_of_a_part(admitted(question.root)->side_to_move(), probed)) return part;
    return left;
  }
  return std::nullopt;
}

}  // namespace perft_verify::verifier
