// The walk over the tree below a position, with every check at every position.
#pragma once

#include "audit/session.h"

namespace perft_verify::audit {

/// Walks from `root` to the depth of the settings. With `here` the engine is there already, and
/// is not set up. The session's failures have what was found.
void walk(Session& session, const Position& root, bool here = false);

}  // namespace perft_verify::audit
