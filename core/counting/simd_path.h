// The instruction sets that leaves can be counted with. One binary holds all that its compiler
// supports; the choice is made at run time.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace perft_verify {

enum class SimdPath : std::uint8_t {
  Plain,       // core/movegen.h alone, move by move; no table either
  Scalar,      // no vectors
  Neon,        // ARM
  Sse4,        // x86-64 of 2008 and later, and so on
  Avx2,        // 2013
  Skylake512,  // 2017: AVX-512 that cannot count bits
  Avx512,      // 2019: with VPOPCNTDQ (Ice Lake, Zen 4)
};

/// "plain", "scalar", "neon", "sse4", "avx2", "skylake512" or "avx512".
std::string_view to_string(SimdPath path);

/// The paths that this CPU can run, the fastest first; never empty.
const std::vector<SimdPath>& available_simd_paths();

/// A path by its name. The error lists the names that this CPU supports.
std::expected<SimdPath, std::string> simd_path_named(std::string_view name);

/// The path that PERFT_VERIFY_SIMD names, else the fastest. An error as above for a wrong value.
std::expected<SimdPath, std::string> simd_path_from_environment();

}  // namespace perft_verify
