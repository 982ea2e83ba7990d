#include "verifier/classify/restoring/before_culprit.h"

#include <algorithm>
#include <string>

#include "core/fen.h"
#include "core/movegen.h"
#include "verifier/classify/restoring/spoiled_place.h"

namespace perft_verify::verifier {
namespace {

/// Whether a pawn is listed with a move to that square, or to its mirror image: of an en passant
/// square, some engines keep the file alone.
bool goes_to(std::optional<Square> square, const std::vector<std::string>& moves,
             const Position& position) {
  return square && any_is(moves, position, [&](const MoveFacts& move) {
           return (move.to == *square || move.to == flip_rank(*square)) && move.moved &&
                  move.moved->type == PieceType::Pawn;
         });
}

/// By the field of the FEN without which the list after the culprit is right, though neither the
/// culprit nor a wrong move needs it: the move that needs it is tried before the culprit is made.
std::optional<Unrestored> left_by_field_before(const Position& before, const MoveFacts& culprit,
                                               const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  // A square that outlives the next move is needed where no right capture needs it.
  if (!position || goes_to(before.en_passant(), finding.illegal, *position)) return std::nullopt;
  for (const auto& [field, undo] : kTriedByField) {
    if (!has_field(field, before) || needs(field, culprit) ||
        any_needs(field, finding.wrong(), *position))
      continue;
    const auto after = probed.wrong_moves(root_of(without(field, before)), finding.culprit_moves);
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
bool is_alone_counted_wrong(const Root& root, const MoveFacts& culprit, ProbedSubject& probed) {
  const auto counted = probed.count_at(root, 2);
  return counted && counted->lines.size() > 1 &&
         std::ranges::all_of(counted->lines, [&](const CountedLine& line) {
           return (line.subject != line.reference) == (line.move == culprit.text);
         });
}

}  // namespace

std::optional<Unrestored> left_before_culprit(const Finding& finding, ProbedSubject& probed) {
  const auto before = admitted(finding.before_culprit());
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!culprit || !keeps_its_board(probed)) return std::nullopt;
  if (auto by_field = left_by_field_before(*before, *culprit, finding, probed)) return by_field;
  const Root place = smallest_place(finding);
  const Spoiled spoiled =
      other_list(reference::question_at(finding.before_culprit(), {}, 1), probed)
          ? Spoiled::ItAnswers
          : spoiled_at(place, false, probed);
  const bool counted_anew = spoiled != Spoiled::No;
  const bool alone = legal_moves(*before).size() == 1;
  // A piece that the smallest position can do without is not what is left.
  const auto smallest = admitted(place);
  std::vector<Trial> trials =
      trials_in(counted_anew || alone || !smallest ? *before : *smallest, false);
  if (alone && !counted_anew)
    std::erase_if(trials, [&](const Trial& each) { return each.undo == undo_of(*culprit); });
  auto left = left_in_trials(trials, probed);
  if (left && !counted_anew && !alone && !left->board.by_undo) return std::nullopt;
  if (!left && spoiled == Spoiled::ItAnswers) left = left_there(*before, probed);
  if (!left) return left;
  const auto is_of_its_kind = [&](const Trial& each) {
    return each.undo == undo_of(*culprit) && each.question.root.fen == left->board.fen;
  };
  left->of_other_kind = std::ranges::none_of(trials, is_of_its_kind);
  const bool certain =
      !alone && left->board.by_undo && !is_alone_counted_wrong(place, *culprit, probed);
  if (!certain) doubt_undo(*left, classes_of(finding));
  return left;
}

}  // namespace perft_verify::verifier
