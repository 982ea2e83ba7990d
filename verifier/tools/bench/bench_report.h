// The output of a benchmark: a table for people, row by row, and JSON for programs.
#pragma once

#include "verifier/suite/json.h"
#include "verifier/tools/bench/benchmark.h"

namespace perft_verify::verifier {

/// The settings that all rows share.
struct BenchSetting {
  BenchOptions options;
  std::size_t hash_megabytes = 0;             // of options.table
  SimdPath simd = SimdPath::Scalar;           // in use
  std::optional<reference::Identity> engine;  // options.against
};

/// Version, compiler, instructions and processor, then the titles of the columns.
std::string bench_title(const BenchSetting& setting);
/// One position: nodes per second in each way, the median of the rounds; below it the engine's,
/// the ratio of every round, and their median.
std::string bench_text(const BenchRow& row, const BenchSetting& setting);
/// Which clocks were used.
std::string bench_footer(const BenchSetting& setting, bool engine_by_wall);

Json bench_json(const BenchSetting& setting, const std::vector<BenchRow>& rows);

}  // namespace perft_verify::verifier
