#include "verifier/scale/campaign/wide_count.h"

#include <algorithm>

namespace perft_verify::verifier {

bool WideCount::add(const WideCount& times, std::uint64_t nodes) {
  Bits product = 0;
  Bits sum = 0;
  if (__builtin_mul_overflow(times.value_, static_cast<Bits>(nodes), &product) ||
      __builtin_add_overflow(value_, product, &sum))
    return false;
  value_ = sum;
  return true;
}

std::string to_string(const WideCount& count) {
  std::string digits;
  for (auto rest = count.value_; rest != 0 || digits.empty(); rest /= 10)
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  std::ranges::reverse(digits);
  return digits;
}

std::optional<WideCount> parse_wide_count(std::string_view digits) {
  WideCount count;
  if (digits.empty()) return std::nullopt;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    WideCount next(static_cast<std::uint64_t>(digit - '0'));
    if (!next.add(count, 10)) return std::nullopt;
    count = next;
  }
  return count;
}

}  // namespace perft_verify::verifier
