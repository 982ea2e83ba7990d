// The differences of a subject's answer from the correct one, as single facts: they can be
// compared, claimed by one bug, and masked while another one is searched.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/generator.h"
#include "verifier/finding/wrong_moves.h"

namespace perft_verify::verifier {

struct Deviation {
  enum class Kind : std::uint8_t {
    Illegal,
    Missing,
    Duplicate,
    Count,  // of a line
    Total,  // that differs from the sum of the lines
    Board,  // the position that it shows; `what` is the field
  };
  Kind kind = Kind::Illegal;
  std::string what;         // the move, or the field
  std::uint64_t nodes = 0;  // as the subject counts; of Count and Total
  friend auto operator<=>(const Deviation&, const Deviation&) = default;
};

/// Sorted, each once. Two answers to one question have the same deviations if they are equal.
using Deviations = std::vector<Deviation>;

/// With `totals_only`, those of the total alone, for a subject that prints nothing else.
Deviations deviations_of(const reference::Divide& answer, const reference::Divide& right,
                         bool totals_only = false);

/// The fields in which a board (a FEN) differs from the correct one: "side", "rights", "ep",
/// "pieces", or "unreadable". An unusable en passant square may be left out.
Deviations deviations_of_board(const std::string& shown, const Root& right);

WrongMoves wrong_moves_of(const Deviations& deviations);

/// The deviations in both.
Deviations shared(const Deviations& some, const Deviations& others);
/// The deviations in the first one only.
Deviations only_in(const Deviations& some, const Deviations& others);
Deviations together(const Deviations& some, const Deviations& others);
bool includes(const Deviations& all, const Deviations& some);

}  // namespace perft_verify::verifier
