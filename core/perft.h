// Counting all lines of legal moves to a depth.
#pragma once

#include <expected>
#include <stop_token>
#include <vector>

#include "core/movegen.h"

namespace perft_verify {

/// Why there is no count.
enum class PerftFailure : std::uint8_t {
  Stopped,   // the stop token was triggered
  Overflow,  // more than 2^64 - 1 leaves
};

struct PerftOptions {
  std::stop_token stop;  // looked at often enough to end within milliseconds
};

/// The number of lines of exactly `depth` plies; 1 at depth 0. Mates and stalemates before
/// that depth count nothing.
std::expected<std::uint64_t, PerftFailure> perft(const Position& position, int depth,
                                                 const PerftOptions& options = {});

struct MoveCount {
  Move move;
  std::uint64_t nodes;
};

/// perft(depth - 1) after each legal move; `depth` is at least 1.
std::expected<std::vector<MoveCount>, PerftFailure> divide(const Position& position, int depth,
                                                           const PerftOptions& options = {});

}  // namespace perft_verify
