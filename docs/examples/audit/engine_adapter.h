// The adapter of a C++ engine: positions are copied to make a move. With TOY_BUG in the
// environment its captures forget en passant.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "toy.h"

struct EngineAdapter {
  Toy toy{};

  bool set_fen(const std::string& fen) { return toy_set(&toy, fen.c_str()) != 0; }
  std::vector<ToyMove> moves() const {
    std::vector<ToyMove> all(256);
    all.resize(static_cast<std::size_t>(toy_moves(&toy, all.data())));
    return all;
  }
  std::string text(ToyMove move) const {
    char text[8];
    toy_text(move, text);
    return text;
  }
  void make(ToyMove move) { toy_make(&toy, move); }

  std::string fen() const {
    char fen[128];
    toy_fen(&toy, fen);
    return fen;
  }
  std::uint64_t key() const { return toy_key(&toy); }
  bool in_check() const { return toy_in_check(&toy) != 0; }
  std::vector<ToyMove> captures() const {
    EngineAdapter seen(*this);
    if (std::getenv("TOY_BUG") != nullptr) seen.toy.ep = -1;
    std::vector<ToyMove> all;
    for (const ToyMove move : seen.moves())
      if (toy_is_capture(&seen.toy, move) != 0) all.push_back(move);
    return all;
  }
  std::vector<ToyMove> quiets() const {
    std::vector<ToyMove> all;
    for (const ToyMove move : moves())
      if (toy_is_capture(&toy, move) == 0) all.push_back(move);
    return all;
  }
};
