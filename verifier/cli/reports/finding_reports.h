// The reports of the commands that compare positions and not rows of a suite: `fuzz` and `prove`.
// They have a text and a JSON report of their own; the other formats are those of every run.
#pragma once

#include <functional>
#include <vector>

#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_output.h"
#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

/// The output of a command in each format.
struct FindingOutput {
  std::function<std::string(bool color)> text;
  std::function<std::string()> json;
  std::function<void(Reporter& reporter)> report;  // the run, from its beginning to its end
};

/// --report, and --json for --report json.
void add_finding_reports(CLI::App& app, RawReports& raw, bool& json);
std::expected<std::vector<ReportRequest>, NotToRun> read_finding_reports(const RawReports& raw,
                                                                         bool json);

class FindingReports {
 public:
  /// Opens every file before the run; the error is one sentence.
  static std::expected<FindingReports, std::string> open(std::vector<ReportRequest> requests);

  /// Writes all of them; the text to standard output, unless another report goes there. Whether all
  /// could be written; standard error says what could not.
  bool write(const FindingOutput& output, StandardOutput& out);

 private:
  std::vector<ReportRequest> requests_;
  std::vector<OutputFile> files_;  // of those requests that have a path, in their order
};

}  // namespace perft_verify::verifier
