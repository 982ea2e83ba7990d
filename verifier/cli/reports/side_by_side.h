#pragma once

#include <string>
#include <vector>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/report/output/standard_output.h"

namespace perft_verify::verifier {

/// `verify divide POSITION --engine CMD`
struct SideBySide {
  VerifyArguments run;   // of which only engine and reference
  std::string position;  // FEN, or "startpos"
  std::vector<std::string> moves;
  int depth = 1;
  bool all = false;  // also the lines on which both agree
  bool json = false;
};

/// Prints the engine's divide beside that of the reference, and the next command to type. Returns
/// the exit code.
int side_by_side(const SideBySide& arguments, StandardOutput& out);

}  // namespace perft_verify::verifier
