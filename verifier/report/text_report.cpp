#include "verifier/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verifier/report/finding_text.h"
#include "verifier/report/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kWidestSentence = 96;
constexpr std::size_t kWidestName = 60;
constexpr std::size_t kNarrowestName = 12;
/// Of a row's line without the name: verdict, depth, count, seconds, and the blanks between.
constexpr std::size_t kOtherColumns = 45;
/// One bug may spoil hundreds of rows; after this many findings a line each has to do.
constexpr std::size_t kMostInFull = 10;
/// In longer runs the rows that agree are counted, not listed.
constexpr std::size_t kMostAgreeingRows = 100;

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

}  // namespace

TextReport::TextReport(TextOptions options, Sink sink)
    : options_(options), palette_(options.color), sink_(std::move(sink)) {}

std::size_t TextReport::width() const {
  return options_.width == 0 ? kWidestSentence : std::min(options_.width, kWidestSentence);
}

void TextReport::run_started(const RunInfo& run) {
  run_ = &run;
  agreeing_ = options_.verbose || run.rows.size() <= kMostAgreeingRows;
  if (options_.rows)
    for (const Row& row : run.rows)
      name_width_ = std::max(name_width_, columns_of(short_name(row)));
  const std::size_t most =
      options_.width == 0 ? kWidestName : options_.width - std::min(options_.width, kOtherColumns);
  name_width_ = std::clamp(name_width_, kNarrowestName, std::max(most, kNarrowestName));

  std::string text;
  for (const std::string& notice : run.notices)
    text += fmt::format("{} {}\n", palette_.paint(Ink::Yellow, "note:"), notice);
  if (options_.rows) {
    std::string depth = "to the depth recorded for each row";
    if (run.depth) depth = fmt::format("to depth {}", *run.depth);
    const std::string sentence = fmt::format(
        "{} against {}: {} {}, mode {}, {}, {} {}", run.subject.name, run.reference.name,
        run.rows.size(), run.rows.size() == 1 ? "position" : "positions", to_string(run.mode),
        depth, run.jobs, run.jobs == 1 ? "worker" : "workers");
    text += paragraph(sentence);
    if (!agreeing_) text += "Rows that agree are not listed; -v lists them.\n";
    text += '\n';
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
  const FindingTextOptions options{palette_, width()};
  const bool after_row = std::exchange(after_row_, false);
  if (index >= kMostInFull && !options_.verbose) {
    sink_(finding_line(index, reported, *run_, options));
  } else {
    sink_((after_row ? "\n" : "") + finding_text(index, reported, *run_, options) + "\n");
  }
}

void TextReport::row_finished(std::size_t index, const RowResult& result) {
  // Said once in the summary, not for each of what may be thousands of rows.
  if (result.reason == kNotRun && !options_.verbose) return;
  const bool listed = options_.rows && (agreeing_ || result.verdict == Verdict::Mismatch ||
                                        result.verdict == Verdict::Undecided);
  // A suite may have a million rows that only agree.
  if (!listed && !options_.verbose && result.verdict == Verdict::Agree &&
      result.suite_errors.empty()) {
    last_reason_ = result.reason;
    return;
  }
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
  if (!listed && details.empty()) return;
  after_row_ = true;
  std::string text = fmt::format("{}  {}", mark, fitted(short_name(row), name_width_));
  if (result.depth && result.subject_nodes) {
    text += fmt::format("  d{:<2} {:>16}", *result.depth, grouped(*result.subject_nodes));
    std::string more = result.same_as ? "  the same as " + place_of(run_->rows[*result.same_as])
                                      : speeds_of(*run_, result);
    if (!result.same_as)
      text +=
          fmt::format("  {:>9}", duration_text(result.subject_seconds + result.reference_seconds));
    if (options_.width == 0 || name_width_ + kOtherColumns + columns_of(more) <= options_.width)
      text += palette_.paint(Ink::Dim, more);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  sink_(text + "\n" + details);
}

std::string TextReport::paragraph(std::string_view text, std::size_t indent) const {
  if (options_.width > 0) return wrapped(text, options_.width, indent);
  return std::string(indent, ' ') + std::string(text) + "\n";
}

std::string TextReport::remark(std::string_view text) const {
  constexpr std::size_t kIndent = 11;
  return paragraph(text, kIndent);
}

std::string TextReport::details_of(const Row& row, const RowResult& result) const {
  std::string text;
  if (result.verdict == Verdict::Mismatch) {
    std::string sentence =
        fmt::format("see finding {}", result.findings.empty() ? 0 : result.findings.front() + 1);
    if (result.reference_nodes && result.subject_nodes &&
        *result.reference_nodes != *result.subject_nodes)
      sentence += fmt::format("; the reference counts {}", grouped(*result.reference_nodes));
    text += remark(sentence);
  }
  // A reason that holds for every row is said once.
  if (!result.reason.empty() &&
      (options_.verbose || (result.verdict == Verdict::Undecided && result.reason != last_reason_)))
    text += remark(fmt::format("{}: {}", name_of(row), result.reason));
  for (const SuiteCountError& error : result.suite_errors)
    text += remark(fmt::format("{} {}: the recorded count at depth {} is {}, and both count {}",
                               palette_.paint(Ink::Yellow, "suite error"), name_of(row),
                               error.depth, grouped(error.recorded), grouped(error.counted)));
  if (options_.verbose && result.verdict == Verdict::Agree) {
    std::string proven = fmt::format("proven: {}, {}", level("totals", result.proven.totals),
                                     level("divide", result.proven.divide));
    if (result.proven.full)
      proven += fmt::format(", every position to depth {} ({} positions)", *result.proven.full,
                            grouped(result.full_positions));
    text += remark(proven);
  } else if (result.proven.full && result.verdict == Verdict::Agree && options_.rows && agreeing_) {
    text += remark(fmt::format("every position to depth {} compared ({} positions)",
                               *result.proven.full, grouped(result.full_positions)));
  }
  return text;
}

void TextReport::run_finished(const Summary& summary, ExitCode exit_code) {
  const auto count = [this](std::size_t number, std::string_view what, Ink ink) {
    return palette_.paint(number == 0 ? Ink::Plain : ink, fmt::format("{} {}", number, what));
  };
  std::string text = options_.rows ? "\n" : "";
  text += paragraph(fmt::format(
      "{} {}: {}, {}, {}, {}; {}; {} nodes in {}", summary.rows, summary.rows == 1 ? "row" : "rows",
      count(summary.agree, "agree", Ink::Green), count(summary.mismatch, "mismatch", Ink::Red),
      count(summary.undecided, "undecided", Ink::Yellow),
      count(summary.skipped, "skipped", Ink::Dim),
      count(summary.findings, summary.findings == 1 ? "finding" : "findings", Ink::Red),
      grouped(summary.nodes), duration_text(summary.seconds)));
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
    text += paragraph(fmt::format(
        "The first {} findings are printed in full; -v prints all, --fail-fast stops at the first.",
        kMostInFull));
  // A row shows its first wrong moves, and what comes after them is not compared.
  if (summary.findings > 1)
    text += paragraph(
        fmt::format("At least {} root causes; the first ones hide others: fix these and run again.",
                    summary.findings));
  if (const auto& total = summary.campaign) {
    text += fmt::format("{} to depth {}, from {} units at ply {} (by {})\n", total->root,
                        total->depth, total->units, total->at, total->by);
    text += total->missing == 0
                ? fmt::format("Nodes: {}\n", total->nodes)
                : fmt::format("There is no sum: {} of the units do not agree.\n", total->missing);
  }
  if (exit_code == ExitCode::Agree)
    text += palette_.paint(Ink::Green, fmt::format("{} agrees with {} on every row{}.",
                                                   run_->subject.name, run_->reference.name,
                                                   summary.skipped > 0
                                                       ? fmt::format(" that was run ({} skipped)",
                                                                     grouped(summary.skipped))
                                                       : "")) +
            "\n";
  sink_(text);
}

}  // namespace perft_verify::verifier
