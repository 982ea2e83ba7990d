#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/text/printable.h"
#include "verifier/cli/arguments/choices.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/mutate_report.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/progress_line.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/run/model/options.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

/// `verify mutate SUITE…`
struct MutateArguments {
  std::vector<std::string> suites;
  SurveyOptions survey;
  ChooseOptions choice;
  FenOptions fen;
  bool choose = false;  // print the cheapest rows that show every bug
  bool verbose = false;
  bool json = false;
};

std::vector<Row> rows_of(const std::vector<Suite>& suites) {
  std::vector<Row> rows;
  for (const Suite& suite : suites) rows.insert(rows.end(), suite.rows.begin(), suite.rows.end());
  return rows;
}

/// All suites, or nothing if one of them cannot be used; then standard error says why.
std::optional<std::vector<Suite>> read_suites(const MutateArguments& arguments) {
  std::vector<Suite> suites;
  bool usable = true;
  const auto unusable = [&](const std::string& what) {
    tell(what + "\n");
    usable = false;
  };
  for (const std::string& file : arguments.suites) {
    const auto bytes = read_suite_file(file);
    if (!bytes) {
      unusable("verify: " + bytes.error());
      continue;
    }
    suites.push_back(read_suite(file, *bytes, arguments.fen));
    for (const SuiteProblem& problem : suites.back().problems) unusable(to_string(problem));
    if (suites.back().rows.empty() && suites.back().problems.empty())
      unusable(fmt::format("verify: {}: no positions in this suite", printable(file)));
  }
  if (!usable) return std::nullopt;
  return suites;
}

int choose_command(const MutateArguments& arguments, const std::vector<Suite>& suites,
                   const Interrupts& interrupts, StandardOutput& out) {
  const std::vector<Row> rows = rows_of(suites);
  ProgressLine progress(columns_of_terminal(STDERR_FILENO), tell, "positions");
  ChooseOptions options = arguments.choice;
  options.one_done = [&progress](std::size_t all) { progress.one_done(all); };
  const Choice choice = choose(rows, options, interrupts.token());
  if (interrupts.signal() != 0) return interrupted(interrupts, "survey");
  out.write(chosen_suite(choice));
  if (!choice.trouble.empty())
    return failed(ExitCode::Undecided,
                  fmt::format("the choice is the greedy one: {}", choice.trouble));
  const bool all = std::ranges::none_of(choice.found, [](const auto& found) {
    return found.by_total.empty() && found.by_divide.empty();
  });
  return static_cast<int>(all ? ExitCode::Agree : ExitCode::Findings);
}

int mutate(const MutateArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  auto suites = read_suites(arguments);
  if (!suites) return static_cast<int>(ExitCode::Usage);
  if (arguments.choose) return choose_command(arguments, *suites, interrupts, out);

  bool all_seen = true;
  bool any_row = false;
  Json json{{"schema", "perft-verify-mutate/1"},
            {"options",
             {{"depth", or_null(arguments.survey.depth)},
              {"max_nodes", or_null(arguments.survey.max_nodes)},
              {"mode", arguments.survey.totals_only ? "totals" : "divide"}}},
            {"suites", Json::array()}};
  for (Suite& suite : *suites) {
    const auto start = std::chrono::steady_clock::now();
    SurveyedSuite surveyed{.suite = std::move(suite), .survey = {}, .coverage = {}, .seconds = 0};
    {
      ProgressLine progress(columns_of_terminal(STDERR_FILENO), tell, "bugs");
      SurveyOptions options = arguments.survey;
      options.one_done = [&progress](std::size_t all) { progress.one_done(all); };
      surveyed.survey = survey(surveyed.suite.rows, options, interrupts.token());
      surveyed.coverage = coverage_of(surveyed.survey.counts, options.jobs, interrupts.token());
    }
    if (interrupts.signal() != 0) return interrupted(interrupts, "survey");
    surveyed.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    any_row = any_row || !surveyed.survey.counts.empty();
    all_seen = all_seen && std::ranges::all_of(surveyed.survey.bugs, &BugSeen::seen_in_full);
    if (arguments.json) {
      json["suites"].push_back(survey_json(surveyed));
    } else {
      out.write(survey_text(surveyed, arguments.verbose));
    }
  }
  const ExitCode code = !any_row   ? ExitCode::NothingSelected
                        : all_seen ? ExitCode::Agree
                                   : ExitCode::Findings;
  if (arguments.json) {
    json["exit_code"] = static_cast<int>(code);
    out.write(page_of(json));
  } else {
    out.write(not_asked());
  }
  return static_cast<int>(code);
}

}  // namespace

void add_mutate_command(CommandLine& line) {
  const auto arguments = std::make_shared<MutateArguments>();
  CLI::App* const command = line.add(
      "mutate", "Which bugs would a suite find? Counts its rows with every bug of the bug zoo",
      [&line, arguments]() -> Ran {
        if (!arguments->survey.depth && !arguments->survey.max_nodes)
          arguments->survey.max_nodes = 100'000;
        arguments->choice.jobs = arguments->survey.jobs;
        return mutate(*arguments, line.out());
      });
  command->add_option("SUITE", arguments->suites, "Suites, judged one by one; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--depth", arguments->survey.depth,
                   "Depth of every row (each row's deepest recorded depth; 4 where nothing is "
                   "recorded)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth));
  command
      ->add_option("--max-nodes", arguments->survey.max_nodes,
                   "Per row, the deepest depth not above N nodes (100000, or none with --depth)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
  add_choice(*command, "--mode", arguments->survey.totals_only,
             {{"divide", false}, {"totals", true}},
             "The comparison: every root move, or only the total, as recorded counts are");
  add_jobs_option(*command, arguments->survey.jobs, "Threads (the number of cores)");
  add_chess960_option(*command, arguments->fen.chess960);
  command->add_flag("-v,--verbose", arguments->verbose, "Also the row that shows each bug");
  command->add_flag("--json", arguments->json, "For programs");
  CLI::Option* const choose = command->add_flag(
      "--choose", arguments->choose,
      "Print, as a suite, the cheapest rows and depths that show every bug that SUITE shows");
  command
      ->add_option("--times", arguments->choice.times,
                   "With --choose: so many rows for each bug, in White's code and in Black's")
      ->type_name("N")
      ->check(CLI::Range(1U, 100U))
      ->needs(choose)
      ->capture_default_str();
  command
      ->add_flag("--exact", arguments->choice.exact,
                 "With --choose: the cheapest choice of all, by the solver glpsol (glpk-utils)")
      ->needs(choose);
  command->footer(
      "Example: verify mutate my-suite.epd --depth 4\n"
      "\n"
      "The bugs are those of the program bug_zoo (--list names them).\n"
      "\n"
      "Exit codes: 0 the suite finds every bug; 1 it misses some; 2 a suite that cannot be\n"
      "read; 4 no row can be counted.");
}

}  // namespace perft_verify::verifier
