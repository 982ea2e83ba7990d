// A failure in words, as callers and terminals get it.
#pragma once

#include <string>
#include <vector>

#include "audit/reduce.h"

namespace perft_verify::audit {

struct Finding {
  std::string bug, title, sentence, where, cause, row, root, path, position, move, reduced,
      reduced_moves, board, text;
  std::uint64_t times = 0;
};

/// The findings of a walk: the shallowest first; a fault that shows in many circumstances is one
/// finding. Each is reduced, for which the engine is asked again.
std::vector<Finding> findings_of(Subject& subject, const Settings& settings, Failures failures);

}  // namespace perft_verify::audit
