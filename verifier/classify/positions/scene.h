// A position with the facts of every move that some generator could produce in it: the patterns of
// bug classes are compared with it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"
#include "core/rules/move_facts.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

struct Scene {
  Root root;
  Color us = Color::White;
  Square king = Square::A1;
  std::optional<Square> en_passant;
  std::size_t legal_moves = 0;
  std::size_t en_passant_captures = 0;  // legal ones
  int own_pieces = 0;                   // the king included
  std::array<std::optional<Piece>, kSquareCount> board;
  CastlingRights castling;
  Bitboard checkers;
  std::vector<MoveFacts> moves;  // sorted by text
};

Scene make_scene(const Position& position);

}  // namespace perft_verify::verifier
