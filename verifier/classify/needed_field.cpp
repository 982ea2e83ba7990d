#include "verifier/classify/needed_field.h"

#include <cstdlib>

namespace perft_verify::verifier {
namespace {

/// Whether kings castle to that square.
bool is_target_of_castling(Square square) {
  return kBackRanks.contains(square) && (file_of(square) == File::C || file_of(square) == File::G);
}

/// From the e file to the c or g file, along a back rank.
bool goes_as_if_castling(const MoveFacts& move) {
  return file_of(move.from) == File::E && rank_of(move.from) == rank_of(move.to) &&
         is_target_of_castling(move.to);
}

/// Whether a move that is listed twice needs the field at one of these times. A king may castle
/// from any square, with a right that it should have lost.
bool needs_once(NeededField field, const MoveFacts& move) {
  const bool castles_from_anywhere =
      move.moved && move.moved->type == PieceType::King && is_target_of_castling(move.to);
  return needs(field, move) || (field == NeededField::CastlingRights &&
                                (goes_as_if_castling(move) || castles_from_anywhere));
}

}  // namespace

bool has_field(NeededField field, const Position& position) {
  return field == NeededField::EnPassantSquare ? position.en_passant().has_value()
                                               : position.castling().any();
}

bool is_castling_anywhere(const MoveFacts& move) {
  return (!move.moved || move.moved->type == PieceType::King) && goes_as_if_castling(move);
}

bool castles_without_king(const MoveFacts& move) {
  return goes_as_if_castling(move) && !move.pseudo_legal &&
         (!move.moved || move.moved->type != PieceType::King);
}

bool is_like_castling(const MoveFacts& move) {
  const auto distance = [](auto one, auto other) {
    return std::abs(static_cast<int>(one) - static_cast<int>(other));
  };
  const int files = distance(file_of(move.from), file_of(move.to));
  const int ranks = distance(rank_of(move.from), rank_of(move.to));
  return move.moved && move.moved->type == PieceType::King &&
         ((files >= 2 && ranks == 0) || (files == 6 && ranks == 1));
}

bool needs(NeededField field, const MoveFacts& move) {
  return field == NeededField::EnPassantSquare
             ? move.en_passant
             : move.castling || is_like_castling(move) || castles_without_king(move);
}

Position without(NeededField field, const Position& position) {
  PositionParts parts = position.parts();
  if (field == NeededField::EnPassantSquare)
    parts.en_passant.reset();
  else
    parts.castling = {};
  return Position(parts);
}

bool is_right_without(NeededField field, const Position& position, int depth,
                      ProbedSubject& probed) {
  if (!has_field(field, position)) return false;
  const Root root = root_of(without(field, position));
  if (depth == 1) {
    const auto is_right = [&] {
      const auto wrong = probed.wrong_moves(root, {});
      return wrong && !wrong->any();
    };
    if (!is_right()) return false;
    // Some engines answer right once they have answered before, whatever the field.
    probed.subject().restart();
    return is_right();
  }
  const auto counted = probed.count_at(root, depth);
  return counted && !counted->other_moves && counted->is_right();
}

bool piece_reaches_ep_square(const Position& position) {
  if (!position.en_passant()) return false;
  const std::vector<MoveFacts> moves = make_scene(position).moves;
  return std::ranges::any_of(moves, [&](const MoveFacts& move) {
    return move.to == position.en_passant() && (move.legal || move.pseudo_legal) && move.moved &&
           move.moved->type != PieceType::Pawn;
  });
}

bool any_needs(NeededField field, const WrongMoves& wrong, const Position& position) {
  for (const auto* moves : {&wrong.illegal, &wrong.missing, &wrong.duplicate})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || needs(field, *move) || (moves == &wrong.duplicate && needs_once(field, *move)))
        return true;
    }
  return false;
}

bool all_need(NeededField field, const WrongMoves& wrong, const Position& position) {
  for (const auto* moves : {&wrong.illegal, &wrong.missing, &wrong.duplicate})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move ||
          (!needs(field, *move) && (moves != &wrong.duplicate || !needs_once(field, *move))))
        return false;
    }
  return wrong.any();
}

}  // namespace perft_verify::verifier
