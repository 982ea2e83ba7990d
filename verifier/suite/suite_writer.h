// Writes suites in the readable formats, so that reading them again gives the same rows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {

struct WrittenSuite {
  std::string text;
  /// Data that the format cannot hold, one sentence each.
  std::vector<std::string> losses;
};

/// All rows of all suites, one after the other. Comments are kept where the format has them.
WrittenSuite write_suites(std::span<const Suite> suites, SuiteFormat format);

}  // namespace perft_verify::verifier
