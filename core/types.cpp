#include "core/types.h"

namespace perft_verify {

std::string to_string(Square square) {
  return {static_cast<char>('a' + index(file_of(square))),
          static_cast<char>('1' + index(rank_of(square)))};
}

std::string_view to_string(Color color) { return color == Color::White ? "White" : "Black"; }

std::string_view to_string(PieceType type) {
  constexpr std::array<std::string_view, 6> kNames{"pawn", "knight", "bishop",
                                                   "rook", "queen",  "king"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace perft_verify
