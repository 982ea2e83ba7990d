// The smallest position that still shows a failure.
#pragma once

#include "audit/session.h"

namespace perft_verify::audit {

struct Reduced {
  Position root;
  std::vector<Move> path;
  std::string_view cause;  // as in audit_c.h
};

/// Tries with the checks that find the fault, and with those of `beside`. Nothing if the failure
/// does not show again from a position one ply before it.
std::optional<Reduced> reduce(Subject& subject, const Settings& settings, const Failure& failure,
                              unsigned beside = 0);

}  // namespace perft_verify::audit
