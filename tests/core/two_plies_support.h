// Compares core/counting two plies above the leaves with the plain generator: the answers to each
// move by itself, and their sum. Totals alone would hide an error: four wrong boards of 97,862 were
// once invisible in them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/counting/counter.h"
#include "core/movegen.h"

namespace perft_verify::test {

/// A child in the form of packed boards, and its number of moves by the plain generator.
struct PlainChild {
  counting::PackedBoard board;
  std::uint64_t count;
};

inline std::vector<PlainChild> plain_children(const Position& position) {
  std::vector<PlainChild> children;
  for (const Move move : legal_moves(position)) {
    const Position child = position.after(move);
    children.push_back({counting::pack(child), legal_moves(child).size()});
  }
  return children;
}

inline bool same(const counting::PackedBoard& a, const counting::PackedBoard& b) {
  return a.white() == b.white() && a.diagonal() == b.diagonal() && a.straight() == b.straight() &&
         a.other() == b.other();
}

/// The error in the answers, in words; nothing if each is the plain generator's.
inline std::optional<std::string> wrong_answer(const std::vector<counting::Answers>& answers,
                                               const std::vector<PlainChild>& children) {
  std::size_t at = 0;  // both are in nearly the same order
  for (const auto& [board, count] : answers) {
    std::size_t tried = 0;
    while (tried < children.size() && !same(children[at].board, board)) {
      at = (at + 1) % children.size();
      ++tried;
    }
    if (tried == children.size()) return "a board that no legal move leads to";
    if (children[at].count != count)
      return std::to_string(count) + " answers where there are " +
             std::to_string(children[at].count);
  }
  return std::nullopt;
}

}  // namespace perft_verify::test
