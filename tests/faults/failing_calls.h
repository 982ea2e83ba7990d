// Messages from the test to the library in the environment, and from the library in a file.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace perft_verify::faults {

/// KIND:N: the N-th call of that kind fails. Without it all calls are counted and none fails.
inline constexpr const char* kFault = "PERFT_VERIFY_FAULT";
/// A file of Counters.
inline constexpr const char* kCounters = "PERFT_VERIFY_FAULT_COUNTERS";

inline constexpr std::array<std::string_view, 12> kKinds{"open",   "read", "write",  "sync",
                                                         "rename", "pipe", "fork",   "thread",
                                                         "wait",   "map",  "memory", "sqlite"};

struct Counters {
  std::array<std::uint64_t, kKinds.size()> calls;
  std::uint64_t failed;  // calls that were made to fail
};

}  // namespace perft_verify::faults
