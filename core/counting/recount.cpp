#include "core/counting/recount.h"

#include <random>

#include "core/counting/perft.h"

namespace perft_verify {

std::optional<Miscount> find_miscount(const Position& root, int depth, unsigned samples,
                                      const CountTwoPlies& count) {
  // The count of two plies always fits 64 bits, and has no stop token.
  const auto by_perft = [](const Position& position) { return perft(position, 2).value(); };
  std::mt19937_64 random(root.key() + static_cast<std::uint64_t>(depth));
  if (depth == 2) samples = 1;  // the root itself
  for (unsigned sample = 0; depth >= 2 && sample < samples; ++sample) {
    Position position = root;
    MoveList moves = legal_moves(position);
    for (int ply = 0; ply < depth - 2 && !moves.empty(); ++ply) {
      position.make(moves[random() % moves.size()]);
      moves = legal_moves(position);
    }
    std::uint64_t plain = 0;
    for (const Move move : moves) plain += legal_moves(position.after(move)).size();
    const std::uint64_t counted = count ? count(position) : by_perft(position);
    if (counted != plain) return Miscount{position, counted, plain};
  }
  return std::nullopt;
}

}  // namespace perft_verify
