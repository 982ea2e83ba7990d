// Tests that try a long list try a share of it in every run; PERFT_VERIFY_LONG=1, as `./dev long`
// sets it, has them try all.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <ranges>
#include <vector>

namespace perft_verify {

inline bool is_long() { return std::getenv("PERFT_VERIFY_LONG") != nullptr; }

/// Every `nth` of these, from the first on; all of them in a long run.
auto share_of(const std::ranges::input_range auto& all, std::size_t nth) {
  std::vector<std::ranges::range_value_t<decltype(all)>> some;
  std::size_t at = 0;
  for (const auto& each : all)
    if (at++ % nth == 0 || is_long()) some.push_back(each);
  return some;
}

}  // namespace perft_verify
