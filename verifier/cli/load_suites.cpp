#include "verifier/cli/load_suites.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "reference/foreign_text.h"
#include "verifier/cli/position_argument.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

/// A row that could not be read, in its place among the others.
Row skipped_row(const SuiteProblem& problem) {
  Row row;
  row.file = problem.file;
  row.line = problem.line;
  row.skip_reason = fmt::format("column {}: {}", problem.column, problem.message);
  return row;
}

FenOptions fen_options(const VerifyArguments& arguments) {
  return {.chess960 = arguments.chess960, .lenient_clocks = arguments.lenient_clocks};
}

/// --fen positions, as if they were lines of a suite that has no file.
Suite suite_of_fens(const VerifyArguments& arguments) {
  Suite suite;
  for (const std::string& fen : arguments.fens) {
    const auto parsed = parse_position_argument(fen, fen_options(arguments));
    if (!parsed) {
      suite.problems.push_back({"--fen", suite.problems.size() + suite.rows.size() + 1,
                                parsed.error().offset + std::size_t{1},
                                parsed.error().error_class(), std::string(parsed.error().message()),
                                reference::printable(fen, 120)});
      continue;
    }
    Row row;
    row.line = suite.problems.size() + suite.rows.size() + 1;  // for the order only
    row.fen = parsed->position.fen();
    row.chess960 = parsed->position.chess960();
    suite.rows.push_back(std::move(row));
  }
  return suite;
}

}  // namespace

std::expected<LoadedSuites, std::string> load_suites(const VerifyArguments& arguments) {
  LoadedSuites loaded;
  std::string complaints;
  bool bad_rows = false;
  const auto take = [&](Suite suite) {
    std::size_t rows = suite.rows.size();
    // A file that was not read to its end has more rows than can be skipped.
    const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
    if (arguments.skip_invalid && read) {
      for (const SuiteProblem& problem : suite.problems) suite.rows.push_back(skipped_row(problem));
      std::ranges::stable_sort(suite.rows, {}, &Row::line);
      rows = suite.rows.size();
    } else {
      bad_rows = bad_rows || (read && !suite.problems.empty());
      for (const SuiteProblem& problem : suite.problems) complaints += to_string(problem) + "\n";
    }
    std::ranges::move(suite.rows, std::back_inserter(loaded.rows));
    suite.rows.clear();
    return rows;
  };
  for (const std::string& file : arguments.suites) {
    const auto bytes = read_suite_file(file);
    if (!bytes) {
      complaints += fmt::format("verify: {}\n", bytes.error());
      continue;
    }
    Suite suite = read_suite(file, *bytes, fen_options(arguments));
    for (const SuiteNote& note : suite.notes)
      loaded.notices.push_back(
          fmt::format("{}:{}: {}", reference::printable(file), note.place.line, note.message));
    if (suite.rows.empty() && suite.problems.empty())
      complaints += fmt::format("{}: no positions in this suite\n", reference::printable(file));
    loaded.suites.push_back({suite.file, suite.sha256, {}, {}});
    loaded.suite_rows.push_back(take(std::move(suite)));
  }
  const std::size_t before = loaded.rows.size();
  take(suite_of_fens(arguments));
  for (std::size_t row = before; row < loaded.rows.size(); ++row) {
    // A position of the command line stands in no file.
    loaded.rows[row].file.clear();
    loaded.rows[row].line = 0;
  }
  if (!complaints.empty())
    return std::unexpected(
        complaints + "Nothing was sent to any engine." +
        (bad_rows ? " Correct the rows, or leave them out with --invalid skip.\n" : "\n"));
  return loaded;
}

}  // namespace perft_verify::verifier
