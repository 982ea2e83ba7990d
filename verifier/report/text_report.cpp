#include "verifier/report/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/diagram.h"
#include "core/fen.h"
#include "core/notation.h"
#include "reference/foreign_text.h"
#include "verifier/diagnose/classes.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kNameWidth = 30;
constexpr std::size_t kWidth = 96;  // of sentences
/// One bug may spoil hundreds of rows; after this many findings a line each has to do.
constexpr std::size_t kMostInFull = 10;
constexpr std::size_t kMostAgreeingLines = 12;

/// What a row is called in a list: its id, else its place.
std::string short_name(const Row& row) {
  if (!row.id.empty()) return reference::printable(row.id);
  if (row.file.empty()) return row.fen;
  return fmt::format("{}:{}", reference::printable(row.file), row.line);
}

std::string speeds_of(const RunInfo& run, const RowResult& result) {
  constexpr double kLeastSeconds = 0.01;  // below it, a speed says nothing
  std::string text;
  const auto add = [&text](const std::string& name, const std::optional<std::uint64_t>& nodes,
                           double seconds) {
    if (nodes && seconds >= kLeastSeconds)
      text += fmt::format("  {} {}", name, speed_text(static_cast<double>(*nodes) / seconds));
  };
  add(run.subject.name, result.subject_nodes, result.subject_seconds);
  add(run.reference.name, result.reference_nodes, result.reference_seconds);
  return text;
}

std::string level(std::string_view name, const std::optional<int>& depth) {
  return depth ? fmt::format("{} to depth {}", name, *depth) : fmt::format("{} no depth", name);
}

std::string difference_text(std::uint64_t ours, std::uint64_t theirs) {
  return ours > theirs ? fmt::format("+{}", grouped(ours - theirs))
                       : fmt::format("-{}", grouped(theirs - ours));
}

}  // namespace

TextReport::TextReport(TextOptions options, Sink sink)
    : options_(options), palette_(options.color), sink_(std::move(sink)) {}

void TextReport::run_started(const RunInfo& run) {
  run_ = &run;
  std::string text;
  for (const std::string& notice : run.notices)
    text += fmt::format("{} {}\n", palette_.paint(Ink::Yellow, "note:"), notice);
  if (options_.rows) {
    std::string depth = "to the depth recorded for each row";
    if (run.depth) depth = fmt::format("to depth {}", *run.depth);
    text += fmt::format("{} against {}: {} {}, mode {}, {}, {} {}\n\n", run.subject.name,
                        run.reference.name, run.rows.size(),
                        run.rows.size() == 1 ? "position" : "positions", to_string(run.mode), depth,
                        run.jobs, run.jobs == 1 ? "worker" : "workers");
  }
  if (options_.verbose) {
    for (const auto* identity : {&run.subject, &run.reference})
      if (!identity->command.empty())
        text += fmt::format("  {}: {}\n", identity->name, identity->command);
    for (const Row& row : run.rows)
      for (const std::string& note : row.notes)
        text += fmt::format("  {}: {}\n", name_of(row), note);
  }
  sink_(text);
}

void TextReport::finding(std::size_t index, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  const auto label = [](std::string_view name) { return fmt::format("  {:<10} ", name); };
  if (index >= kMostInFull && !options_.verbose) {
    sink_(fmt::format("{}  {}  cause: {}  in {}: {}\n",
                      palette_.paint(Ink::Red, fmt::format("FINDING {}", index + 1)),
                      to_string(finding.kind), to_string(finding.cause),
                      name_of(run_->rows[reported.rows.front()]), finding.explanation));
    return;
  }
  std::string text = index == 0 ? "" : "\n";
  text += fmt::format("{}  {}  cause: {}  in {}\n",
                      palette_.paint(Ink::Red, fmt::format("FINDING {}", index + 1)),
                      palette_.paint(Ink::Bold, to_string(finding.kind)), to_string(finding.cause),
                      name_of(run_->rows[reported.rows.front()]));
  text += wrapped(finding.explanation, kWidth, 2) + "\n";
  if (!finding.path.empty()) {
    text += label("root") + finding.root + "\n";
    text += label("path") + fmt::format("{}\n", fmt::join(finding.path, " "));
    if (finding.culprit)
      text += label("culprit") +
              fmt::format("{} (ply {})\n", finding.culprit->move, finding.culprit->ply);
  }
  text += label("position") + finding.fen + "\n";
  text += class_of(finding) + "\n";
  text += board_of(finding);
  text += table_of(finding);
  text += reduced_of(finding);
  text += label("reproduce") + palette_.paint(Ink::Cyan, finding.reproduce) + "\n\n";
  sink_(text);
}

std::string TextReport::class_of(const Finding& finding) {
  if (const BugClass* const known = find_class(finding.bug_class))
    return fmt::format("  class      {}: {}\n             `verify explain {}` says where to look\n",
                       known->name, known->title, known->name);
  if (finding.candidates.empty()) return "";
  std::string lines =
      wrapped(fmt::format("perhaps {}", fmt::join(finding.candidates, ", or ")), kWidth, 13);
  return lines.replace(2, 5, "class");
}

std::string TextReport::reduced_of(const Finding& finding) {
  if (!finding.reduced) return "";
  const Reduction& reduced = *finding.reduced;
  std::string text = fmt::format("  reduced    {}\n             ", reduced.fen);
  text += fmt::format("{} pieces, depth {}", reduced.pieces, reduced.depth);
  if (!reduced.moves.empty()) text += fmt::format(", moves {}", fmt::join(reduced.moves, " "));
  return text + fmt::format("; right: {}; `verify reduce` makes a unit test of it\n",
                            grouped(reduced.nodes));
}

std::string TextReport::board_of(const Finding& finding) const {
  const auto parsed =
      parse_fen(finding.fen, {.chess960 = finding.chess960 ? Chess960::On : Chess960::Off});
  if (!parsed) return "";
  DiagramOptions options;
  for (const auto* moves : {&finding.illegal, &finding.missing, &finding.duplicate}) {
    if (moves->empty()) continue;
    if (const auto move = parse_move_text(moves->front()))
      options.marked |= Bitboard{move->from} | Bitboard{move->to};
  }
  std::string text;
  std::string_view rest;
  const std::string board = diagram(parsed->position, options);
  for (rest = board; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    text += fmt::format("      {}\n", rest.substr(0, rest.find('\n')));
  return text + "\n";
}

std::string TextReport::table_of(const Finding& finding) const {
  if (!finding.subject_divide || !finding.reference_divide) return "";
  struct Line {
    std::vector<std::uint64_t> ours;
    std::optional<std::uint64_t> theirs;
  };
  std::map<std::string, Line> lines;
  for (const auto& line : finding.subject_divide->lines)
    lines[line.move].ours.push_back(line.nodes);
  for (const auto& line : finding.reference_divide->lines) lines[line.move].theirs = line.nodes;

  std::string text = palette_.paint(
      Ink::Dim, fmt::format("  {:<8} {:>16} {:>16}  {}", "move", "ours", "reference",
                            finding.divide_depth == 1
                                ? "difference"
                                : fmt::format("difference at depth {}", finding.divide_depth)));
  text += '\n';
  std::size_t agreeing = 0;
  const bool all = lines.size() <= kMostAgreeingLines;
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
    } else if (++agreeing; !all) {
      continue;
    }
    const std::string row = fmt::format("  {:<8} {:>16} {:>16}  {}", move,
                                        line.ours.empty() ? "-" : grouped(line.ours.front()),
                                        line.theirs ? grouped(*line.theirs) : "-", remark);
    text += (remark.empty() ? row.substr(0, row.find_last_not_of(' ') + 1)
                            : palette_.paint(Ink::Red, row)) +
            "\n";
  }
  if (!all && agreeing > 0)
    text +=
        palette_.paint(Ink::Dim, fmt::format("  and {} more on which both agree", agreeing)) + "\n";
  const std::uint64_t ours = finding.subject_divide->total;
  const std::uint64_t theirs = finding.reference_divide->total;
  text += fmt::format("  {:<8} {:>16} {:>16}  {}\n\n", "total", grouped(ours), grouped(theirs),
                      ours == theirs ? "" : difference_text(ours, theirs));
  return text;
}

void TextReport::row_finished(std::size_t index, const RowResult& result) {
  // Said once in the summary, not for each of what may be thousands of rows.
  if (result.reason == kNotRun && !options_.verbose) return;
  const Row& row = run_->rows[index];
  std::string mark;
  switch (result.verdict) {
    case Verdict::Agree:
      mark = palette_.paint(Ink::Green, "agree    ");
      break;
    case Verdict::Mismatch:
      mark = palette_.paint(Ink::Red, "MISMATCH ");
      break;
    case Verdict::Undecided:
      mark = palette_.paint(Ink::Yellow, "undecided");
      break;
    case Verdict::Skipped:
      mark = palette_.paint(Ink::Dim, "skipped  ");
      break;
  }
  const std::string details = details_of(row, result);
  last_reason_ = result.reason;
  if (!options_.rows && details.empty()) return;
  std::string text = fmt::format("{}  {}", mark, fitted(short_name(row), kNameWidth));
  if (result.depth && result.subject_nodes) {
    text += fmt::format("  d{:<2} {:>16}", *result.depth, grouped(*result.subject_nodes));
    text += result.same_as
                ? palette_.paint(Ink::Dim, "  the same as " + place_of(run_->rows[*result.same_as]))
                : fmt::format("  {:>9}",
                              duration_text(result.subject_seconds + result.reference_seconds)) +
                      palette_.paint(Ink::Dim, speeds_of(*run_, result));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  sink_(text + "\n" + details);
}

std::string TextReport::details_of(const Row& row, const RowResult& result) const {
  std::string text;
  if (result.verdict == Verdict::Mismatch) {
    text += fmt::format("           see finding {}",
                        result.findings.empty() ? 0 : result.findings.front() + 1);
    if (result.reference_nodes && result.subject_nodes &&
        *result.reference_nodes != *result.subject_nodes)
      text += fmt::format("; the reference counts {}", grouped(*result.reference_nodes));
    text += '\n';
  }
  // A reason that holds for every row is said once.
  if (!result.reason.empty() &&
      (options_.verbose || (result.verdict == Verdict::Undecided && result.reason != last_reason_)))
    text += fmt::format("           {}: {}\n", name_of(row), result.reason);
  for (const SuiteCountError& error : result.suite_errors)
    text +=
        fmt::format("           {} {}: the recorded count at depth {} is {}, and both count {}\n",
                    palette_.paint(Ink::Yellow, "suite error"), name_of(row), error.depth,
                    grouped(error.recorded), grouped(error.counted));
  if (options_.verbose && result.verdict == Verdict::Agree) {
    text += fmt::format("           proven: {}, {}", level("totals", result.proven.totals),
                        level("divide", result.proven.divide));
    if (result.proven.full)
      text += fmt::format(", every position to depth {} ({} positions)", *result.proven.full,
                          grouped(result.full_positions));
    text += '\n';
  } else if (result.proven.full && result.verdict == Verdict::Agree && options_.rows) {
    text += fmt::format("           every position to depth {} compared ({} positions)\n",
                        *result.proven.full, grouped(result.full_positions));
  }
  return text;
}

void TextReport::run_finished(const Summary& summary, ExitCode exit_code) {
  const auto count = [this](std::size_t number, std::string_view what, Ink ink) {
    return palette_.paint(number == 0 ? Ink::Plain : ink, fmt::format("{} {}", number, what));
  };
  std::string text = options_.rows ? "\n" : "";
  text +=
      fmt::format("{} {}: {}, {}, {}, {}; {}; {} nodes in {}\n", summary.rows,
                  summary.rows == 1 ? "row" : "rows", count(summary.agree, "agree", Ink::Green),
                  count(summary.mismatch, "mismatch", Ink::Red),
                  count(summary.undecided, "undecided", Ink::Yellow),
                  count(summary.skipped, "skipped", Ink::Dim),
                  count(summary.findings, summary.findings == 1 ? "finding" : "findings", Ink::Red),
                  grouped(summary.nodes), duration_text(summary.seconds));
  if (summary.duplicates > 0)
    text += fmt::format("{} {} of another row, which was run for both\n", summary.duplicates,
                        summary.duplicates == 1 ? "row is a duplicate" : "rows are duplicates");
  if (summary.suite_errors > 0)
    text += fmt::format("{} {} with a wrong recorded count: correct the suite\n",
                        summary.suite_errors, summary.suite_errors == 1 ? "row" : "rows");
  if (!summary.complete())
    text += fmt::format("The run is incomplete: {} {} not run.\n", summary.not_run,
                        summary.not_run == 1 ? "row was" : "rows were");
  if (summary.findings > kMostInFull && !options_.verbose)
    text += fmt::format(
        "The first {} findings are printed in full; -v prints all, --fail-fast stops at the "
        "first.\n",
        kMostInFull);
  if (exit_code == ExitCode::Agree)
    text += palette_.paint(Ink::Green, fmt::format("{} agrees with {} on every row{}.",
                                                   run_->subject.name, run_->reference.name,
                                                   summary.skipped > 0 ? " that was run" : "")) +
            "\n";
  sink_(text);
}

}  // namespace perft_verify::verifier
