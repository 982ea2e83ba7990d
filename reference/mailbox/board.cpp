#include "reference/mailbox/board.h"

#include "reference/mailbox/basic_board_impl.h"

namespace perft_verify::mailbox {

template class BasicBoard<Board>;

}  // namespace perft_verify::mailbox
