// The worth of each square (see additive-inl.h), and its sum over all moves of a board.
//
//      sum = worth[s] * (moves that enter s - moves that leave s), over all squares s
//
// With the bytes of AVX-512 either is a byte for each square, and the sum one instruction.
// Elsewhere both are numbers in binary, a set of squares for each digit: the sum is the sizes of
// what two sets have in common, all directions at a time.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_WORTHS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_WORTHS_INL_H
#undef PERFT_VERIFY_WORTHS_INL_H
#else
#define PERFT_VERIFY_WORTHS_INL_H
#endif

#include <cstdint>

#include "core/counting/simd/calm-inl.h"
#include "core/counting/simd/lane_sizes-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The parts of the worths.
template <class Lanes>
struct WorthTerms {
  struct Knight {
    Word square = 0;
    Word moves = 0;  // their number
    Word defended = 0;
  };

  Lanes ones, twos, fours;     // in binary, how many squares a slider sees beyond a square
  Lanes slides;                // the moves of sliders, before any move of ours
  Lanes defended;              // the pieces that they defend
  std::array<Word, 4> lost;    // sets of squares that cost the opponent a move each
  std::array<Word, 2> gained;  // and of those that give him one
  std::array<Knight, kMostKnights> knights;
};

#if HWY_TARGET == HWY_AVX3_DL

template <class Lanes>
class Worths {
 public:
  using Terms = WorthTerms<Lanes>;

  Worths() = default;
  HWY_INLINE explicit Worths(const Terms& terms) : slides_(terms.slides) {
    Bytes worths = times_in_lanes(terms.fours);
    worths = _mm512_add_epi8(_mm512_add_epi8(worths, worths), times_in_lanes(terms.twos));
    worths = _mm512_add_epi8(_mm512_add_epi8(worths, worths), times_in_lanes(terms.ones));
    worths = _mm512_sub_epi8(worths, times_in_lanes(terms.defended));
    // One factor must not be negative. As many moves enter squares as leave squares, so what is
    // added to all worths adds nothing to the sum.
    worths = _mm512_add_epi8(worths, _mm512_set1_epi8(64));
    const Bytes one = _mm512_set1_epi8(1);
    for (const Word set : terms.lost) worths = _mm512_mask_add_epi8(worths, set, worths, one);
    for (const Word set : terms.gained) worths = _mm512_mask_sub_epi8(worths, set, worths, one);
    for (const auto& knight : terms.knights) {
      if (knight.square == 0) break;
      worths = _mm512_mask_add_epi8(worths, knight.square, worths, each(knight.moves));
      worths = _mm512_mask_sub_epi8(worths, knight.defended, worths, one);
    }
    worths_ = worths;
  }
  /// `times` moves from each of these squares.
  HWY_INLINE void leave(Word squares, Word times) {
    moves_ = _mm512_mask_sub_epi8(moves_, squares, moves_, each(times));
  }
  /// `times` moves to each of these squares, together as many as from others.
  template <int times = 1>
  HWY_INLINE void enter(Word squares) {
    moves_ = _mm512_mask_add_epi8(moves_, squares, moves_, _mm512_set1_epi8(times));
  }
  /// The sliders' answers to `moves` moves, less the worths lost to those that were taken.
  [[nodiscard]] HWY_INLINE Word answers(Word moves) const {
    const Bytes slides = _mm512_mul_epu32(wide(sizes(slides_)), _mm512_set1_epi64(moves));
    const Bytes lost = _mm512_dpbusd_epi32(_mm512_setzero_si512(), worths_, moves_);
    const int sum = _mm512_reduce_add_epi32(_mm512_sub_epi32(slides, lost));
    return static_cast<Word>(std::int64_t{sum});
  }

 private:
  using Bytes = __m512i;  // one for each square

  static HWY_INLINE Bytes each(Word number) { return _mm512_set1_epi8(static_cast<char>(number)); }
  static HWY_INLINE __m512i wide(const FourLanes& lanes) {
    return _mm512_zextsi256_si512(reinterpret_cast<__m256i>(lanes));
  }
  static HWY_INLINE __m512i wide(const EightLanes& lanes) {
    return reinterpret_cast<__m512i>(lanes);
  }
  /// For each square the number of lanes that have it: a rank of all lanes is brought together,
  /// then each of its files, as a byte with one bit for each lane.
  static HWY_INLINE Bytes times_in_lanes(const Lanes& lanes) {
    alignas(64) static constexpr auto kByRank = [] {
      std::array<std::uint8_t, 64> bytes{};
      for (std::size_t i = 0; i < 64; ++i) bytes[i] = static_cast<std::uint8_t>(i % 8 * 8 + i / 8);
      return bytes;
    }();
    constexpr long long kFiles = 0x8040201008040201;  // a bit for each
    const Bytes ranks = _mm512_permutexvar_epi8(_mm512_load_si512(kByRank.data()), wide(lanes));
    return _mm512_popcnt_epi8(_mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(kFiles), ranks, 0));
  }

  Lanes slides_;
  Bytes worths_;
  Bytes moves_ = _mm512_setzero_si512();  // those that enter a square, less those that leave it
};

#else

template <class Lanes>
class Worths {
 public:
  using Terms = WorthTerms<Lanes>;

  Worths() = default;
  HWY_INLINE explicit Worths(const Terms& terms)
      : terms_(terms),
        touched_(any_lane(terms.ones | terms.twos | terms.fours) | terms.lost[0] | terms.lost[1] |
                 terms.lost[2] | terms.gained[0] | terms.gained[1]) {}
  HWY_INLINE void leave(Word squares, Word times) {
    for (Word rest = squares & touched_; rest != 0;) left_ += times * worth(take_first(rest));
  }
  template <int times = 1>
  HWY_INLINE void enter(Word squares) {
    // Eight moves to one square are rare.
    for (std::size_t digit = times == 4 ? 2 : 0; digit < entered_.size(); ++digit) {
      if (digit == 3 && squares == 0) return;
      const Word carry = entered_[digit] & squares;
      entered_[digit] ^= squares;
      squares = carry;
    }
  }
  [[nodiscard]] HWY_INLINE Word answers(Word moves) const {
    // The moves of a knight are on its own square, as fours and ones.
    Lanes ones = terms_.ones;
    Lanes fours = terms_.fours;
    for (const auto& knight : terms_.knights) {
      if (knight.square == 0) break;
      ones |= first_lanes(knight.moves % 4) & spread(knight.square);
      fours |= first_lanes(knight.moves / 4) & spread(knight.square);
    }
    const auto lost_one = __builtin_bit_cast(StraightLanes, terms_.lost);
    const auto gained_one = __builtin_bit_cast(
        StraightLanes, std::array{terms_.gained[0], terms_.gained[1], terms_.knights[0].defended,
                                  terms_.knights[1].defended});

    Sizes<Lanes> lost{};
    Sizes<StraightLanes> lost_ones{};
    const auto add_digit = [&](int digit) PERFT_VERIFY_ATTR {
      const Word squares = entered_[static_cast<std::size_t>(digit)];
      const Lanes entered = spread(squares);
      lost += (sizes(entered & ones) + 2 * sizes(entered & terms_.twos) +
               4 * sizes(entered & fours) - sizes(entered & terms_.defended))
              << digit;
      lost_ones += (sizes(lost_one & squares) - sizes(gained_one & squares)) << digit;
    };
    add_digit(0);
    add_digit(1);
    if ((entered_[2] | entered_[3] | entered_[4]) != 0) {
      add_digit(2);
      if ((entered_[3] | entered_[4]) != 0) {
        add_digit(3);
        add_digit(4);
      }
    }
    lost -= sizes(terms_.slides) * moves;
    return left_ - sum_of(lost) - sum_of(lost_ones);
  }

 private:
  static HWY_INLINE Lanes spread(Word set) { return Lanes{} | set; }
  static HWY_INLINE Word size(Word set) { return static_cast<Word>(std::popcount(set)); }

  /// All squares in the first `count` lanes.
  static HWY_INLINE Lanes first_lanes(Word count) {
    return static_cast<Lanes>(Directions<Lanes>::kNumbers < spread(count));
  }
  /// The worth of a square with a piece of ours.
  [[nodiscard]] HWY_INLINE Word worth(Word square) const {
    return times_in(terms_.ones, terms_.twos, terms_.fours, square) +
           size(square & terms_.lost[0]) + size(square & terms_.lost[1]) +
           size(square & terms_.lost[2]) - size(square & terms_.gained[0]) -
           size(square & terms_.gained[1]);
  }

  Terms terms_;
  Word touched_;  // squares with a worth
  std::array<Word, 5> entered_{};
  Word left_ = 0;
};

#endif

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
