// The command line of `verify bench`.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>

#include "core/counting/simd_path.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// `verify bench`
struct BenchArguments {
  bool quick = false;
  bool signature = false;
  std::optional<unsigned> rounds;
  std::optional<std::string> against;  // a command line, or "stockfish"
  std::optional<std::size_t> hash_megabytes;
  std::optional<unsigned> jobs;
  std::string simd_name;  // as given
  std::optional<SimdPath> simd;
  bool json = false;
};

CLI::App* add_bench_command(CLI::App& app, BenchArguments& arguments);

/// What options mean together. The error is one sentence.
std::expected<void, std::string> check_bench(BenchArguments& arguments);

}  // namespace perft_verify::verifier
