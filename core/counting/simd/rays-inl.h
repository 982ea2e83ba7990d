// Rays: what sliders see in one direction, for the sets of squares of any kind of vector.
//
// Before it is included: the vector V with the operations hn:: of Highway on it, all(), and, where
// PERFT_VERIFY_TIPS is defined, mirrored() and tipped(). tests/core/proofs_test.cpp includes it
// with terms of a solver in their place.
#if defined(PERFT_VERIFY_RAYS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_RAYS_INL_H
#undef PERFT_VERIFY_RAYS_INL_H
#else
#define PERFT_VERIFY_RAYS_INL_H
#endif

#include "core/bitboard.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

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
  constexpr int kFiles = ((step % 8) + 8) % 8;  // 1 toward the h file, 7 toward the a file
  return kFiles == 1 ? ~Bitboard{File::A}.bits() : kFiles == 7 ? ~Bitboard{File::H}.bits() : ~0ULL;
}

/// Squares that a line of sight with this step can pass through, and not only end on.
template <int step>
HWY_INLINE V passable(V empty) {
  return step % 8 == 0 ? empty
                       : hn::And(empty, all(~(Bitboard{File::A} | Bitboard{File::H}).bits()));
}

/// The squares that sliders see in one direction, up to and including the first piece. Holds where
/// chains of one, two and four passable squares end.
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

/// Toward the h file: added to the empty squares of its rank, a slider's neighbor carries up to
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

#ifdef PERFT_VERIFY_TIPS
inline constexpr bool kTips = true;
/// Toward the a file: the same in the mirror.
template <>
class Ray<-1> {
 public:
  HWY_INLINE explicit Ray(V empty) : ray_(mirrored(empty)) {}
  [[nodiscard]] HWY_INLINE V from(V sliders) const {
    return mirrored(ray_.from(mirrored(sliders)));
  }

 private:
  Ray<1> ray_;
};
/// Toward the first rank: the same on the tipped board.
template <>
class Ray<-8> {
 public:
  HWY_INLINE explicit Ray(V empty) : ray_(tipped(empty)) {}
  [[nodiscard]] HWY_INLINE V from(V sliders) const { return tipped(ray_.from(tipped(sliders))); }

 private:
  Ray<1> ray_;
};
/// Toward the last rank: the same in the mirror and then tipped.
template <>
class Ray<8> {
 public:
  HWY_INLINE explicit Ray(V empty) : ray_(tipped(empty)) {}
  [[nodiscard]] HWY_INLINE V from(V sliders) const { return tipped(ray_.from(tipped(sliders))); }

 private:
  Ray<-1> ray_;
};
#else
inline constexpr bool kTips = false;
#endif

template <int step>
HWY_INLINE Ray<-step> opposite(const Ray<step>& ray, V empty) {
  if constexpr (step == 1 || (kTips && step == 8)) {
    return Ray<-step>(empty);
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

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
