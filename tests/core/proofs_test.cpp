// The fills and shifts of the core are right for every set of squares: a solver proves it. The
// templates are the core's own, instantiated for terms of z3 in place of 64 bits; the definitions
// go square by square. That leaves nothing to be sampled: 2^64 occupancies, and as many sets of
// sliders.
#include <gtest/gtest.h>

#include "core/attacks.h"

#if __has_include(<z3++.h>)
#include <z3++.h>

#include <functional>

namespace perft_verify::proofs {

z3::context& solver_context() {
  static z3::context context;
  return context;
}

/// 64 bits that stand for any 64 bits.
class Term {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): as a number beside 64 bits.
  Term(std::uint64_t bits) : expression_(solver_context().bv_val(bits, 64)) {}
  explicit Term(z3::expr expression) : expression_(std::move(expression)) {}
  explicit Term(const char* name) : expression_(solver_context().bv_const(name, 64)) {}

  [[nodiscard]] const z3::expr& expression() const { return expression_; }
  [[nodiscard]] z3::expr at(int square) const {
    return expression_.extract(static_cast<unsigned>(square), static_cast<unsigned>(square)) ==
           solver_context().bv_val(1, 1);
  }
  [[nodiscard]] z3::expr byte(unsigned number) const {
    return expression_.extract(8 * number + 7, 8 * number);
  }

  friend Term operator&(const Term& a, const Term& b) {
    return Term(a.expression_ & b.expression_);
  }
  friend Term operator|(const Term& a, const Term& b) {
    return Term(a.expression_ | b.expression_);
  }
  friend Term operator^(const Term& a, const Term& b) {
    return Term(a.expression_ ^ b.expression_);
  }
  friend Term operator-(const Term& a, const Term& b) {
    return Term(a.expression_ - b.expression_);
  }
  friend Term operator<<(const Term& a, int steps) {
    return Term(z3::shl(a.expression_, solver_context().bv_val(steps, 64)));
  }
  friend Term operator>>(const Term& a, int steps) {
    return Term(z3::lshr(a.expression_, solver_context().bv_val(steps, 64)));
  }

 private:
  z3::expr expression_;
};

/// The term whose bit `square` is `of(square)`.
Term from_bits(const std::function<z3::expr(int square)>& of) {
  z3::expr_vector bits(solver_context());
  for (int square = kSquareCount - 1; square >= 0; --square)
    bits.push_back(
        z3::ite(of(square), solver_context().bv_val(1, 1), solver_context().bv_val(0, 1)));
  return Term(z3::concat(bits));
}

/// The ranks in the opposite order.
Term flip(const Term& squares) {
  return from_bits([&](int square) { return squares.at(square ^ 56); });
}

/// The vocabulary of core/counting/simd/rays-inl.h: vectors of one lane, and what Highway does with
/// them.
struct Lanes {};
struct Bytes {
  Term squares;
};
template <class, class>
struct Repartition {};

Term And(const Term& a, const Term& b) { return a & b; }
Term Xor(const Term& a, const Term& b) { return a ^ b; }
Term OrAnd(const Term& a, const Term& b, const Term& c) { return a | (b & c); }
Term Sub(const Term& a, const Term& b) { return a - b; }
template <int steps>
Term ShiftLeft(const Term& a) {
  return a << steps;
}
template <int steps>
Term ShiftRight(const Term& a) {
  return a >> steps;
}
Bytes BitCast(Repartition<std::uint8_t, Lanes>, const Term& squares) { return {squares}; }
Term BitCast(Lanes, const Bytes& bytes) { return bytes.squares; }
Bytes Add(const Bytes& a, const Bytes& b) {
  z3::expr_vector sums(solver_context());
  for (unsigned number = 8; number-- > 0;)
    sums.push_back(a.squares.byte(number) + b.squares.byte(number));
  return {Term(z3::concat(sums))};
}

}  // namespace perft_verify::proofs

#define HWY_INLINE inline
#define HWY_AFTER_NAMESPACE() static_assert(true, "")
#define PERFT_VERIFY_BEFORE_NAMESPACE() static_assert(true, "")
#define TERM_VOCABULARY(name)                      \
  namespace perft_verify::counting::name {         \
  namespace hn = proofs;                           \
  using Word = std::uint64_t;                      \
  using V = proofs::Term;                          \
  using Tag = proofs::Lanes;                       \
  inline V all(Word squares) { return {squares}; } \
  }                                                \
  static_assert(true, "")

// Once for processors that cannot mirror and tip boards, and once for those that can.
#define HWY_NAMESPACE plain
TERM_VOCABULARY(plain);
#include "core/counting/simd/rays-inl.h"

#undef HWY_NAMESPACE
#define HWY_NAMESPACE tips
#define HWY_TARGET_TOGGLE
#define PERFT_VERIFY_TIPS
TERM_VOCABULARY(tips);
namespace perft_verify::counting::tips {
V mirrored(const V& squares) {
  return proofs::from_bits([&](int square) { return squares.at(square ^ 7); });
}
V tipped(const V& squares) {
  return proofs::from_bits(
      [&](int square) { return squares.at(63 - (square % 8 * 8 + square / 8)); });
}
}  // namespace perft_verify::counting::tips
#include "core/counting/simd/rays-inl.h"

namespace perft_verify::proofs {
namespace {

/// Empty if `claim` holds for all values of its terms, else a counterexample.
std::string counterexample(const z3::expr& claim) {
  z3::solver solver(solver_context());
  solver.add(!claim);
  switch (solver.check()) {
    case z3::unsat:
      return "";
    case z3::sat:
      return solver.get_model().to_string();
    case z3::unknown:
      break;
  }
  return "the solver does not know: " + solver.reason_unknown();
}

z3::expr same(const Term& a, const Term& b) { return a.expression() == b.expression(); }

std::optional<Square> stepped(int square, Offset step, int times) {
  return perft_verify::stepped(square_at(square), {times * step.files, times * step.ranks});
}

/// The squares that sliders see in one direction: a square is seen if it has a slider behind it,
/// with only empty squares in between.
Term seen(const Term& sliders, const Term& empty, Offset step, int furthest = 7) {
  return from_bits([&](int square) {
    z3::expr is_seen = solver_context().bool_val(false);
    z3::expr free_so_far = solver_context().bool_val(true);
    for (int times = 1; times <= furthest; ++times) {
      const auto behind = stepped(square, step, -times);
      if (!behind) break;
      is_seen = is_seen || (free_so_far && sliders.at(index(*behind)));
      free_so_far = free_so_far && empty.at(index(*behind));
    }
    return is_seen;
  });
}

constexpr Offset step_of(int difference) {
  const int file = ((difference % 8) + 8) % 8;
  const int sideways = file == 7 ? -1 : file;
  return {sideways, (difference - sideways) / 8};
}

/// A slider stands on no empty square.
const Term kEmpty("empty");
const Term kSliders = Term("sliders") & (kEmpty ^ Term(~0ULL));

template <template <int> class Ray, int step>
void expect_ray(const char* which) {
  const Term found = Ray<step>(kEmpty).from(kSliders);
  EXPECT_EQ(counterexample(same(found, seen(kSliders, kEmpty, step_of(step)))), "")
      << which << " " << step;
}
template <template <int> class Ray, int... steps>
void expect_rays(const char* which, std::integer_sequence<int, steps...>) {
  (expect_ray<Ray, steps>(which), ...);
}
using AllSteps = std::integer_sequence<int, 8, -8, 1, -1, 9, -9, 7, -7>;

TEST(Proofs, RaysOfSlidersEndAtTheFirstPiece) {
  expect_rays<counting::plain::Ray>("plain", AllSteps());
  expect_rays<counting::tips::Ray>("tips", AllSteps());
}

TEST(Proofs, ARayMadeOfTheOppositeOneIsThatRay) {
  const auto expect = [&]<int step>(const char* which, const auto& opposite) {
    EXPECT_EQ(counterexample(same(opposite.from(kSliders), seen(kSliders, kEmpty, step_of(-step)))),
              "")
        << which << " " << step;
  };
  namespace plain = counting::plain;
  namespace tips = counting::tips;
  expect.operator()<8>("plain", plain::opposite(plain::Ray<8>(kEmpty), kEmpty));
  expect.operator()<1>("plain", plain::opposite(plain::Ray<1>(kEmpty), kEmpty));
  expect.operator()<9>("plain", plain::opposite(plain::Ray<9>(kEmpty), kEmpty));
  expect.operator()<7>("plain", plain::opposite(plain::Ray<7>(kEmpty), kEmpty));
  expect.operator()<8>("tips", tips::opposite(tips::Ray<8>(kEmpty), kEmpty));
  expect.operator()<1>("tips", tips::opposite(tips::Ray<1>(kEmpty), kEmpty));
  expect.operator()<9>("tips", tips::opposite(tips::Ray<9>(kEmpty), kEmpty));
  expect.operator()<7>("tips", tips::opposite(tips::Ray<7>(kEmpty), kEmpty));
}

TEST(Proofs, ARayUpTheBoardEndsAtTheFirstPieceBySubtraction) {
  const Term pieces("pieces");
  for (int from = 0; from < kSquareCount; ++from) {
    for (const Offset step : {Offset{0, 1}, {1, 0}, {1, 1}, {-1, 1}}) {
      const Term found =
          counting::plain::up_to_first(pieces, detail::ray(square_at(from), step).bits());
      const Term right = seen(Bitboard{square_at(from)}.bits(), pieces ^ Term(~0ULL), step);
      EXPECT_EQ(counterexample(same(found, right)), "") << from;
    }
  }
}

TEST(Proofs, ALineBySubtractionEndsAtTheFirstPieceBothWays) {
  const Term occupied("occupied");
  const Term empty = occupied ^ Term(~0ULL);
  for (int number = 0; number < kSquareCount; ++number) {
    const Square from = square_at(number);
    const std::uint64_t slider = Bitboard{from}.bits();
    for (const Offset step : {Offset{0, 1}, {1, 1}, {1, -1}}) {
      const Term found = detail::along_line(slider, occupied, detail::full_line(from, step).bits());
      const Term right =
          seen(slider, empty, step) | seen(slider, empty, {-step.files, -step.ranks});
      EXPECT_EQ(counterexample(same(found, right)), "") << number;
    }
  }
}

template <Direction direction>
void expect_shift() {
  const Term squares("squares");
  const Term right = seen(squares, Term(std::uint64_t{0}), step_of(static_cast<int>(direction)));
  EXPECT_EQ(counterexample(same(shift_bits<direction>(squares), right)), "")
      << static_cast<int>(direction);
}

TEST(Proofs, ShiftsLoseWhatLeavesTheBoardAndNothingElse) {
  expect_shift<Direction::North>();
  expect_shift<Direction::South>();
  expect_shift<Direction::East>();
  expect_shift<Direction::West>();
  expect_shift<Direction::NorthEast>();
  expect_shift<Direction::NorthWest>();
  expect_shift<Direction::SouthEast>();
  expect_shift<Direction::SouthWest>();
}

TEST(Proofs, AWrongClaimHasACounterexample) {
  const Term found = counting::plain::Ray<9>(kEmpty).from(kSliders);
  EXPECT_NE(counterexample(same(found, seen(kSliders, kEmpty, {1, 1}, 6))), "") << "one step less";
  EXPECT_NE(counterexample(same(found, seen(kSliders, kEmpty, {1, 0}))), "") << "another direction";
}

}  // namespace
}  // namespace perft_verify::proofs

#else

TEST(Proofs, NeedASolver) {
  GTEST_SKIP() << "nothing is proved here: z3 is missing (Debian: libz3-dev)";
}

#endif
