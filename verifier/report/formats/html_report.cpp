#include "verifier/report/formats/html_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <kainjow/mustache.hpp>

#include "core/text/escape.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "core/text/shell_words.h"
#include "reference/process/system.h"
#include "verifier/report/html_assets.h"
#include "verifier/report/version.h"
#include "verifier/report/words/board_svg.h"
#include "verifier/report/words/verdict_text.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;
using kainjow::mustache::object;

constexpr std::size_t kMostPages = 300;
constexpr std::size_t kMostAgreeingRows = 5'000;
constexpr std::size_t kMostOtherRows = 20'000;
/// Placeholders in the rendered page for the parts that are kept on disk.
constexpr std::array<std::string_view, 3> kParts{"\x01", "\x02", "\x03"};

std::string rendered(std::string_view asset, [[maybe_unused]] const data& values) {
#ifdef __clang_analyzer__
  return std::string(asset);  // it would report the library's header
#else
  kainjow::mustache::mustache page{std::string(asset)};
  page.set_custom_escape([](const std::string& text) { return xml_escaped(text); });
  return page.render(values);
#endif
}

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
  return number ? grouped(*number) : "–";
}

std::string tone_of(ExitCode code) {
  if (code == ExitCode::Agree) return "good";
  return code == ExitCode::Findings ? "bad" : "warn";
}

list tiles_of(const Summary& summary) {
  list tiles;
  const auto add = [&tiles](const char* name, const std::string& value, const char* tone) {
    data tile = named("name", name);
    tile["value"] = value;
    tile["tone"] = tone;
    tiles.push_back(tile);
  };
  const auto count = [&add](const char* name, std::size_t number, const char* tone) {
    add(name, grouped(number), number == 0 ? "" : tone);
  };
  count("rows", summary.rows, "");
  count("agree", summary.agree, "good");
  count("mismatch", summary.mismatch, "bad");
  count("undecided", summary.undecided - summary.not_run, "warn");
  if (summary.not_run > 0) count("not run", summary.not_run, "warn");
  count("skipped", summary.skipped, "");
  if (summary.suite_errors > 0) count("wrong counts in suites", summary.suite_errors, "warn");
  count("findings", summary.findings, "bad");
  add("nodes", short_count(static_cast<double>(summary.nodes)), "");
  add("time", duration_text(summary.seconds), "");
  return tiles;
}

/// The filters above the rows, with the first one that has an error preselected, and the text shown
/// if there are no rows.
void set_filters(data& page, const Summary& summary) {
  struct Filter {
    const char* verdict;
    std::size_t count;
  };
  const std::array filters{Filter{"mismatch", summary.mismatch},
                           Filter{"undecided", summary.undecided},
                           Filter{"skipped", summary.skipped}, Filter{"agree", summary.agree},
                           Filter{"all", summary.rows}};
  const std::string chosen = summary.mismatch > 0    ? "mismatch"
                             : summary.undecided > 0 ? "undecided"
                                                     : "all";
  list entries;
  list empty;
  for (const auto& [verdict, count] : filters) {
    data entry = named("verdict", verdict);
    entry["name"] = std::string(verdict);
    entry["count"] = grouped(count);
    entry["checked"] = chosen == verdict;
    entries.push_back(entry);
    if (count > 0) continue;
    data none = named("verdict", verdict);
    none["text"] = std::string(verdict) == "all" ? std::string("No row was selected.")
                                                 : fmt::format("No row: {}.", verdict);
    empty.push_back(none);
  }
  page["filters"] = entries;
  page["empty"] = empty;
}

/// The command line of this process, to be copied.
std::string command_of_this_process() {
  std::string command;
  for (const std::string& word : reference::own_arguments())
    command += (command.empty() ? "" : " ") + shell_quoted(word);
  return printable(command, 4096);
}

void set_footer(data& page, const RunInfo& run, ExitCode exit_code) {
  page["version"] = std::string(kVersion);
  page["date"] = fmt::format("{:%F %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
  const std::string host = reference::host_name();
  page["host"] = host.empty() ? "unknown host" : printable(host);
  page["exit_code"] = std::to_string(static_cast<int>(exit_code));
  set_unless_empty(page, "command", command_of_this_process());
  list suites;
  for (const Suite& suite : run.suites) {
    data each = named("file", printable(suite.file, 4096));
    each["sha256"] = suite.sha256.substr(0, 16);
    suites.push_back(each);
  }
  page["suites"] = suites;
}

/// Cards grouped by bug, in the order of the first of each.
std::string cards_of(const std::vector<FindingOfPage>& findings, const RunInfo& run) {
  struct GroupOfCards {
    std::optional<BugId> bug_class;
    std::string cards;
  };
  std::vector<GroupOfCards> groups;
  for (const FindingOfPage& shown : findings) {
    const Finding& finding = shown.reported.finding;
    auto group = std::ranges::find(groups, finding.bug_class, &GroupOfCards::bug_class);
    if (group == groups.end())
      group = groups.insert(groups.end(), GroupOfCards{finding.bug_class, ""});
    group->cards += rendered(html::kCard, card_data(shown, run));
  }
  std::string text;
  for (const GroupOfCards& group : groups) {
    const std::string title =
        group.bug_class
            ? fmt::format("{} <code>{}</code>", xml_escaped(entry_of(*group.bug_class).text.title),
                          to_string(*group.bug_class))
            : "Not classified";
    text += fmt::format("<h3 class=\"group\">{}</h3>\n<ul class=\"cards\">{}</ul>\n", title,
                        group.cards);
  }
  return text;
}

}  // namespace

void HtmlReport::finding(std::size_t index, const ReportedFinding& reported) {
  if (index < kMostPages) findings_.push_back({index, reported, 0});
}

void HtmlReport::row_finished(std::size_t index, const RowResult& result) {
  for (const std::size_t finding : result.findings)
    if (finding < findings_.size()) ++findings_[finding].rows;
  const bool plain = result.verdict == Verdict::Agree && result.suite_errors.empty();
  const bool dull = plain || result.reason == kNotRun;
  std::size_t& listed = dull ? plain_rows_ : other_rows_;
  ++listed;
  if (listed > (dull ? kMostAgreeingRows : kMostOtherRows)) {
    ++rows_left_out_;
    return;
  }
  const Row row = run_->rows[index];
  data line = named("verdict", std::string(to_string(result.verdict)));
  line["verdict_word"] =
      std::string(result.reason == kNotRun ? "not run" : to_string(result.verdict));
  line["name"] = row.id.empty() && row.file.empty() ? "--fen" : short_name(row);
  line["fen"] = row.fen;
  line["compared"] = !run_->reference.name.empty();
  line["depth"] = result.depth ? std::to_string(*result.depth) : "–";
  line["subject_nodes"] = number_or_dash(result.subject_nodes);
  line["reference_nodes"] = number_or_dash(result.reference_nodes);
  list findings;
  for (const std::size_t finding : result.findings)
    if (finding < kMostPages) findings.push_back(named("number", std::to_string(finding + 1)));
  line["findings"] = findings;
  std::string remark = result.reason.empty() ? other_look(result) : result.reason;
  for (const SuiteCountError& wrong : result.suite_errors)
    remark += fmt::format("{}depth {}: {} is recorded, both count {}", remark.empty() ? "" : "; ",
                          wrong.depth, grouped(wrong.recorded), grouped(wrong.counted));
  if (result.same_as)
    remark += fmt::format("the same as {}", place_of(run_->rows[*result.same_as]));
  line["remark"] = remark;
  rows_.write(rendered(html::kRow, line));
}

void HtmlReport::run_finished(const Summary& summary, ExitCode exit_code) {
  data page = named("subject", run_->subject.name);
  // Games are replayed without a reference if no engine is asked.
  set_unless_empty(page, "reference", run_->reference.name);
  page["word"] = std::string(verdict_word(summary, exit_code));
  page["verdict"] = rows_sentence(summary);
  page["tone"] = tone_of(exit_code);
  set_unless_empty(page, "incomplete",
                   summary.complete()
                       ? ""
                       : fmt::format("The run is incomplete: {} not run.",
                                     counted(summary.not_run, "row was", "rows were")));
  page["tiles"] = tiles_of(summary);
  const std::string style = std::string(html::kStyle) + std::string(board_style());
  page["style"] = style;
  page["style_hash"] = sha256_base64_of(style);
  page["script"] = std::string(html::kScript);
  page["script_hash"] = sha256_base64_of(html::kScript);
  page["symbols"] = board_symbols();
  set_footer(page, *run_, exit_code);
  set_filters(page, summary);
  page["has_findings"] = summary.findings > 0;
  const std::size_t without_page = summary.findings - std::min(summary.findings, kMostPages);
  set_unless_empty(page, "findings_left_out", without_page == 0 ? "" : grouped(without_page));
  set_unless_empty(page, "rows_left_out", rows_left_out_ == 0 ? "" : grouped(rows_left_out_));
  page["cards"] = std::string(kParts[0]);
  page["rows"] = std::string(kParts[1]);
  page["findings"] = std::string(kParts[2]);

  // Foreign text cannot have these bytes: escaped text has no control characters.
  const std::string text = rendered(html::kPage, page);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t at = std::min(rest.find_first_of("\x01\x02\x03"), rest.size());
    sink_(rest.substr(0, at));
    if (at == rest.size()) break;
    if (rest[at] == kParts[0].front()) sink_(cards_of(findings_, *run_));
    if (rest[at] == kParts[1].front()) rows_.move_to(sink_);
    if (rest[at] == kParts[2].front())
      for (const FindingOfPage& shown : findings_)
        sink_(rendered(html::kFinding, page_data(shown, findings_.size(), *run_)));
    rest.remove_prefix(at + 1);
  }
}

}  // namespace perft_verify::verifier
