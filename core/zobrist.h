// Zobrist keys: one random word for every fact of a position, combined by exclusive or.
//
// The words come from splitmix64 with a fixed seed, so keys are the same in every build and
// a collision, should there ever be one, can be reproduced.
#pragma once

#include "core/types.h"

namespace perft_verify {

using Key = std::uint64_t;

namespace zobrist {

struct Words {
  std::array<std::array<std::array<Key, kSquareCount>, 6>, 2> piece;  // [color][type][square]
  std::array<std::array<Key, 8>, 2> castling;                         // [color][file of rook]
  std::array<Key, 8> en_passant;                                      // [file]
  Key black_to_move;
};

consteval Words build_words() {
  std::uint64_t state = 0x70657266742d7665ULL;
  const auto next = [&state] {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t word = state;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
  };
  Words words{};
  for (auto& types : words.piece)
    for (auto& squares : types)
      for (Key& word : squares) word = next();
  for (auto& files : words.castling)
    for (Key& word : files) word = next();
  for (Key& word : words.en_passant) word = next();
  words.black_to_move = next();
  return words;
}

inline constexpr Words kWords = build_words();

constexpr Key piece(Piece piece, Square square) {
  return kWords.piece[static_cast<std::size_t>(piece.color)][static_cast<std::size_t>(piece.type)]
                     [static_cast<std::size_t>(square)];
}
constexpr Key castling(Color color, Square rook) {
  return kWords.castling[static_cast<std::size_t>(color)][static_cast<std::size_t>(file_of(rook))];
}
constexpr Key en_passant(Square square) {
  return kWords.en_passant[static_cast<std::size_t>(file_of(square))];
}
constexpr Key black_to_move() { return kWords.black_to_move; }

}  // namespace zobrist
}  // namespace perft_verify
