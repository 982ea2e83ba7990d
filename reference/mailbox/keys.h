// The random numbers of the mailbox's Zobrist keys.
//
// From a fixed seed: a key means the same in every run, so what a key reveals can be
// reproduced.
#pragma once

#include <cstdint>

#include "reference/mailbox/cells.h"

namespace perft_verify::mailbox {

/// One word for each fact of a position; the key is the xor of those that hold.
struct Keys {
  Table<Table<std::uint64_t, kCellCount>, kPieceKinds> piece;
  Table<Table<std::uint64_t, kCellCount>, 2> castling;  // by color and the rook's cell
  Table<std::uint64_t, kCellCount> en_passant;
  std::uint64_t black_to_move = 0;
};

/// Sebastiano Vigna's splitmix64: the next number, and `state` moved on.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

constexpr Keys make_keys() {
  Keys keys;
  std::uint64_t state = 0x6d61696c626f78;
  for (int cell = 0; cell < kCellCount; ++cell) {
    if (!is_on_board(cell)) continue;
    for (int kind = 0; kind < kPieceKinds; ++kind) keys.piece[kind][cell] = splitmix64(state);
    for (const Color color : kColors) keys.castling[color][cell] = splitmix64(state);
    keys.en_passant[cell] = splitmix64(state);
  }
  keys.black_to_move = splitmix64(state);
  return keys;
}

inline constexpr Keys kKeys = make_keys();

}  // namespace perft_verify::mailbox
