// A page of Markdown: the summary, the findings, the rows that do not agree. GitHub shows it as
// the summary of a step, and it can be pasted into a pull request.
#pragma once

#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class MarkdownReport final : public Reporter {
 public:
  explicit MarkdownReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override { run_ = &run; }
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  Sink sink_;
  const RunInfo* run_ = nullptr;
  std::string findings_;  // GitHub takes a megabyte: the first ones
  std::size_t findings_left_out_ = 0;
  std::string rows_;
  std::size_t rows_left_out_ = 0;
};

}  // namespace perft_verify::verifier
