// Reads one share of a run as written by `--report jsonl`. It may come from anywhere: everything is
// checked.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/run/model/events.h"
#include "verifier/run/record/journal_record.h"

namespace perft_verify::verifier {

struct PartRow {
  std::size_t index_of_all = 0;
  int planned_depth = 0;
  Row row;           // as far as reports need it
  RowResult result;  // same_as counts in all rows
  std::vector<Finding> findings;
};

struct PartFile {
  std::string file;
  std::string version;  // of verify
  RunInfo run;          // without its rows
  std::vector<PartRow> rows;
  double seconds = 0;
};

/// The error is "file:line: message".
std::expected<PartFile, std::string> read_part(const std::string& file, std::string_view text);

}  // namespace perft_verify::verifier
