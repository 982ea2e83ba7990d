// The instruction sets of Highway that are compiled. To be included before it, and the same in
// every place.
//
// Scalable vectors are left out: their types have no size, and lines of sight are kept in objects.
// A target without vectors of two lanes cannot use the leaf counter.
#pragma once

#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include <hwy/targets.h>

/// True while a target with vectors is compiled.
#define PERFT_VERIFY_HAS_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)
