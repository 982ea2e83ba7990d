// Compares two answers to one question as multisets of lines.
#pragma once

#include <string>
#include <vector>

#include "reference/generator.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

/// A move that both list, with different counts.
struct CountDifference {
  std::string move;
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};

struct DivideDifference : WrongMoves {
  std::vector<CountDifference> counts;
  bool totals = false;  // the totals differ
  bool sum = false;     // the subject's total is not the sum of its lines

  [[nodiscard]] bool moves() const { return WrongMoves::any(); }
  [[nodiscard]] bool any() const { return moves() || !counts.empty() || totals || sum; }
};

/// Both sorted by move, as Generator promises; the reference lists no move twice.
DivideDifference difference(const reference::Divide& subject, const reference::Divide& reference);

/// Whether nothing differs, or with `totals_only` not the totals.
bool agree(const reference::Divide& subject, const reference::Divide& reference, bool totals_only);

/// The moves of the answer, one for each line.
std::vector<std::string> moves_of(const reference::Divide& divide);

}  // namespace perft_verify::verifier
