// The results of a run: a result for each row, findings, and the exit code that follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verifier/finding/finding.h"
#include "verifier/run/model/exit_code.h"
#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

enum class Verdict : std::uint8_t { Agree, Mismatch, Undecided, Skipped };
std::string_view to_string(Verdict verdict);

/// The deepest depth at which each level of comparison agreed.
struct Proven {
  std::optional<int> totals;
  std::optional<int> divide;
  std::optional<int> full;
};

/// A recorded count that subject and reference refute.
struct SuiteCountError {
  int depth = 0;
  std::uint64_t recorded = 0;
  std::uint64_t counted = 0;
};

struct RowResult {
  Verdict verdict = Verdict::Undecided;
  std::string reason;  // for undecided and skipped
  /// The subject fails here, and its finding is one of wrong moves: `reason` is the failure.
  bool failed = false;
  /// The likeliest class by this row, if its finding is one of another row that does not name it.
  std::optional<BugId> looks_like;
  std::vector<SuiteCountError> suite_errors;
  Proven proven;
  /// The deepest depth compared, and the three counts at it.
  std::optional<int> depth;
  std::optional<std::uint64_t> recorded_nodes;
  std::optional<std::uint64_t> subject_nodes;
  std::optional<std::uint64_t> reference_nodes;
  std::uint64_t full_positions = 0;  // compared exhaustively
  /// Wall clock of the two answers at `depth`.
  double subject_seconds = 0;
  double reference_seconds = 0;
  std::vector<std::size_t> findings;  // indices
  /// It was run deeper than the shallow pass.
  bool deep = false;
  /// For a duplicate: the row that was run for both.
  std::optional<std::size_t> same_as;
};

/// The reason for rows that an interruption or an early stop left out.
inline constexpr std::string_view kNotRun = "not run";

struct ReportedFinding {
  Finding finding;
  std::vector<std::size_t> rows;  // indices
};

/// The sum of a deep perft in pieces, from a run of all its work units.
struct CampaignTotal {
  std::string root;
  int depth = 0;
  int at = 0;  // the ply of the units
  std::size_t units = 0;
  std::string by;           // the generator that found them
  std::size_t missing = 0;  // units that do not agree; then there is no sum
  std::string nodes;        // in decimal: it may have more than 64 bits
};

struct Summary {
  std::size_t rows = 0;
  std::size_t agree = 0;
  std::size_t mismatch = 0;
  std::size_t undecided = 0;
  std::size_t not_run = 0;  // of the undecided
  std::string why_not_run;  // a clause, if faults were the reason
  std::size_t skipped = 0;
  std::size_t suite_errors = 0;  // rows with a wrong recorded count
  std::size_t shallower = 0;     // rows that agree, and have a count of a greater depth recorded
  std::size_t findings = 0;
  std::size_t duplicates = 0;  // rows represented by an equal one
  std::uint64_t nodes = 0;     // counted by the subject
  double seconds = 0;
  std::optional<CampaignTotal> campaign;
  /// Whether no row was left out by an interruption or an early stop.
  [[nodiscard]] bool complete() const { return not_run == 0; }
};

/// The exit code that the summary alone implies.
ExitCode exit_code_of(const Summary& summary);
/// An unwritten report weighs less than a finding or an undecided row.
ExitCode with_reports(ExitCode code, bool written);

}  // namespace perft_verify::verifier
