// The mailbox: the second move generator of this project, and the embedded reference.
//
// It shares only the types of squares, pieces and moves and the syntax of FEN with core, so that
// the two can disagree.
#pragma once

#include "reference/mailbox/basic_board.h"

namespace perft_verify::mailbox {

/// Plain chess. BasicBoard documents its functions.
class Board final : public BasicBoard<Board> {
 public:
  /// `setup` must have passed `read_fen`.
  explicit Board(const Setup& setup) : BasicBoard(setup) {}
};

extern template class BasicBoard<Board>;

}  // namespace perft_verify::mailbox
