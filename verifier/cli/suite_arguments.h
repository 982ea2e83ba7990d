// The command lines of the commands about suites: lint, convert and mutate.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "core/fen.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/tools/lint/lint.h"
#include "verifier/tools/mutate/choose.h"
#include "verifier/tools/mutate/survey.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// `verify lint SUITE…`
struct LintArguments {
  std::vector<std::string> suites;
  LintOptions options;
  FenOptions fen;
  bool strict = false;  // warnings are errors
  bool quiet = false;   // no notes
  bool json = false;
};

/// `verify convert IN… [-o OUT] [--to FORMAT]`
struct ConvertArguments {
  std::vector<std::string> suites;
  std::string output;       // empty for standard output
  std::string format_name;  // as given
  SuiteFormat format = SuiteFormat::Epd;
  FenOptions fen;
  std::string invalid = "error";  // or "skip"
};

/// `verify mutate SUITE…`
struct MutateArguments {
  std::vector<std::string> suites;
  SurveyOptions survey;
  ChooseOptions choice;
  FenOptions fen;
  std::string mode = "divide";  // or "totals"
  bool choose = false;          // print the cheapest rows that show every bug
  bool bugs_only = false;
  bool verbose = false;
  bool json = false;
};

CLI::App* add_mutate_command(CLI::App& app, MutateArguments& arguments);
CLI::App* add_lint_command(CLI::App& app, LintArguments& arguments);
CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments);

/// --to, or the extension of the output. The error is one sentence.
std::expected<void, std::string> choose_format(ConvertArguments& arguments);

}  // namespace perft_verify::verifier
