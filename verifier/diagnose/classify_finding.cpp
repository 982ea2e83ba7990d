#include "verifier/diagnose/classify_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/contains.h"
#include "core/fen.h"
#include "core/rules/move_facts.h"
#include "reference/mailbox/mailbox_generator.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/making/asking.h"
#include "verifier/classify/making/making.h"
#include "verifier/classify/making/squares.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/positions/neighbors.h"
#include "verifier/classify/standard_probes.h"
#include "verifier/diagnose/classify_counts.h"
#include "verifier/diagnose/traits.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

using reference::Question;

AskMoves asking(ProbedSubject& probed) {
  return [&probed](const Root& root, const auto& moves) { return probed.wrong_moves(root, moves); };
}

namespace {

/// The candidates of both, unless they are of one class.
Classification either(const Classification& one, const Classification& other) {
  if (one.bug_class && one.bug_class == other.bug_class) return one;
  Classification both{.inferred = one.inferred ? one.inferred : other.inferred};
  for (const Classification* each : {&one, &other})
    for (const BugId id : each->classes()) add_once(both.candidates, id);
  return both;
}

/// The differences of the subject's board after a probe from the right one; none if the subject did
/// not play the move, or if it lists wrong moves there whether it makes that move or not.
std::vector<StateDifference> differences_after(const MakingProbe& probe, const WrongMoves& after,
                                               ProbedSubject& probed) {
  const auto mailbox = mailbox::make_mailbox_generator();
  const Question question = reference::question_at(standard(probe.fen), {probe.move}, 1);
  const auto expected = reference_fen(*mailbox, question, probed.stop());
  const auto from_fen = expected ? probed.wrong_moves(standard(*expected), {}) : std::nullopt;
  if (!from_fen || from_fen->any()) return {};
  std::optional<StateDifference> differs;
  if (probed.subject().shows_board())
    if (const auto shown = probed.subject().board(question, probed.stop()))
      differs = state_difference_after(standard(probe.fen), *expected, *shown);
  if (!differs) {
    differs = inferred_fields(standard(*expected), after).difference;
    if (!differs->any()) return inferred_boards(standard(probe.fen), {probe.move}, after);
  }
  if (differs->side_to_move || !differs->any()) return {};
  return {*differs};
}

/// The wing of castling that is missing, or whose king seems to go to another square than its
/// target.
std::optional<CastlingSide> side_of_castling_in(const WrongMoves& wrong, const Position& position) {
  const Square home = make_square(File::E, relative_rank(position.side_to_move(), Rank::R1));
  for (const auto* moves : {&wrong.missing, &wrong.illegal})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || move->from != home || position.king(position.side_to_move()) != home) continue;
      const int files = index(file_of(move->to)) - index(file_of(home));
      if (rank_of(move->to) == rank_of(home) && std::abs(files) >= 2)
        return files > 0 ? CastlingSide::King : CastlingSide::Queen;
    }
  return std::nullopt;
}

/// Castling that is listed with another target of the king, which may be no move of it, or one of
/// another kind: a board with the right and nothing else shows both.
std::optional<Classification> class_of_castling_target(const Finding& finding,
                                                       ProbedSubject& probed) {
  const auto position = finding.position();
  const auto side = position && !position->chess960()
                        ? side_of_castling_in(finding.wrong(), *position)
                        : std::nullopt;
  if (!side) return std::nullopt;
  const char* const alone = *side == CastlingSide::King ? "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
                                                        : "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
  const auto wrong = making::answer_for(asking(probed), position->side_to_move(),
                                        reference::question_at(standard(alone), {}, 1));
  if (!wrong || wrong->missing.size() != 1 || wrong->illegal.size() != 1 ||
      !wrong->duplicate.empty() ||
      wrong->illegal.front().substr(0, 2) != wrong->missing.front().substr(0, 2) ||
      std::string_view("ah").contains(wrong->illegal.front()[2]))  // king takes rook
    return std::nullopt;
  Classification found;
  found.bug_class = BugId::CastlingKingMisplaced;
  found.note = fmt::format("{} is listed in the place of {}", wrong->illegal.front(),
                           wrong->missing.front());
  return found;
}

Classification class_of_wrong_moves(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  if (!position) return {};
  if (auto target = class_of_castling_target(finding, probed)) return *target;
  const Scene scene = make_scene(*position);
  const WrongMoves wrong = finding.wrong();
  if (Classification tried = class_of_tried_moves(finding, probed); tried.any()) return tried;
  const AskMoves ask = asking(probed);
  std::vector<Evidence> known;
  // Wrong moves that other bugs explain say nothing of this one.
  const auto& sets = probed.explained().sets;
  for (const Sighting& each : probed.probe_answers())
    if (const Scene* const at = standard_probes()[*each.probe->number].scene)
      known.push_back(
          {at, wrong_moves_of(sets.empty() ? each.wrong
                                           : only_in(each.wrong, predicted(sets.front().bugs,
                                                                           *each.probe, false)))});
  const bool reduced = finding.reduced && finding.reduced->moves.empty();
  std::vector<Scene> others;
  if (!known.empty()) {
    others = neighbors_of(reduced ? finding.reduced_root() : finding.here());
    if (reduced)
      if (const auto smallest = admitted(finding.reduced_root()))
        others.push_back(make_scene(*smallest));
  }
  for (Evidence& each : ask_about(others, ask)) known.push_back(std::move(each));
  if (!known.empty() && may_be_cut_off(scene, wrong))
    for (Evidence& each : ask_about(longest_lists(), ask)) known.push_back(std::move(each));
  Classification found = classify_moves(scene, wrong, known);
  if (!probed.may_play_chess960()) std::erase_if(found.candidates, is_of_chess960);
  if (!found.bug_class && are_held(*position, wrong)) add_once(found.candidates, BugId::PinFalse);
  if (!found.bug_class && overlooked_corner(finding))
    add_once(found.candidates, BugId::LastPieceMissing);
  return found;
}

/// The difference of the board that the subject shows after the culprit; nothing if it shows none.
std::optional<StateDifference> shown_difference(const Finding& finding, ProbedSubject& probed) {
  if (!finding.culprit || finding.culprit_fen.empty() || finding.subject_board.empty())
    return std::nullopt;
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto expected = reference_fen(
      *mailbox, reference::question_at(finding.before_culprit(), {finding.culprit->move}, 1),
      probed.stop());
  if (!expected) return std::nullopt;
  return state_difference_after(finding.before_culprit(), *expected, finding.subject_board);
}

Classification class_of_difference(const Finding& finding, const StateDifference& differs,
                                   ProbedSubject& probed) {
  return classify_making(
      finding.before_culprit(), finding.culprit->move, differs,
      {finding.fen, finding.wrong(), finding.culprit_moves.size(), !finding.subject_board.empty()},
      asking(probed));
}

/// The conclusion from the boards on which the listed moves are legal.
struct OfBoards {
  Classification found;
  bool confirmed = false;  // by a move of the same piece elsewhere
  bool doubtful = false;
};

/// Nothing if there is no such board.
std::optional<OfBoards> class_of_inferred_boards(const Finding& finding, ProbedSubject& probed) {
  auto boards = inferred_boards(finding.before_culprit(), finding.culprit_moves, finding.wrong());
  const auto before = admitted(finding.before_culprit());
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (boards.empty() || !culprit || !culprit->moved) return std::nullopt;
  std::vector<Classification> classes;
  for (const StateDifference& board : boards)
    classes.push_back(class_of_difference(finding, board, probed));
  const auto is_of_moved_piece = [](const Classification& each) {
    return each.bug_class == BugId::MovedPieceStays || each.bug_class == BugId::MovedPieceLost;
  };
  making::MovedPiece elsewhere;
  if (std::ranges::any_of(classes, is_of_moved_piece))
    elsewhere = making::moved_piece(*culprit->moved, asking(probed));
  const bool is_plain = !culprit->captured && !culprit->castling && !culprit->to_last_rank;
  if (elsewhere.right && is_plain && std::ranges::all_of(classes, is_of_moved_piece))
    return std::nullopt;
  Classification found = classes.front();
  if (boards.size() == 1) found.inferred = std::move(boards.front());
  for (const Classification& each : std::span(classes).subspan(1)) found = either(found, each);
  if (found.bug_class && elsewhere.bug_class == found.bug_class)
    return OfBoards{.found = found, .confirmed = true, .doubtful = false};
  // Where other moves of the piece are made right, another one may be in the way.
  if (elsewhere.right && is_of_moved_piece(found))
    return OfBoards{
        .found = either(
            {.candidates = {culprit->en_passant ? BugId::EpVictimStays : BugId::StaleStateByMoves}},
            found),
        .confirmed = false,
        .doubtful = true};
  // A single move proves little. A piece without moves may stand there, and be missing in a
  // list of pieces.
  const auto is_gone = [](const StateDifference::OnSquare& each) { return !each.found; };
  if (finding.illegal.size() + finding.missing.size() == 1)
    return OfBoards{.found = either(found, {.candidates = {BugId::StaleStateByMoves}}),
                    .confirmed = false,
                    .doubtful = true};
  if (finding.illegal.empty() && found.inferred &&
      std::ranges::all_of(found.inferred->squares, is_gone))
    return OfBoards{.found = either(found, {.candidates = {BugId::PieceListStale}}),
                    .confirmed = false,
                    .doubtful = true};
  return OfBoards{.found = found, .confirmed = false, .doubtful = false};
}

/// Whether the culprit is a double push, after which pawns capture on its file where they may not:
/// as if its en passant square were another one.
bool captures_elsewhere_on_its_file(const Finding& finding) {
  const auto before = admitted(finding.before_culprit());
  const auto push = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  const auto position = finding.position();
  if (!push || !push->double_step || !position || finding.illegal.empty()) return false;
  return all_are(finding.illegal, *position, [&](const MoveFacts& move) {
    return move.moved == Piece{position->side_to_move(), PieceType::Pawn} && !move.pseudo_legal &&
           file_of(move.from) != file_of(move.to) && file_of(move.to) == file_of(push->to);
  });
}

/// Whether the culprit is the move of a king that could castle before it, and the king still steps
/// as if it could, from wherever it is.
bool castles_from_elsewhere(const Finding& finding) {
  const auto before = admitted(finding.before_culprit());
  const auto step = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  const auto position = finding.position();
  if (!step || !step->moved || step->moved->type != PieceType::King || !position ||
      finding.illegal.empty())
    return false;
  const Piece king = *step->moved;
  const bool could_castle = std::ranges::any_of(kCastlingSides, [&](CastlingSide side) {
    return before->castling().rook(king.color, side).has_value();
  });
  return could_castle && all_are(finding.illegal, *position, [&](const MoveFacts& move) {
           return move.moved == king && rank_of(move.from) == rank_of(move.to) &&
                  std::abs(index(file_of(move.from)) - index(file_of(move.to))) > 1;
         });
}

Classification class_of_wrong_making(const Finding& finding, ProbedSubject& probed) {
  if (!finding.culprit || finding.culprit_fen.empty() || has_fact(finding, Fact::MoveNotPlayed))
    return {};
  if (castles_from_elsewhere(finding))
    return {.candidates = {BugId::CastlingKingMoved, BugId::StaleStateByMoves}};
  const auto shown = shown_difference(finding, probed);
  const InferredFields inferred = inferred_fields(finding.here(), finding.wrong());
  if (shown) {
    // A right that its board does not show may be kept all the same.
    const bool kept = !shown->any() && !inferred.difference.rights_kept.empty();
    return class_of_difference(finding, kept ? inferred.difference : *shown, probed);
  }
  const Classification by_fields = class_of_difference(finding, inferred.difference, probed);
  if (!by_fields.bug_class && captures_elsewhere_on_its_file(finding))
    return {.candidates = {BugId::EpSquareWrong, BugId::StaleStateByMoves}};
  const auto by_boards = class_of_inferred_boards(finding, probed);
  const bool explain_a_part = inferred.difference.any() && !inferred.explain_all;
  if (by_boards) {
    const bool alone =
        by_boards->confirmed || explain_a_part || !(by_fields.bug_class || by_boards->doubtful);
    return alone ? by_boards->found : either(by_boards->found, by_fields);
  }
  return explain_a_part ? either(by_fields, {.candidates = {BugId::StaleStateByMoves}}) : by_fields;
}

}  // namespace

Classification classify(const Finding& finding, ProbedSubject& probed) {
  switch (finding.cause) {
    case Cause::Generation:
    case Cause::Setup:
      return class_of_wrong_moves(finding, probed);
    case Cause::Make:
      return class_of_wrong_making(finding, probed);
    case Cause::Unmake:
    case Cause::Hash:
    case Cause::Count:
    case Cause::Unknown:
      // The list may be wrong from the FEN as well, where that could not be asked.
      if (reason_of<CouldNotAskFromFen>(finding))
        return either(class_of_wrong_moves(finding, probed), classify_counts(finding, probed));
      return classify_counts(finding, probed);
  }
  return {};
}

Classification class_of_tried_moves(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  if (!position) return {};
  for (const MakingProbe& probe : making_probes(make_scene(*position), finding.wrong())) {
    const auto after = probed.wrong_moves(standard(probe.fen), {probe.move});
    if (!after || !after->any()) continue;
    // A move that it does not list itself need not be one that it can make.
    const auto before = probed.wrong_moves(standard(probe.fen), {});
    if (!before || contains(before->missing, probe.move)) continue;
    std::optional<Classification> made;
    for (const StateDifference& each : differences_after(probe, *after, probed)) {
      const Classification one =
          classify_making(standard(probe.fen), probe.move, each, {}, asking(probed));
      made = made ? either(*made, one) : one;
    }
    if (made && made->any()) return *made;
  }
  return {};
}

std::optional<Classification> by_misplaced_pieces(const Finding& finding, ProbedSubject& probed) {
  if (has_fact(finding, Fact::MoveNotPlayed)) return Classification{};
  if (finding.subject_board.empty()) {
    // Models that explain everything explain this as well.
    if (probed.totals_only() || probed.explained().apart.empty()) return std::nullopt;
    const auto inferred = class_of_inferred_boards(finding, probed);
    if (!inferred) return std::nullopt;
    if (inferred->confirmed) return inferred->found;
    return either({.bug_class = finding.bug_class, .candidates = finding.candidates},
                  inferred->found);
  }
  const auto differs = shown_difference(finding, probed);
  if (!differs || differs->squares.empty()) return std::nullopt;
  return class_of_difference(finding, *differs, probed);
}

}  // namespace perft_verify::verifier
