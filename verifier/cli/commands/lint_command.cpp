#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/words.h"
#include "verifier/suite/json.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/tools/lint/lint.h"

namespace perft_verify::verifier {
namespace {

/// `verify lint SUITE…`
struct LintArguments {
  std::vector<std::string> suites;
  LintOptions options;
  FenOptions fen;
  bool strict = false;  // warnings are errors
  bool quiet = false;   // no notes
  bool json = false;
};

/// file:line:column: severity: id: message [rule]
std::string text_of(const Suite& suite, const RowList& rows, const Issue& issue) {
  std::string text = fmt::format("{}:{}:{}: {}: ", printable(suite.file), issue.place.line,
                                 issue.place.column, to_string(issue.severity));
  if (issue.row)
    if (const std::string id = rows[*issue.row].id; !id.empty()) text += printable(id, 60) + ": ";
  text += fmt::format("{} [{}]\n", issue.message, issue.rule);
  if (!issue.excerpt.empty()) text += fmt::format("    {}\n", issue.excerpt);
  return text;
}

std::string summary_text(const LintResult& result, const LintArguments& arguments) {
  std::string text = fmt::format(
      "{} in {}: {}, {}, {}", counted(result.rows, "row", "rows"),
      counted(result.suites.size(), "suite", "suites"), counted(result.errors, "error", "errors"),
      counted(result.warnings, "warning", "warnings"), counted(result.notes, "note", "notes"));
  if (arguments.options.prove) {
    text += fmt::format("; {} of {} proved", grouped(result.proven),
                        counted(result.counts, "recorded count", "recorded counts"));
    if (result.too_deep > 0)
      text += fmt::format(", {} beyond --max-nodes {}", grouped(result.too_deep),
                          arguments.options.max_nodes);
  }
  return text + "\n";
}

Json issue_json(const Suite& suite, const RowList& rows, const Issue& issue) {
  Json first = nullptr;
  if (issue.first) {
    const Row row = rows[*issue.first];
    first = {{"file", printable(row.file, 4096)}, {"line", row.line}};
  }
  const Row row = issue.row ? rows[*issue.row] : Row();
  return {{"file", printable(suite.file, 4096)},
          {"line", issue.place.line},
          {"column", issue.place.column},
          {"severity", to_string(issue.severity)},
          {"rule", issue.rule},
          {"message", issue.message},
          {"id", or_null(printable(row.id, 4096))},
          {"fen", issue.row ? Json(row.fen) : Json(nullptr)},
          {"depth", or_null(issue.depth)},
          {"recorded", or_null(issue.recorded)},
          {"counted", or_null(issue.counted)},
          {"first", first}};
}

Json json_of(const LintResult& result, const RowList& rows, const LintArguments& arguments,
             ExitCode code) {
  Json json{{"schema", "perft-verify-lint/1"},
            {"suites", Json::array()},
            {"issues", Json::array()},
            {"summary",
             {{"rows", result.rows},
              {"errors", result.errors},
              {"warnings", result.warnings},
              {"notes", result.notes},
              {"counts", result.counts},
              {"proved", arguments.options.prove ? Json(result.proven) : Json(nullptr)},
              {"too_deep", arguments.options.prove ? Json(result.too_deep) : Json(nullptr)},
              {"exit_code", static_cast<int>(code)}}}};
  for (const auto& [of, issues] : result.suites) {
    json["suites"].push_back({{"file", printable(of->suite.file, 4096)},
                              {"sha256", of->suite.sha256},
                              {"rows", of->rows}});
    for (const Issue& issue : issues)
      if (!arguments.quiet || issue.severity != Severity::Note)
        json["issues"].push_back(issue_json(of->suite, rows, issue));
  }
  return json;
}

int lint(const LintArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  std::vector<SuiteOfRows> suites;
  RowList rows(RowList::CountPlaces::Kept);
  bool unusable = false;
  for (const std::string& file : arguments.suites) {
    const auto bytes = read_suite_file(file);
    if (!bytes) {
      complain(bytes.error());
      unusable = true;
      continue;
    }
    const std::size_t before = rows.size();
    Suite suite =
        read_suite(file, *bytes, arguments.fen, [&rows](const Row& row) { rows.push_back(row); });
    const bool usable = rows.size() > before || !suite.problems.empty();
    suites.push_back({std::move(suite), rows.size() - before});
    if (usable) continue;
    complain(fmt::format("{}: no positions in this suite", printable(file)));
    unusable = true;
  }
  const LintResult result = lint(suites, rows, arguments.options, interrupts.token());
  if (interrupts.signal() != 0) return interrupted(interrupts, "check");

  const bool found = result.errors > 0 || (arguments.strict && result.warnings > 0);
  const ExitCode code = found ? ExitCode::Findings : unusable ? ExitCode::Usage : ExitCode::Agree;
  if (arguments.json) {
    out.write(page_of(json_of(result, rows, arguments, code)));
    return static_cast<int>(code);
  }
  for (const SuiteIssues& suite : result.suites) {
    constexpr std::size_t kAtOnce = 1 << 16;
    std::string text;
    for (const Issue& issue : suite.issues) {
      if (!arguments.quiet || issue.severity != Severity::Note)
        text += text_of(suite.of->suite, rows, issue);
      if (text.size() < kAtOnce) continue;
      out.write(text);
      text.clear();
    }
    out.write(text);
  }
  out.write(summary_text(result, arguments));
  return static_cast<int>(code);
}

}  // namespace

void add_lint_command(CommandLine& line) {
  const auto arguments = std::make_shared<LintArguments>();
  CLI::App* const command =
      line.add("lint", "Check a suite line by line, without any engine",
               [&line, arguments]() -> Ran { return lint(*arguments, line.out()); });
  command->add_option("SUITE", arguments->suites, "Suites; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_flag("--prove", arguments->options.prove,
                    "Count again what is recorded, with both built-in generators");
  command
      ->add_option("--max-nodes", arguments->options.max_nodes,
                   "With --prove: leave out counts of more than about N nodes")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62))
      ->capture_default_str();
  add_jobs_option(*command, arguments->options.jobs, "With --prove: rows at once");
  command->add_flag("--strict", arguments->strict, "Exit code 1 for warnings too");
  command->add_flag("-q,--quiet", arguments->quiet, "No notes");
  add_lenient_clocks_option(*command, arguments->fen.lenient_clocks);
  add_chess960_option(*command, arguments->fen.chess960);
  command->add_flag("--json", arguments->json, "For programs");
  command->footer(
      "Example: verify lint suites/standard.epd --prove\n"
      "\n"
      "Exit codes: 0 no errors (notes and, without --strict, warnings do not count); 1 errors;\n"
      "2 a file that cannot be opened or has no rows.");
}

}  // namespace perft_verify::verifier
