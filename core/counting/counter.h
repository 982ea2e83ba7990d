// Counts the lines below packed boards, with the chosen instruction set.
#pragma once

#include <expected>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/counting/perft.h"
#include "core/counting/simd/packed_board.h"
#include "core/counting/simd_path.h"

namespace perft_verify::counting {

/// Parameters of counting, besides the position.
struct CounterOptions {
  CastlingPaths castling;  // of the root or any position before it
  std::stop_token stop;
  PerftTable* table = nullptr;
};

/// A board after a move, and the number of moves from it.
struct Answers {
  PackedBoard board;
  std::uint64_t count;
};

/// One per thread.
class Counter {
 public:
  virtual ~Counter() = default;
  /// Lines of exactly `depth` plies, which is at least 1.
  virtual std::expected<std::uint64_t, PerftFailure> count(const PackedBoard& board,
                                                           Color side_to_move, int depth) = 0;
  /// The children of a board whose moves are counted without looking at them (additive-inl.h),
  /// each counted as if it were the only one. For tests.
  virtual std::vector<Answers> answers_by_sums(const PackedBoard& board, Color side_to_move) = 0;
};

/// `path` is one of available_simd_paths(), but not Plain, which knows no packed boards.
std::unique_ptr<Counter> make_counter(SimdPath path, CounterOptions options);

}  // namespace perft_verify::counting
