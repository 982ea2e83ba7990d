#include "verifier/scale/campaign/wide_count.h"

namespace perft_verify::verifier {

bool add(WideCount& sum, const WideCount& times, std::uint64_t nodes) {
  try {
    const WideCount more = sum + times * nodes;
    sum = more;
    return true;
  } catch (const std::range_error&) {
    return false;
  } catch (const std::overflow_error&) {
    return false;
  }
}

std::optional<WideCount> parse_wide_count(std::string_view digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  WideCount count;
  for (const char digit : digits) {
    WideCount next = digit - '0';
    if (!add(next, count, 10)) return std::nullopt;
    count = next;
  }
  return count;
}

}  // namespace perft_verify::verifier
