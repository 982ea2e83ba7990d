#include "verifier/diagnose/false_attackers.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"

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

bool is_next_to(Where where) {
  return where == Where::NextTo || where == Where::NextOnLine || where == Where::DiagonallyAhead ||
         where == Where::DiagonallyBehind;
}

auto missing_in(const Position& position, const WrongMoves& wrong) {
  return [&](Move move) { return contains(wrong.missing, to_uci(move, position.chess960())); };
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
      for (const auto own : {std::optional(piece.color == us), std::optional<bool>()}) {
        stands.insert({*where, type, own});
        if (is_next_to(*where)) stands.insert({Where::NextTo, type, own});
      }
  }
  return stands;
}

}  // namespace

std::set<FalseAttacker> false_attackers(const Position& position, const WrongMoves& wrong) {
  if (wrong.missing.empty() || !wrong.illegal.empty() || !wrong.duplicate.empty()) return {};
  const Color us = position.side_to_move();
  const MoveList moves = legal_moves(position);
  const auto is_missing = missing_in(position, wrong);
  const auto is_kings = [&](Move move) { return move.from() == position.king(us); };
  const bool of_king =
      std::ranges::any_of(moves, [&](Move move) { return is_kings(move) && is_missing(move); });
  std::optional<std::set<FalseAttacker>> common;
  std::set<FalseAttacker> refuted;
  bool refutable = of_king;
  for (const Move move : moves) {
    std::set<FalseAttacker> stands = stands_around_king(position.after(move), us);
    if (!is_missing(move)) {
      if (!of_king && is_kings(move)) continue;
      refuted.merge(stands);
      refutable = true;
    } else if (!common) {
      common = std::move(stands);
    } else {
      std::erase_if(*common, [&](const FalseAttacker& each) { return !stands.contains(each); });
    }
  }
  if (!common) return {};
  // Where no listed move could refute them, only a near piece of the opponent is believed.
  std::erase_if(*common, [&](const FalseAttacker& each) {
    return refuted.contains(each) ||
           (!refutable &&
            (each.own != false || !(is_next_to(each.where) || each.where == Where::KnightsJump)));
  });
  return *common;
}

std::optional<FalseAttacker> false_attacker(const Position& position, const WrongMoves& wrong) {
  constexpr std::ptrdiff_t kFewestListed = 4;
  // Around one move there is always a piece in some place.
  constexpr std::size_t kFewestMissing = 2;
  std::set<std::string> missing;  // promotions to four pieces are one move
  for (const std::string& text : wrong.missing) missing.insert(text.substr(0, 4));
  if (missing.size() < kFewestMissing) return std::nullopt;
  const MoveList moves = legal_moves(position);
  const auto is_missing = missing_in(position, wrong);
  // Of one piece some moves are listed, and others are not.
  const bool some_of_a_piece = std::ranges::any_of(moves, [&](Move move) {
    return is_missing(move) && std::ranges::any_of(moves, [&](Move other) {
             return other.from() == move.from() && !is_missing(other);
           });
  });
  const std::set<FalseAttacker> all = false_attackers(position, wrong);
  const auto place = place_of(all);
  if (!place || !some_of_a_piece ||
      std::ranges::count_if(moves, std::not_fn(is_missing)) < kFewestListed)
    return std::nullopt;
  // Without a type and a color, then without a type.
  return *std::ranges::min_element(all, {}, [&](const FalseAttacker& each) {
    return std::tuple(each.where != *place, each.type.has_value(), each.own.has_value());
  });
}

std::optional<Where> place_of(const std::set<FalseAttacker>& attackers) {
  std::optional<Where> place;
  for (const FalseAttacker& each : attackers) {
    if (each.where == Where::NextTo || each.where == place) continue;
    if (place) return std::nullopt;
    place = each.where;
  }
  if (!place && !attackers.empty()) return Where::NextTo;
  return place;
}

std::optional<Where> place_of_ignored_attackers(const Position& position, const WrongMoves& wrong) {
  if (wrong.illegal.empty() || !wrong.missing.empty() || !wrong.duplicate.empty())
    return std::nullopt;
  std::optional<PieceType> type;
  for (const std::string& text : wrong.illegal) {
    const auto move = move_facts(position, text);
    if (!move || !(move->pseudo_legal || move->castling) || move->exposed_to.empty())
      return std::nullopt;
    for (const Attacker& each : move->exposed_to) {
      if (type && *type != each.type) return std::nullopt;
      type = each.type;
    }
  }
  switch (*type) {
    case PieceType::Knight:
      return Where::KnightsJump;
    case PieceType::Pawn:
      return Where::DiagonallyAhead;
    case PieceType::King:
      return Where::NextTo;
    default:
      return std::nullopt;
  }
}

bool may_be_same_place(const std::optional<Where>& one, const std::optional<Where>& other) {
  if (!one || !other) return false;
  return one == other || (one == Where::NextTo && is_next_to(*other)) ||
         (other == Where::NextTo && is_next_to(*one));
}

bool only_the_king_moves(const Position& position, const WrongMoves& wrong) {
  constexpr std::size_t kFewest = 2;
  if (!wrong.illegal.empty() || !wrong.duplicate.empty() || wrong.missing.size() < kFewest)
    return false;
  const Square king = position.king(position.side_to_move());
  const auto is_missing = missing_in(position, wrong);
  Bitboard held;
  for (const Move move : legal_moves(position)) {
    if (is_missing(move) == (move.from() == king)) return false;
    if (move.from() != king) held |= Bitboard{move.from()};
  }
  // One piece alone may be taken for pinned.
  return held.count() > 1 || position.checkers().any();
}

}  // namespace perft_verify::verifier
