// What several command lines have in common, as text, before it is understood.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "verifier/cli/arguments.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// Options as text, before they are understood.
struct Raw {
  std::optional<std::string> engine;
  std::vector<std::string> engine_args;
  std::vector<std::string> engine_options;
  std::vector<std::string> engine_setup;
  std::optional<std::string> engine_template;
  std::string dialect = "auto";
  std::optional<std::string> perft_command;
  std::vector<std::string> reports;
  std::optional<std::string> save_findings;
  std::vector<std::string> position;
  std::string moves;
  std::string mode = "divide";
  std::string chess960 = "auto";
  std::string color = "auto";
  std::string progress = "auto";
  std::string invalid = "error";
  bool no_bisect = false;
  std::optional<std::string> partition;
  std::string share = "auto";
};

/// A complaint about the command line.
std::unexpected<NotToRun> wrong(const std::string& what);

/// The words of a position that was not quoted, as one text.
std::string joined_position(const Raw& raw);
std::expected<std::vector<std::string>, NotToRun> moves_of(const Raw& raw);

void add_chess960_option(CLI::App& app, Raw& raw);
Chess960 chess960_of(const Raw& raw);

/// --engine and what belongs to it.
void add_engine_options(CLI::App& app, Raw& raw);
/// Nothing if no engine is named. `timeout` is what the user gives each question.
std::expected<std::optional<EngineArguments>, NotToRun> engine_of(const Raw& raw,
                                                                  std::optional<double> timeout);

/// What is written, and how it looks.
void add_report_options(CLI::App& app, Raw& raw, VerifyArguments& arguments);
std::expected<void, NotToRun> read_report_options(const Raw& raw, VerifyArguments& arguments);

}  // namespace perft_verify::verifier
