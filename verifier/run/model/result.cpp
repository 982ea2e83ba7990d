#include "verifier/run/model/result.h"

#include <array>

#include "verifier/run/model/options.h"

namespace perft_verify::verifier {

std::string_view to_string(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames{"agree", "mismatch", "undecided", "skipped"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view to_string(Mode mode) {
  constexpr std::array<std::string_view, 3> kNames{"totals", "divide", "full"};
  return kNames[static_cast<std::size_t>(mode)];
}

ExitCode exit_code_of(const Summary& summary) {
  if (summary.findings > 0 || summary.mismatch > 0) return ExitCode::Findings;
  if (summary.undecided > 0) return ExitCode::Undecided;
  if (summary.suite_errors > 0) return ExitCode::Usage;
  if (summary.rows == summary.skipped) return ExitCode::NothingSelected;
  return ExitCode::Agree;
}

ExitCode with_reports(ExitCode code, bool written) {
  if (written) return code;
  const bool outweighed =
      code == ExitCode::Agree || code == ExitCode::Usage || code == ExitCode::NothingSelected;
  return outweighed ? ExitCode::ReportFailed : code;
}

}  // namespace perft_verify::verifier
