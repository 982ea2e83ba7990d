#include <fmt/format.h>

#include <cstdio>

#include "verifier/cli/commands.h"
#include "verifier/cli/reports.h"
#include "verifier/merge/merge.h"
#include "verifier/report/standard_error.h"
#include "verifier/run/runner.h"
#include "verifier/suite/suite_file.h"

namespace perft_verify::verifier {

int merge_command(const MergeArguments& arguments, StandardOutput& out) {
  constexpr auto kUsage = static_cast<int>(ExitCode::Usage);
  std::vector<PartFile> parts;
  bool good = true;
  for (const std::string& file : arguments.parts) {
    const auto text = read_suite_file(file);
    auto part = text ? read_part(file, *text) : std::unexpected(text.error());
    if (part) {
      parts.push_back(std::move(*part));
    } else {
      complain(part.error());
      good = false;
    }
  }
  if (!good) return kUsage;
  auto merged = merge_parts(std::move(parts));
  if (!merged) {
    tell(merged.error());
    complain("nothing was merged");
    return kUsage;
  }
  VerifyArguments described = arguments.reports;
  described.suites = arguments.parts;  // no report may be written over them
  Reports reports(described, out);
  if (auto opened = reports.open(); !opened) {
    complain(opened.error());
    return kUsage;
  }
  const RunOptions options;
  const std::vector<Reporter*> all = reports.all();
  for (Reporter* reporter : all) reporter->run_started(merged->run);
  const Summary summary = Runner(options, merged->run, all, nullptr, nullptr)
                              .report(std::move(merged->entries), merged->seconds);
  const ExitCode code = exit_code_of(summary);
  for (Reporter* reporter : all) reporter->run_finished(summary, code);
  return static_cast<int>(with_reports(code, reports.finish()));
}

}  // namespace perft_verify::verifier
