#include "verifier/diagnose/symptoms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/contains.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

/// Whether the other side would have no move if it were to move.
bool other_side_has_no_move(const Position& position) {
  PositionParts parts = position.parts();
  parts.side_to_move = ~parts.side_to_move;
  parts.en_passant.reset();
  const auto turned = admitted(root_of(Position(parts)));
  return turned && legal_moves(*turned).empty();
}

/// The kind of the moves with wrong counts, for an engine that is given FENs only: these moves are
/// made wrong, or taken back.
std::string kind_of_wrong_counts(const Finding& finding) {
  const auto kinds = kinds_of(finding.here(), miscounted(finding));
  return kinds.size() == 1 ? *kinds.begin() : "several kinds";
}

/// The piece that the culprit moved, and the one that it captured, where castling rights or the en
/// passant square are wrong after it: each way to lose or to set them has its own code.
std::string way_to_field(const Finding& finding) {
  const auto position = finding.position();
  if (!finding.culprit || !position) return "";
  const auto before = admitted(finding.before_culprit());
  const auto move = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!move || !move->moved ||
      (!all_need(NeededField::CastlingRights, finding.wrong(), *position) &&
       !all_need(NeededField::EnPassantSquare, finding.wrong(), *position)))
    return "";
  return fmt::format("|after {}{}", part_of_generator(*move, before->side_to_move()),
                     move->captured ? fmt::format(" x {}", to_string(move->captured->type)) : "");
}

/// Whether one of several pieces has no move at all, and nothing else is wrong: such rows are not
/// those of a step that pieces of that kind lack.
bool is_of_one_piece(const WrongMoves& wrong, const Position& position) {
  constexpr std::size_t kFewestMoves = 3;
  if (!wrong.illegal.empty() || !wrong.duplicate.empty() || wrong.missing.size() < kFewestMoves)
    return false;
  const auto first = move_facts(position, wrong.missing.front());
  if (!first || !first->moved || first->pinned_by) return false;
  bool companion = false;
  for (const Move move : legal_moves(position)) {
    const bool is_missing = contains(wrong.missing, to_uci(move, position.chess960()));
    if (is_missing != (move.from() == first->from)) return false;
    companion = companion || (!is_missing && position.piece_on(move.from()) == first->moved);
  }
  return companion;
}

}  // namespace

bool says_nothing_of_moves(FindingKind kind) {
  return is_failure(kind) || kind == FindingKind::RejectedPosition;
}

bool lists_other_side(const Finding& finding) {
  const auto position = finding.position();
  if (!position) return false;
  const Color us = position->side_to_move();
  const auto may_be_castling = [&](const MoveFacts& move) {
    return move.from == position->king(us) &&
           (file_of(move.to) == File::C || file_of(move.to) == File::G);
  };
  bool some = false;
  for (const std::string& text : finding.illegal) {
    const auto move = move_facts(*position, text);
    if (!move || !move->moved) return false;
    if (move->moved->color == us && !may_be_castling(*move)) return false;
    some = some || move->moved->color != us;
  }
  for (const MoveFacts& move : make_scene(*position).moves)
    if (move.legal && !may_be_castling(move) && !contains(finding.missing, move.text)) return false;
  return some || (finding.illegal.empty() && other_side_has_no_move(*position));
}

std::string symptoms_text(const Finding& finding) {
  if (!finding.symptoms.empty()) return finding.symptoms;
  if (says_nothing_of_moves(finding.kind))
    return finding.cause == Cause::Setup
               ? fmt::format("{}|{}", to_string(finding.cause), class_name(finding))
               : failure_signature(finding.kind, reason_of<Failed>(finding)->failure.message);
  if (finding.bug_class) return fmt::format("{}|{}", to_string(finding.cause), class_name(finding));
  if (!finding.candidates.empty() && (finding.cause != Cause::Unknown || finding.wrong().any()))
    return fmt::format("{}|{}", to_string(finding.cause),
                       fmt::join(names_of(finding.candidates), "|"));
  if (const WrongCount* const count = reason_of<WrongCount>(finding);
      count != nullptr && count->count == CountOf::Unseparated)
    return fmt::format("{}|counts of {}", to_string(finding.cause), kind_of_wrong_counts(finding));
  // After a faulty unmake, it is chance which list of moves is spoiled.
  if (finding.cause != Cause::Generation && finding.cause != Cause::Make)
    return fmt::format("{}|{}", to_string(finding.cause), class_name(finding));
  if (lists_other_side(finding)) return fmt::format("{}|the other side", to_string(finding.cause));
  if (const auto kinds = misplaced_moves(finding.here(), finding.wrong()))
    return fmt::format("{}|misplaced|{}", to_string(finding.cause), *kinds);
  return fmt::format("{}|{}|{}{}{}", to_string(finding.kind), to_string(finding.cause),
                     fmt::join(symptoms_of(finding.here(), finding.wrong()), "|"),
                     finding.cause == Cause::Make ? way_to_field(finding) : "",
                     beyond_games(finding) ? "|beyond games"
                     : finding.position() && is_of_one_piece(finding.wrong(), *finding.position())
                         ? "|one of several"
                         : "");
}

}  // namespace perft_verify::verifier
