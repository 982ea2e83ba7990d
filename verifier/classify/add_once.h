// Lists without repetitions, in the order in which their entries were found.
#pragma once

#include <utility>
#include <vector>

#include "core/contains.h"

namespace perft_verify::verifier {

template <typename T>
void add_once(std::vector<T>& all, T one) {
  if (!contains(all, one)) all.push_back(std::move(one));
}

}  // namespace perft_verify::verifier
