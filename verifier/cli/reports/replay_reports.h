// The reports of a replay and what they write to.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/games/replay_events.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_output.h"

namespace perft_verify::verifier {

class ReplayReports {
 public:
  /// "text", "json", "html", each with "=PATH" or for standard output. The error is one sentence:
  /// a format that there is not, a path that cannot be written, two for standard output.
  static std::expected<std::unique_ptr<ReplayReports>, std::string> open(
      const std::vector<std::string>& requests, const ReportArguments& look, StandardOutput& out);

  [[nodiscard]] const std::vector<std::unique_ptr<ReplayReporter>>& all() const {
    return reporters_;
  }
  /// Gives the files their names; whether all could be written.
  bool finish();

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::vector<std::unique_ptr<ReplayReporter>> reporters_;
};

}  // namespace perft_verify::verifier
