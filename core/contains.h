// std::ranges::contains of C++23, which the library of gcc 12 lacks.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

namespace perft_verify {

template <typename Range, typename Value, typename Projection = std::identity>
[[nodiscard]] constexpr bool contains(const Range& range, const Value& value,
                                      Projection projection = {}) {
  return std::ranges::find(range, value, projection) != std::ranges::end(range);
}

}  // namespace perft_verify
