// What kills an engine, as a file that kills it again without us.
#pragma once

#include <string>

#include "reference/dialect/detect.h"
#include "verifier/cli/arguments.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Writes the lines that a fresh process of the engine was sent up to the question it failed on,
/// to `verify-KIND-HASH.txt` in the working directory; the same lines have the same name. Nothing
/// for findings that are no faults of the process, and for engines that are given no lines.
std::optional<ReplayFile> save_replay(const EngineArguments& engine,
                                      const reference::Detection& detection,
                                      const Finding& finding);

}  // namespace perft_verify::verifier
