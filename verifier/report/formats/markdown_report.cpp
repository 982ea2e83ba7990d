#include "verifier/report/formats/markdown_report.h"

#include <fmt/format.h>

#include "core/text/escape.h"
#include "core/text/format.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostBytes = 200'000;  // of findings, and of rows

std::string_view sign_of(ExitCode code) {
  switch (code) {
    case ExitCode::Agree:
      return "✅";
    case ExitCode::Findings:
      return "❌";
    default:
      return "⚠️";
  }
}

std::string nodes_or_dash(const std::optional<std::uint64_t>& nodes) {
  return nodes ? grouped(*nodes) : "–";
}

}  // namespace

void MarkdownReport::finding(std::size_t index, const ReportedFinding& reported) {
  const Finding& finding = reported.finding;
  std::string text =
      fmt::format("### Finding {}: {}\n\n{}\n\n", index + 1, markdown_text(headline(finding)),
                  markdown_text(sentence_of(finding)));
  text += markdown_block(finding_text(index, reported, *run_, {}));
  if (findings_.size() + text.size() > kMostBytes) {
    ++findings_left_out_;
  } else {
    findings_ += text + "\n";
  }
}

void MarkdownReport::row_finished(std::size_t index, const RowResult& result) {
  const bool right = result.verdict == Verdict::Agree && result.suite_errors.empty();
  if (right || result.reason == kNotRun) return;
  const Row& row = run_->rows[index];
  std::string remark = result.reason;
  if (!result.findings.empty()) {
    const std::string more = result.failed ? result.reason : other_look(result);
    remark =
        fmt::format("finding {}{}{}", result.findings.front() + 1, more.empty() ? "" : ": ", more);
  }
  for (const SuiteCountError& wrong : result.suite_errors)
    remark += fmt::format("{}recorded at depth {}: {}, counted: {}", remark.empty() ? "" : "; ",
                          wrong.depth, grouped(wrong.recorded), grouped(wrong.counted));
  const std::string line = fmt::format(
      "| {} | {} | {} | {} | {} | {} |\n", to_string(result.verdict), markdown_code(name_of(row)),
      result.depth ? std::to_string(*result.depth) : "–", nodes_or_dash(result.subject_nodes),
      nodes_or_dash(result.reference_nodes), markdown_text(remark));
  if (rows_.size() + line.size() > kMostBytes) {
    ++rows_left_out_;
  } else {
    rows_ += line;
  }
}

void MarkdownReport::run_finished(const Summary& summary, ExitCode exit_code) {
  std::string text = fmt::format(
      "## {} {} against {}\n\n{}\n\n", sign_of(exit_code), markdown_text(run_->subject.name),
      markdown_text(run_->reference.name), summary_sentence(summary, exit_code));
  if (!summary.complete())
    text += fmt::format("The run is incomplete: {} not run.\n\n",
                        counted(summary.not_run, "row was", "rows were"));
  text += findings_;
  if (findings_left_out_ > 0) text += fmt::format("and {} more findings.\n\n", findings_left_out_);
  if (!rows_.empty())
    text += fmt::format("| verdict | row | depth | {} | {} | |\n|---|---|--:|--:|--:|---|\n",
                        markdown_text(run_->subject.name), markdown_text(run_->reference.name)) +
            rows_;
  if (rows_left_out_ > 0) text += fmt::format("\nand {} more rows.\n", rows_left_out_);
  sink_(text + "\n");
}

}  // namespace perft_verify::verifier
