// Command-line arguments that several commands share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.h"
#include "reference/dialect/dialect.h"
#include "verifier/run/model/options.h"
#include "verifier/run/model/partition.h"

namespace perft_verify::verifier {

/// An engine as the user describes it.
struct EngineArguments : reference::EngineOptions {
  /// A command line with {depth}, {fen} and {moves}, started once per question.
  bool is_template = false;
  reference::DialectWish dialect;
};

enum class Switch : std::uint8_t { Auto, On, Off };

/// The format of --save-findings, which is not a format of --report.
inline constexpr std::string_view kFindingsSuite = "findings";

struct ReportRequest {
  std::string format;  // one of report_formats(), or kFindingsSuite
  std::string path;    // empty for standard output
};

/// The reference to compare with.
struct ReferenceArguments {
  std::optional<std::string> reference;
  std::optional<double> timeout;
  reference::EngineEnvironment environment = {};
};

/// The reports to write, and their appearance.
struct ReportArguments {
  std::vector<ReportRequest> reports;
  Switch color = Switch::Auto;
  Switch progress = Switch::Auto;
  bool quiet = false;
  bool verbose = false;
};

/// `verify SUITE… [options]`
struct VerifyArguments : ReferenceArguments, ReportArguments, RunWish {
  std::vector<std::string> suites;
  std::vector<std::string> fens;
  std::optional<EngineArguments> engine;  // the linked core without it
  std::optional<std::string> second_reference;
  bool jobs_given = false;  // by the user
  std::size_t hash_megabytes = 0;
  bool allow_same = false;           // the linked core on both sides
  bool git_bisect = false;           // main.cpp maps the exit code
  std::optional<std::string> store;  // the user's own without it
  bool no_store = false;
  std::vector<std::string> only;  // globs of names of rows
  std::vector<std::string> skip;
  bool reachable = false;  // leave out rows that no game reaches
  std::optional<Partition> partition;
  std::optional<std::string> journal;
  std::optional<std::string> resume;
  bool skip_invalid = false;
  bool lenient_clocks = false;
  Chess960 chess960 = Chess960::Auto;
};

}  // namespace perft_verify::verifier
