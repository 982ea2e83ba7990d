// Families of positions that are small enough to be tried whole: after that, a statement about a
// generator is proved and not sampled, under the assumption that stands beside it.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/position.h"

namespace perft_verify::verifier {

/// Takes a position; false: no more of them are wanted.
using TakePosition = std::function<bool(const Position&)>;

struct Family {
  std::string_view name;
  std::string_view what;        // "every entry of the tables of rooks and bishops"
  std::string_view assumption;  // under which its positions prove that
  int depth = 1;                // 2 where what a move leaves behind matters
  bool chess960 = false;
  std::uint64_t positions = 0;
  /// SHA-256 of core's answers, with which the mailbox agrees; see answers_digest.
  std::string_view digest;
  /// All positions, always in the same order.
  void (*all)(const TakePosition& take) = nullptr;
};

/// The cheapest first.
std::span<const Family> families();

}  // namespace perft_verify::verifier
