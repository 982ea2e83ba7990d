// The results of a fuzz run, for people and for programs.
#pragma once

#include <string>

#include "verifier/report/formats/json_fields.h"
#include "verifier/report/words/finding_text.h"
#include "verifier/tools/fuzz/fuzz.h"

namespace perft_verify::verifier {

struct FuzzRun {
  reference::Identity subject;
  reference::Identity reference;
  std::uint64_t seed = 0;
  unsigned jobs = 1;
  std::vector<std::string> notices;
  ExitCode exit_code = ExitCode::Agree;
  const FuzzResult* result = nullptr;
};

/// 1 with findings; 3 where something was undecided, or nothing could be asked; 0.
ExitCode exit_code_of(const FuzzResult& result);

std::string fuzz_text(const FuzzRun& run, const FindingTextOptions& options);
/// "perft-verify-fuzz/1"
Json fuzz_json(const FuzzRun& run);
/// The findings as a run of rows, for the other formats.
void report_fuzz(const FuzzRun& run, Reporter& reporter);
/// The findings as a suite, as --save-findings writes it.
std::string findings_suite(const FuzzRun& run);

}  // namespace perft_verify::verifier
