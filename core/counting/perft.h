// Counts all lines of legal moves to a depth.
//
// The counts come from core/counting, which has no moves, only boards. The moves of a divide come
// from core/movegen.h, the plain generator: each checks the other, since an extra or a missing move
// in one of them changes the sum.
#pragma once

#include <expected>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/counting/perft_table.h"
#include "core/counting/simd_path.h"
#include "core/movegen.h"

namespace perft_verify {

/// The reason for a missing count.
enum class PerftFailure : std::uint8_t {
  Stopped,   // the stop token was triggered
  Overflow,  // more than 2^64 - 1 leaves
};

struct PerftOptions {
  std::stop_token stop{};          // checked often enough to end within milliseconds
  PerftTable* table = nullptr;     // may be shared by several calls and threads at once;
                                   // SimdPath::Plain leaves it alone
  unsigned jobs = 1;               // threads
  std::optional<SimdPath> simd{};  // from the environment, else the fastest
};

/// The number of lines of exactly `depth` plies; 1 at depth 0. Mates and stalemates before that
/// depth are not counted.
///
///     assert(perft(Position(), 5) == 4865609);
///
///     auto table = PerftTable::of(64);  // MB
///     assert(perft(Position(), 6, {.table = &*table, .jobs = 2}) == 119060324);
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
///
///     for (const auto& [move, nodes] : *divide(Position(), 3))
///       if (to_uci(move, false) == "e2e4") assert(nodes == 600);
std::expected<std::vector<MoveCount>, PerftFailure> divide(const Position& position, int depth,
                                                           const PerftOptions& options = {});

}  // namespace perft_verify
