// The findings of `fuzz` and `prove` as a run of rows, so that the reports of every run can be
// written of them too: a row for each finding, with the position where it was found.
#pragma once

#include <span>

#include "verifier/run/model/events.h"
#include "verifier/tools/fuzz/case_judge.h"

namespace perft_verify::verifier {

RunInfo run_of_findings(const reference::Identity& subject, const reference::Identity& reference,
                        std::span<const FuzzFinding> findings);

/// Tells a reporter of such a run from beginning to end. `nodes` were counted by the subject.
void report_findings(const RunInfo& run, std::span<const FuzzFinding> findings, std::uint64_t nodes,
                     double seconds, ExitCode code, Reporter& reporter);

}  // namespace perft_verify::verifier
