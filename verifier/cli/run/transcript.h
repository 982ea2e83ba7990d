// The input of an engine that failed, as a file that makes it fail again without us.
#pragma once

#include "reference/dialect/detect.h"
#include "verifier/cli/arguments/arguments.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Writes the lines that a fresh process of the engine was sent up to the question it failed on,
/// to `perft-verify-transcripts/KIND-HASH.txt`; the same lines have the same name. Neither that
/// folder nor a file in it may be a symbolic link: no other file is ever written. Nothing for
/// findings that are no faults of the process, and for engines that are given no lines.
std::optional<ReplayFile> save_transcript(const EngineArguments& engine,
                                          const reference::Detection& detection,
                                          const Finding& finding);

}  // namespace perft_verify::verifier
