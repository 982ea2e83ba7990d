// SARIF 2.1.0, which code scanning reads: a result for each finding, wrong recorded count and
// undecided row, at the suite's line, and a rule for each bug that was found, with the text of the
// catalog of bugs.
#pragma once

#include <string>
#include <vector>

#include "verifier/report/output/sink.h"
#include "verifier/report/output/spool.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

class SarifReport final : public Reporter {
 public:
  /// `workspace`: the folder of the checkout; paths are relative to it. May be empty.
  SarifReport(Sink sink, std::string workspace)
      : sink_(std::move(sink)), workspace_(std::move(workspace)) {}

  void run_started(const RunInfo& run) override;
  void finding(std::size_t index, const ReportedFinding& finding) override;
  void row_finished(std::size_t index, const RowResult& result) override;
  void run_finished(const Summary& summary, ExitCode exit_code) override;

 private:
  struct Result {
    std::string rule;
    std::string_view level;
    std::string message;
    std::string fingerprint;  // equal for the same result in another run
  };
  void add(const Result& result, const Row& row);

  Sink sink_;
  std::string workspace_;
  const RunInfo* run_ = nullptr;
  std::vector<std::string> rules_;  // in order of their first result
  Spool results_;                   // the rules precede them
  bool first_ = true;
};

}  // namespace perft_verify::verifier
