// The sizes of sets that lie side by side.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_LANE_SIZES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LANE_SIZES_INL_H
#undef PERFT_VERIFY_LANE_SIZES_INL_H
#else
#define PERFT_VERIFY_LANE_SIZES_INL_H
#endif

#include "core/counting/simd/expansion-inl.h"
#include "core/counting/simd/targets.h"

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
#include <immintrin.h>
#endif

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
/// Only their sum is wanted. Vectors of two words take more time than to add one by one.
template <class Lanes>
using Sizes = Word;

HWY_INLINE Word sum_of(Word sizes) { return sizes; }

template <class Lanes>
HWY_INLINE Word sizes(const Lanes& sets) {
  Word sum = 0;
  for (std::size_t lane = 0; lane < sizeof(Lanes) / sizeof(Word); ++lane)
    sum += static_cast<Word>(std::popcount(sets[lane]));
  return sum;
}
#else
template <class Lanes>
using Sizes = Lanes;

#if HWY_TARGET == HWY_AVX3_DL
HWY_INLINE FourLanes sizes(const FourLanes& sets) {
  return reinterpret_cast<FourLanes>(_mm256_popcnt_epi64(reinterpret_cast<__m256i>(sets)));
}
HWY_INLINE EightLanes sizes(const EightLanes& sets) {
  return reinterpret_cast<EightLanes>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(sets)));
}
#else
template <class Lanes>
HWY_INLINE Lanes sizes(const Lanes& sets) {
  Lanes result{};
  for (std::size_t lane = 0; lane < sizeof(Lanes) / sizeof(Word); ++lane)
    result[lane] = static_cast<Word>(std::popcount(sets[lane]));
  return result;
}
template <class Half>
HWY_INLINE Joined<Half> sizes(const Joined<Half>& sets) {
  return {sizes(sets.low()), sizes(sets.high())};
}
#endif
#endif

HWY_INLINE Word sum_of(const TwoLanes& numbers) { return numbers[0] + numbers[1]; }
HWY_INLINE Word sum_of(const FourLanes& numbers) {
  return sum_of(__builtin_shufflevector(numbers, numbers, 0, 1) +
                __builtin_shufflevector(numbers, numbers, 2, 3));
}
HWY_INLINE Word sum_of(const EightLanes& numbers) {
  return sum_of(__builtin_shufflevector(numbers, numbers, 0, 1, 2, 3) +
                __builtin_shufflevector(numbers, numbers, 4, 5, 6, 7));
}
template <class Half>
HWY_INLINE Word sum_of(const Joined<Half>& numbers) {
  return sum_of(numbers.low() + numbers.high());
}

/// The number of sets that a square belongs to, those of `twos` counted twice and so on.
template <class Lanes>
HWY_INLINE Word times_in(const Lanes& ones, const Lanes& twos, const Lanes& fours, Word square) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  const auto in = [=](const Lanes& sets) PERFT_VERIFY_ATTR {
    __mmask8 lanes;
    if constexpr (std::is_same_v<Lanes, StraightLanes>) {
      lanes = _mm256_test_epi64_mask(reinterpret_cast<__m256i>(sets), _mm256_set1_epi64x(square));
    } else {
      lanes = _mm512_test_epi64_mask(reinterpret_cast<__m512i>(sets), _mm512_set1_epi64(square));
    }
    return static_cast<Word>(std::popcount(static_cast<unsigned>(lanes)));
  };
  return in(ones) + 2 * in(twos) + 4 * in(fours);
#else
  const Lanes one = Lanes{} | square;
  const auto in = [=](const Lanes& sets) PERFT_VERIFY_ATTR {
    return static_cast<Lanes>((sets & one) == one);  // minus one where it is
  };
  return 0 - sum_of(in(ones) + (in(twos) << 1) + (in(fours) << 2));
#endif
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
