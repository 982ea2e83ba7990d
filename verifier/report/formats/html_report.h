// One HTML file without network access: the summary, the rows, a page for each finding with a board
// to step through. The templates are in html/. All text is escaped, and the content security policy
// allows only our own script.
#pragma once

#include "verifier/report/formats/html_finding.h"
#include "verifier/report/output/sink.h"
#include "verifier/report/output/spool.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class HtmlReport final : public Reporter {
 public:
  explicit HtmlReport(Sink sink) : sink_(std::move(sink)) {}

  void run_started(const RunInfo& run) override { run_ = &run; }
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  Sink sink_;
  const RunInfo* run_ = nullptr;
  Spool rows_;
  std::vector<FindingOfPage> findings_;
  std::size_t plain_rows_ = 0;  // that agree or were not run
  std::size_t other_rows_ = 0;
  std::size_t rows_left_out_ = 0;
};

}  // namespace perft_verify::verifier
