#include "verifier/diagnose/seen_through.h"

#include <algorithm>
#include <string>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {
namespace {

/// Whether a slider of the other side would attack the square if there were no other pieces.
bool is_attacked_through(const Position& position, Square square, Color by, SliderLines lines) {
  for (const PieceType type : {PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    for (const Square from : position.pieces(by, type))
      if (attacks(type, from, kNoSquares).contains(square) &&
          (line_kind(from, square) == LineKind::Diagonal ? lines.diagonal : lines.straight))
        return true;
  return false;
}

bool is_refused(const Position& position, Move move, SliderLines lines) {
  const Color us = position.side_to_move();
  const Position after = position.after(move);
  if (move.kind() != MoveKind::Castling)
    return is_attacked_through(after, after.king(us), ~us, lines);
  const Square from = position.king(us);
  const Square to = after.king(us);
  const Bitboard way = between(from, to) | Bitboard{from} | Bitboard{to};
  for (const Square square : way)
    if (is_attacked_through(position, square, ~us, lines)) return true;
  return false;
}

/// Whether the move is illegal, but would not be if the moved piece also stayed where it is.
bool leaves_line(const MoveFacts& move, const Position& position) {
  const Square king = position.king(position.side_to_move());
  const Square kings_square = move.from == king ? move.to : king;
  return move.pseudo_legal && !move.legal && !move.castling &&
         std::ranges::all_of(move.exposed_to, [&](const Attacker& each) {
           return each.line != LineKind::None &&
                  between(each.square, kings_square).contains(move.from);
         });
}

}  // namespace

std::vector<SliderLines> seen_through(const Position& position, const WrongMoves& wrong) {
  std::vector<SliderLines> found;
  if (wrong.missing.empty() || !wrong.illegal.empty() || !wrong.duplicate.empty()) return found;
  for (const SliderLines lines : {SliderLines{.diagonal = true, .straight = false},
                                  SliderLines{.diagonal = false, .straight = true},
                                  SliderLines{.diagonal = true, .straight = true}})
    if (std::ranges::all_of(legal_moves(position), [&](Move move) {
          return is_refused(position, move, lines) ==
                 contains(wrong.missing, to_uci(move, position.chess960()));
        }))
      found.push_back(lines);
  return found;
}

bool opened_by_leaving(const Position& position, const WrongMoves& wrong) {
  return !wrong.illegal.empty() && wrong.missing.empty() && wrong.duplicate.empty() &&
         all_are(wrong.illegal, position,
                 [&](const MoveFacts& move) { return leaves_line(move, position); });
}

bool all_opened_by_leaving(const Position& position, const WrongMoves& wrong) {
  return opened_by_leaving(position, wrong) &&
         std::ranges::all_of(make_scene(position).moves, [&](const MoveFacts& move) {
           return !leaves_line(move, position) || contains(wrong.illegal, move.text);
         });
}

}  // namespace perft_verify::verifier
