// Which instruction sets of Highway are compiled. To be included before it, and the same
// wherever it is included.
//
// Scalable vectors are left out: their types have no size, and lines of sight are kept in
// objects. What has no vectors of two lanes has no use for the leaf counter.
#pragma once

#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include <hwy/targets.h>

/// True while a target is compiled that has vectors.
#define PERFT_VERIFY_HAS_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)
