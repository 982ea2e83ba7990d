// A set of squares as 64 bits: bit 0 is a1, bit 63 is h8.
#pragma once

#include <bit>

#include "core/types.h"

namespace perft_verify {

/// For example:
///
///     const Bitboard corners = Bitboard{Square::A1} | Bitboard{Square::H8};
///     int squares = 0;
///     for (const Square square : corners) squares += corners.contains(square) ? 1 : 0;
///     assert(squares == 2 && (corners & Bitboard{File::A}).first() == Square::A1);
class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << index(square)) {}
  constexpr explicit Bitboard(File file) : bits_(0x0101010101010101ULL << index(file)) {}
  constexpr explicit Bitboard(Rank rank) : bits_(0xffULL << (8 * index(rank))) {}

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
  [[nodiscard]] constexpr bool contains(Square square) const {
    return ((bits_ >> index(square)) & 1) != 0;
  }
  /// The lowest square; the set must not be empty.
  [[nodiscard]] constexpr Square first() const { return square_at(std::countr_zero(bits_)); }
  /// The highest square; the set must not be empty.
  [[nodiscard]] constexpr Square last() const { return square_at(63 - std::countl_zero(bits_)); }

  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
    return Bitboard{a.bits_ & b.bits_};
  }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
    return Bitboard{a.bits_ | b.bits_};
  }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
    return Bitboard{a.bits_ ^ b.bits_};
  }
  friend constexpr Bitboard operator~(Bitboard a) { return Bitboard{~a.bits_}; }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;

  /// Walks the squares from a1 to h8.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return square_at(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator{bits_}; }
  [[nodiscard]] static constexpr Iterator end() { return Iterator{0}; }

 private:
  std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kNoSquares{};
inline constexpr Bitboard kBackRanks = Bitboard{Rank::R1} | Bitboard{Rank::R8};

/// One step in the eight directions, as the difference of square numbers.
enum class Direction : std::int8_t {
  North = 8,
  East = 1,
  South = -8,
  West = -1,
  NorthEast = 9,
  SouthEast = -7,
  SouthWest = -9,
  NorthWest = 7,
};

constexpr Direction opposite(Direction direction) {
  return static_cast<Direction>(-static_cast<int>(direction));
}

/// All squares one step further; squares that would leave the board vanish. `Squares` is 64 bits,
/// or a term of a solver (tests/core/proofs_test.cpp).
template <Direction direction, class Squares>
constexpr Squares shift_bits(Squares squares) {
  constexpr int kStep = static_cast<int>(direction);
  constexpr int kFiles = ((kStep % 8) + 8) % 8;  // 1 toward the h file, 7 toward the a file
  if constexpr (kFiles == 1) squares = squares & ~Bitboard{File::H}.bits();
  if constexpr (kFiles == 7) squares = squares & ~Bitboard{File::A}.bits();
  if constexpr (kStep > 0) {
    return squares << kStep;
  } else {
    return squares >> -kStep;
  }
}
template <Direction direction>
constexpr Bitboard shift(Bitboard squares) {
  return Bitboard{shift_bits<direction>(squares.bits())};
}

/// The square one step back from `to`, seen along `direction`; it must be on the board.
constexpr Square step_back(Square to, Direction direction) {
  return square_at(index(to) - static_cast<int>(direction));
}

}  // namespace perft_verify
