#include "verifier/diagnose/false_attackers.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

using Where = FalseAttacker::Where;

/// Nothing if the square has no common line with the king's, or more than one piece between.
std::optional<Where> where_from(Square king, Color us, Square square, Bitboard occupied) {
  const int files = std::abs(index(file_of(square)) - index(file_of(king)));
  const int up = index(rank_of(square)) - index(rank_of(king));
  const int ranks = std::abs(up);
  if (files + ranks == 3 && files != 0 && ranks != 0) return Where::KnightsJump;
  if (files + ranks == 1) return Where::NextOnLine;
  if (files == 1 && ranks == 1)
    return (up > 0) == (us == Color::White) ? Where::DiagonallyAhead : Where::DiagonallyBehind;
  if (files != 0 && ranks != 0 && files != ranks) return std::nullopt;
  const bool diagonal = files == ranks;
  switch ((between(king, square) & occupied).count()) {
    case 0:
      return diagonal ? Where::OnDiagonal : Where::OnLine;
    case 1:
      return diagonal ? Where::BehindOneOnDiagonal : Where::BehindOneOnLine;
    default:
      return std::nullopt;
  }
}

/// Every piece around the king of that color, and what it has in common with others.
std::set<FalseAttacker> stands_around_king(const Position& position, Color us) {
  std::set<FalseAttacker> stands;
  const Square king = position.king(us);
  for (const Square square : position.occupied() & ~Bitboard{king}) {
    const auto where = where_from(king, us, square, position.occupied());
    if (!where) continue;
    const Piece piece = *position.piece_on(square);
    for (const auto type : {std::optional(piece.type), std::optional<PieceType>()})
      for (const auto own : {std::optional(piece.color == us), std::optional<bool>()})
        stands.insert({*where, type, own});
  }
  return stands;
}

}  // namespace

std::set<FalseAttacker> false_attackers(const Position& position, const WrongMoves& wrong) {
  if (wrong.missing.empty() || !wrong.illegal.empty() || !wrong.duplicate.empty()) return {};
  const Color us = position.side_to_move();
  std::optional<std::set<FalseAttacker>> common;
  std::set<FalseAttacker> refuted;
  for (const Move move : legal_moves(position)) {
    std::set<FalseAttacker> stands = stands_around_king(position.after(move), us);
    if (!contains(wrong.missing, to_uci(move, position.chess960()))) {
      refuted.merge(stands);
    } else if (!common) {
      common = std::move(stands);
    } else {
      std::erase_if(*common, [&](const FalseAttacker& each) { return !stands.contains(each); });
    }
  }
  if (!common) return {};
  std::erase_if(*common, [&](const FalseAttacker& each) { return refuted.contains(each); });
  return *common;
}

std::optional<FalseAttacker> false_attacker(const Position& position, const WrongMoves& wrong) {
  constexpr std::size_t kFewestListed = 4;
  const std::set<FalseAttacker> all = false_attackers(position, wrong);
  const std::size_t listed =
      legal_moves(position).size() - std::min(legal_moves(position).size(), wrong.missing.size());
  if (all.empty() || listed < kFewestListed || all.begin()->where != all.rbegin()->where)
    return std::nullopt;
  // Without a type and a color, then without a type.
  return *std::ranges::min_element(all, {}, [](const FalseAttacker& each) {
    return std::pair(each.type.has_value(), each.own.has_value());
  });
}

}  // namespace perft_verify::verifier
