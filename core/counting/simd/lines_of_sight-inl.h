// Lines of sight on many boards at a time: one board in each 64-bit lane of a vector, no tables, no
// branches on what stands where.
//
//        lane 0      lane 1      lane 2            lane 7
//      +--------+  +--------+  +--------+        +--------+
//      | board  |  | board  |  | board  |  ...   | board  |   one set of squares of eight boards
//      +--------+  +--------+  +--------+        +--------+   is one vector
//
// Lines of sight are fills. All sliders of a board see in one direction at once:
//
//      . . . . . . . .       . . . . . . . .      A square is seen from one slider at most
//      . R . . p . . .  -->  . R x x x . . .      (each direction by itself), so that the
//      . . . R . . . .       . . . R x x x x      number of squares is the number of moves.
//
// The technique: Kogge-Stone fills (chessprogramming.org/Kogge-Stone_Algorithm); toward the
// h file the carry of an addition within each rank does the same with three instructions. Where
// there is an instruction that mirrors and tips boards (GFNI), so it does toward the a file and
// along the files.
#if defined(PERFT_VERIFY_LINES_OF_SIGHT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LINES_OF_SIGHT_INL_H
#undef PERFT_VERIFY_LINES_OF_SIGHT_INL_H
#else
#define PERFT_VERIFY_LINES_OF_SIGHT_INL_H
#endif

#include "core/counting/simd/expansion-inl.h"
#include "core/counting/simd/targets.h"

#if PERFT_VERIFY_HAS_VECTORS

#if HWY_TARGET == HWY_AVX3_DL
#include <immintrin.h>
#endif

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<Word>;
using V = hn::Vec<Tag>;
inline constexpr std::size_t kLanes = HWY_LANES(Word);

HWY_INLINE V all(Word squares) { return hn::Set(Tag(), squares); }
HWY_INLINE V none() { return hn::Zero(Tag()); }

#if HWY_TARGET == HWY_AVX3_DL
#define PERFT_VERIFY_TIPS
// Both of these undo themselves. The instruction multiplies a matrix of 8 x 8 bits and eight
// vectors; the board is the vectors or the matrix.
/// Each rank from right to left.
HWY_INLINE V mirrored(V squares) {
  constexpr auto kOrder = static_cast<long long>(0x8040201008040201);
  return V{_mm512_gf2p8affine_epi64_epi8(squares.raw, _mm512_set1_epi64(kOrder), 0)};
}
/// The corners a1 and h8 change places: a square to the south of another is now to the east of it.
HWY_INLINE V tipped(V squares) {
  constexpr long long kOrder = 0x0102040810204080;
  return V{_mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(kOrder), squares.raw, 0)};
}
#endif

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/counting/simd/rays-inl.h"
#undef PERFT_VERIFY_TIPS

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The board upside down: ranks in the opposite order.
HWY_INLINE V flipped(V squares) {
  const hn::Repartition<std::uint8_t, Tag> bytes;
  alignas(16) static constexpr std::uint8_t kOrder[16] = {7,  6,  5,  4,  3,  2,  1, 0,
                                                          15, 14, 13, 12, 11, 10, 9, 8};
  return hn::BitCast(
      Tag(), hn::TableLookupBytes(hn::BitCast(bytes, squares), hn::LoadDup128(bytes, kOrder)));
}

/// Adds up the sizes of sets, lane by lane.
#if HWY_TARGET == HWY_AVX3_DL
class Tally {
 public:
  HWY_INLINE Tally() : sum_(none()) {}
  HWY_INLINE void add(V set) { sum_ = hn::Add(sum_, hn::PopulationCount(set)); }
  HWY_INLINE void add_three_times(V set) {
    const V size = hn::PopulationCount(set);
    sum_ = hn::Add(sum_, hn::Add(size, hn::Add(size, size)));
  }
  [[nodiscard]] HWY_INLINE V sum() const { return sum_; }

 private:
  V sum_;
};
#else
/// If vectors count bits by look-up, ranks are added up side by side, and across only once. No rank
/// overflows: there are 22 sets, and three times two on the last rank.
class Tally {
 public:
  HWY_INLINE Tally() : ranks_(hn::Zero(Bytes())) {}
  HWY_INLINE void add(V set) {
    ranks_ = hn::Add(ranks_, hn::PopulationCount(hn::BitCast(Bytes(), set)));
  }
  HWY_INLINE void add_three_times(V set) {
    const auto size = hn::PopulationCount(hn::BitCast(Bytes(), set));
    ranks_ = hn::Add(ranks_, hn::Add(size, hn::Add(size, size)));
  }
  [[nodiscard]] HWY_INLINE V sum() const { return hn::SumsOf8(ranks_); }

 private:
  using Bytes = hn::Repartition<std::uint8_t, Tag>;
  hn::Vec<Bytes> ranks_;
};
#endif

HWY_INLINE bool any(V sets) { return !hn::AllTrue(Tag(), hn::Eq(sets, none())); }

/// One of the four lines through a square, both ways: `step` and back.
template <int step>
class Line {
 public:
  /// Nothing on it.
  HWY_INLINE Line()
      : ahead_(none()), back_(none()), their_ahead_(none()), their_back_(none()), met_(none()) {}
  /// `king_ahead` and `king_back` are what the king sees on it.
  HWY_INLINE Line(V empty, V their_sliders, V king_ahead, V king_back)
      : ahead_(empty),
        back_(opposite(ahead_, empty)),
        their_ahead_(ahead_.from(their_sliders)),
        their_back_(back_.from(their_sliders)),
        met_(hn::OrAnd(hn::And(king_ahead, their_back_), king_back, their_ahead_)) {}

  /// The squares that opposing sliders attack along the line.
  [[nodiscard]] HWY_INLINE V attacked() const { return hn::Or(their_ahead_, their_back_); }
  /// The squares where the king's sight meets that of an opposing slider.
  [[nodiscard]] HWY_INLINE V met() const { return met_; }
  /// The square behind the king, where an opposing slider gives check.
  [[nodiscard]] HWY_INLINE V behind(Word next_ahead, Word next_back) const {
    return hn::OrAnd(hn::And(shifted<step>(their_ahead_), all(next_ahead)),
                     shifted<-step>(their_back_), all(next_back));
  }
  HWY_INLINE void count(V sliders, V targets, Tally& tally) const {
    tally.add(hn::And(ahead_.from(sliders), targets));
    tally.add(hn::And(back_.from(sliders), targets));
  }

 private:
  Ray<step> ahead_;
  Ray<-step> back_;
  V their_ahead_, their_back_;
  V met_;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
