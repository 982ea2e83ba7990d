#include "verifier/diagnose/seems_attacked.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/contains.h"
#include "core/fen.h"
#include "core/notation.h"

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

/// Whether the piece would reach the square on a board without edges, its squares numbered from 0
/// to 63.
bool is_around_the_edge(Piece piece, Square from, Square to) {
  const int difference = index(to) - index(from);
  const int files = std::abs(index(file_of(to)) - index(file_of(from)));
  if (piece.type == PieceType::Knight)
    return contains(std::array{6, 10, 15, 17}, std::abs(difference)) && files > 2;
  const int ahead = piece.color == Color::White ? difference : -difference;
  return piece.type == PieceType::Pawn && (ahead == 7 || ahead == 9) && files > 1;
}

}  // namespace

std::optional<SeemsAttacked> seems_attacked(const Finding& finding, ProbedSubject& probed) {
  if (finding.bug_class || finding.modeled || finding.cause != Cause::Generation ||
      !finding.reduced || !finding.reduced->moves.empty() || finding.reduced->depth != 1)
    return std::nullopt;
  const auto position = admitted(finding.reduced_root());
  if (!position || position->occupied().count() != 3) return std::nullopt;
  const Color them = ~position->side_to_move();
  const Bitboard others = position->pieces(them) & ~Bitboard{position->king(them)};
  if (others.empty()) return std::nullopt;
  const Square by = *others.begin();
  const auto wrong = probed.wrong_moves(finding.reduced_root(), {});
  const auto square = wrong ? refused_step(*wrong, *position) : std::nullopt;
  if (!square || *square == by) return std::nullopt;
  PositionParts parts = position->parts();
  parts.clear(by);
  parts.en_passant.reset();
  const auto without = admitted(parts);
  const auto right = without ? probed.wrong_moves(root_of(*without), {}) : std::nullopt;
  if (!right || right->any()) return std::nullopt;
  const Piece piece = *position->piece_on(by);
  return SeemsAttacked{.square = to_string(*square),
                       .by = piece.type,
                       .from = to_string(by),
                       .around_edge = is_around_the_edge(piece, by, *square)};
}

std::optional<PieceType> wrong_stepper(const Finding& finding) {
  using enum BugId;
  constexpr std::array kOfKnights = {KnightWraps,         KnightStepTypo,
                                     KnightWrongEdgeFile, KnightMovesMissing,
                                     KnightChecksIgnored, CastlingIgnoresKnightAttacks};
  if (const SeemsAttacked* const seen = reason_of<SeemsAttacked>(finding))
    return seen->by == PieceType::Knight || seen->by == PieceType::Pawn ? std::optional(seen->by)
                                                                        : std::nullopt;
  const std::vector<BugId> classes = classes_of(finding);
  if (finding.cause == Cause::Generation && !classes.empty() &&
      contains(kOfKnights, classes.front()))
    return PieceType::Knight;
  return std::nullopt;
}

}  // namespace perft_verify::verifier
