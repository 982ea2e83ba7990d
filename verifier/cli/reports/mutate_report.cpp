#include "verifier/cli/reports/mutate_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/counting/perft.h"
#include "core/text/format.h"
#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

std::string label(const Row& row) {
  return row.id.empty() ? fmt::format("line {}", row.line) : printable(row.id, 60);
}

std::string_view color_word(Color color) { return color == Color::White ? "white" : "black"; }

/// "ep-missing", or "ep-missing (Black's)" if it was found for the other color only.
std::string name_of_unseen(const BugSeen& bug) {
  std::string name(bug.bug.name());
  if (!bug.seen()) return name;
  for (const auto& [color, count] : bug.shown)
    if (color && !count) name += *color == Color::White ? " (White's)" : " (Black's)";
  return name;
}

/// Bugs by the part of the rules that they are in, a paragraph each.
std::string by_family(const std::vector<const BugSeen*>& bugs) {
  std::string text;
  for (auto bug = bugs.begin(); bug != bugs.end();) {
    const std::string_view family = entry_of((*bug)->bug.id).family;
    std::vector<std::string> names;
    for (; bug != bugs.end() && entry_of((*bug)->bug.id).family == family; ++bug)
      names.push_back(name_of_unseen(**bug));
    text += wrapped(fmt::format("{}: {}", family, fmt::join(names, ", ")), kTextColumns, 4);
  }
  return text;
}

/// By the table; what is missing by name, as long as that is readable.
std::string text_of(const TablesShown& shown) {
  constexpr std::size_t kMostNamed = 12;
  std::string text = "  one wrong entry of a table, found:\n";
  for (const TablesShown::Table& each : shown.tables) {
    text += fmt::format("    {:<40}{:>6} of {:>6}", each.name, each.all - each.missing.size(),
                        each.all);
    if (!each.missing.empty() && each.missing.size() <= kMostNamed)
      text += fmt::format("  not {}", fmt::join(each.missing, ", "));
    text += "\n";
  }
  return text;
}

std::string text_of(const Coverage& coverage) {
  std::string text = "  situations that it does not reach, and the gate does:\n";
  std::size_t missing = 0;
  for (const Coverage::OfRule& each : coverage.rules) {
    if (each.reached == each.all) continue;
    text += fmt::format("    {:<40}{:>6} of {:>6}\n", each.rule, grouped(each.all - each.reached),
                        grouped(each.all));
    missing += each.all - each.reached;
  }
  if (missing == 0) text.clear();
  return text + text_of(coverage.tables) +
         fmt::format(
             "  {} of {} entries for rooks and {} of {} for bishops are looked up (verify prove "
             "--family sliders tries all)\n",
             grouped(coverage.rook_entries), grouped(Coverage::kRookEntries),
             grouped(coverage.bishop_entries), grouped(Coverage::kBishopEntries));
}

Json row_json(const Count& count) {
  return {{"line", count.row->line},
          {"id", or_null(printable(count.row->id, 4096))},
          {"fen", count.row->fen},
          {"depth", count.depth},
          {"nodes", count.nodes}};
}

Json tables_json(const TablesShown& shown) {
  Json json = Json::array();
  for (const TablesShown::Table& each : shown.tables)
    json.push_back({{"table", each.name}, {"entries", each.all}, {"missing", each.missing}});
  return json;
}

Json bug_json(const BugSeen& bug, const Survey& survey) {
  Json json{{"name", bug.bug.name()},
            {"family", entry_of(bug.bug.id).family},
            {"class", to_string(bug.bug.bug_class())},
            {"cause", to_string(bug.bug.cause())},
            {"found", bug.seen()},
            {"found_in_full", bug.seen_in_full()},
            {"shown", Json::array()}};
  for (const auto& [color, at] : bug.shown)
    json["shown"].push_back({{"color", color ? Json(color_word(*color)) : Json(nullptr)},
                             {"row", at ? row_json(survey.counts[*at]) : Json(nullptr)}});
  return json;
}

/// A row in the format of our own suites, with its counts up to the chosen depth.
std::string epd_of(const Count& count) {
  const Row& row = *count.row;
  std::string text = row.fen;
  if (const auto position = row.position()) {
    for (int depth = 1; depth < count.depth; ++depth)
      text += fmt::format(" ;D{} {}", depth, perft(*position, depth).value_or(0));
  }
  text += fmt::format(" ;D{} {}", count.depth, count.nodes);
  if (!row.id.empty()) text += fmt::format(" ;id \"{}\"", printable(row.id, 200));
  return text + ";\n";
}

}  // namespace

std::string survey_text(const SurveyedSuite& surveyed, bool verbose) {
  const Survey& survey = surveyed.survey;
  std::vector<const BugSeen*> unseen;
  std::vector<const BugSeen*> half_seen;
  for (const BugSeen& bug : survey.bugs)
    if (!bug.seen_in_full()) (bug.seen() ? half_seen : unseen).push_back(&bug);
  std::string text = fmt::format(
      "{}: finds {} of {} bugs with {} nodes in {} row{}; {} of these rows, {} nodes, would do "
      "({})\n",
      printable(surveyed.suite.file), survey.bugs.size() - unseen.size(), survey.bugs.size(),
      grouped(survey.nodes), survey.counts.size(), survey.counts.size() == 1 ? "" : "s",
      survey.rows_needed, grouped(survey.nodes_needed), duration_text(surveyed.seconds));
  for (const std::string& row : survey.left_out) text += fmt::format("left out: {}\n", row);
  if (!unseen.empty()) text += "  it cannot see:\n" + by_family(unseen);
  if (!half_seen.empty())
    text += "  and, where only one side's code has the bug:\n" + by_family(half_seen);
  text += text_of(surveyed.coverage);
  if (!verbose) return text;
  for (const BugSeen& bug : survey.bugs) {
    for (const auto& [color, at] : bug.shown) {
      if (!at) continue;
      const Count& count = survey.counts[*at];
      text += fmt::format("  {:<36} {:<6} D{} {:>10}  {}\n", bug.bug.name(),
                          color ? color_word(*color) : "", count.depth, grouped(count.nodes),
                          label(*count.row));
    }
  }
  return text;
}

Json survey_json(const SurveyedSuite& surveyed) {
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
      {"situations", Json::array()},
      {"tables",
       {{"leaper_targets", surveyed.coverage.tables.leaper_targets},
        {"all_leaper_targets", TablesShown::kLeaperTargets},
        {"by_table", tables_json(surveyed.coverage.tables)},
        {"blockers", surveyed.coverage.tables.blockers},
        {"all_blockers", TablesShown::kBlockers},
        {"rook_entries", surveyed.coverage.rook_entries},
        {"all_rook_entries", Coverage::kRookEntries},
        {"bishop_entries", surveyed.coverage.bishop_entries},
        {"all_bishop_entries", Coverage::kBishopEntries}}},
      {"bugs", Json::array()},
  };
  for (const Coverage::OfRule& each : surveyed.coverage.rules)
    json["situations"].push_back(
        {{"rule", each.rule}, {"reached", each.reached}, {"all", each.all}});
  for (const std::string& row : survey.left_out) json["left_out"].push_back(row);
  for (const BugSeen& bug : survey.bugs) json["bugs"].push_back(bug_json(bug, survey));
  return json;
}

std::string not_asked() {
  std::vector<std::string_view> uncounted;
  std::vector<std::string_view> beyond_games;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (!shows_in_counts(bug)) uncounted.push_back(bug.name());
    if (bug.beyond_games) beyond_games.push_back(bug.name());
  }
  return fmt::format(
      "Not asked, for no count can show them: {}.\nNor, for only positions that no game reaches "
      "can: {}.\n",
      fmt::join(uncounted, ", "), fmt::join(beyond_games, ", "));
}

std::string chosen_suite(const Choice& choice) {
  std::string text = fmt::format("# Rows: {}\n# Nodes at the recorded depths: {}\n",
                                 choice.counts.size(), grouped(choice.nodes));
  if (choice.greedy_nodes != choice.nodes)
    text += fmt::format("# A greedy choice would have: {} rows, {} nodes\n", choice.greedy_rows,
                        grouped(choice.greedy_nodes));
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
    for (std::string_view rest = names; !rest.empty();)
      text += fmt::format("#{}\n", take_line(rest));
  }
  text += fmt::format("#\n# verify quick: the first {} rows, {} nodes\n", choice.quick_rows,
                      grouped(choice.quick_nodes));
  for (std::size_t at = 0; at < choice.counts.size(); ++at) {
    if (at == choice.quick_rows) text += "# The others\n";
    text += epd_of(choice.counts[at]);
  }
  return text;
}

}  // namespace perft_verify::verifier
