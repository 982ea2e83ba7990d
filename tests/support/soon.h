// The limit of tests for what happens at once. It is far above what a busy machine delays, which
// stands still for many seconds; what the tests guard against takes hours, or has another outcome.
#pragma once

#include <chrono>

#include "core/stopwatch.h"

namespace perft_verify {

inline constexpr std::chrono::seconds kSoon{100};

/// Since the stopwatch was started.
inline bool was_soon(const Stopwatch& watch) { return watch.seconds() < kSoon.count(); }

}  // namespace perft_verify
