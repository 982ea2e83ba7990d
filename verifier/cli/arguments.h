// The command line, read and checked. Only arguments.cpp knows the library that parses it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/fen.h"
#include "reference/dialect/dialect.h"
#include "verifier/cli/bench_arguments.h"
#include "verifier/cli/diagnose_arguments.h"
#include "verifier/cli/store_arguments.h"
#include "verifier/cli/suite_arguments.h"
#include "verifier/run/options.h"
#include "verifier/run/partition.h"

namespace perft_verify::verifier {

/// An engine as the user describes it.
struct EngineArguments {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> setup;
  std::optional<double> timeout;  // seconds per question
  /// A command line with {depth}, {fen} and {moves}, started once per question.
  bool is_template = false;
  reference::DialectWish dialect;
};

enum class Switch : std::uint8_t { Auto, On, Off };

/// The format of --save-findings, which is no --report.
inline constexpr std::string_view kFindingsSuite = "findings";

struct ReportRequest {
  std::string format;  // one of report_formats(), or kFindingsSuite
  std::string path;    // empty for standard output
};

/// `verify SUITE… [options]`
struct VerifyArguments {
  std::vector<std::string> suites;
  std::vector<std::string> fens;
  std::optional<int> depth;
  std::optional<std::uint64_t> max_nodes;
  std::optional<EngineArguments> engine;  // the linked core without it
  std::optional<std::string> reference;
  std::optional<std::string> second_reference;
  std::optional<double> timeout;
  Mode mode = Mode::Divide;
  std::uint64_t full_nodes = 20'000;
  bool bisect = true;
  unsigned jobs = 1;
  bool jobs_given = false;  // by the user
  std::size_t hash_megabytes = 0;
  bool git_bisect = false;  // main.cpp maps the exit code
  bool fail_fast = false;
  std::optional<std::size_t> max_findings;
  std::optional<std::string> store;  // the user's own without it
  bool no_store = false;
  Sharing share = Sharing::Auto;
  std::optional<Partition> partition;
  std::optional<std::string> journal;
  std::optional<std::string> resume;
  std::vector<ReportRequest> reports;
  bool skip_invalid = false;
  bool lenient_clocks = false;
  Chess960 chess960 = Chess960::Auto;
  Switch color = Switch::Auto;
  Switch progress = Switch::Auto;
  bool quiet = false;
  bool verbose = false;
};

/// `verify reduce FEN --depth N`
struct ReduceArguments {
  VerifyArguments run;  // engine, reference, Chess960
  std::string fen;
  std::vector<std::string> moves;  // played from it
  int depth = 1;                   // after them
  bool json = false;
};

enum class PositionCommand : std::uint8_t { Perft, Divide, Show };

/// `verify perft|divide|show FEN`
struct PositionArguments {
  PositionCommand command = PositionCommand::Show;
  std::string position;  // FEN, or "startpos"
  std::vector<std::string> moves;
  int depth = 1;
  std::size_t hash_megabytes = 0;
  unsigned jobs = 1;
  Chess960 chess960 = Chess960::Auto;
  bool statistics = false;
  bool unicode = false;
  bool svg = false;
  bool json = false;
};

/// `verify doctor`
struct DoctorArguments {
  std::optional<EngineArguments> engine;
  bool json = false;
};

/// `verify split FEN --depth N --at K`
struct SplitArguments {
  VerifyArguments run;  // reference, timeout, Chess960, jobs
  std::string fen;
  int depth = 0;
  int at = 0;
  std::string output;  // empty for standard output
};

/// `verify merge PART.jsonl… [--report …]`
struct MergeArguments {
  std::vector<std::string> parts;
  VerifyArguments reports;  // of which only the reports and how they look
};

using Arguments = std::variant<VerifyArguments, PositionArguments, DoctorArguments, LintArguments,
                               ConvertArguments, BenchArguments, MutateArguments, ExplainArguments,
                               ReduceArguments, StoreArguments, MergeArguments, SplitArguments>;

/// Nothing is to be run: help or version was asked for (code 0), or the usage is wrong
/// (code 2). The text is for standard output or standard error accordingly.
struct NotToRun {
  int exit_code = 2;
  std::string text;
};

std::expected<Arguments, NotToRun> parse_arguments(int argc, const char* const* argv);

}  // namespace perft_verify::verifier
