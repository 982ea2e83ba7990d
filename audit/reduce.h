// The smallest position that still shows a failure.
#pragma once

#include "audit/session.h"

namespace perft_verify::audit {

struct Reduced {
  Position root;
  std::vector<Move> path;
  std::string_view cause;  // generation, make, unmake or unknown
};

/// Nothing if the failure does not show again from a position one ply before it.
std::optional<Reduced> reduce(Subject& subject, const Settings& settings, const Failure& failure);

}  // namespace perft_verify::audit
