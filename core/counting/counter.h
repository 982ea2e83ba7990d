// Counts the lines below packed boards, with the instruction set that was chosen.
#pragma once

#include <expected>
#include <memory>
#include <stop_token>

#include "core/counting/packed_board.h"
#include "core/counting/perft.h"
#include "core/counting/simd_path.h"

namespace perft_verify::counting {

/// What counting takes besides the position.
struct CounterOptions {
  CastlingPaths castling;  // of the root or any position before it
  std::stop_token stop;
  PerftTable* table = nullptr;
};

/// One per thread.
class Counter {
 public:
  virtual ~Counter() = default;
  /// Lines of exactly `depth` plies, which is at least 1.
  virtual std::expected<std::uint64_t, PerftFailure> count(const PackedBoard& board,
                                                           Color side_to_move, int depth) = 0;
};

/// `path` is one of available_simd_paths().
std::unique_ptr<Counter> make_counter(SimdPath path, CounterOptions options);

}  // namespace perft_verify::counting
