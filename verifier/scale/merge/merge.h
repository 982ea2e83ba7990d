// Merges the shares of a run as if it had been one run.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "verifier/scale/merge/part_file.h"

namespace perft_verify::verifier {

struct MergedRun {
  RunInfo run;
  std::vector<JournalEntry> entries;  // one for each row, in the order of all rows
  double seconds = 0;                 // of all shares together
};

/// Checks that the parts are shares of one run and that each row of it occurs once. The error lists
/// the defects, a line for each.
std::expected<MergedRun, std::string> merge_parts(std::vector<PartFile> parts);

}  // namespace perft_verify::verifier
