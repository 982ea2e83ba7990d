// Counts beyond 64 bits: perft of the start position has more than 2^64 lines from depth 14 on.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

namespace perft_verify::verifier {

/// 128 bits; an overflow is an exception, which `add` catches.
using WideCount = boost::multiprecision::checked_uint128_t;

/// Adds `times` times `nodes`; false on overflow, and then nothing is added.
[[nodiscard]] bool add(WideCount& sum, const WideCount& times, std::uint64_t nodes);

/// Reads a number of digits only; nothing if there are too many.
std::optional<WideCount> parse_wide_count(std::string_view digits);

}  // namespace perft_verify::verifier
