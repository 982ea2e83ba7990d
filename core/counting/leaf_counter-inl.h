// Counts the legal moves of many positions at a time: one position in each 64-bit lane of a
// vector, no tables, no branches on what stands where.
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
// Pins and checks are where two lines of sight meet, the king's and that of an enemy slider
// in the opposite direction:
//
//      K x x N . . r         the king sees as far as the knight
//      K . . N y y r         the rook sees as far as the knight: both have it, it is pinned
//
//      K x x x r             the king sees the rook
//      K y y y r             both have the empty squares between: a check, and where it can
//                            be blocked
//
// A pinned piece is left out of the fills along the other lines; along its own it runs as
// usual, to the king at one end and onto the pinning piece at the other. So there is no table
// of lines, and a pin costs one bit operation.
//
// All boards of a call have the king of the side to move on one square, since they are
// grandchildren by moves of other pieces: what depends on that square alone is a constant.
// En passant is not counted here: it takes two pawns off at once, is rare, and is left to
// count_en_passant().
//
// The technique: Kogge-Stone fills (chessprogramming.org/Kogge-Stone_Algorithm); towards the
// h file the carry of an addition within each rank does the same with three instructions.
#if defined(PERFT_VERIFY_LEAF_COUNTER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LEAF_COUNTER_INL_H
#undef PERFT_VERIFY_LEAF_COUNTER_INL_H
#else
#define PERFT_VERIFY_LEAF_COUNTER_INL_H
#endif

#include "core/counting/expansion-inl.h"
#include "core/counting/king_view.h"
#include "core/counting/targets.h"

#if PERFT_VERIFY_HAS_VECTORS

HWY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<Word>;
using V = hn::Vec<Tag>;
inline constexpr std::size_t kLanes = HWY_LANES(Word);

HWY_INLINE V all(Word squares) { return hn::Set(Tag(), squares); }
HWY_INLINE V none() { return hn::Zero(Tag()); }

template <int steps>
HWY_INLINE V shifted(V squares) {
  if constexpr (steps >= 0) {
    return hn::ShiftLeft<steps>(squares);
  } else {
    return hn::ShiftRight<-steps>(squares);
  }
}

/// Squares on which a step of this size can land: it must not run round the edge.
template <int step>
constexpr Word landing() {
  constexpr int kFiles = ((step % 8) + 8) % 8;  // 1 towards the h file, 7 towards the a file
  return kFiles == 1 ? ~kFileA : kFiles == 7 ? ~kFileH : ~0ULL;
}

/// Squares that a line of sight with this step can pass through, and not only end on.
template <int step>
HWY_INLINE V passable(V empty) {
  return step % 8 == 0 ? empty : hn::And(empty, all(~(kFileA | kFileH)));
}

/// What sliders see in one direction, up to and with the first piece. Holds where chains of one,
/// two and four passable squares end.
template <int step>
class Ray {
 public:
  HWY_INLINE explicit Ray(V empty)
      : once_(passable<step>(empty)),
        twice_(hn::And(once_, shifted<step>(once_))),
        four_times_(hn::And(twice_, shifted<2 * step>(twice_))) {}
  /// The other direction: a chain ends on one side where it begins on the other.
  HWY_INLINE explicit Ray(const Ray<-step>& other)
      : once_(other.once_),
        twice_(shifted<step>(other.twice_)),
        four_times_(shifted<3 * step>(other.four_times_)) {}

  [[nodiscard]] HWY_INLINE V from(V sliders) const {
    sliders = hn::OrAnd(sliders, once_, shifted<step>(sliders));
    sliders = hn::OrAnd(sliders, twice_, shifted<2 * step>(sliders));
    sliders = hn::OrAnd(sliders, four_times_, shifted<4 * step>(sliders));
    const V seen = shifted<step>(sliders);
    return step % 8 == 0 ? seen : hn::And(seen, all(landing<step>()));
  }

 private:
  friend class Ray<-step>;
  V once_, twice_, four_times_;
};

/// Towards the h file: added to the empty squares of its rank, a slider's neighbour carries up to
/// the first piece and no further; what has changed is what the slider sees.
template <>
class Ray<1> {
 public:
  HWY_INLINE explicit Ray(V empty) : empty_(empty) {}
  [[nodiscard]] HWY_INLINE V from(V sliders) const {
    const hn::Repartition<std::uint8_t, Tag> bytes;
    const auto empty = hn::BitCast(bytes, empty_);
    const auto slider = hn::BitCast(bytes, sliders);
    const auto carried = hn::Add(empty, hn::Add(slider, slider));
    return hn::Xor(hn::BitCast(Tag(), carried), empty_);
  }

 private:
  V empty_;
};

template <int step>
HWY_INLINE Ray<-step> opposite(const Ray<step>& ray, V empty) {
  if constexpr (step == 1) {
    return Ray<-1>(empty);
  } else {
    return Ray<-step>(ray);
  }
}

/// Along a ray up to and with the first piece, for one slider a board: subtracting one from the
/// pieces on the ray changes all bits up to the lowest, which is the nearest.
HWY_INLINE V up_to_first(V pieces, Word ray) {
  const V on_ray = hn::And(pieces, all(ray));
  return hn::And(all(ray), hn::Xor(on_ray, hn::Sub(on_ray, all(1))));
}

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
/// Where vectors count bits by look-up, ranks are added up side by side, and across only once.
/// No rank overflows: there are 22 sets, and three times two on the last rank.
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

  /// What enemy sliders attack along it.
  [[nodiscard]] HWY_INLINE V attacked() const { return hn::Or(their_ahead_, their_back_); }
  /// Where the king's sight meets that of an enemy slider.
  [[nodiscard]] HWY_INLINE V met() const { return met_; }
  /// The square behind the king, where an enemy slider gives check.
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

/// A knight of each board: its square, unless it was captured, and what it attacks from there.
/// Nothing, where there is none.
struct Knight {
  V square, attacks;
};

/// Legal moves but en passant, lane by lane. `us` moves; every board has its king on
/// `view.king`. Without `many_knights` no board has knights of `us` but `known_knights`; without
/// `may_castle` no board has a right to; without `kings_near` the enemy's king is too far away to
/// matter on all of them.
template <Color us>
HWY_INLINE V count_moves(V white, V diagonal, V straight, V other, const KingView& view,
                         const std::array<Knight, 2>& known_knights, bool many_knights,
                         bool may_castle, bool kings_near,
                         const std::array<CastlingPath, 2>& castling) {
  constexpr bool kWhite = us == Color::White;
  constexpr int kForward = kWhite ? 8 : -8;
  constexpr int kForwardWest = kForward - 1;
  constexpr int kForwardEast = kForward + 1;
  const auto both = [](V a, V b) HWY_ATTR { return hn::And(a, b); };
  const auto either = [](V a, V b) HWY_ATTR { return hn::Or(a, b); };
  const auto without = [](V a, V b) HWY_ATTR { return hn::AndNot(b, a); };

  // Who stands where.
  const V occupied = hn::Or3(diagonal, straight, other);
  const V empty = hn::Not(occupied);
  const V own = kWhite ? both(occupied, white) : without(occupied, white);
  const V theirs = kWhite ? without(occupied, white) : both(occupied, white);
  const V sliding_diagonally = without(diagonal, other);
  const V sliding_straight = without(straight, without(other, diagonal));
  const V pawns = without(other, either(diagonal, straight));
  const V knights = without(both(other, diagonal), straight);
  const V their_diagonal = both(sliding_diagonally, theirs);
  const V their_straight = both(sliding_straight, theirs);
  const V their_knights = both(knights, theirs);
  const V their_pawns = both(pawns, theirs);

  // The four lines. Where no board has a slider that moves along them, they are not looked at.
  Line<8> file;
  Line<1> rank;
  Line<9> rising;
  Line<7> falling;
  V checkers = hn::OrAnd(both(all(view.knight_steps), their_knights),
                         all(kWhite ? view.pawns_above : view.pawns_below), their_pawns);
  const V upside_down = flipped(occupied);
  const bool any_straight = any(sliding_straight);
  if (any_straight) {
    const V north = up_to_first(occupied, view.ray_north);
    const V south = flipped(up_to_first(upside_down, view.flipped_south));
    const V east = up_to_first(occupied, view.ray_east);
    const V west = Ray<-1>(empty).from(all(view.king));
    file = Line<8>(empty, their_straight, north, south);
    rank = Line<1>(empty, their_straight, east, west);
    checkers = hn::OrAnd(checkers, their_straight, either(hn::Or3(north, south, east), west));
  }
  const bool any_diagonal = any(sliding_diagonally);
  if (any_diagonal) {
    const V north_east = up_to_first(occupied, view.ray_north_east);
    const V north_west = up_to_first(occupied, view.ray_north_west);
    const V south_west = flipped(up_to_first(upside_down, view.flipped_south_west));
    const V south_east = flipped(up_to_first(upside_down, view.flipped_south_east));
    rising = Line<9>(empty, their_diagonal, north_east, south_west);
    falling = Line<7>(empty, their_diagonal, north_west, south_east);
    checkers = hn::OrAnd(checkers, their_diagonal,
                         either(hn::Or3(north_east, north_west, south_west), south_east));
  }
  const V met = either(hn::Or3(file.met(), rank.met(), rising.met()), falling.met());
  const V pinned = both(met, own);
  const V free = without(own, pinned);
  const auto free_along = [&](V line) HWY_ATTR { return both(own, either(line, hn::Not(met))); };

  // Where pieces other than the king may go.
  V targets = hn::Not(own);
  const bool any_check = any(checkers);
  if (any_check) {
    const V others = both(checkers, hn::Sub(checkers, all(1)));
    const V answers = both(targets, either(checkers, both(met, empty)));
    targets = hn::IfThenElse(hn::Eq(checkers, none()), targets,
                             hn::IfThenElseZero(hn::Eq(others, none()), answers));
  }

  // The king. A slider that gives check also sees the square behind him.
  Tally tally;
  const V knight_one = either(both(shifted<1>(their_knights), all(~kFileA)),
                              both(shifted<-1>(their_knights), all(~kFileH)));
  const V knight_two = either(both(shifted<2>(their_knights), all(~kFilesAB)),
                              both(shifted<-2>(their_knights), all(~kFilesGH)));
  V danger = hn::Or3(shifted<16>(knight_one), shifted<-16>(knight_one),
                     either(shifted<8>(knight_two), shifted<-8>(knight_two)));
  danger = hn::Or3(danger, both(shifted<-kForwardWest>(their_pawns), all(~kFileA)),
                   both(shifted<-kForwardEast>(their_pawns), all(~kFileH)));
  danger = hn::Or3(danger, file.attacked(), rank.attacked());
  danger = hn::Or3(danger, rising.attacked(), falling.attacked());
  if (kings_near) {
    const V their_king = both(without(both(other, straight), diagonal), theirs);
    const V row = hn::Or3(both(shifted<1>(their_king), all(~kFileA)),
                          both(shifted<-1>(their_king), all(~kFileH)), their_king);
    danger = either(danger, hn::Or3(shifted<8>(row), shifted<-8>(row), row));
  }
  V unsafe = danger;
  if (any_check) {
    unsafe =
        hn::Or3(unsafe, file.behind(view.north, view.south), rank.behind(view.east, view.west));
    unsafe = hn::Or3(unsafe, rising.behind(view.north_east, view.south_west),
                     falling.behind(view.north_west, view.south_east));
  }
  tally.add(without(all(view.steps), either(own, unsafe)));

  // Sliders.
  if (any_straight) {
    file.count(both(sliding_straight, free_along(file.met())), targets, tally);
    rank.count(both(sliding_straight, free_along(rank.met())), targets, tally);
  }
  if (any_diagonal) {
    rising.count(both(sliding_diagonally, free_along(rising.met())), targets, tally);
    falling.count(both(sliding_diagonally, free_along(falling.met())), targets, tally);
  }

  // Knights: a pinned one never moves.
  const V riders = both(knights, free);
  const V off_a = both(targets, all(~kFileA));
  const V off_h = both(targets, all(~kFileH));
  if (many_knights) {
    const V off_ab = both(targets, all(~kFilesAB));
    const V off_gh = both(targets, all(~kFilesGH));
    tally.add(both(shifted<17>(riders), off_a));
    tally.add(both(shifted<-15>(riders), off_a));
    tally.add(both(shifted<15>(riders), off_h));
    tally.add(both(shifted<-17>(riders), off_h));
    tally.add(both(shifted<10>(riders), off_ab));
    tally.add(both(shifted<-6>(riders), off_ab));
    tally.add(both(shifted<6>(riders), off_gh));
    tally.add(both(shifted<-10>(riders), off_gh));
  } else {
    for (const Knight& knight : known_knights)
      tally.add(
          hn::IfThenElseZero(hn::TestBit(riders, knight.square), both(knight.attacks, targets)));
  }

  // Pawns. No two land on one square by pushes: the nearer stands in the other's way.
  constexpr Word kFourthRank = kWhite ? kRank1 << 24 : kRank8 >> 24;
  constexpr Word kSeventhRank = kWhite ? kRank8 >> 8 : kRank1 << 8;
  constexpr Word kLastRank = kWhite ? kRank8 : kRank1;
  const V free_west = free_along(kWhite ? falling.met() : rising.met());
  const V free_east = free_along(kWhite ? rising.met() : falling.met());
  const V one = both(shifted<kForward>(both(pawns, free_along(file.met()))), empty);
  const V two = both(both(shifted<kForward>(one), empty), all(kFourthRank));
  const V pushes = both(either(one, two), targets);
  const V west_captures = both(both(shifted<kForwardWest>(both(pawns, free_west)), off_h), theirs);
  const V east_captures = both(both(shifted<kForwardEast>(both(pawns, free_east)), off_a), theirs);
  tally.add(either(pushes, west_captures));
  tally.add(east_captures);
  if (any(both(both(pawns, own), all(kSeventhRank)))) {
    const V last = all(kLastRank);
    tally.add_three_times(both(either(pushes, west_captures), last));
    tally.add_three_times(both(east_captures, last));
  }
  V sum = tally.sum();

  if (may_castle) {
    const V rights = both(both(diagonal, straight), other);
    for (const CastlingPath& path : castling) {
      if (path.rook == 0) continue;
      // A rook that is pinned on its rank hides the attacker of the king's new square
      // (Chess960 only).
      const V hindered = either(hn::Or3(checkers, both(occupied, all(path.must_be_empty)),
                                        both(danger, all(path.must_be_safe))),
                                both(all(path.rook), either(hn::Not(rights), pinned)));
      sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(hindered, none()), all(1)));
    }
  }
  return sum;
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
