#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "core/text/printable.h"
#include "verifier/cli/commands.h"
#include "verifier/report/output_file.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/result.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_writer.h"

namespace perft_verify::verifier {
namespace {

/// Reads a suite; what is wrong with it goes to standard error. Nothing if it is not to be
/// written.
std::optional<Suite> read_for_writing(const std::string& file, const ConvertArguments& arguments) {
  const std::string name = printable(file);
  const auto bytes = read_suite_file(file);
  if (!bytes) {
    complain(bytes.error());
    return std::nullopt;
  }
  Suite suite = read_suite(file, *bytes, arguments.fen);
  for (const SuiteProblem& problem : suite.problems) tell(to_string(problem) + "\n");
  for (const SuiteNote& note : suite.notes)
    complain(fmt::format("{}:{}: {}", name, note.place.line, note.message));
  if (suite.rows.empty() && suite.problems.empty()) {
    complain(fmt::format("{}: no positions in this suite", name));
    return std::nullopt;
  }
  const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
  if (!suite.problems.empty() && (arguments.invalid == "error" || !read)) return std::nullopt;
  if (!suite.problems.empty())
    complain(fmt::format("{}: {} rows are left out", name, suite.problems.size()));
  return suite;
}

}  // namespace

int convert_command(const ConvertArguments& arguments, StandardOutput& out) {
  const auto usage = static_cast<int>(ExitCode::Usage);
  std::vector<Suite> suites;
  for (const std::string& file : arguments.suites)
    if (auto suite = read_for_writing(file, arguments)) suites.push_back(std::move(*suite));
  if (suites.size() < arguments.suites.size()) {
    tell("Nothing was written.\n");
    return usage;
  }
  const WrittenSuite written = write_suites(suites, arguments.format);
  if (arguments.output.empty()) {
    out.write(written.text);
  } else {
    auto file = OutputFile::create(arguments.output);
    if (!file) {
      complain(file.error());
      return usage;
    }
    file->write(written.text);
    if (auto done = file->commit(); !done) {
      complain(done.error());
      return static_cast<int>(ExitCode::ReportFailed);
    }
  }
  for (const std::string& loss : written.losses) complain(loss);
  return static_cast<int>(ExitCode::Agree);
}

}  // namespace perft_verify::verifier
