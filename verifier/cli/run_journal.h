// The journal of a run, if the user wants one, and the facts that identify a run.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "verifier/cli/arguments.h"
#include "verifier/run/events.h"
#include "verifier/run/journal.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {

/// The facts that have to be the same for all processes of a run, and for all shares: the options,
/// and the files that both sides are started from, by their SHA-256.
RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments);

/// Only the options among them.
RunFacts options_in_words(const RunOptions& options);

/// Whether the run resumed by `--resume` asked the subject for Chess960: a subject that no longer
/// plays it cannot be confirmed to be as correct as before.
bool resumes_chess960(const VerifyArguments& arguments);

/// The journal named on the command line; none if it is not wanted. It is bound to everything that
/// determines the report, except times: suites, rows, depths, options, and the programs of both
/// sides, which are started for that. If it is not known for sure which program answers, the
/// journal's answers are not used, and `notice` says so. The error is one sentence and means wrong
/// usage.
struct RunJournal {
  std::unique_ptr<Journal> journal;
  std::string notice;  // usually empty
};
std::expected<RunJournal, std::string> open_run_journal(const VerifyArguments& arguments,
                                                        const RunInfo& run,
                                                        const RunOptions& options,
                                                        reference::Generator& subject,
                                                        reference::Generator& reference);

}  // namespace perft_verify::verifier
