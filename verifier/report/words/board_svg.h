// A position as an SVG picture, with marks for a move: the last one, a check, wrong moves as
// arrows, attackers. Drawn from White's side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {

struct BoardArrow {
  Square from;
  Square to;
  MoveFault fault = MoveFault::Illegal;
};

struct BoardMarks {
  Bitboard last_move = {};
  Bitboard attackers = {};
  std::vector<BoardArrow> arrows = {};
};

/// A separate file, with a title for readers who cannot see it.
std::string board_document(const Position& position, const BoardMarks& marks);

/// The same for a page that has `board_symbols` and, in its style, `board_style`.
std::string board_element(const Position& position, const BoardMarks& marks);
std::string board_symbols();
std::string_view board_style();

}  // namespace perft_verify::verifier
