#include "verifier/cli/arguments/load_suites.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "core/text/folder.h"
#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/usage/help.h"
#include "verifier/suite/built_in.h"
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

/// The suites in a folder, by name; a file or standard input stands for itself.
std::expected<std::vector<std::string>, std::string> files_of(const std::string& suite) {
  namespace fs = std::filesystem;
  std::error_code error;
  // To load a folder named gate, write ./gate.
  if (suite == "-" || built_in_suite(suite) || !fs::is_directory(suite, error))
    return std::vector{suite};
  constexpr std::array<std::string_view, 5> kExtensions{".epd", ".perft", ".csv", ".json",
                                                        ".jsonl"};
  const auto names = names_in(suite);
  if (!names)
    return std::unexpected(fmt::format("{}: the folder cannot be read: {}", printable(suite),
                                       names.error().message()));
  std::vector<std::string> files;
  for (const std::string& name : *names) {
    const fs::path file = fs::path(suite) / name;
    if (fs::is_regular_file(file, error) &&
        std::ranges::find(kExtensions, file.extension().string()) != kExtensions.end())
      files.push_back(file.string());
  }
  if (files.empty())
    return std::unexpected(fmt::format(
        "{}: no suites in this folder (.epd, .perft, .csv, .json, .jsonl); name a file if it is "
        "called something else",
        printable(suite)));
  return files;
}

/// The first complaints about rows, and the number of further ones.
class RowComplaints {
 public:
  void add(const std::string& complaint) {
    constexpr std::size_t kMost = 10;
    if (++count_ <= kMost)
      text_ += complaint + "\n";
    else
      ++more_;
  }
  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] std::string text() const {
    return more_ == 0 ? text_ : fmt::format("{}and {} more\n", text_, more_);
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
  std::size_t more_ = 0;
};

/// The words that mean something in the place of a suite, for suggestions.
std::vector<std::string> known_words() {
  std::vector<std::string> words = command_names();
  for (const char* other : {"gate", "quick", "standard", "rules", "startpos"})
    words.emplace_back(other);
  std::ranges::move(built_in_ids(), std::back_inserter(words));
  return words;
}

/// A built-in suite is often looked for as a file, "suites/gate.epd".
std::string word_meant_by(const std::string& file) {
  const std::vector<std::string> words = known_words();
  const std::string meant = did_you_mean(file, words);
  return meant.empty() ? did_you_mean(std::filesystem::path(file).stem().string(), words) : meant;
}

/// Whether it can be run, and is no suite: --engine was forgotten.
bool is_program(const std::string& file, std::string_view bytes) {
  return bytes.starts_with("\177ELF") ||
         (bytes.starts_with("#!") && ::access(file.c_str(), X_OK) == 0);
}

/// A name without a folder would be looked for in PATH.
std::string as_command(const std::string& file) {
  return shell_quoted(file.contains('/') ? file : "./" + file);
}

/// A mistyped command: what stands behind it is not a suite either.
bool is_mistyped_command(const std::string& word) {
  std::error_code error;
  return !built_in_suite(word) && !std::filesystem::exists(word, error) &&
         !did_you_mean(word, command_names()).empty();
}

/// The --fen positions as lines of a suite without a file.
Suite suite_of_fens(const VerifyArguments& arguments) {
  Suite suite;
  for (const std::string& fen : arguments.fens) {
    const auto parsed = parse_position_argument(fen, fen_options(arguments));
    if (!parsed) {
      suite.problems.push_back({"--fen", suite.problems.size() + suite.rows.size() + 1,
                                parsed.error().offset + std::size_t{1},
                                parsed.error().error_class(), std::string(parsed.error().message()),
                                position_complaint(fen, parsed.error())});
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
  RowComplaints bad_rows;
  // Takes the rows from `before` on for this suite; returns their number.
  const auto take = [&](const Suite& suite, std::size_t before) {
    // A file that was not read to its end has more rows than can be skipped.
    const bool read = std::ranges::none_of(suite.problems, &SuiteProblem::ends_reading);
    if (arguments.skip_invalid && read) {
      if (!suite.problems.empty())
        loaded.rows = with_skipped_rows(loaded.rows, before, suite.problems);
    } else {
      for (const SuiteProblem& problem : suite.problems) {
        if (!read) {
          complaints += to_string(problem) + "\n";
        } else if (problem.file == "--fen") {
          bad_rows.add("--fen: " + problem.excerpt);
        } else {
          bad_rows.add(to_string(problem));
        }
      }
    }
    return loaded.rows.size() - before;
  };
  const auto load = [&](const std::string& file) {
    const auto bytes = read_suite_file(file);
    if (!bytes) {
      complaints += fmt::format("verify: {}{}\n", bytes.error(), word_meant_by(file));
      return;
    }
    if (is_program(file, *bytes)) {
      complaints += fmt::format("verify: {} is a program, not a suite; did you mean --engine {}?\n",
                                printable(file), as_command(printable(file)));
      return;
    }
    const std::size_t before = loaded.rows.size();
    FenOptions options = fen_options(arguments);
    // The built-in suites have Chess960 rows on purpose; they are skipped later, and counted.
    if (built_in_suite(file) && options.chess960 == Chess960::Off)
      options.chess960 = Chess960::Auto;
    const Suite suite = read_suite(file, *bytes, options,
                                   [&loaded](const Row& row) { loaded.rows.push_back(row); });
    for (const SuiteNote& note : suite.notes)
      loaded.notices.push_back(
          fmt::format("{}:{}: {}", printable(file), note.place.line, note.message));
    if (loaded.rows.size() == before && suite.problems.empty())
      complaints += fmt::format("{}: no positions in this suite\n", printable(file));
    loaded.suites.push_back({suite.file, suite.sha256, {}, {}});
    loaded.suite_rows.push_back(take(suite, before));
  };
  for (const std::string& suite : arguments.suites) {
    if (&suite != &arguments.suites.front() && is_mistyped_command(arguments.suites.front())) break;
    const auto files = files_of(suite);
    if (!files) complaints += fmt::format("verify: {}\n", files.error());
    if (files) std::ranges::for_each(*files, load);
  }
  const std::size_t before = loaded.rows.size();
  const Suite fens = suite_of_fens(arguments);
  for (const Row& row : fens.rows) loaded.rows.push_back(row);
  take(fens, before);
  // A position of the command line has no place in a file.
  if (before < loaded.rows.size()) loaded.rows = without_places(loaded.rows, before);
  if (complaints.empty() && !bad_rows.any()) return loaded;
  return std::unexpected(
      bad_rows.text() + complaints + "Nothing was run." +
      (bad_rows.any() ? " Correct the rows, or leave them out with --invalid skip.\n" : "\n"));
}

}  // namespace perft_verify::verifier
