// Whether wrong attacks of sliders explain wrong moves. One table, mask or fill serves for the
// moves of the sliders, for checks and for pins, so that one mistake in it shows in many kinds of
// moves.
#pragma once

#include "core/position.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Diagonals, ranks and files, or both.
struct SliderLines {
  bool diagonal = false;
  bool straight = false;
  bool operator==(const SliderLines&) const = default;
};

/// The wrong moves of one list, as far as attacks of sliders explain them.
class SliderFaults {
 public:
  SliderFaults() = default;
  SliderFaults(const Position& position, const WrongMoves& wrong);

  /// Whether wrong attacks along these lines may be behind all wrong moves, and there are some.
  [[nodiscard]] bool explained_by(SliderLines lines) const;

  /// Whether one mistake may be behind both: sliders move wrongly in one of them at least, and
  /// attacks along the same lines explain the other.
  [[nodiscard]] bool may_be_one_with(const SliderFaults& other) const;
  /// Takes in what the other says of the sliders' own moves.
  void join(const SliderFaults& other);

 private:
  // By the lines that are wrong.
  bool by_diagonals_ = false;
  bool by_straight_lines_ = false;
  bool by_both_ = false;
  SliderLines own_;  // along which sliders move wrongly themselves
};

}  // namespace perft_verify::verifier
