// The command lines of the commands about suites: lint and convert.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "core/fen.h"
#include "verifier/lint/lint.h"
#include "verifier/suite/suite_reader.h"

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

CLI::App* add_lint_command(CLI::App& app, LintArguments& arguments);
CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments);

/// --to, or the extension of the output. The error is one sentence.
std::expected<void, std::string> choose_format(ConvertArguments& arguments);

}  // namespace perft_verify::verifier
