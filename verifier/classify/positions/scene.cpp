#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

Scene make_scene(const Position& position) {
  Scene scene;
  scene.root = root_of(position);
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

}  // namespace perft_verify::verifier
