#include "core/counting/simd_path.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/counting/simd/targets.h"

namespace perft_verify {
namespace {

struct Known {
  SimdPath path;
  std::string_view name;
  std::int64_t target;  // 0: needs nothing
};
// The fastest first, with either compiler; even two lanes are twice as fast as none.
constexpr std::array kKnown{Known{SimdPath::Avx512, "avx512", HWY_AVX3_DL},
                            Known{SimdPath::Skylake512, "skylake512", HWY_AVX3},
                            Known{SimdPath::Avx2, "avx2", HWY_AVX2},
                            Known{SimdPath::Neon, "neon", HWY_NEON},
                            Known{SimdPath::Sse4, "sse4", HWY_SSE4},
                            Known{SimdPath::Scalar, "scalar", 0},
                            Known{SimdPath::Plain, "plain", 0}};

}  // namespace

std::string_view to_string(SimdPath path) {
  return std::ranges::find(kKnown, path, &Known::path)->name;
}

const std::vector<SimdPath>& available_simd_paths() {
  static const std::vector<SimdPath> paths = [] {
    std::int64_t here = hwy::SupportedTargets() & HWY_TARGETS;
#if HWY_ARCH_X86
    if (!__builtin_cpu_supports("gfni") || !__builtin_cpu_supports("avx512vnni"))
      here &= ~std::int64_t{HWY_AVX3_DL};
#endif
    std::vector<SimdPath> found;
    for (const Known& known : kKnown)
      if (known.target == 0 || (known.target & here) != 0) found.push_back(known.path);
    return found;
  }();
  return paths;
}

std::expected<SimdPath, std::string> simd_path_named(std::string_view name) {
  const auto& paths = available_simd_paths();
  const auto named = std::ranges::find(paths, name, [](SimdPath path) { return to_string(path); });
  if (named != paths.end()) return *named;
  std::vector<std::string_view> names;
  for (const SimdPath path : paths) names.push_back(to_string(path));
  return std::unexpected(fmt::format("no SIMD path is called \"{}\" on this machine; there are: {}",
                                     name, fmt::join(names, ", ")));
}

std::expected<SimdPath, std::string> simd_path_from_environment() {
  const char* const wanted = std::getenv("PERFT_VERIFY_SIMD");
  if (wanted == nullptr || *wanted == '\0') return available_simd_paths().front();
  return simd_path_named(wanted);
}

}  // namespace perft_verify
