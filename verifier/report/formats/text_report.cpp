#include "verifier/report/formats/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kWidestSentence = 96;
constexpr std::size_t kWidestName = 60;
constexpr std::size_t kNarrowestName = 12;
/// The width of a row's line without the name: verdict, depth, count, seconds, and blanks.
constexpr std::size_t kOtherColumns = 45;
/// One bug may spoil hundreds of rows; later findings get only a line each.
constexpr std::size_t kMostFindingsInFull = 10;
/// In longer runs agreeing rows are counted, not listed.
constexpr std::size_t kMostAgreeingLines = 100;
/// The most listed rows that are undecided or skipped for the same reason.
constexpr std::size_t kMostRowsOfAReason = 3;
/// The most reasons to keep apart, as they may differ from row to row.
constexpr std::size_t kMostReasonsApart = 1000;

std::string speeds_of(const RunInfo& run, const RowResult& result) {
  constexpr double kLeastSeconds = 0.01;  // below it, a speed is meaningless
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

Color side_of(const Row& row) { return row.fen.contains(" b ") ? Color::Black : Color::White; }

/// The text with something else instead of the part between two marks, and of the marks.
std::string without_part(std::string_view text, std::string_view begin, std::string_view end,
                         std::string_view instead) {
  const std::size_t from = text.find(begin);
  const std::size_t to = from == text.npos ? from : text.find(end, from + begin.size());
  if (to == text.npos) return std::string(text);
  return fmt::format("{}{}{}", text.substr(0, from), instead, text.substr(to + end.size()));
}

/// The part of a reason that many rows share: a mistake may stand in any column of a row, and a
/// subject may fail alike at any position, after any line.
std::string shared_part(std::string_view reason) {
  const std::size_t colon = reason.starts_with("column ") ? reason.find(": ") : reason.npos;
  if (colon != reason.npos) return std::string(reason.substr(colon + 2));
  return without_part(without_part(reason, "`position ", "`", "`position …`"),
                      "; the last line received was '", "'", "");
}

}  // namespace

TextReport::TextReport(TextOptions options, Sink sink)
    : options_(options), palette_(options.color), sink_(std::move(sink)) {}

std::size_t TextReport::width() const {
  return options_.width == 0 ? kWidestSentence : std::min(options_.width, kWidestSentence);
}

void TextReport::run_started(const RunInfo& run) {
  run_ = &run;
  agreeing_ = options_.verbose || run.rows.size() <= kMostAgreeingLines;
  for (const Row& row : run.rows) name_width_ = std::max(name_width_, columns_of(short_name(row)));
  const std::size_t most =
      options_.width == 0 ? kWidestName : options_.width - std::min(options_.width, kOtherColumns);
  name_width_ = std::clamp(name_width_, kNarrowestName, std::max(most, kNarrowestName));

  std::string text;
  for (const std::string& notice : run.notices)
    text += paragraph(fmt::format("{} {}", palette_.paint(Ink::Yellow, "note:"), notice));
  failure_ = failure_of(run);
  if (options_.rows && failure_.empty()) {
    std::string depth = "to the depth recorded for each row";
    if (run.depth) depth = fmt::format("to depth {}", *run.depth);
    text +=
        paragraph(fmt::format("{} against {}: {}, mode {}, {}, {}", run.subject.name,
                              run.reference.name, counted(run.rows.size(), "position", "positions"),
                              to_string(run.mode), depth, counted(run.jobs, "worker", "workers")));
    text += '\n';
  }
  if (options_.verbose) {
    for (const auto* identity : {&run.subject, &run.reference})
      if (!identity->command.empty())
        text += fmt::format("  {}: {}\n", identity->name, identity->command);
    for (const Row& row : run.rows)
      for (const std::string& note : row.notes)
        text += fmt::format("  {}: {}\n", name_of(row), note);
    after_row_ = true;
  }
  sink_(text);
}

void TextReport::finding(std::size_t index, const ReportedFinding& reported) {
  const FindingTextOptions options{palette_, width(), options_.verbose};
  const bool after_row = std::exchange(after_row_, false);
  if (index >= kMostFindingsInFull && !options_.verbose) {
    sink_(finding_line(index, reported, *run_, options));
  } else {
    sink_((after_row ? "\n" : "") + finding_text(index, reported, *run_, options) + "\n");
  }
  const Finding& finding = reported.finding;
  in_common_.add(finding);
  findings_.push_back({headline(finding), bug_words(finding), finding.reproduce, 0, finding.cause,
                       finding.bug_class.has_value()});
  if (finding.bug_class) findings_.back().family = entry_of(*finding.bug_class).family;
  if (!finding.candidates.empty()) findings_.back().likeliest = finding.candidates.front();
}

bool TextReport::is_listed(const Row& row, const RowResult& result) {
  bool listed = options_.rows;
  switch (result.verdict) {
    case Verdict::Mismatch:
      for (const std::size_t index : result.findings)
        if (index < findings_.size()) ++findings_[index].rows;
      if (result.depth == 1)  // else the wrong moves are those of a later position
        for (const std::size_t index : result.findings)
          if (index < findings_.size() && !findings_[index].classified)
            in_common_.saw_moves_of(side_of(row));
      if (result.failed && result.findings.front() < findings_.size()) {
        ShortFinding& finding = findings_[result.findings.front()];
        if (++finding.failed_rows == 1) finding.failure = result.reason;
      }
      if (result.looks_like && result.findings.front() < findings_.size())
        ++findings_[result.findings.front()].looks_like[*result.looks_like];
      // The finding explains it.
      listed = options_.rows && result.findings.empty();
      break;
    case Verdict::Agree:
      // Rows after a finding would push it off the screen.
      listed = options_.rows && agreeing_ && findings_.empty();
      break;
    case Verdict::Undecided:
    case Verdict::Skipped: {
      if (result.reason == kNotRun || (!failure_.empty() && result.reason == failure_))
        return options_.verbose;
      const std::string reason = shared_part(result.reason);
      const auto known = std::ranges::find_if(reasons_, [&](const RowsForReason& each) {
        return each.verdict == result.verdict && each.reason == reason;
      });
      if (known != reasons_.end()) {
        listed = ++known->rows <= kMostRowsOfAReason && options_.rows;
      } else if (reasons_.size() < kMostReasonsApart) {
        reasons_.push_back({result.verdict, reason, 1});
      } else {
        reasons_.back().reason = "other reasons";
        ++reasons_.back().rows;
      }
      listed = listed && (result.verdict == Verdict::Undecided || agreeing_);
      break;
    }
  }
  return options_.verbose || listed;
}

void TextReport::row_finished(std::size_t index, const RowResult& result) {
  const bool listed = is_listed(run_->rows[index], result);
  // A suite may have a million rows that all agree.
  if (!listed && result.suite_errors.empty()) return;
  const Row row = run_->rows[index];
  const std::string details = details_of(row, result);
  after_row_ = true;
  sink_(line_of(row, result) + details);
}

std::string TextReport::line_of(const Row& row, const RowResult& result) const {
  std::string mark;
  switch (result.verdict) {
    case Verdict::Agree:
      mark = palette_.paint(Ink::Green, "agrees   ");
      break;
    case Verdict::Mismatch:
      mark = palette_.paint(Ink::Red, "MISMATCH ");
      break;
    case Verdict::Undecided:
      mark = palette_.paint(Ink::Yellow, result.reason == kNotRun ? "not run  " : "undecided");
      break;
    case Verdict::Skipped:
      mark = palette_.paint(Ink::Dim, "skipped  ");
      break;
  }
  std::string text = fmt::format("{}  {}", mark, fitted(short_name(row), name_width_));
  if (result.depth && result.subject_nodes) {
    text += fmt::format("  d{:<2} {:>16}", *result.depth, grouped(*result.subject_nodes));
    std::string more = result.same_as ? "  the same as " + place_of(run_->rows[*result.same_as])
                                      : speeds_of(*run_, result);
    if (result.verdict == Verdict::Mismatch && result.reference_nodes &&
        *result.reference_nodes != *result.subject_nodes)
      more = fmt::format("  {}", difference_text(*result.subject_nodes, *result.reference_nodes));
    if (!result.findings.empty())
      more += fmt::format("  finding {}{}{}", result.findings.front() + 1,
                          result.looks_like ? ", " : "", other_look(result));
    if (!result.same_as)
      text +=
          fmt::format("  {:>9}", duration_text(result.subject_seconds + result.reference_seconds));
    if (options_.width == 0 || name_width_ + kOtherColumns + columns_of(more) <= options_.width)
      text += palette_.paint(Ink::Dim, more);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
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
  const auto is_new = [&](const RowsForReason& each) {
    return each.reason == shared_part(result.reason) && each.rows == 1;
  };
  // A reason shared by many rows is printed once.
  if (!result.reason.empty() && result.reason != kNotRun &&
      (options_.verbose || std::ranges::any_of(reasons_, is_new)))
    text += remark(fmt::format("{}: {}", name_of(row), result.reason));
  for (const SuiteCountError& error : result.suite_errors)
    text += remark(fmt::format("{} {}: the recorded count at depth {} is {}, and both count {}",
                               palette_.paint(Ink::Yellow, "suite error"), name_of(row),
                               error.depth, grouped(error.recorded), grouped(error.counted)));
  if (result.verdict != Verdict::Agree) return text;
  if (options_.verbose) {
    std::string proven = fmt::format("proven: {}, {}", level("totals", result.proven.totals),
                                     level("divide", result.proven.divide));
    if (result.proven.full)
      proven += fmt::format(", every position to depth {} ({} positions)", *result.proven.full,
                            grouped(result.full_positions));
    text += remark(proven);
  } else if (result.proven.full) {
    text += remark(fmt::format("every position to depth {} compared ({} positions)",
                               *result.proven.full, grouped(result.full_positions)));
  }
  return text;
}

void TextReport::run_finished(const Summary& summary, ExitCode exit_code) {
  const VerdictOptions options{palette_, width(), !options_.rows, options_.verbose, in_common_};
  sink_((after_row_ ? "\n" : "") +
        verdict_text(*run_, summary, exit_code, findings_, reasons_, options));
}

}  // namespace perft_verify::verifier
