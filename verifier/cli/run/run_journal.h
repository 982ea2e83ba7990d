// The journal of a run, if the user wants one, and the facts that identify a run.
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/run/model/events.h"
#include "verifier/run/model/options.h"
#include "verifier/run/record/journal.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace perft_verify::verifier {

/// The facts that have to be the same for all processes of a run: the options, and the files that
/// both sides are started from, by their SHA-256.
RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments);

/// The facts that have to be the same for all shares of a run: the options, the environment of
/// engines, and the programs of both sides, which are started for that; null for one that is not.
struct SharedFacts {
  RunFacts facts;
  std::vector<std::string> notices;  // about what is not known for sure
};
SharedFacts facts_of_share(const RunInfo& run, const RunOptions& options,
                           const VerifyArguments& arguments, reference::Generator* subject,
                           reference::Generator* reference);

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

/// Where it is, by --journal or by --resume, or that there is none.
struct JournalPaths {
  std::optional<std::string> journal;
  std::optional<std::string> resume;
};
/// `--journal` and `--resume` of a command that notes what it has done; returns both.
std::array<CLI::Option*, 2> add_journal_options(CLI::App& app, JournalPaths& paths);

/// A generator that has been started.
struct JournalSide {
  std::string name;  // "subject"
  reference::Identity known;
  reference::Generator* generator = nullptr;
  std::vector<std::string> command;  // empty if linked in
};
/// Name and file of a generator; only its name if the file cannot be read.
std::string in_words(const reference::Identity& identity, const std::vector<std::string>& command);

/// Both empty for what is linked in.
std::vector<std::string> command_of_reference(const ReferenceArguments& arguments);
std::vector<std::string> command_of(const std::optional<EngineArguments>& engine);

/// As below, for a run with those facts.
std::expected<RunJournal, std::string> open_journal(const JournalPaths& paths, RunFacts facts,
                                                    std::span<const JournalSide> sides);

std::expected<RunJournal, std::string> open_run_journal(const VerifyArguments& arguments,
                                                        const RunInfo& run,
                                                        const RunOptions& options,
                                                        reference::Generator& subject,
                                                        reference::Generator& reference);

/// Explains how to resume, if there is something left to do. False if it could not be written.
bool end_journal(Journal& journal, bool complete, const JournalPaths& paths);

}  // namespace perft_verify::verifier
