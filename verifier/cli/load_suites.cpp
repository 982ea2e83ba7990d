#include "verifier/cli/load_suites.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/text/printable.h"
#include "verifier/cli/parse_position.h"
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

/// The rows from `before` on and those that could not be read, in the order of the file.
RowList with_skipped_rows(const RowList& rows, std::size_t before,
                          const std::vector<SuiteProblem>& problems) {
  RowList all;
  auto problem = problems.begin();
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const Row row = rows[at];
    for (; at >= before && problem != problems.end() && problem->line < row.line; ++problem)
      all.push_back(skipped_row(*problem));
    all.push_back(row);
  }
  for (; problem != problems.end(); ++problem) all.push_back(skipped_row(*problem));
  return all;
}

RowList without_places(const RowList& rows, std::size_t before) {
  RowList all;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    Row row = rows[at];
    if (at >= before) {
      row.file.clear();
      row.line = 0;
    }
    all.push_back(row);
  }
  return all;
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
                                printable(fen, 120)});
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
  // Rows from `before` on are of this suite; returns how many.
  const auto take = [&](const Suite& suite, std::size_t before) {
    // A file that was not read to its end has more rows than can be skipped.
    const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
    if (arguments.skip_invalid && read) {
      if (!suite.problems.empty())
        loaded.rows = with_skipped_rows(loaded.rows, before, suite.problems);
    } else {
      bad_rows = bad_rows || (read && !suite.problems.empty());
      for (const SuiteProblem& problem : suite.problems) complaints += to_string(problem) + "\n";
    }
    return loaded.rows.size() - before;
  };
  for (const std::string& file : arguments.suites) {
    const auto bytes = read_suite_file(file);
    if (!bytes) {
      complaints += fmt::format("verify: {}\n", bytes.error());
      continue;
    }
    const std::size_t before = loaded.rows.size();
    const Suite suite = read_suite(file, *bytes, fen_options(arguments),
                                   [&loaded](const Row& row) { loaded.rows.push_back(row); });
    for (const SuiteNote& note : suite.notes)
      loaded.notices.push_back(
          fmt::format("{}:{}: {}", printable(file), note.place.line, note.message));
    if (loaded.rows.size() == before && suite.problems.empty())
      complaints += fmt::format("{}: no positions in this suite\n", printable(file));
    loaded.suites.push_back({suite.file, suite.sha256, {}, {}});
    loaded.suite_rows.push_back(take(suite, before));
  }
  const std::size_t before = loaded.rows.size();
  const Suite fens = suite_of_fens(arguments);
  for (const Row& row : fens.rows) loaded.rows.push_back(row);
  take(fens, before);
  // A position of the command line stands in no file.
  if (before < loaded.rows.size()) loaded.rows = without_places(loaded.rows, before);
  if (!complaints.empty())
    return std::unexpected(
        complaints + "Nothing was sent to any engine." +
        (bad_rows ? " Correct the rows, or leave them out with --invalid skip.\n" : "\n"));
  return loaded;
}

}  // namespace perft_verify::verifier
