// Every path of core/counting two plies above the leaves, against the plain generator: on the
// suites, in random games, and on scattered pieces (PERFT_VERIFY_SCATTERED of them; `./dev long
// two-plies` takes a hundred million).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

#include "core/fen.h"
#include "tests/core/position_helpers.h"
#include "tests/core/scatter.h"
#include "tests/core/two_plies_support.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

/// The number of boards compared.
struct Compared {
  std::uint64_t boards = 0;   // children
  std::uint64_t by_sums = 0;  // of them, counted without examining them
};

/// Compares one position, by one path. Returns the error, or nothing.
std::optional<std::string> compare(const Position& position, SimdPath path, Compared& compared) {
  const auto counter = counting::make_counter(path, {counting::castling_paths(position), {}});
  const auto board = counting::pack(position);
  const auto children = test::plain_children(position);
  const auto answers = counter->answers_by_sums(board, position.side_to_move());
  compared.boards += children.size();
  compared.by_sums += answers.size();
  const auto complain = [&](const std::string& what) {
    return fmt::format("{}: {} by {}", position.fen(), what, to_string(path));
  };
  if (const auto wrong = test::wrong_answer(answers, children)) return complain(*wrong);
  std::uint64_t sum = 0;
  for (const auto& child : children) sum += child.count;
  if (const auto total = counter->count(board, position.side_to_move(), 2); total != sum)
    return complain(fmt::format("{} grandchildren where there are {}", total.value_or(0), sum));
  return std::nullopt;
}

/// All paths that count packed boards.
std::vector<SimdPath> paths() {
  std::vector<SimdPath> paths = available_simd_paths();
  std::erase(paths, SimdPath::Plain);
  return paths;
}

std::string by_every_path(const Position& position, Compared& compared) {
  for (const SimdPath path : paths())
    if (const auto wrong = compare(position, path, compared)) return *wrong;
  return "";
}

TEST(TwoPlies, AreCountedLikeThePlainGeneratorOnTheSuites) {
  Compared compared;
  for (const char* suite : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& row : test::suite_positions(suite)) {
      const Position position = test::position_of(row.fen);
      ASSERT_EQ(by_every_path(position, compared), "") << row.where();
      for (const Move move : legal_moves(position))
        ASSERT_EQ(by_every_path(position.after(move), compared), "") << row.where();
    }
  EXPECT_GT(compared.by_sums, compared.boards / 8);
}

TEST(TwoPlies, AreCountedLikeThePlainGeneratorInRandomGames) {
  std::mt19937 random(20261122);
  Compared compared;
  for (int game = 0; game < 100; ++game) {
    const Position start =
        game % 2 == 0 ? Position()
                      : test::position_of(test::chess960_start(static_cast<int>(random() % 960)));
    test::random_game(start, random, 200, [&](const Position& position) {
      EXPECT_EQ(by_every_path(position, compared), "");
    });
  }
  EXPECT_GT(compared.by_sums, compared.boards / 4);
}

/// A million here, less where every move is checked; each by one path in turn.
std::uint64_t scattered_positions() {
#ifdef PERFT_VERIFY_PARANOID
  return 20'000;
#endif
  const char* const wanted = std::getenv("PERFT_VERIFY_SCATTERED");
  return wanted == nullptr ? 300'000 : std::stoull(wanted);
}

TEST(TwoPlies, AreCountedLikeThePlainGeneratorOnScatteredPieces) {
  constexpr std::uint64_t kChunk = 10'000;
  const std::uint64_t chunks = (scattered_positions() + kChunk - 1) / kChunk;
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::string wrong;
  Compared all;
  const auto work = [&, in_turn = paths()] {
    Compared compared;
    for (std::uint64_t chunk = next++; chunk < chunks; chunk = next++) {
      test::Scatter scatter(chunk);
      for (std::uint64_t i = 0; i < kChunk; ++i) {
        const auto found = compare(scatter.next(), in_turn[i % in_turn.size()], compared);
        if (!found) continue;
        const std::lock_guard lock(mutex);
        wrong = *found;
        next = chunks;
        break;
      }
    }
    const std::lock_guard lock(mutex);
    all.boards += compared.boards;
    all.by_sums += compared.by_sums;
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(work);
    work();
  }
  EXPECT_EQ(wrong, "");
  EXPECT_GT(all.by_sums, all.boards / 8);
  fmt::print("{} positions, {} boards, {} of them by sums\n", chunks * kChunk, all.boards,
             all.by_sums);
}

}  // namespace
}  // namespace perft_verify
