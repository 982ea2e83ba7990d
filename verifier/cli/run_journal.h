// The journal of a run, if the user wants one, and what makes a run the same run.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "verifier/cli/arguments.h"
#include "verifier/run/events.h"
#include "verifier/run/journal.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {

/// Everything that decides what the report of the run will say, times aside: suites, rows, depths,
/// options, and the programs of both sides by their SHA-256.
RunFacts facts_of(const RunInfo& run, const RunOptions& options, const VerifyArguments& arguments);

/// Those of them that have to be the same for all processes of a run.
RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments);

/// The options among them.
RunFacts options_in_words(const RunOptions& options);

/// Null if none is wanted. The error is one sentence and means wrong usage.
/// Whether the run that `--resume` goes on with asked the subject for Chess960: then a subject that
/// does not play it any more cannot be told to be as right as it was.
bool resumes_chess960(const VerifyArguments& arguments);

std::expected<std::unique_ptr<Journal>, std::string> open_run_journal(
    const VerifyArguments& arguments, const RunInfo& run, const RunOptions& options);

}  // namespace perft_verify::verifier
