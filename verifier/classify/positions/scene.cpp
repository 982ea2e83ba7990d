#include "verifier/classify/positions/scene.h"

#include <algorithm>

#include "core/fen.h"

namespace perft_verify::verifier {

std::optional<Scene> make_scene(const std::string& fen, bool chess960) {
  const auto parsed = parse_fen_as(fen, chess960);
  if (!parsed) return std::nullopt;
  const Position& position = parsed->position;
  Scene scene;
  scene.fen = fen;
  scene.chess960 = chess960;
  scene.us = position.side_to_move();
  scene.king = position.king(scene.us);
  scene.en_passant = position.en_passant();
  scene.own_pieces = position.pieces(scene.us).count();
  for (int number = 0; number < kSquareCount; ++number)
    scene.board[static_cast<std::size_t>(number)] = position.piece_on(square_at(number));
  scene.castling = position.castling();
  scene.checkers = position.checkers();
  scene.moves = conceivable_moves(position);
  for (const MoveFacts& move : scene.moves) {
    if (!move.legal) continue;
    ++scene.legal_moves;
    if (move.en_passant) ++scene.en_passant_captures;
  }
  return scene;
}

std::optional<std::string> color_flipped(const std::string& fen, bool chess960) {
  const auto parsed = parse_fen_as(fen, chess960);
  if (!parsed) return std::nullopt;
  const Position& position = parsed->position;
  PositionParts parts;
  for (int number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    if (const auto piece = position.piece_on(square))
      parts.put(flip_rank(square), {~piece->color, piece->type});
  }
  parts.side_to_move = ~position.side_to_move();
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (const auto rook = position.castling().rook(color, side))
        parts.castling.grant(~color, side, flip_rank(*rook));
  if (const auto square = position.en_passant()) parts.en_passant = flip_rank(*square);
  parts.halfmove_clock = position.halfmove_clock();
  parts.fullmove_number = position.fullmove_number();
  parts.chess960 = position.chess960();
  return Position(parts).fen();
}

}  // namespace perft_verify::verifier
