// parse_fen allocates nothing, whether it succeeds or fails. A separate program, because it counts
// every allocation of the process.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "core/fen.h"
#include "tests/support/suite_positions.h"

namespace {
std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// The analyzer does not see that these operators belong together.
// NOLINTBEGIN(clang-analyzer-cplusplus.NewDelete)
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
// NOLINTEND(clang-analyzer-cplusplus.NewDelete)

namespace perft_verify {
namespace {

/// The number of allocations of a parse, and whether the text was accepted.
std::pair<std::size_t, bool> allocations_of(std::string_view text, Chess960 chess960) {
  const std::size_t before = allocations;
  const bool accepted = parse_fen(text, {.chess960 = chess960}).has_value();
  return {allocations - before, accepted};
}

TEST(FenAllocation, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto text = std::make_unique<std::string>(100, 'x');
  EXPECT_EQ(allocations - before, 2U) << text->size();
}

TEST(FenAllocation, AcceptingAFenAllocatesNothing) {
  for (const auto& row : test::suite_positions("rules.epd")) {
    const auto [count, accepted] = allocations_of(row.fen, Chess960::Auto);
    EXPECT_TRUE(accepted) << row.where();
    EXPECT_EQ(count, 0U) << row.where();
  }
}

TEST(FenAllocation, RefusingATextAllocatesNothing) {
  for (const auto& row : test::invalid_texts()) {
    const auto [count, accepted] = allocations_of(row.text, Chess960::Off);
    EXPECT_FALSE(accepted) << row.text;
    EXPECT_EQ(count, 0U) << row.text;
  }
  const std::string megabyte(1U << 20, 'Q');
  EXPECT_EQ(allocations_of(megabyte, Chess960::Auto), std::pair(std::size_t{0}, false));
}

}  // namespace
}  // namespace perft_verify
