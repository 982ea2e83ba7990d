#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "reference/foreign_text.h"
#include "verifier/cli/commands.h"
#include "verifier/report/output_file.h"
#include "verifier/run/result.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_writer.h"

namespace perft_verify::verifier {
namespace {

/// Reads a suite; what is wrong with it goes to standard error. Nothing if it is not to be
/// written.
std::optional<Suite> read_for_writing(const std::string& file, const ConvertArguments& arguments) {
  const std::string name = reference::printable(file);
  const auto bytes = read_suite_file(file);
  if (!bytes) {
    fmt::print(stderr, "verify: {}\n", bytes.error());
    return std::nullopt;
  }
  Suite suite = read_suite(file, *bytes, arguments.fen);
  for (const SuiteProblem& problem : suite.problems) fmt::print(stderr, "{}\n", to_string(problem));
  for (const SuiteNote& note : suite.notes)
    fmt::print(stderr, "verify: {}:{}: {}\n", name, note.place.line, note.message);
  if (suite.rows.empty() && suite.problems.empty()) {
    fmt::print(stderr, "verify: {}: no positions in this suite\n", name);
    return std::nullopt;
  }
  const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
  if (!suite.problems.empty() && (arguments.invalid == "error" || !read)) return std::nullopt;
  if (!suite.problems.empty())
    fmt::print(stderr, "verify: {}: {} rows are left out\n", name, suite.problems.size());
  return suite;
}

}  // namespace

int convert_command(const ConvertArguments& arguments, StandardOutput& out) {
  const auto usage = static_cast<int>(ExitCode::Usage);
  std::vector<Suite> suites;
  for (const std::string& file : arguments.suites)
    if (auto suite = read_for_writing(file, arguments)) suites.push_back(std::move(*suite));
  if (suites.size() < arguments.suites.size()) {
    fmt::print(stderr, "Nothing was written.\n");
    return usage;
  }
  const WrittenSuite written = write_suites(suites, arguments.format);
  if (arguments.output.empty()) {
    out.write(written.text);
  } else {
    auto file = OutputFile::create(arguments.output);
    if (!file) {
      fmt::print(stderr, "verify: {}\n", file.error());
      return usage;
    }
    file->write(written.text);
    if (auto done = file->commit(); !done) {
      fmt::print(stderr, "verify: {}\n", done.error());
      return static_cast<int>(ExitCode::ReportFailed);
    }
  }
  for (const std::string& loss : written.losses) fmt::print(stderr, "verify: {}\n", loss);
  return static_cast<int>(ExitCode::Agree);
}

}  // namespace perft_verify::verifier
