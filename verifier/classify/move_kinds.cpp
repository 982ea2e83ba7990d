#include "verifier/classify/move_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

std::string step_text(Square from, Square to) {
  return fmt::format("{} {}", index(file_of(to)) - index(file_of(from)),
                     index(rank_of(to)) - index(rank_of(from)));
}

/// The step, if it is the only one of knights among moves that the king's safety does not forbid.
void add_own_step(const Position& position, const std::vector<std::string>& moves,
                  std::set<std::string>& steps) {
  std::set<std::string> found;
  for (const std::string& text : moves) {
    const auto move = move_facts(position, text);
    if (!move || !move->moved || move->castling || (move->pseudo_legal && move->why)) continue;
    if (move->moved->type == PieceType::Knight) found.insert(step_text(move->from, move->to));
  }
  if (found.size() == 1) steps.merge(found);
}

/// The step between king and knight, if it is the same wherever a knight attacks the king after an
/// illegal move.
void add_overlooked_step(const Position& position, const std::vector<std::string>& illegal,
                         std::set<std::string>& steps) {
  std::set<std::string> from_king;
  std::set<std::string> from_attacker;
  for (const std::string& text : illegal) {
    const auto move = move_facts(position, text);
    if (!move || !move->moved || move->castling || !move->pseudo_legal || !move->why) continue;
    const Square king =
        move->moved->type == PieceType::King ? move->to : position.king(position.side_to_move());
    for (const Attacker& each : move->exposed_to) {
      if (each.type != PieceType::Knight) continue;
      from_king.insert(step_text(king, each.square));
      from_attacker.insert(step_text(each.square, king));
    }
  }
  if (from_king.size() != 1) return;
  steps.merge(from_king);
  steps.merge(from_attacker);
}

/// Whether an engine may take the square for one between the two.
bool may_be_between(Square square, Square a, Square b) {
  const auto lies = [](int value, int one, int other) {
    return std::min(one, other) <= value && value <= std::max(one, other);
  };
  return lies(index(file_of(square)), index(file_of(a)), index(file_of(b))) &&
         lies(index(rank_of(square)), index(rank_of(a)), index(rank_of(b)));
}

/// Whether a check by the piece on `checker`, which gives none, accounts for the missing moves: all
/// others than the king's and those that seem to end it.
bool is_imagined_check(const Position& position, Square checker,
                       const std::vector<std::string>& missing) {
  const Square king = position.king(position.side_to_move());
  bool any = false;
  return std::ranges::all_of(
             legal_moves(position),
             [&](Move move) {
               const bool by_king = move.from() == king && move.kind() != MoveKind::Castling;
               const bool is_missing = contains(missing, to_uci(move, position.chess960()));
               any = any || (is_missing && !by_king);
               if (move.to() == checker) return !is_missing;
               return is_missing || by_king || may_be_between(move.to(), king, checker);
             }) &&
         any;
}

/// The step to a knight that is taken for an attacker of the king, or of the only square to which
/// the king does not go.
void add_imagined_step(const Position& position, const std::vector<std::string>& missing,
                       std::set<std::string>& steps) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  const auto add = [&](Square target, Square attacker) {
    steps.insert(step_text(target, attacker));
    steps.insert(step_text(attacker, target));
  };
  for (const Square attacker : position.pieces(~us, PieceType::Knight)) {
    if (is_imagined_check(position, attacker, missing)) add(king, attacker);
    if (missing.size() > 1) continue;
    const auto move = find_legal(position, missing.front());
    if (move && move->from() == king && move->kind() != MoveKind::Castling)
      add(move->to(), attacker);
  }
}

}  // namespace

Bitboard pawn_pushes(Color color, Square from) {
  Bitboard squares;
  const int forward = color == Color::White ? 8 : -8;
  for (int steps = 1; steps <= 2; ++steps)
    if (const int to = index(from) + steps * forward; to >= 0 && to < kSquareCount)
      squares |= Bitboard{square_at(to)};
  return squares;
}

std::string part_of_generator(const MoveFacts& move, Color us) {
  if (!move.moved || move.moved->color != us) return std::string(kNoMove);
  // Without a rook to castle with, it may be a wrong step.
  if (move.castling && (move.legal || move.castling_facts.ready)) return "castling";
  if (move.en_passant) return "en passant";
  if (move.moved->type != PieceType::Pawn) return std::string(to_string(move.moved->type));
  if (move.double_step) return "double push";
  return file_of(move.from) == file_of(move.to) ? "pawn push" : "pawn capture";
}

std::string kind_of_attack(const Attacker& attacker) {
  switch (attacker.line) {
    case LineKind::None:
      return std::string(to_string(attacker.type));
    case LineKind::Diagonal:
      return "diagonal";
    case LineKind::Rank:
    case LineKind::File:
      break;
  }
  return "straight";
}

bool are_alike(const Position& position, const std::string& move, const Position& other_position,
               const std::string& other_move) {
  const auto why = why_illegal(position, move);
  const auto other = why_illegal(other_position, other_move);
  return why.has_value() == other.has_value() && (!why || why->reason == other->reason);
}

std::optional<std::string> attack_by_own(const Position& position,
                                         const std::vector<std::string>& missing) {
  const Color us = position.side_to_move();
  std::map<std::string, std::size_t> attacks;  // the missing moves after which there is one
  std::set<std::string> refuted;
  std::size_t all = 0;
  for (const Move move : legal_moves(position)) {
    // King and rook castle over squares that are looked at before.
    if (move.kind() == MoveKind::Castling) continue;
    const Position after = position.after(move);
    const Square king = after.king(us);
    std::set<std::string> kinds;
    for (const Square square : after.attackers(king, us)) {
      const PieceType type = after.piece_on(square)->type;
      if (type != PieceType::King)
        kinds.insert(kind_of_attack(
            {square, type, slides(type) ? line_kind(king, square) : LineKind::None}));
    }
    if (contains(missing, to_uci(move, position.chess960()))) {
      ++all;
      for (const std::string& kind : kinds) ++attacks[kind];
    } else {
      refuted.merge(kinds);
    }
  }
  for (const auto& [kind, count] : attacks)
    if (count == all && !refuted.contains(kind)) return kind;
  return std::nullopt;
}

bool is_into_check_of(Piece piece, Square square, const Position& position, Move move) {
  const Position after = position.after(move);
  const Square king = after.king(position.side_to_move());
  if (king == square) return false;
  PositionParts parts = after.parts();
  parts.clear(square);
  parts.put(square, piece);
  return Position(parts).attackers(king, piece.color).contains(square);
}

bool are_held(const Position& position, const WrongMoves& wrong) {
  if (wrong.missing.empty() || !wrong.illegal.empty() || !wrong.duplicate.empty()) return false;
  const Square king = position.king(position.side_to_move());
  Bitboard held;
  const auto is_missing = [&](Move move) {
    return contains(wrong.missing, to_uci(move, position.chess960()));
  };
  for (const Move move : legal_moves(position))
    // A rook that is held does not castle either.
    if (move.kind() != MoveKind::Castling && is_missing(move)) held |= Bitboard{move.from()};
  if (!held.any()) return false;
  for (const Square square : held)
    if (square == king || line_kind(king, square) == LineKind::None) return false;
  std::map<Square, Bitboard> kept;
  return std::ranges::none_of(legal_moves(position), [&](Move move) {
    if (!held.contains(move.from()) || is_missing(move)) return false;
    const Bitboard along = line(move.from(), move.to());
    const auto known = kept.emplace(move.from(), along).first;
    return !along.any() || known->second != along;
  });
}

bool lists_a_move_from_nowhere(const Position& position, const WrongMoves& wrong) {
  return any_is(wrong.illegal, position, [](const MoveFacts& move) { return !move.moved; });
}

std::optional<PieceType> invented_mover(const Position& position, const WrongMoves& wrong) {
  const Color us = position.side_to_move();
  struct Step {
    std::optional<Piece> moved;
    Square from;
    Square to;
  };
  std::vector<Step> steps;
  for (const auto* const list : {&wrong.illegal, &wrong.duplicate})
    for (const std::string& text : *list) {
      const auto move = move_facts(position, text);
      if (!move || move->castling || (list == &wrong.illegal && move->pseudo_legal))
        return std::nullopt;
      steps.push_back({move->moved, move->from, move->to});
    }
  if (steps.empty()) return std::nullopt;
  for (const PieceType type : {PieceType::Pawn, PieceType::Knight, PieceType::King,
                               PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
    const auto is_step_of_it = [&](const Step& each) {
      const Bitboard reached = type == PieceType::Pawn
                                   ? pawn_attacks(us, each.from) | pawn_pushes(us, each.from)
                                   : attacks(type, each.from, Bitboard());
      return reached.contains(each.to);
    };
    const auto is_of_another = [&](const Step& each) { return each.moved != Piece{us, type}; };
    if (std::ranges::all_of(steps, is_step_of_it))
      return wrong.illegal.empty() || std::ranges::any_of(steps, is_of_another)
                 ? std::optional(type)
                 : std::nullopt;
  }
  return std::nullopt;
}

std::set<std::string> mistakes_in(const Probe& probe, const Deviations& wrong) {
  std::set<std::string> mistakes;
  const auto root = admitted(probe.question.root);
  Line line(root.value_or(Position()));
  if (!root || !line.push_texts(probe.question.moves)) return mistakes;
  for (const Deviation& each : wrong) {
    const bool illegal = each.kind == Deviation::Kind::Illegal;
    if (!illegal && each.kind != Deviation::Kind::Missing) continue;
    const auto move = move_facts(line.position(), each.what);
    if (!move) continue;
    for (const Attacker& attacker : move->exposed_to)
      mistakes.insert("attacked " + kind_of_attack(attacker));
    if (move->exposed_to.empty())
      mistakes.insert(fmt::format("{} {}", illegal ? "illegal" : "missing",
                                  part_of_generator(*move, line.position().side_to_move())));
  }
  return mistakes;
}

std::set<std::string> wrong_knight_steps(const Position& position, const WrongMoves& wrong) {
  std::set<std::string> steps;
  add_own_step(position, wrong.missing, steps);
  add_own_step(position, wrong.illegal, steps);
  add_overlooked_step(position, wrong.illegal, steps);
  if (wrong.illegal.empty() && !wrong.missing.empty())
    add_imagined_step(position, wrong.missing, steps);
  return steps;
}

}  // namespace perft_verify::verifier
