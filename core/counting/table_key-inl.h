// A packed board as a key of the perft table. Compiled once for each instruction set.
#if defined(PERFT_VERIFY_TABLE_KEY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_TABLE_KEY_INL_H
#undef PERFT_VERIFY_TABLE_KEY_INL_H
#else
#define PERFT_VERIFY_TABLE_KEY_INL_H
#endif

#include <hwy/highway.h>

#include "core/counting/perft_table.h"
#include "core/counting/simd/packed_board.h"

#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The bits of `plane` on the squares of `mask`, moved together.
HWY_INLINE std::uint64_t gathered(std::uint64_t plane, std::uint64_t mask) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  return _pext_u64(plane, mask);
#else
  std::uint64_t bits = 0;
  for (std::uint64_t place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if ((plane & mask & (0 - mask)) != 0) bits |= place;
  return bits;
#endif
}

/// Multiplies to 128 bits and folds the halves: every bit of the result depends on all bits.
HWY_INLINE std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

HWY_INLINE PerftKey table_key(const PackedBoard& board, Color side_to_move, int depth) {
  const std::uint64_t occupied = board.diagonal() | board.straight() | board.other();
  const std::uint64_t en_passant = board.white() & ~occupied;
  // At most 32 pieces, so that two planes share a word. 0 is no en passant square, else 1 to 8
  // for its file: the rank follows from the side to move.
  const auto file =
      static_cast<unsigned>(en_passant == 0 ? 0 : (std::countr_zero(en_passant) & 7) + 1);
  PerftKey key;
  key.occupied = occupied;
  key.color_and_diagonal =
      gathered(board.white(), occupied) << 32 | gathered(board.diagonal(), occupied);
  key.straight_and_other =
      gathered(board.straight(), occupied) << 32 | gathered(board.other(), occupied);
  key.data = perft_table_data(side_to_move == Color::White, file, depth);
  // The constants are the first digits of pi, so nothing is hidden in them.
  key.hash = folded(
      folded(key.occupied ^ 0x243f6a8885a308d3, key.color_and_diagonal ^ 0x13198a2e03707344) ^
          key.data,
      key.straight_and_other ^ 0xa4093822299f31d0);
  return key;
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
