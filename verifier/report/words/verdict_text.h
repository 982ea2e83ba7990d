// The end of a report for people: the verdict, a summary of the findings, the rows not compared,
// and the next steps. It stays on the screen.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/text/format.h"
#include "verifier/classify/in_common.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

/// "PASS", "FAIL", "UNDECIDED" …
std::string_view verdict_word(const Summary& summary, ExitCode exit_code);

/// "my-engine ≠ Stockfish 15.1": with "=" if they agree and "?" if that is unknown.
std::string sides_of(const RunInfo& run, const Summary& summary, ExitCode exit_code);

/// "242 of 387 rows agree, 145 do not, 3 undecided, 12 not run, 50 skipped".
std::string rows_sentence(const Summary& summary);

/// A finding in the last lines of the output.
struct ShortFinding {
  std::string headline;
  std::string bug;  // the class and its title, or the classes that are possible
  std::string reproduce;
  std::size_t rows = 0;
  Cause cause = Cause::Unknown;
  bool classified = false;  // with certainty
  /// The rows of a finding of wrong moves in which the subject fails, and the first failure.
  std::size_t failed_rows = 0;
  std::string failure = {};
  /// The rows that look like another class than `bug` says, by that class.
  std::map<BugId, std::size_t> looks_like = {};
  std::string_view family = {};         // of its class
  std::optional<BugId> likeliest = {};  // the first of its candidates
};

/// Rows that are undecided or skipped for one reason.
struct RowsForReason {
  Verdict verdict = Verdict::Undecided;
  std::string reason;
  std::size_t rows = 0;
};

struct VerdictOptions {
  Palette palette{false};
  std::size_t width = 96;
  bool quiet = false;    // without the hints
  bool verbose = false;  // all findings and all reasons
  InCommon in_common;    // the common features of the findings
};

/// All lines end in a line feed. A command is never wrapped, so that it can be copied.
std::string verdict_text(const RunInfo& run, const Summary& summary, ExitCode exit_code,
                         const std::vector<ShortFinding>& findings,
                         const std::vector<RowsForReason>& reasons, const VerdictOptions& options);

}  // namespace perft_verify::verifier
