// Counts beyond 64 bits: perft of the start position has more than 2^64 lines from depth 14 on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace perft_verify::verifier {

/// An unsigned number of 128 bits that never wraps.
class WideCount {
 public:
  WideCount() = default;
  explicit WideCount(std::uint64_t value) : value_(value) {}

  /// Adds `times` times `nodes`; false, and nothing is added, where that does not fit.
  [[nodiscard]] bool add(const WideCount& times, std::uint64_t nodes);

  friend bool operator==(const WideCount&, const WideCount&) = default;
  friend std::string to_string(const WideCount& count);
  friend std::optional<WideCount> parse_wide_count(std::string_view digits);

 private:
  __extension__ using Bits = unsigned __int128;
  Bits value_ = 0;
};

/// In decimal.
std::string to_string(const WideCount& count);
/// Digits and nothing else; nothing where they are too many.
std::optional<WideCount> parse_wide_count(std::string_view digits);

}  // namespace perft_verify::verifier
