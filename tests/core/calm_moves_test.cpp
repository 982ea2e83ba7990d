// The counts of leaves rest on what their parents know of them (core/counting/calm-inl.h). Here
// they meet positions that nobody would play: pieces anywhere, kings in the open, many pins,
// checks, captures and rights to castle at once. The plain generator says what is right.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/movegen.h"

namespace perft_verify {
namespace {

constexpr int kPositions = 30000;

/// Pieces anywhere, or kings and rooks at home with rights to castle, some of them as in Chess960.
class Scatter {
 public:
  explicit Scatter(std::uint64_t seed) : random_(seed) {}

  std::string fen() {
    board_.assign(64, '.');
    const std::string rights = below(3) == 0 ? home() : nowhere();
    // Many sliders and few pawns, or the other way round.
    const std::string_view kinds = below(2) == 0 ? "QRBNPPPPqrbnpppp" : "QRRBBNPqrrbbnp";
    const std::size_t pieces = below(4) == 0 ? below(10) : 10 + below(12);
    for (std::size_t i = 0; i < pieces; ++i) put(kinds[below(kinds.size())]);
    std::string fen;
    for (std::size_t row = 0; row < 8; ++row) {
      if (row != 0) fen += '/';
      int empty = 0;
      for (std::size_t file = 0; file < 8; ++file) {
        const char piece = board_[row * 8 + file];
        if (piece == '.') {
          ++empty;
          continue;
        }
        if (empty != 0) fen += std::to_string(empty);
        empty = 0;
        fen += piece;
      }
      if (empty != 0) fen += std::to_string(empty);
    }
    return fen + (below(2) == 0 ? " w " : " b ") + rights + " - 0 1";
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  void put(char piece) {
    for (;;) {
      const std::size_t square = below(64);
      const bool pawn = piece == 'P' || piece == 'p';
      if (board_[square] != '.' || (pawn && (square < 8 || square >= 56))) continue;
      board_[square] = piece;
      return;
    }
  }
  std::string nowhere() {
    put('K');
    put('k');
    return "-";
  }
  std::string home() {
    const std::size_t king = below(2) == 0 ? 4 : 1 + below(6);
    const std::size_t left = king == 4 ? 0 : below(king);
    const std::size_t right = king == 4 ? 7 : king + 1 + below(7 - king);
    std::string rights;
    for (const bool white : {true, false}) {
      const std::size_t row = white ? 56 : 0;
      board_[row + king] = white ? 'K' : 'k';
      for (const std::size_t rook : {left, right}) {
        if (below(3) == 0) continue;
        board_[row + rook] = white ? 'R' : 'r';
        rights += static_cast<char>((white ? 'A' : 'a') + static_cast<char>(rook));
      }
    }
    return rights.empty() ? "-" : rights;
  }

  std::mt19937_64 random_;
  std::string board_;
};

TEST(CalmMoves, CountLikeThePlainGeneratorOnScatteredPieces) {
  Scatter scatter(20261121);
  int counted = 0;
  while (counted < kPositions) {
    const std::string fen = scatter.fen();
    const auto parsed = parse_fen(fen);
    if (!parsed) continue;  // the side that has moved in check, and the like
    ++counted;
    std::uint64_t grandchildren = 0;
    for (const Move move : legal_moves(parsed->position))
      grandchildren += legal_moves(parsed->position.after(move)).size();
    for (const SimdPath path : available_simd_paths())
      ASSERT_EQ(perft(parsed->position, 2, {.simd = path}), grandchildren)
          << fen << " by " << to_string(path);
  }
}

}  // namespace
}  // namespace perft_verify
