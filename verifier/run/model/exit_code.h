// The exit codes of the program: what a script or a CI job decides by.
#pragma once

#include <cstdint>

namespace perft_verify::verifier {

/// If several apply, the worst counts; see the README.
enum class ExitCode : std::uint8_t {
  Agree = 0,
  Findings = 1,
  Usage = 2,
  Undecided = 3,
  NothingSelected = 4,
  ReportFailed = 5,
  Internal = 70,
  Interrupted = 130,
  Terminated = 143,
};

}  // namespace perft_verify::verifier
