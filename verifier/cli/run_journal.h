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

/// The facts that have to be the same for all processes of a run, and for all shares: the options,
/// and the files that both sides are started from, by their SHA-256.
RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments);

/// Only the options among them.
RunFacts options_in_words(const RunOptions& options);

/// Whether the run that `--resume` goes on with asked the subject for Chess960: then a subject that
/// does not play it any more cannot be told to be as right as it was.
bool resumes_chess960(const VerifyArguments& arguments);

/// The journal that the command line names; nothing in it if none is wanted. It belongs to
/// everything that decides what the report will say, times aside: suites, rows, depths, options,
/// and the programs of both sides, which are started for that. Where it is not known for sure which
/// program answers, what a journal remembers is not believed, and `notice` says so. The error is
/// one sentence and means wrong usage.
struct RunJournal {
  std::unique_ptr<Journal> journal;
  std::string notice;  // mostly empty
};
std::expected<RunJournal, std::string> open_run_journal(const VerifyArguments& arguments,
                                                        const RunInfo& run,
                                                        const RunOptions& options,
                                                        reference::Generator& subject,
                                                        reference::Generator& reference);

}  // namespace perft_verify::verifier
