// Reads and checks all suites before anything else happens.
#pragma once

#include <expected>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/suite/row_list.h"

namespace perft_verify::verifier {

struct LoadedSuites {
  std::vector<Suite> suites;  // without their rows
  std::vector<std::size_t> suite_rows;
  RowList rows;  // of all suites, then of --fen
  /// Oddities of a file as a whole, with their place.
  std::vector<std::string> notices;
};

/// The error is the text for standard error: every problem of every suite, one after the other, and
/// a remedy.
std::expected<LoadedSuites, std::string> load_suites(const VerifyArguments& arguments);

}  // namespace perft_verify::verifier
