// The one function of Highway's library that core calls, for where Debian has no static library of
// it: which instruction sets this processor and its operating system have. What a target needs
// stands in hwy/set_macros-inl.h; test `static` compares with the library's own answer.
#include "core/counting/simd/targets.h"

namespace hwy {

#if HWY_ARCH_X86

int64_t SupportedTargets() {
  __builtin_cpu_init();
#define HAS(feature) (__builtin_cpu_supports(feature) != 0)
  const bool sse4 =
      HAS("sse3") && HAS("ssse3") && HAS("sse4.1") && HAS("sse4.2") && HAS("pclmul") && HAS("aes");
  const bool avx2 = sse4 && HAS("avx") && HAS("avx2") && HAS("fma") && HAS("bmi") && HAS("bmi2") &&
                    HAS("lzcnt") && HAS("f16c");
  const bool avx3 = avx2 && HAS("avx512f") && HAS("avx512vl") && HAS("avx512dq") &&
                    HAS("avx512bw") && HAS("avx512cd");
  const bool avx3_dl = avx3 && HAS("avx512vnni") && HAS("vpclmulqdq") && HAS("vaes") &&
                       HAS("avx512vbmi") && HAS("avx512vbmi2") && HAS("avx512vpopcntdq") &&
                       HAS("avx512bitalg") && HAS("gfni");
#undef HAS
  return (avx3_dl ? HWY_AVX3_DL : 0) | (avx3 ? HWY_AVX3 : 0) | (avx2 ? HWY_AVX2 : 0) |
         (sse4 ? HWY_SSE4 : 0) | HWY_SCALAR;
}

#else

// All of 64-bit ARM has NEON.
int64_t SupportedTargets() { return HWY_NEON | HWY_SCALAR; }

#endif

}  // namespace hwy
