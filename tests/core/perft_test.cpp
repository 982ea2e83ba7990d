// Counts from depth 0 against published and independently confirmed tables.
#include "core/counting/perft.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

using test::position_of;

struct Counts {
  const char* id;
  std::string_view fen;
  std::vector<std::uint64_t> nodes;  // from depth 0
};

void check_counts(const std::vector<Counts>& table) {
  for (const auto& [id, fen, nodes] : table)
    for (std::size_t depth = 0; depth < nodes.size(); ++depth)
      EXPECT_EQ(perft(position_of(fen), static_cast<int>(depth)), nodes[depth])
          << id << " at depth " << depth;
}

TEST(Perft, TheSixPositionsOfTheChessProgrammingWiki) {
  check_counts({
      {"start", test::kStart, {1, 20, 400, 8902, 197281, 4865609}},
      {"kiwipete", test::kKiwipete, {1, 48, 2039, 97862, 4085603}},
      {"cpw3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {1, 14, 191, 2812, 43238, 674624}},
      {"cpw4",
       "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
       {1, 6, 264, 9467, 422333}},
      {"cpw5",
       "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
       {1, 44, 1486, 62379, 2103487}},
      {"cpw6",
       "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
       {1, 46, 2079, 89890, 3894594}},
  });
}

TEST(Perft, PositionsConfirmedByThreeStockfishVersions) {
  check_counts({
      {"E1", "4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2", {1, 4, 72, 330, 6118}},
      {"E2", "4k3/2p5/3p4/KP5r/8/8/8/8 b - - 0 1", {1, 21, 71, 1430, 7172}},
      {"E3", "8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1", {1, 7, 62, 465, 5166}},
      {"E4", "8/8/4k3/8/2p5/8/B2P4/4K3 w - - 0 1", {1, 9, 70, 787, 6378}},
      {"E5", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {1, 6, 82, 574, 8889}},
      {"E6", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", {1, 9, 50, 379, 2369}},
      {"E7", "3k4/8/8/KPpP3r/8/8/8/8 w - c6 0 2", {1, 7, 113, 609, 9895}},
      {"E8", "8/8/4k3/8/2pP4/1B6/8/4K3 b - d3 0 1", {1, 8, 82, 649, 7561}},
      {"X1", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1", {1, 6, 96, 545, 8887}},
      {"X1 edge", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", {1, 4, 64, 294, 4804}},
      {"X2", "8/8/8/8/8/2k5/8/B3K3 b - - 0 1", {1, 5, 56, 307, 4271}},
      {"X3", "3q4/8/8/3K4/8/8/8/7k w - - 0 1", {1, 6, 144, 655, 15912}},
      {"K1",
       "rnbN1b1r/ppp2kpp/5n2/8/2B5/8/PPPP1PPP/RNBQK2R b KQ - 0 14",
       {1, 3, 114, 3271, 123140}},
      {"K2", "8/1k6/3N4/8/8/8/8/1R2K3 b - - 0 62", {1, 5, 115, 320, 7244}},
      {"K3", "8/6N1/4k3/8/8/7B/8/4K3 b - - 0 23", {1, 6, 96, 544, 9224}},
      {"K4", "4Q3/3k4/8/8/8/8/8/4K3 b - - 0 48", {1, 3, 55, 237, 5729}},
      {"K5", "8/R4k2/8/4N3/8/8/8/4K3 b - - 0 50", {1, 5, 135, 437, 10973}},
      {"K6", "4k3/8/8/8/8/8/3K4/2q5 w - - 0 37", {1, 3, 57, 248, 6000}},
      {"K7", "3B4/1R6/1k6/8/8/8/8/4K3 b - - 0 31", {1, 4, 90, 351, 7531}},
      {"K8", "8/8/8/4R3/4k3/8/8/K7 b - - 0 28", {1, 5, 71, 378, 5906}},
      {"accepted castle 1",
       "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       {1, 20, 460, 10237, 236407}},
      {"accepted castle 2",
       "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       {1, 20, 460, 10237, 234289}},
      {"van Kervinck", "r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2", {1, 8}},
  });
}

struct BugClass {
  int number;  // in the table of bug classes
  std::string_view fen;
  int depth;
  std::uint64_t right;
  std::uint64_t wrong;
};

constexpr std::array kBugClasses{
    BugClass{1, "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", 1, 8, 7},
    BugClass{2, "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 1, 6, 7},
    BugClass{3, "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", 1, 6, 7},
    BugClass{4, "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1, 6, 7},
    BugClass{5, "r3k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", 1, 2, 3},
    BugClass{6, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 3, 276, 306},
    BugClass{7, "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", 1, 6, 7},
    BugClass{8, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 2, 38, 39},
    BugClass{9, "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", 1, 2, 3},
    BugClass{10, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", 1, 6, 7},
    BugClass{11, "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", 1, 2, 3},
    BugClass{12, "4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", 1, 6, 7},
    BugClass{13, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 1, 7, 9},
    BugClass{14, "7k/8/8/8/8/8/8/K7 w - - 0 1", 1, 3, 4},
    BugClass{15, "4k3/8/8/8/7R/8/8/K7 w - - 0 1", 1, 17, 28},
    BugClass{16, "7k/P7/8/8/8/8/8/7K w - - 0 1", 1, 7, 4},
    BugClass{17, "1n5k/P7/8/8/8/8/8/7K w - - 0 1", 1, 11, 8},
    BugClass{18, "7k/P7/8/8/8/8/8/7K w - - 0 1", 1, 7, 4},
    BugClass{19, "1n5k/P7/8/8/8/8/8/7K w - - 0 1", 1, 11, 7},
    BugClass{20, "7k/P7/8/8/8/8/8/7K w - - 0 1", 1, 7, 8},
    BugClass{21, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, 12, 13},
    BugClass{22, "4k3/8/4r3/8/8/8/8/4K2R w K - 0 1", 1, 4, 5},
    BugClass{23, "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", 1, 14, 15},
    BugClass{24, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, 16, 15},
    BugClass{25, "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", 2, 714, 715},
    BugClass{26, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3, 1197, 1227},
    BugClass{27, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 5, 133987, 134157},
    BugClass{28, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2, 66, 68},
    BugClass{29, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2, 568, 566},
    BugClass{30, "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", 1, 13, 14},
    BugClass{31, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, 15, 14},
    BugClass{33, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", 1, 3, 4},
    BugClass{34, "4r1k1/8/8/8/8/3n4/2P5/4K3 w - - 0 1", 1, 3, 4},
    BugClass{35, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, 4, 10},
    BugClass{36, "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, 10, 4},
    BugClass{37, "8/8/8/8/8/4k3/8/4K3 w - - 0 1", 1, 2, 5},
    BugClass{38, "4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 4, 3},
    BugClass{39, "6k1/8/8/8/8/3n4/8/4K3 w - - 0 1", 1, 4, 5},
    BugClass{40, "6k1/8/8/8/8/5p2/8/4K3 w - - 0 1", 1, 4, 5},
    BugClass{41, "6k1/8/8/8/8/4p3/8/4K3 w - - 0 1", 1, 3, 5},
    BugClass{42, "4k3/8/8/8/8/2b5/1P6/K7 w - - 0 1", 3, 200, 202},
    BugClass{43, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2, 568, 528},
    BugClass{45, "4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1", 2, 43, 42},
    BugClass{46, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1, 26, 28},
    BugClass{47, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, 0, 1},
    BugClass{48, "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", 4, 2733, 2686},
};

TEST(Perft, ThePositionOfEveryBugClassHasTheRightCount) {
  for (const auto& [number, fen, depth, right, wrong] : kBugClasses)
    EXPECT_EQ(perft(position_of(fen), depth), right)
        << "bug class " << number << " (with the bug: " << wrong << ")";
}

struct Chess960Count {
  std::string_view fen;
  int depth;
  std::uint64_t nodes;
};

constexpr std::array kChess960Counts{
    Chess960Count{"4k3/8/8/8/8/8/8/qRK5 w Q -", 1, 4},
    Chess960Count{"4k3/8/8/8/8/8/8/rR2K1N1 w Q -", 1, 11},
    Chess960Count{"4k3/8/8/8/8/8/8/6KR w H -", 1, 12},
    Chess960Count{"4k3/8/8/8/8/8/8/5KR1 w G -", 1, 13},
    Chess960Count{"4k3/8/8/8/8/8/8/RK6 w A -", 1, 12},
    Chess960Count{"4k3/8/8/8/8/8/8/R2RK3 w D -", 1, 23},
    Chess960Count{"4k3/8/8/8/8/8/8/RNK5 w A -", 1, 14},
    Chess960Count{"4kr2/8/8/8/8/8/8/1K5R w H -", 1, 17},
    Chess960Count{"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", 1, 23},
    Chess960Count{"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff -", 1, 42},
    Chess960Count{"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff -", 3, 71908},
    Chess960Count{"rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20", 2, 1438},
};

TEST(Perft, Chess960PositionsHaveTheirConfirmedCounts) {
  for (const auto& [fen, depth, nodes] : kChess960Counts)
    EXPECT_EQ(perft(position_of(fen), depth), nodes) << fen;
}

TEST(Perft, TheStandardStartHasTheSameCountsReadAsChess960) {
  const Position position = position_of(test::kStart, Chess960::On);
  EXPECT_TRUE(position.chess960());
  EXPECT_EQ(perft(position, 4), 197281U);
}

class SuiteCounts : public ::testing::TestWithParam<const char*> {};

TEST_P(SuiteCounts, EveryRecordedCountUpToAMillionNodesIsConfirmed) {
  constexpr std::uint64_t kLimit = 1'000'000;
  for (const auto& row : test::suite_positions(GetParam())) {
    const Position position = position_of(row.fen);
    for (const auto& [depth, nodes] : row.counts)
      if (nodes <= kLimit) {
        EXPECT_EQ(perft(position, depth), nodes) << row.where() << " at depth " << depth;
      }
  }
}

TEST_P(SuiteCounts, AFlippedPositionHasTheSameCounts) {
  for (const auto& row : test::suite_positions(GetParam())) {
    const Position position = position_of(row.fen);
    EXPECT_EQ(perft(test::color_flipped(position), 3), perft(position, 3)) << row.where();
  }
}

TEST_P(SuiteCounts, DivideListsEveryLegalMoveOnceAndSumsToPerft) {
  for (const auto& row : test::suite_positions(GetParam())) {
    const Position position = position_of(row.fen);
    for (int depth = 1; depth <= 3; ++depth) {
      const auto lines = divide(position, depth);
      ASSERT_TRUE(lines.has_value());
      std::uint64_t sum = 0;
      std::vector<std::string> texts;
      for (const auto& [move, nodes] : *lines) {
        sum += nodes;
        texts.push_back(to_uci(move, position.chess960()));
      }
      std::ranges::sort(texts);
      EXPECT_EQ(texts, test::legal_texts(position)) << row.where();
      EXPECT_EQ(sum, perft(position, depth)) << row.where() << " at depth " << depth;
    }
  }
}

std::string suite_name(const ::testing::TestParamInfo<const char*>& suite) {
  const std::string_view file = suite.param;
  return std::string(file.substr(0, file.find('.')));
}

INSTANTIATE_TEST_SUITE_P(Perft, SuiteCounts,
                         ::testing::Values("standard.epd", "rules.epd", "gate.epd"), suite_name);

TEST(Divide, StartPositionAtDepthThree) {
  const auto lines = divide(Position(), 3);
  ASSERT_TRUE(lines.has_value());
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [move, nodes] : *lines) counts[to_uci(move, false)] = nodes;
  const std::map<std::string, std::uint64_t> expected{
      {"a2a3", 380}, {"a2a4", 420}, {"b1a3", 400}, {"b1c3", 440}, {"b2b3", 420},
      {"b2b4", 421}, {"c2c3", 420}, {"c2c4", 441}, {"d2d3", 539}, {"d2d4", 560},
      {"e2e3", 599}, {"e2e4", 600}, {"f2f3", 380}, {"f2f4", 401}, {"g1f3", 440},
      {"g1h3", 400}, {"g2g3", 420}, {"g2g4", 421}, {"h2h3", 380}, {"h2h4", 420}};
  EXPECT_EQ(counts, expected);
}

TEST(Divide, AtDepthOneEveryMoveCountsOne) {
  const auto lines = divide(position_of(test::kKiwipete), 1);
  ASSERT_TRUE(lines.has_value());
  EXPECT_EQ(lines->size(), 48U);
  for (const MoveCount& line : *lines) EXPECT_EQ(line.nodes, 1U);
}

TEST(Divide, AMatedPositionHasNoLines) {
  const auto lines = divide(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 3);
  ASSERT_TRUE(lines.has_value());
  EXPECT_TRUE(lines->empty());
}

/// Runs `work` with a stop token that is triggered soon.
template <typename Work>
void work_until_stopped(Work work) {
  std::jthread worker([&](const std::stop_token& stop) { work(stop); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

// The tests below would otherwise run for weeks: depth 12 has 6 * 10^16 leaves.

TEST(Perft, AStopRequestEndsADeepPerft) {
  std::expected<std::uint64_t, PerftFailure> result = 0;
  work_until_stopped(
      [&](const std::stop_token& stop) { result = perft(Position(), 12, {.stop = stop}); });
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error(), PerftFailure::Stopped);
}

TEST(Perft, AStopRequestEndsADeepDivide) {
  std::expected<std::vector<MoveCount>, PerftFailure> result;
  work_until_stopped(
      [&](const std::stop_token& stop) { result = divide(Position(), 12, {.stop = stop}); });
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error(), PerftFailure::Stopped);
}

TEST(Perft, WithATokenAlreadyTriggeredADeepPerftDoesNotBegin) {
  std::stop_source source;
  source.request_stop();
  const auto result = perft(Position(), 12, {.stop = source.get_token()});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error(), PerftFailure::Stopped);
}

}  // namespace
}  // namespace perft_verify
