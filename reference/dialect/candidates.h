// The commands that detection tries, the likeliest first.
#pragma once

#include "reference/dialect/dialect.h"

namespace perft_verify::reference {

struct Candidate {
  std::vector<std::string> perft;
  PositionStyle position = PositionStyle::UciPosition;
};

/// The candidates for an engine of this protocol; only the user's command, if there is one.
std::vector<Candidate> candidates_of(Protocol protocol, const DialectWish& wish);

}  // namespace perft_verify::reference
