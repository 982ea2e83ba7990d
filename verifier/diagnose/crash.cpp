#include "verifier/diagnose/crash.h"

#include <algorithm>
#include <utility>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/needed_field.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/ask.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/shortest_failure.h"
#include "verifier/shrink/candidate.h"

namespace perft_verify::verifier {
namespace {

Failed* failed_in(Finding& finding) {
  for (Reason& reason : finding.reasons)
    if (Failed* const failed = std::get_if<Failed>(&reason)) return failed;
  return nullptr;
}

/// The classes of a move that should end a right and does not.
void add_classes_of_ended_right(std::vector<BugId>& classes, Move move, const Position& before) {
  const Color us = before.side_to_move();
  const CastlingRights& rights = before.castling();
  if (rights.side_of(us, move.from())) {
    add_once(classes, BugId::CastlingRookMoved);
    if (move.to() == flip_rank(move.from())) add_once(classes, BugId::CastlingRookTakesRook);
  }
  if (move.from() == before.king(us) && (before.after(move).castling() != rights))
    add_once(classes, BugId::CastlingKingMoved);
  if (rights.side_of(~us, move.to()))
    add_once(classes, move.kind() == MoveKind::Promotion ? BugId::CastlingRookCapturedByPromotion
                                                         : BugId::CastlingRookCaptured);
}

}  // namespace

void acquit_of_refusal(Finding& finding, ProbedSubject& probed) {
  Failed* const failed = failed_in(finding);
  if (finding.kind != FindingKind::RejectedPosition || !finding.failed_on || failed == nullptr)
    return;
  reference::Failure& failure = failed->failure;
  const reference::Question& asked = *finding.failed_on;
  const bool is_shortest = asked.depth == 1 && asked.moves.empty();
  if (failure.stage != reference::Stage::Perft || is_shortest ||
      !probed.observe(reference::question_at(asked.root, {}, 1)))
    return;
  finding.kind = FindingKind::Protocol;
  failure.kind = reference::FailureKind::Protocol;
}

void shorten_way(Finding& finding, ProbedSubject& probed) {
  auto shortest = shortest_failure(probed.subject(), finding.kind == FindingKind::Crash,
                                   *finding.failed_on, probed.stop(), finding.questions);
  if (!shortest) return;
  auto& [question, failure, way] = *shortest;
  finding.reproduce_fen = question.root.fen;
  finding.reproduce_depth = question.depth + static_cast<int>(question.moves.size());
  // The moves are part of the way.
  if (Failed* const failed = failed_in(finding)) *failed = {std::move(failure), {}};
  finding.reasons.emplace_back(std::move(way));
  finding.failed_on = std::move(question);
}

void tell_kept_rights(Finding& finding, ProbedSubject& probed) {
  const ShortestWay* const way = reason_of<ShortestWay>(finding);
  const auto root = admitted(finding.failed_on->root);
  if (way == nullptr || way->from_fen || !root || !root->castling().any()) return;
  std::vector<BugId> classes;
  Line line(*root);
  for (const std::string& text : way->moves) {
    const auto move = find_legal(line.position(), text);
    if (!move || move->kind() == MoveKind::Castling) return;
    add_classes_of_ended_right(classes, *move, line.position());
    line.push(*move);
  }
  reference::Question bare = *finding.failed_on;
  bare.root = root_of(without(NeededField::CastlingRights, *root));
  if (classes.empty() || !probed.observe(bare)) return;
  finding.reasons.emplace_back(RightWithout{NeededField::CastlingRights});
  for (const BugId each : classes) add_once(finding.candidates, each);
}

std::optional<Finding> list_that_runs_over(const Finding& crash, ProbedSubject& probed,
                                           reference::Generator& reference) {
  constexpr std::size_t kMostLegalMoves = 218;
  if (!crash.reduced || crash.reduced->depth > 1 || !probed.subject().lists_moves())
    return std::nullopt;
  const auto smallest = candidate_of(crash.reduced_root(), {}, 1);
  if (!smallest) return std::nullopt;
  for (const Square square : smallest->removable()) {
    ReduceCandidate smaller = *smallest;
    smaller.parts.clear(square);
    const auto root = smaller.root();
    if (!root) continue;
    const auto seen = probed.observe(reference::question_at(*root, {}, 1));
    if (!seen || seen->answer.lines.size() <= kMostLegalMoves) continue;
    auto theirs = ask_reference(reference, seen->question, probed.stop());
    const auto wrong = probed.wrong_moves(*root, {});
    if (!theirs || !wrong || *wrong != difference(seen->answer, *theirs)) continue;
    auto finding = Bisection(probed.subject(), reference, seen->question, probed.stop())
                       .locate(seen->answer, std::move(*theirs));
    if (!finding || is_failure(finding->kind)) continue;
    finding->symptoms = crash.symptoms;
    finding->questions += crash.questions;
    finding->reasons.emplace_back(Fact::DiesOfMoreMoves);
    return std::move(*finding);
  }
  return std::nullopt;
}

void tell_length_of_list(Finding& crash, ProbedSubject& probed) {
  constexpr std::size_t kManyMoves = 48;
  if (!crash.reduced || crash.reduced->depth > 1 || !crash.reduced->moves.empty()) return;
  const auto position = admitted(crash.reduced_root());
  const auto smallest = candidate_of(crash.reduced_root(), {}, 1);
  const std::size_t moves = position ? legal_moves(*position).size() : 0;
  if (!smallest || moves < kManyMoves) return;
  const auto answers = [&](const PositionParts& parts) -> std::optional<std::size_t> {
    const auto other = admitted(parts);
    if (!other || !probed.observe(reference::question_at(root_of(*other), {}, 1)))
      return std::nullopt;
    return legal_moves(*other).size();
  };
  PositionParts turned = position->parts();
  turned.side_to_move = ~turned.side_to_move;
  turned.en_passant.reset();
  if (!answers(turned)) return;
  std::size_t answered = 0;
  for (const Square square : smallest->removable()) {
    PositionParts smaller = position->parts();
    smaller.clear(square);
    answered = std::max(answered, answers(smaller).value_or(0));
  }
  if (answered == 0 || answered >= moves) return;
  crash.reasons.emplace_back(DiesOfLongLists{.answers = answered, .dies = moves});
  add_once(crash.candidates, BugId::MoveListOverflow128);
}

}  // namespace perft_verify::verifier
