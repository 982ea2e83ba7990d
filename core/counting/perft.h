// Counting all lines of legal moves to a depth.
//
// The counts come from core/counting, which knows no moves, only boards. The moves of a divide
// come from core/movegen.h, the plain generator: each checks the other, since a move that one
// of them has too much or too little changes the sum.
#pragma once

#include <expected>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/counting/perft_table.h"
#include "core/counting/simd_path.h"
#include "core/movegen.h"

namespace perft_verify {

/// Why there is not a count.
enum class PerftFailure : std::uint8_t {
  Stopped,   // the stop token was triggered
  Overflow,  // more than 2^64 - 1 leaves
};

struct PerftOptions {
  std::stop_token stop{};          // looked at often enough to end within milliseconds
  PerftTable* table = nullptr;     // may be shared by several calls and threads at once;
                                   // SimdPath::Plain leaves it alone
  unsigned jobs = 1;               // threads
  std::optional<SimdPath> simd{};  // from the environment, else the fastest
};

/// The number of lines of exactly `depth` plies; 1 at depth 0. Mates and stalemates before
/// that depth count nothing.
std::expected<std::uint64_t, PerftFailure> perft(const Position& position, int depth,
                                                 const PerftOptions& options = {});

struct MoveCount {
  Move move;
  std::uint64_t nodes;
};

/// perft(depth - 1) after each of some legal moves; `depth` is at least 1. Each count is the one
/// that `divide` gives.
std::expected<std::vector<MoveCount>, PerftFailure> divide_below(const Position& position,
                                                                 const MoveList& moves, int depth,
                                                                 const PerftOptions& options = {});

/// perft(depth - 1) after each legal move; `depth` is at least 1.
std::expected<std::vector<MoveCount>, PerftFailure> divide(const Position& position, int depth,
                                                           const PerftOptions& options = {});

}  // namespace perft_verify
