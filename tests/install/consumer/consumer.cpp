// Counts a position with the library of rules.
#include <iostream>

#include "core/counting/perft.h"
#include "core/fen.h"

int main() {
  const auto kiwipete = perft_verify::parse_fen(
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  if (!kiwipete) return 1;
  std::cout << perft_verify::perft(kiwipete->position, 3).value_or(0) << '\n';
}
