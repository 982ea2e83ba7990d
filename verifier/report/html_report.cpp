#include "verifier/report/html_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <kainjow/mustache.hpp>
#include <map>

#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/rules/legality.h"
#include "core/text/escape.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/report/board_svg.h"
#include "verifier/report/html_assets.h"
#include "verifier/report/sentence.h"
#include "verifier/report/version.h"
#include "verifier/report/words.h"

namespace perft_verify::verifier {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;
using kainjow::mustache::object;

constexpr std::size_t kMostPages = 300;
constexpr std::size_t kMostAgreeingRows = 5'000;
constexpr std::size_t kMostOtherRows = 20'000;
constexpr std::size_t kMostArrows = 12;
constexpr std::size_t kMostLines = 256;
/// Stands in the rendered page where the parts go that are kept on disk.
constexpr std::array<std::string_view, 3> kParts{"\x01", "\x02", "\x03"};

std::string rendered(std::string_view asset, [[maybe_unused]] const data& values) {
#ifdef __clang_analyzer__
  return std::string(asset);  // it would find fault with the library's header
#else
  kainjow::mustache::mustache page{std::string(asset)};
  page.set_custom_escape([](const std::string& text) { return xml_escaped(text); });
  return page.render(values);
#endif
}

/// For a content security policy.
std::string sha256_base64(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::array<unsigned char, std::size_t{2} * EVP_MAX_MD_SIZE> encoded{};
  const int length = EVP_EncodeBlock(encoded.data(), digest.data(), static_cast<int>(size));
  return {encoded.begin(), encoded.begin() + length};
}

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
  return number ? grouped(*number) : "–";
}

std::string_view fault_name(MoveFault fault) {
  constexpr std::array<std::string_view, 3> kNames{"illegal", "missing", "duplicate"};
  return kNames[static_cast<std::size_t>(fault)];
}

std::optional<Position> position_of(const std::string& fen, bool chess960) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
  if (!parsed) return std::nullopt;
  return parsed->position;
}

/// What is wrong at the finding's position, to be drawn on it.
BoardMarks marks_of(const Finding& finding, const Position& position) {
  BoardMarks marks;
  for (const WrongMove& wrong : wrong_moves(finding)) {
    const auto move = parse_move_text(wrong.move);
    if (!move || marks.arrows.size() == kMostArrows) continue;
    marks.arrows.push_back({move->from, move->to, static_cast<ArrowKind>(wrong.fault)});
    if (wrong.fault != MoveFault::Illegal) continue;
    if (const auto why = why_illegal(position, wrong.move)) marks.attackers |= why->attackers;
  }
  return marks;
}

/// The boards from the root to the finding's position; the last one has the marks. Where the
/// moves cannot be followed, the last one alone.
struct Boards {
  std::vector<std::string> pictures;
  BoardMarks marks;
};

Boards boards_of(const Finding& finding) {
  Boards boards;
  const auto last = position_of(finding.fen, finding.chess960);
  if (!last) return boards;
  boards.marks = marks_of(finding, *last);
  Bitboard last_move;
  if (const auto root = position_of(finding.root, finding.chess960); root) {
    Line line(*root);
    for (const std::string& move : finding.path) {
      boards.pictures.push_back(board_element(line.position(), {.last_move = last_move}));
      const auto text = parse_move_text(move);
      if (!text || !line.push_text(move)) {
        boards.pictures.clear();
        last_move = {};
        break;
      }
      last_move = Bitboard{text->from} | Bitboard{text->to};
    }
  }
  boards.marks.last_move = last_move;
  boards.pictures.push_back(board_element(*last, boards.marks));
  return boards;
}

/// The table of both answers, the lines that differ first.
list table_of(const Finding& finding) {
  struct Line {
    std::vector<std::uint64_t> ours;
    std::optional<std::uint64_t> theirs;
  };
  std::map<std::string, Line> lines;
  for (const auto& line : finding.subject_divide->lines)
    lines[line.move].ours.push_back(line.nodes);
  for (const auto& line : finding.reference_divide->lines) lines[line.move].theirs = line.nodes;
  list wrong;
  list right;
  for (const auto& [move, line] : lines) {
    std::string remark;
    if (line.ours.empty()) {
      remark = "missing";
    } else if (!line.theirs) {
      remark = "illegal";
    } else if (line.ours.size() > 1) {
      remark = fmt::format("listed {} times", line.ours.size());
    } else if (line.ours.front() != *line.theirs) {
      remark = difference_text(line.ours.front(), *line.theirs);
    }
    data row;
    row["move"] = printable(move);
    row["ours"] = line.ours.empty() ? "–" : grouped(line.ours.front());
    row["theirs"] = number_or_dash(line.theirs);
    row["remark"] = remark;
    row["tone"] = remark.empty() ? "" : "wrong";
    list& to = remark.empty() ? right : wrong;
    if (to.size() < kMostLines) to.push_back(row);
  }
  for (data& row : right) wrong.push_back(std::move(row));
  return wrong;
}

data named(const char* name, const std::string& value) { return object{{name, value}}; }

void set_unless_empty(data& page, const char* name, const std::string& value) {
  page[name] = value.empty() ? data(false) : data(value);
}

void set_path(data& page, const Finding& finding, const Boards& boards) {
  list steps;
  const bool whole = boards.pictures.size() == finding.path.size() + 1;
  for (std::size_t step = 0; step < boards.pictures.size(); ++step) {
    data each = named("board", boards.pictures[step]);
    each["last"] = step + 1 == boards.pictures.size();
    each["label"] =
        step == 0 ? std::string("root")
                  : fmt::format("{} of {}: {}", step, finding.path.size(), finding.path[step - 1]);
    steps.push_back(each);
  }
  page["steps"] = steps;
  page["has_path"] = whole && !finding.path.empty();
  list moves;
  for (std::size_t ply = 1; ply <= finding.path.size(); ++ply) {
    data move = named("move", finding.path[ply - 1]);
    move["ply"] = std::to_string(ply);
    move["culprit"] = finding.culprit && finding.culprit->ply == ply;
    moves.push_back(move);
  }
  page["moves"] = moves;
}

void set_legend(data& page, const Finding& finding, const BoardMarks& marks) {
  list wrong;
  std::size_t more = 0;
  for (const WrongMove& each : wrong_moves(finding)) {
    if (wrong.size() == kMostArrows) {
      ++more;
      continue;
    }
    data move = named("move", each.move);
    move["fault"] = std::string(fault_name(each.fault));
    wrong.push_back(move);
  }
  page["has_legend"] = !wrong.empty();
  page["wrong"] = wrong;
  set_unless_empty(page, "more_wrong", more == 0 ? "" : std::to_string(more));
  std::vector<std::string> attackers;
  for (const Square square : marks.attackers) attackers.push_back(to_string(square));
  set_unless_empty(page, "attackers", fmt::format("{}", fmt::join(attackers, ", ")));
}

/// What a card and a page have in common.
data finding_data(std::size_t index, const ReportedFinding& reported, const RunInfo& run) {
  const Finding& finding = reported.finding;
  data page = named("headline", headline(finding));
  page["number"] = std::to_string(index + 1);
  page["kind"] = std::string(to_string(finding.kind));
  page["cause"] = std::string(to_string(finding.cause));
  set_unless_empty(page, "class", is_classified(finding) ? finding.bug_class : "");
  page["explanation"] = sentence_of(finding);
  page["where"] = name_of(run.rows[reported.rows.front()]);
  return page;
}

std::string finding_page(std::size_t index, std::size_t of, const ReportedFinding& reported,
                         const RunInfo& run) {
  const Finding& finding = reported.finding;
  data page = finding_data(index, reported, run);
  page["of"] = std::to_string(of);
  set_unless_empty(page, "previous", index == 0 ? "" : std::to_string(index));
  set_unless_empty(page, "next", index + 1 == of ? "" : std::to_string(index + 2));
  set_unless_empty(page, "candidates", fmt::format("{}", fmt::join(finding.candidates, ", ")));
  page["fen"] = finding.fen;
  page["root"] = finding.root;
  set_unless_empty(page, "reduced", finding.reduced ? finding.reduced->fen : "");
  if (finding.reduced)
    page["reduced_moves"] =
        fmt::format("{}depth {}, {}",
                    finding.reduced->moves.empty()
                        ? ""
                        : fmt::format("moves {}, ", fmt::join(finding.reduced->moves, " ")),
                    finding.reduced->depth, counted(finding.reduced->pieces, "piece", "pieces"));
  page["reproduce"] = finding.reproduce;
  const Boards boards = boards_of(finding);
  set_path(page, finding, boards);
  set_legend(page, finding, boards.marks);
  const bool has_table = finding.subject_divide && finding.reference_divide;
  page["has_table"] = has_table;
  if (has_table) {
    page["lines"] = table_of(finding);
    page["ours_total"] = grouped(finding.subject_divide->total);
    page["theirs_total"] = grouped(finding.reference_divide->total);
    set_unless_empty(page, "divide_depth",
                     finding.divide_depth == 1 ? "" : std::to_string(finding.divide_depth));
  }
  return rendered(html::kFinding, page);
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
  count("undecided", summary.undecided, "warn");
  count("skipped", summary.skipped, "");
  if (summary.suite_errors > 0) count("wrong counts in suites", summary.suite_errors, "warn");
  count("findings", summary.findings, "bad");
  add("nodes", short_count(static_cast<double>(summary.nodes)), "");
  add("time", duration_text(summary.seconds), "");
  return tiles;
}

std::string verdict_of(const Summary& summary, ExitCode code) {
  if (code == ExitCode::Agree) return "agrees on every row";
  std::vector<std::string> parts;
  if (summary.findings > 0) parts.push_back(counted(summary.findings, "finding", "findings"));
  if (summary.undecided > 0)
    parts.push_back(counted(summary.undecided, "row undecided", "rows undecided"));
  if (summary.suite_errors > 0)
    parts.push_back(counted(summary.suite_errors, "wrong recorded count", "wrong recorded counts"));
  if (parts.empty()) return "nothing was verified";
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

void HtmlReport::finding(std::size_t index, const ReportedFinding& reported) {
  if (index >= kMostPages) return;
  findings_.push_back(reported);
  data card = finding_data(index, reported, *run_);
  const Boards boards = boards_of(reported.finding);
  card["board"] = boards.pictures.empty() ? "" : boards.pictures.back();
  cards_.write(rendered(html::kCard, card));
}

void HtmlReport::row_finished(std::size_t index, const RowResult& result) {
  const bool plain = result.verdict == Verdict::Agree && result.suite_errors.empty();
  const bool dull = plain || result.reason == kNotRun;
  std::size_t& listed = dull ? plain_rows_ : other_rows_;
  ++listed;
  if (listed > (dull ? kMostAgreeingRows : kMostOtherRows)) {
    ++rows_left_out_;
    return;
  }
  const Row& row = run_->rows[index];
  data line = named("verdict", std::string(to_string(result.verdict)));
  line["name"] = row.id.empty() && row.file.empty() ? "--fen" : short_name(row);
  line["fen"] = row.fen;
  line["depth"] = result.depth ? std::to_string(*result.depth) : "–";
  line["subject_nodes"] = number_or_dash(result.subject_nodes);
  line["reference_nodes"] = number_or_dash(result.reference_nodes);
  list findings;
  for (const std::size_t finding : result.findings)
    if (finding < kMostPages) findings.push_back(named("number", std::to_string(finding + 1)));
  line["findings"] = findings;
  std::string remark = result.reason;
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
  page["reference"] = run_->reference.name;
  page["verdict"] = verdict_of(summary, exit_code);
  page["tone"] = tone_of(exit_code);
  set_unless_empty(page, "incomplete",
                   summary.complete()
                       ? ""
                       : fmt::format("The run is incomplete: {} not run.",
                                     counted(summary.not_run, "row was", "rows were")));
  page["tiles"] = tiles_of(summary);
  const std::string style = std::string(html::kStyle) + std::string(board_style());
  page["style"] = style;
  page["style_hash"] = sha256_base64(style);
  page["script"] = std::string(html::kScript);
  page["script_hash"] = sha256_base64(html::kScript);
  page["symbols"] = board_symbols();
  page["version"] = std::string(kVersion);
  page["has_findings"] = summary.findings > 0;
  const std::size_t without_page = summary.findings - std::min(summary.findings, kMostPages);
  set_unless_empty(page, "findings_left_out", without_page == 0 ? "" : grouped(without_page));
  set_unless_empty(page, "rows_left_out", rows_left_out_ == 0 ? "" : grouped(rows_left_out_));
  list suites;
  for (const Suite& suite : run_->suites) {
    data each = named("file", printable(suite.file, 4096));
    each["sha256"] = suite.sha256.substr(0, 16);
    suites.push_back(each);
  }
  page["suites"] = suites;
  page["cards"] = std::string(kParts[0]);
  page["rows"] = std::string(kParts[1]);
  page["findings"] = std::string(kParts[2]);

  // Nothing foreign has these bytes: what is escaped has no control characters.
  const std::string text = rendered(html::kPage, page);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t at = std::min(rest.find_first_of("\x01\x02\x03"), rest.size());
    sink_(rest.substr(0, at));
    if (at == rest.size()) break;
    if (rest[at] == kParts[0].front()) cards_.move_to(sink_);
    if (rest[at] == kParts[1].front()) rows_.move_to(sink_);
    if (rest[at] == kParts[2].front())
      for (std::size_t index = 0; index < findings_.size(); ++index)
        sink_(finding_page(index, findings_.size(), findings_[index], *run_));
    rest.remove_prefix(at + 1);
  }
}

}  // namespace perft_verify::verifier
