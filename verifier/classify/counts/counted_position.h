// The counts below the moves of one position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"

namespace perft_verify::verifier {

/// The subject's count below a move of a position, in a fresh process.
struct CountedLine {
  std::string move;
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};
struct CountedPosition {
  Root root;
  int depth = 2;  // from this position
  std::vector<CountedLine> lines;
  /// Other moves are listed than at depth 1, which none of these explanations accounts for.
  bool other_moves = false;

  /// Whether all counts are right.
  [[nodiscard]] bool is_right() const {
    return std::ranges::all_of(
        lines, [](const CountedLine& line) { return line.subject == line.reference; });
  }
};

struct MoveCounts {
  Move move;
  std::uint64_t subject;
  std::uint64_t reference;
};

struct ParsedCounts {
  Position position;
  std::vector<MoveCounts> lines;
  int below;  // the depth below each move
};

/// Nothing if a move is not legal there, or if it would take too long to try explanations.
std::optional<ParsedCounts> parsed(const CountedPosition& counted);

/// The number of leaves, by the plain generator.
std::uint64_t leaves(const Position& position, int depth);

}  // namespace perft_verify::verifier
