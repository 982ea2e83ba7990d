// Lists without repetitions, in the order in which their entries were found.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace perft_verify::verifier {

template <typename T>
void add_once(std::vector<T>& all, T one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

}  // namespace perft_verify::verifier
