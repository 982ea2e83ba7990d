#include "reference/mailbox/mailbox_generator.h"

#include "reference/mailbox/board.h"
#include "reference/mailbox/board_generator.h"

namespace perft_verify::mailbox {

std::unique_ptr<reference::Generator> make_mailbox_generator() {
  const auto set_up = [](const Setup& setup) { return Board(setup); };
  return std::make_unique<BoardGenerator<decltype(set_up)>>(
      reference::Identity{.name = "mailbox", .kind = "mailbox", .command = ""}, true, set_up);
}

}  // namespace perft_verify::mailbox
