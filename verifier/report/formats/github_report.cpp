#include "verifier/report/formats/github_report.h"

#include <fmt/format.h>

#include "core/text/escape.h"
#include "verifier/report/output/workspace.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostOfAKind = 10;

}  // namespace

void GithubReport::annotate(std::string_view kind, const Row& row, std::string_view title,
                            std::string_view message) {
  std::string properties;
  if (const auto file = path_in_workspace(row, workspace_))
    properties = fmt::format("file={},line={},", workflow_property(*file), row.line);
  sink_(fmt::format("::{} {}title={}::{}\n", kind, properties, workflow_property(title),
                    workflow_message(message)));
}

void GithubReport::finding(std::size_t index, const ReportedFinding& reported) {
  if (index >= kMostOfAKind) return;
  const Finding& finding = reported.finding;
  std::string title = headline(finding);
  if (finding.bug_class) title += fmt::format(": {}", class_name(finding));
  annotate("error", run_->rows[reported.rows.front()], title,
           fmt::format("{}\nposition {}\nreproduce {}", sentence_of(finding), finding.fen,
                       finding.reproduce));
}

void GithubReport::row_finished(std::size_t index, const RowResult& result) {
  const bool undecided = result.verdict == Verdict::Undecided && result.reason != kNotRun;
  if (!undecided && result.suite_errors.empty()) return;
  if (++warnings_ > kMostOfAKind) return;
  const Row& row = run_->rows[index];
  if (undecided) {
    annotate("warning", row, "undecided: " + short_name(row), result.reason);
  } else {
    const SuiteCountError& wrong = result.suite_errors.front();
    annotate("warning", row, "wrong recorded count: " + short_name(row),
             fmt::format("the count recorded at depth {} is {}, and both sides count {}",
                         wrong.depth, wrong.recorded, wrong.counted));
  }
}

void GithubReport::run_finished(const Summary& summary, ExitCode exit_code) {
  if (exit_code == ExitCode::Agree) return;
  std::string message = summary_sentence(summary, exit_code);
  if (summary.findings > kMostOfAKind)
    message += fmt::format(
        "\nThe first {} findings are annotated; all are in the log and in the "
        "step's summary.",
        kMostOfAKind);
  if (warnings_ > kMostOfAKind)
    message += fmt::format("\n{} more rows are undecided or have a wrong recorded count.",
                           warnings_ - kMostOfAKind);
  sink_(fmt::format("::notice title=perft-verify::{}\n", workflow_message(message)));
}

}  // namespace perft_verify::verifier
