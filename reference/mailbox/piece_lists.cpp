#include "reference/mailbox/piece_lists.h"

#include <algorithm>

namespace perft_verify::mailbox {

bool operator==(const PieceLists& one, const PieceLists& other) {
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const auto piece = static_cast<Occupant>(kind);
    if (!std::ranges::equal(one.cells(piece), other.cells(piece))) return false;
  }
  return true;
}

}  // namespace perft_verify::mailbox
