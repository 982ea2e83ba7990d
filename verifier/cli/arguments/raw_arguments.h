// Arguments that several commands share, as text, before they are understood.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/cli/usage/usage.h"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace perft_verify::verifier {

struct RawEngine {
  std::optional<std::string> engine;
  std::vector<std::string> engine_args;
  std::vector<std::string> engine_options;
  std::vector<std::string> engine_setup;
  std::optional<std::string> engine_template;
  std::vector<std::string> engine_env;
  bool engine_env_all = false;
  bool sandbox = false;
  std::string dialect = "auto";
  std::optional<std::string> perft_command;
};
/// Adds --engine and its related options.
void add_engine_options(CLI::App& app, RawEngine& raw);
/// Nothing if no engine is named. `timeout` is the user's limit for each question.
std::expected<std::optional<EngineArguments>, NotToRun> engine_of(
    const RawEngine& raw, std::optional<double> timeout = std::nullopt);

struct RawPosition {
  std::vector<std::string> words;
  std::string moves;
  Chess960 chess960 = Chess960::Auto;
  /// The words of a position that was not quoted, as one text.
  [[nodiscard]] std::string text() const;
};
/// POSITION and --chess960.
void add_position_options(CLI::App& app, RawPosition& raw);
void add_moves_option(CLI::App& app, RawPosition& raw);
std::expected<std::vector<std::string>, NotToRun> moves_of(const RawPosition& raw);

void add_chess960_option(CLI::App& app, Chess960& chess960);
void add_lenient_clocks_option(CLI::App& app, bool& lenient);
void add_invalid_option(CLI::App& app, bool& skip);
/// The option for threads or workers; by default as many as there are cores.
CLI::Option* add_jobs_option(CLI::App& app, unsigned& jobs, const std::string& what);

/// For options that name a generator: `self` is for `verify fuzz` only.
CLI::Validator not_self();

struct RawReports {
  std::vector<std::string> reports;
  std::optional<std::string> save_findings;
};
/// --engine-env and --engine-env-all.
std::expected<reference::EngineEnvironment, NotToRun> environment_of(const RawEngine& raw);

/// --report alone.
void add_report_option(CLI::App& app, RawReports& raw);
/// The reports to write, and their appearance.
void add_report_options(CLI::App& app, RawReports& raw, ReportArguments& arguments);
/// The complaint about the argument `text` of --report, the format of which is none of `formats`;
/// with what was meant, if it is a path.
std::string unknown_format(std::string_view text, std::string_view formats);
/// Colors, quiet and verbose alone.
void add_look_options(CLI::App& app, ReportArguments& arguments);
std::expected<void, NotToRun> read_report_options(const RawReports& raw,
                                                  ReportArguments& arguments);

}  // namespace perft_verify::verifier
