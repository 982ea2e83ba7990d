// Random numbers that are the same on every machine: the distributions of the standard library
// are not, its engines are.
#pragma once

#include <cstdint>
#include <random>

namespace perft_verify::verifier {

class Dice {
 public:
  /// Of one seed there are as many independent streams as one likes.
  Dice(std::uint64_t seed, std::uint64_t stream) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                        static_cast<std::uint32_t>(stream),
                        static_cast<std::uint32_t>(stream >> 32)};
    bits_.seed(words);
  }

  /// One of 0 to `size` - 1; `size` is at least 1.
  std::size_t below(std::size_t size) { return static_cast<std::size_t>(bits_() % size); }
  /// True once in `times`.
  bool one_in(std::size_t times) { return below(times) == 0; }
  /// An element of what has some.
  template <typename Container>
  const auto& pick(const Container& from) {
    return *(from.begin() + static_cast<std::ptrdiff_t>(below(from.size())));
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace perft_verify::verifier
