// Annotations on a pull request: workflow commands of GitHub Actions, at the suite's line if the
// suite is a file of the checkout, else without a place. GitHub shows ten of a kind for each step,
// so the first ten findings are reported, then the number of the others.
#pragma once

#include "verifier/report/output/sink.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class GithubReport final : public Reporter {
 public:
  /// `workspace`: the folder of the checkout; paths are relative to it. May be empty.
  GithubReport(Sink sink, std::string workspace)
      : sink_(std::move(sink)), workspace_(std::move(workspace)) {}

  void run_started(const RunInfo& run) override { run_ = &run; }
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  void annotate(std::string_view kind, const Row& row, std::string_view title,
                std::string_view message);

  Sink sink_;
  std::string workspace_;
  const RunInfo* run_ = nullptr;
  std::size_t warnings_ = 0;
};

}  // namespace perft_verify::verifier
