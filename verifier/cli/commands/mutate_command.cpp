#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/counting/perft.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/cli/choices.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/interrupts.h"
#include "verifier/cli/raw_arguments.h"
#include "verifier/report/progress_line.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/options.h"
#include "verifier/run/result.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/tools/mutate/choose.h"
#include "verifier/tools/mutate/survey.h"

namespace perft_verify::verifier {
namespace {

/// `verify mutate SUITE…`
struct MutateArguments {
  std::vector<std::string> suites;
  SurveyOptions survey;
  ChooseOptions choice;
  FenOptions fen;
  bool choose = false;  // print the cheapest rows that show every bug
  bool bugs_only = false;
  bool verbose = false;
  bool json = false;
};

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 100;

struct SurveyedSuite {
  Suite suite;
  Survey survey;
  double seconds = 0;
};

std::string label(const Row& row) {
  return row.id.empty() ? fmt::format("line {}", row.line) : printable(row.id, 60);
}

std::string_view color_word(Color color) { return color == Color::White ? "white" : "black"; }

/// "ep-missing", or "ep-missing (Black's)" if it was found for the other color only.
std::string name_of_unseen(const BugSeen& bug) {
  std::string name(bug.bug.name);
  if (!bug.seen()) return name;
  for (const auto& [color, count] : bug.shown)
    if (color && !count) name += *color == Color::White ? " (White's)" : " (Black's)";
  return name;
}

std::string text_of(const SurveyedSuite& surveyed, bool verbose) {
  const Survey& survey = surveyed.survey;
  std::vector<std::string> unseen;
  std::vector<std::string> half_seen;
  for (const BugSeen& bug : survey.bugs)
    if (!bug.seen_in_full()) (bug.seen() ? half_seen : unseen).push_back(name_of_unseen(bug));
  std::string text = fmt::format(
      "{}: finds {} of {} bugs with {} nodes in {} row{}; {} of these rows, {} nodes, would do "
      "({})\n",
      printable(surveyed.suite.file), survey.bugs.size() - unseen.size(), survey.bugs.size(),
      grouped(survey.nodes), survey.counts.size(), survey.counts.size() == 1 ? "" : "s",
      survey.rows_needed, grouped(survey.nodes_needed), duration_text(surveyed.seconds));
  for (const std::string& row : survey.left_out) text += fmt::format("left out: {}\n", row);
  if (!unseen.empty())
    text += "  it cannot see:\n" + wrapped(fmt::format("{}", fmt::join(unseen, ", ")), kWidth, 4);
  if (!half_seen.empty())
    text += "  and, where only one side's code has the bug:\n" +
            wrapped(fmt::format("{}", fmt::join(half_seen, ", ")), kWidth, 4);
  if (!verbose) return text;
  for (const BugSeen& bug : survey.bugs) {
    for (const auto& [color, at] : bug.shown) {
      if (!at) continue;
      const Count& count = survey.counts[*at];
      text += fmt::format("  {:<36} {:<6} D{} {:>10}  {}\n", bug.bug.name,
                          color ? color_word(*color) : "", count.depth, grouped(count.nodes),
                          label(*count.row));
    }
  }
  return text;
}

Json row_json(const Count& count) {
  return {{"line", count.row->line},
          {"id", count.row->id.empty() ? Json(nullptr) : Json(printable(count.row->id, 4096))},
          {"fen", count.row->fen},
          {"depth", count.depth},
          {"nodes", count.nodes}};
}

Json bug_json(const BugSeen& bug, const Survey& survey) {
  Json json{{"name", bug.bug.name},
            {"class", bug.bug.expected_class()},
            {"cause", to_string(bug.bug.cause)},
            {"found", bug.seen()},
            {"found_in_full", bug.seen_in_full()},
            {"shown", Json::array()}};
  for (const auto& [color, at] : bug.shown)
    json["shown"].push_back({{"color", color ? Json(color_word(*color)) : Json(nullptr)},
                             {"row", at ? row_json(survey.counts[*at]) : Json(nullptr)}});
  return json;
}

Json suite_json(const SurveyedSuite& surveyed) {
  const Survey& survey = surveyed.survey;
  Json json{
      {"file", printable(surveyed.suite.file, 4096)},
      {"sha256", surveyed.suite.sha256},
      {"rows", survey.counts.size()},
      {"left_out", Json::array()},
      {"nodes", survey.nodes},
      {"found", std::ranges::count_if(survey.bugs, &BugSeen::seen)},
      {"found_in_full", std::ranges::count_if(survey.bugs, &BugSeen::seen_in_full)},
      {"rows_needed", survey.rows_needed},
      {"nodes_needed", survey.nodes_needed},
      {"seconds", surveyed.seconds},
      {"bugs", Json::array()},
  };
  for (const std::string& row : survey.left_out) json["left_out"].push_back(row);
  for (const BugSeen& bug : survey.bugs) json["bugs"].push_back(bug_json(bug, survey));
  return json;
}

/// The last lines: bugs that no comparison of counts can show, or none in a game.
std::string not_asked() {
  std::vector<std::string_view> uncounted;
  std::vector<std::string_view> beyond_games;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (!shows_in_counts(bug)) uncounted.push_back(bug.name);
    if (bug.beyond_games) beyond_games.push_back(bug.name);
  }
  return fmt::format(
      "Not asked, for no count can show them: {}.\nNor, for only positions that no game reaches "
      "can: {}.\n",
      fmt::join(uncounted, ", "), fmt::join(beyond_games, ", "));
}

/// A row in the format of our own suites, with its counts up to the chosen depth.
std::string epd_of(const Count& count) {
  const Row& row = *count.row;
  const FenOptions options{.chess960 = row.chess960 ? Chess960::On : Chess960::Off};
  std::string text = row.fen;
  if (const auto parsed = parse_fen(row.fen, options)) {
    for (int depth = 1; depth < count.depth; ++depth)
      text += fmt::format(" ;D{} {}", depth, perft(parsed->position, depth).value_or(0));
  }
  text += fmt::format(" ;D{} {}", count.depth, count.nodes);
  if (!row.id.empty()) text += fmt::format(" ;id \"{}\"", printable(row.id, 200));
  return text + ";\n";
}

/// The chosen suite, with the criteria of the choice in its comments.
std::string suite_text(const Choice& choice) {
  std::string text = fmt::format("# Rows: {}\n# Nodes at the recorded depths: {}\n",
                                 choice.counts.size(), grouped(choice.nodes));
  std::size_t shown = 0;
  for (const auto& found : choice.found)
    shown += found.by_total.empty() && found.by_divide.empty() ? 0 : 1;
  text += fmt::format("# Bugs, White's and Black's counted apart: {} of {}\n", shown,
                      choice.found.size());
  if (choice.suite_situations > 0)
    text += fmt::format("# Situations of the suites it is chosen from: {} of {}\n",
                        grouped(choice.situations), grouped(choice.suite_situations));
  text += fmt::format("# Left out from the choice, a tenth at a time, bugs still found: {} of {}\n",
                      choice.left_out - choice.missed_when_left_out.size(), choice.left_out);
  if (!choice.missed_when_left_out.empty()) {
    const std::string names =
        wrapped(fmt::format("not found: {}", fmt::join(choice.missed_when_left_out, ", ")), 96, 4);
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = names.find('\n', at);
      text += "#" + names.substr(at, end - at + 1);
      at = end + 1;
    }
  }
  text += fmt::format("#\n# verify quick: the first {} rows, {} nodes\n", choice.quick_rows,
                      grouped(choice.quick_nodes));
  for (std::size_t at = 0; at < choice.counts.size(); ++at) {
    if (at == choice.quick_rows) text += "# The others\n";
    text += epd_of(choice.counts[at]);
  }
  return text;
}

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
  if (interrupts.signal() != 0) return 128 + interrupts.signal();
  out.write(suite_text(choice));
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
             {{"depth", arguments.survey.depth ? Json(*arguments.survey.depth) : Json(nullptr)},
              {"max_nodes",
               arguments.survey.max_nodes ? Json(*arguments.survey.max_nodes) : Json(nullptr)},
              {"mode", arguments.survey.totals_only ? "totals" : "divide"}}},
            {"suites", Json::array()}};
  for (Suite& suite : *suites) {
    const auto start = std::chrono::steady_clock::now();
    SurveyedSuite surveyed{.suite = std::move(suite), .survey = {}, .seconds = 0};
    {
      ProgressLine progress(columns_of_terminal(STDERR_FILENO), tell, "bugs");
      SurveyOptions options = arguments.survey;
      options.one_done = [&progress](std::size_t all) { progress.one_done(all); };
      surveyed.survey = survey(surveyed.suite.rows, options, interrupts.token());
    }
    if (interrupts.signal() != 0) return 128 + interrupts.signal();
    surveyed.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    any_row = any_row || !surveyed.survey.counts.empty();
    all_seen = all_seen && std::ranges::all_of(surveyed.survey.bugs, &BugSeen::seen_in_full);
    if (arguments.json) {
      json["suites"].push_back(suite_json(surveyed));
    } else {
      out.write(text_of(surveyed, arguments.verbose));
    }
  }
  const ExitCode code = !any_row   ? ExitCode::NothingSelected
                        : all_seen ? ExitCode::Agree
                                   : ExitCode::Findings;
  if (arguments.json) {
    json["exit_code"] = static_cast<int>(code);
    out.write(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
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
        arguments->choice.situations = !arguments->bugs_only;
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
             "What is compared: every root move, or only the total, as recorded counts are");
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
      ->add_flag("--bugs-only", arguments->bugs_only,
                 "With --choose: cover bugs only, not moves and situations")
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
