#include "verifier/diagnose/seems_attacked.h"

#include <array>
#include <cstdlib>

#include "core/contains.h"
#include "core/fen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

/// The square that the king may not go to; nothing if anything else is wrong.
std::optional<Square> refused_step(const WrongMoves& wrong, const Position& position) {
  const Square king = position.king(position.side_to_move());
  if (wrong.missing.size() != 1 || !wrong.illegal.empty() || !wrong.duplicate.empty())
    return std::nullopt;
  const auto step = parse_move_text(wrong.missing.front());
  const bool castles = step && position.castling().any() &&
                       std::abs(index(file_of(step->to)) - index(file_of(step->from))) != 1;
  if (!step || step->from != king || castles) return std::nullopt;
  return step->to;
}

bool is_stepper(PieceType type) { return type == PieceType::Knight || type == PieceType::Pawn; }

}  // namespace

std::optional<SeemsAttacked> seems_attacked(const Finding& finding, ProbedSubject& probed) {
  const auto smallest = finding.smallest_list();
  if (finding.bug_class || finding.modeled || finding.cause != Cause::Generation || !smallest)
    return std::nullopt;
  const auto position = admitted(*smallest);
  if (!position || position->occupied().count() != 3) return std::nullopt;
  const Color them = ~position->side_to_move();
  const Bitboard others = position->pieces(them) & ~Bitboard{position->king(them)};
  if (others.empty()) return std::nullopt;
  const Square by = *others.begin();
  const auto wrong = probed.wrong_moves(*smallest, {});
  const auto square = wrong ? refused_step(*wrong, *position) : std::nullopt;
  if (!square || *square == by) return std::nullopt;
  PositionParts parts = position->parts();
  parts.clear(by);
  parts.en_passant.reset();
  const auto without = admitted(parts);
  const auto right = without ? probed.wrong_moves(root_of(*without), {}) : std::nullopt;
  if (!right || right->any()) return std::nullopt;
  const Piece piece = *position->piece_on(by);
  return SeemsAttacked{
      .square = to_string(*square),
      .by = piece.type,
      .from = to_string(by),
      .around_edge = is_stepper(piece.type) && wraps_around(piece.type, them, by, *square)};
}

std::optional<PieceType> wrong_stepper(const Finding& finding) {
  using enum BugId;
  constexpr std::array kOfKnights = {KnightWraps,         KnightStepTypo,
                                     KnightWrongEdgeFile, KnightMovesMissing,
                                     KnightChecksIgnored, CastlingIgnoresKnightAttacks};
  if (const SeemsAttacked* const seen = reason_of<SeemsAttacked>(finding))
    return is_stepper(seen->by) ? std::optional(seen->by) : std::nullopt;
  const std::vector<BugId> classes = classes_of(finding);
  if (finding.cause == Cause::Generation && !classes.empty() &&
      contains(kOfKnights, classes.front()))
    return PieceType::Knight;
  return std::nullopt;
}

}  // namespace perft_verify::verifier
