// One set of squares for each direction of sliders, side by side in a vector.
//
// Compiled once for each instruction set (see counter.cpp), so without an include guard of the
// usual kind.
#if defined(PERFT_VERIFY_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LANES_INL_H
#undef PERFT_VERIFY_LANES_INL_H
#else
#define PERFT_VERIFY_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <type_traits>

// Replaces HWY_BEFORE_NAMESPACE() and HWY_ATTR here: all CPUs of the widest path have GFNI
// and VNNI (simd_path.cpp checks), which Highway does not tell the compiler.
#undef PERFT_VERIFY_BEFORE_NAMESPACE
#undef PERFT_VERIFY_ATTR
#if HWY_TARGET == HWY_AVX3_DL
#define PERFT_VERIFY_BEFORE_NAMESPACE() \
  HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",gfni,avx512vnni") static_assert(true, "")
#define PERFT_VERIFY_ATTR __attribute__((target(HWY_TARGET_STR ",gfni,avx512vnni")))
#else
#define PERFT_VERIFY_BEFORE_NAMESPACE() HWY_BEFORE_NAMESPACE()
#define PERFT_VERIFY_ATTR HWY_ATTR
#endif

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

using Word = std::uint64_t;

inline constexpr Word kFileA = 0x0101010101010101;
inline constexpr Word kFileH = kFileA << 7;
inline constexpr Word kFilesAB = kFileA | kFileA << 1;
inline constexpr Word kFilesGH = kFileH | kFileH >> 1;
inline constexpr Word kRank1 = 0xff;
inline constexpr Word kRank8 = kRank1 << 56;

using TwoLanes [[gnu::vector_size(16)]] = Word;
using FourLanes [[gnu::vector_size(32)]] = Word;
using EightLanes [[gnu::vector_size(64)]] = Word;

/// Each lane by as many squares as the other vector has there.
template <class Lanes>
HWY_INLINE Lanes shifted_left(const Lanes& squares, const Lanes& by) {
  return squares << by;
}
template <class Lanes>
HWY_INLINE Lanes shifted_right(const Lanes& squares, const Lanes& by) {
  return squares >> by;
}
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
// Instructions shift both lanes alike; gcc takes the vector apart.
HWY_INLINE TwoLanes shifted_left(const TwoLanes& squares, const TwoLanes& by) {
  return __builtin_shufflevector(squares << by[0], squares << by[1], 0, 3);
}
HWY_INLINE TwoLanes shifted_right(const TwoLanes& squares, const TwoLanes& by) {
  return __builtin_shufflevector(squares >> by[0], squares >> by[1], 0, 3);
}
#endif

/// Two vectors in place of one of twice the width, which compilers take apart into single words
/// where the instructions have no vector so wide.
template <class Half>
class Joined {
 public:
  constexpr Joined() = default;
  /// The same in every lane.
  HWY_INLINE constexpr Joined(Word each) : low_(Half{} | each), high_(Half{} | each) {}
  HWY_INLINE constexpr Joined(const Half& low, const Half& high) : low_(low), high_(high) {}

  [[nodiscard]] HWY_INLINE const Half& low() const { return low_; }
  [[nodiscard]] HWY_INLINE const Half& high() const { return high_; }
  HWY_INLINE Word operator[](std::size_t lane) const {
    constexpr std::size_t kHalf = sizeof(Half) / sizeof(Word);
    return lane < kHalf ? low_[lane] : high_[lane - kHalf];
  }

  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator~(const Joined& a) {
    return {~a.low_, ~a.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator&(const Joined& a, const Joined& b) {
    return {a.low_ & b.low_, a.high_ & b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator|(const Joined& a, const Joined& b) {
    return {a.low_ | b.low_, a.high_ | b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator^(const Joined& a, const Joined& b) {
    return {a.low_ ^ b.low_, a.high_ ^ b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator+(const Joined& a, const Joined& b) {
    return {a.low_ + b.low_, a.high_ + b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator-(const Joined& a, const Joined& b) {
    return {a.low_ - b.low_, a.high_ - b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator*(const Joined& a, const Joined& b) {
    return {a.low_ * b.low_, a.high_ * b.high_};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator<<(const Joined& a, const Joined& b) {
    return {shifted_left(a.low_, b.low_), shifted_left(a.high_, b.high_)};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator>>(const Joined& a, const Joined& b) {
    return {shifted_right(a.low_, b.low_), shifted_right(a.high_, b.high_)};
  }
  HWY_INLINE Joined& operator&=(const Joined& other) { return *this = *this & other; }
  HWY_INLINE Joined& operator|=(const Joined& other) { return *this = *this | other; }
  HWY_INLINE Joined& operator+=(const Joined& other) { return *this = *this + other; }
  HWY_INLINE Joined& operator-=(const Joined& other) { return *this = *this - other; }
  // All bits of a lane where it is true, as vectors of a compiler have it.
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator==(const Joined& a, const Joined& b) {
    return {static_cast<Half>(a.low_ == b.low_), static_cast<Half>(a.high_ == b.high_)};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator!=(const Joined& a, const Joined& b) {
    return {static_cast<Half>(a.low_ != b.low_), static_cast<Half>(a.high_ != b.high_)};
  }
  friend PERFT_VERIFY_ATTR HWY_INLINE Joined operator<(const Joined& a, const Joined& b) {
    return {static_cast<Half>(a.low_ < b.low_), static_cast<Half>(a.high_ < b.high_)};
  }

 private:
  Half low_, high_;
};

/// A lane for each direction, opposite to its counterpart half the lanes further: all eight, or
/// the straight four where no slider moves diagonally.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
using StraightLanes = FourLanes;
#else
using StraightLanes = Joined<TwoLanes>;
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
using AllLanes = EightLanes;
#else
using AllLanes = Joined<StraightLanes>;
#endif

template <class Lanes>
struct Directions;
template <>
struct Directions<AllLanes> {
  using Numbers = std::array<Word, 8>;
  static constexpr auto kNumbers = __builtin_bit_cast(AllLanes, Numbers{0, 1, 2, 3, 4, 5, 6, 7});
  // North, east, north-east, north-west.
  static constexpr auto kLeft = __builtin_bit_cast(AllLanes, Numbers{8, 1, 9, 7, 0, 0, 0, 0});
  // South, west, south-west, south-east.
  static constexpr auto kRight = __builtin_bit_cast(AllLanes, Numbers{0, 0, 0, 0, 8, 1, 9, 7});
  // Not round the edge, nor off the board at one end and onto it at the other.
  static constexpr auto kLanding = __builtin_bit_cast(
      AllLanes, Numbers{~kRank1, ~kFileA, ~(kFileA | kRank1), ~(kFileH | kRank1), ~kRank8, ~kFileH,
                        ~(kFileH | kRank8), ~(kFileA | kRank8)});
  static constexpr auto kDiagonal =
      __builtin_bit_cast(AllLanes, Numbers{0, 0, ~0ULL, ~0ULL, 0, 0, ~0ULL, ~0ULL});
};
template <>
struct Directions<StraightLanes> {
  using Numbers = std::array<Word, 4>;
  static constexpr auto kNumbers = __builtin_bit_cast(StraightLanes, Numbers{0, 1, 2, 3});
  static constexpr auto kLeft = __builtin_bit_cast(StraightLanes, Numbers{8, 1, 0, 0});
  static constexpr auto kRight = __builtin_bit_cast(StraightLanes, Numbers{0, 0, 8, 1});
  static constexpr auto kLanding =
      __builtin_bit_cast(StraightLanes, Numbers{~kRank1, ~kFileA, ~kRank8, ~kFileH});
  static constexpr auto kDiagonal = StraightLanes{};
};

/// Squares that run off the board may come back at the other end: one rotation is one instruction
/// less than two shifts, where there is one.
template <int steps, class Lanes>
HWY_INLINE Lanes stepped(const Lanes& squares) {
  constexpr Lanes kLeft = Directions<Lanes>::kLeft;
  constexpr Lanes kRight = Directions<Lanes>::kRight;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  return (squares << ((kLeft - kRight) * steps & 63)) |
         (squares >> ((kRight - kLeft) * steps & 63));
#else
  if constexpr (steps < 0) return (squares << (kRight * -steps)) >> (kLeft * -steps);
  return (squares << (kLeft * steps)) >> (kRight * steps);
#endif
}

/// The squares that sliders see in each lane's direction, up to and with the first piece.
template <class Lanes>
struct Sight {
  static constexpr Lanes kLanding = Directions<Lanes>::kLanding;
  Lanes once, twice, four_times;

  HWY_INLINE explicit Sight(Word empty) {
    once = kLanding & empty;
    twice = once & stepped<1>(once);
    four_times = twice & stepped<2>(twice);
  }
  [[nodiscard]] HWY_INLINE Lanes from(Lanes sliders) const {
    sliders |= once & stepped<1>(sliders);
    sliders |= twice & stepped<2>(sliders);
    sliders |= four_times & stepped<4>(sliders);
    return stepped<1>(sliders) & kLanding;
  }
};

template <class Half>
HWY_INLINE Joined<Half> opposite_lanes(const Joined<Half>& lanes) {
  return {lanes.high(), lanes.low()};
}
HWY_INLINE FourLanes opposite_lanes(const FourLanes& lanes) {
  return __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1);
}
HWY_INLINE EightLanes opposite_lanes(const EightLanes& lanes) {
  return __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 0, 1, 2, 3);
}
template <class Lanes>
HWY_INLINE Lanes by_kind(Word straight, Word diagonal) {
  constexpr Lanes kDiagonal = Directions<Lanes>::kDiagonal;
  return ((Lanes{} | straight) & ~kDiagonal) | ((Lanes{} | diagonal) & kDiagonal);
}
HWY_INLINE Word any_lane(const TwoLanes& lanes) { return lanes[0] | lanes[1]; }
HWY_INLINE Word any_lane(const FourLanes& lanes) {
  return any_lane(__builtin_shufflevector(lanes, lanes, 0, 1) |
                  __builtin_shufflevector(lanes, lanes, 2, 3));
}
HWY_INLINE Word any_lane(const EightLanes& lanes) {
  return any_lane(__builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) |
                  __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7));
}
template <class Half>
HWY_INLINE Word any_lane(const Joined<Half>& lanes) {
  return any_lane(lanes.low() | lanes.high());
}
/// One of the first four directions of all eight; nothing if it has no lane.
template <int direction, class Lanes>
HWY_INLINE Word lane(const Lanes& lanes) {
  if constexpr (direction < sizeof(Lanes) / sizeof(Word) / 2) return lanes[direction];
  return 0;
}
/// The same with the opposite direction.
template <int direction, class Lanes>
HWY_INLINE Word both_ways(const Lanes& lanes) {
  return lane<direction>(lanes) | lane<direction>(opposite_lanes(lanes));
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
