#include "verifier/report/formats/html_finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/rules/legality.h"
#include "core/san.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/report/words/board_svg.h"
#include "verifier/report/words/divide_table.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;
using kainjow::mustache::object;

constexpr std::size_t kMostArrows = 12;
constexpr std::size_t kMostLines = 256;

/// Marks for the wrong moves at the finding's position, to be drawn on it.
BoardMarks marks_of(const Finding& finding, const Position& position) {
  BoardMarks marks;
  for (const WrongMove& wrong : wrong_moves(finding)) {
    const auto move = parse_move_text(wrong.move);
    if (!move || marks.arrows.size() == kMostArrows) continue;
    marks.arrows.push_back({move->from, move->to, wrong.fault});
    if (wrong.fault != MoveFault::Illegal) continue;
    if (const auto why = why_illegal(position, wrong.move)) marks.attackers |= why->attackers;
  }
  return marks;
}

/// The boards from the root to the finding's position; the last one has the marks. If the moves
/// cannot be followed, only the last one.
struct Board {
  std::string picture;
  std::string state;  // the state that a diagram does not show
  std::string move;   // that led to it: "g2h1 (Bxh1)"
};
struct Boards {
  std::vector<Board> steps;
  BoardMarks marks;
};

Boards boards_of(const Finding& finding) {
  Boards boards;
  const auto last = finding.position();
  if (!last) return boards;
  boards.marks = marks_of(finding, *last);
  Bitboard last_move;
  std::string move_before;
  if (const auto root = admitted(finding.root); root) {
    Line line(*root);
    for (const std::string& move : finding.path) {
      boards.steps.push_back({board_element(line.position(), {.last_move = last_move}),
                              state_line(line.position()), move_before});
      const auto text = parse_move_text(move);
      const auto san = san_of(line.position(), move);
      if (!text || !line.push_text(move)) {
        boards.steps.clear();
        last_move = {};
        break;
      }
      last_move = Bitboard{text->from} | Bitboard{text->to};
      move_before = san ? fmt::format("{} ({})", move, *san) : move;
    }
  }
  boards.marks.last_move = last_move;
  boards.steps.push_back({board_element(*last, boards.marks), state_line(*last), move_before});
  return boards;
}

/// The table of both answers, the lines that differ first.
list table_of(const ShownAnswers& answers) {
  list wrong;
  list right;
  for (const DivideLine& line : side_by_side(answers.subject, answers.reference)) {
    const std::string remark = line.remark();
    data row;
    row["move"] = printable(line.move);
    row["ours"] = line.subject.empty() ? "–" : grouped(line.subject.front());
    row["theirs"] = line.reference ? grouped(*line.reference) : "–";
    row["remark"] = remark;
    row["tone"] = remark.empty() ? "" : "wrong";
    list& to = remark.empty() ? right : wrong;
    if (to.size() < kMostLines) to.push_back(row);
  }
  for (data& row : right) wrong.push_back(std::move(row));
  return wrong;
}

void set_path(data& page, const Finding& finding, const Boards& boards) {
  list steps;
  list moves;
  const bool whole = boards.steps.size() == finding.path.size() + 1;
  for (std::size_t step = 0; step < boards.steps.size(); ++step) {
    const Board& board = boards.steps[step];
    data each = named("board", board.picture);
    each["state"] = board.state;
    each["last"] = step + 1 == boards.steps.size();
    each["label"] = step == 0 ? std::string("root")
                              : fmt::format("{} of {}: {}", step, finding.path.size(), board.move);
    steps.push_back(each);
    if (step == 0) continue;
    data move = named("move", board.move);
    move["ply"] = std::to_string(step);
    move["culprit"] = finding.culprit && finding.culprit->ply == step;
    moves.push_back(move);
  }
  page["steps"] = steps;
  page["has_path"] = whole && !finding.path.empty();
  data descent{data::type::list};
  for (const CountOnPath& step : finding.descent)
    descent.push_back(object{{"move", step.move},
                             {"subject", grouped(step.subject)},
                             {"reference", grouped(step.reference)}});
  page["has_descent"] = !finding.descent.empty();
  page["descent"] = std::move(descent);
  page["moves"] = moves;
}

/// Each kind of fault once, with its moves.
void set_legend(data& page, const Finding& finding, const BoardMarks& marks) {
  const auto position = finding.position();
  list wrong;
  for (const MoveFault fault : {MoveFault::Illegal, MoveFault::Missing, MoveFault::Duplicate}) {
    std::vector<std::string> moves;
    std::size_t all = 0;
    for (const WrongMove& each : wrong_moves(finding)) {
      if (each.fault != fault || ++all > kMostArrows) continue;
      const auto san = position ? san_of(*position, each.move) : std::nullopt;
      moves.push_back(san ? fmt::format("{} ({})", each.move, *san) : each.move);
    }
    if (all > kMostArrows) moves.push_back(fmt::format("and {} more", all - kMostArrows));
    if (moves.empty()) continue;
    data entry = named("fault", std::string(to_string(fault)));
    entry["moves"] = fmt::format("{}", fmt::join(moves, ", "));
    wrong.push_back(entry);
  }
  page["has_legend"] = !wrong.empty();
  page["wrong"] = wrong;
  std::vector<std::string> attackers;
  for (const Square square : marks.attackers) attackers.push_back(to_string(square));
  set_unless_empty(page, "attackers", fmt::format("{}", fmt::join(attackers, ", ")));
}

/// The likely bug in the words of the catalog, or the possible ones with their titles.
void set_bugs(data& page, const Finding& finding) {
  list bugs;
  if (finding.bug_class) {
    const BugText& bug = entry_of(*finding.bug_class).text;
    data each = named("name", std::string(exact_entry(finding).text.name));
    each["likely"] = std::string("Likely bug");
    each["title"] = bug_title(finding);
    each["what"] = std::string(bug.what);
    each["where_to_look"] = std::string(bug.where);
    each["fix"] = std::string(bug.fix);
    bugs.push_back(each);
  }
  page["bugs"] = bugs;
  list candidates;
  for (const BugId candidate : finding.candidates) {
    const BugText& bug = entry_of(candidate).text;
    data each = named("name", std::string(bug.name));
    each["title"] = std::string(bug.title);
    candidates.push_back(each);
  }
  page["has_candidates"] = !finding.candidates.empty();
  page["candidates"] = candidates;
}

/// Equal positions appear once, with all their names.
void set_positions(data& page, const Finding& finding) {
  struct Entry {
    std::string names;
    std::string fen;
    std::string remark;
  };
  std::vector<Entry> entries;
  const auto add = [&entries](const std::string& name, const std::string& fen,
                              const std::string& remark) {
    const auto same = std::ranges::find(entries, fen, &Entry::fen);
    if (same == entries.end()) {
      entries.push_back({name, fen, remark});
      return;
    }
    same->names += ", " + name;
    if (same->remark.empty()) same->remark = remark;
  };
  add("Position", finding.fen, "");
  add("Root", finding.root.fen, "");
  if (const auto& reduced = finding.reduced)
    add("Minimal position", reduced->fen,
        fmt::format(
            "{}{}, perft({}) = {}",
            reduced->moves.empty() ? "" : fmt::format("moves {}, ", fmt::join(reduced->moves, " ")),
            counted(reduced->pieces, "piece", "pieces"), reduced->depth, grouped(reduced->nodes)));
  list positions;
  for (const Entry& entry : entries) {
    data each = named("names", entry.names);
    each["text"] = entry.fen;
    set_unless_empty(each, "remark", entry.remark);
    positions.push_back(each);
  }
  page["positions"] = positions;
}

/// The data that a card and a page share.
data finding_data(const FindingOfPage& shown, const RunInfo& run) {
  const Finding& finding = shown.reported.finding;
  data page = named("headline", headline(finding));
  page["number"] = std::to_string(shown.index + 1);
  page["kind"] = std::string(to_string(finding.kind));
  page["cause"] = std::string(to_string(finding.cause));
  set_unless_empty(page, "class", finding.bug_class ? std::string(class_name(finding)) : "");
  page["explanation"] = sentence_of(finding);
  page["where"] = name_of(run.rows[shown.reported.rows.front()]);
  page["row_count"] = counted(shown.rows, "row", "rows");
  set_unless_empty(page, "more_rows",
                   shown.rows > 1 ? counted(shown.rows - 1, "more row", "more rows") : "");
  return page;
}

}  // namespace

data named(const char* name, const std::string& value) { return object{{name, value}}; }

void set_unless_empty(data& page, const char* name, const std::string& value) {
  page[name] = value.empty() ? data(false) : data(value);
}

data card_data(const FindingOfPage& shown, const RunInfo& run) {
  data card = finding_data(shown, run);
  const Boards boards = boards_of(shown.reported.finding);
  card["board"] = boards.steps.empty() ? "" : boards.steps.back().picture;
  return card;
}

data page_data(const FindingOfPage& shown, std::size_t of, const RunInfo& run) {
  const Finding& finding = shown.reported.finding;
  data page = finding_data(shown, run);
  page["subject"] = run.subject.name;
  page["reference"] = run.reference.name;
  page["of"] = std::to_string(of);
  set_unless_empty(page, "previous", shown.index == 0 ? "" : std::to_string(shown.index));
  set_unless_empty(page, "next", shown.index + 1 == of ? "" : std::to_string(shown.index + 2));
  page["reproduce"] = finding.reproduce;
  set_bugs(page, finding);
  set_positions(page, finding);
  const Boards boards = boards_of(finding);
  set_path(page, finding, boards);
  set_legend(page, finding, boards.marks);
  const auto answers = shown_answers(finding);
  page["has_table"] = answers.has_value();
  if (!answers) return page;
  const std::uint64_t ours = answers->subject.total;
  const std::uint64_t theirs = answers->reference.total;
  page["lines"] = table_of(*answers);
  page["ours_total"] = grouped(ours);
  page["theirs_total"] = grouped(theirs);
  page["total_remark"] = ours == theirs ? std::string() : difference_text(ours, theirs);
  set_unless_empty(page, "divide_depth",
                   finding.divide_depth == 1 ? "" : std::to_string(finding.divide_depth));
  return page;
}

}  // namespace perft_verify::verifier
