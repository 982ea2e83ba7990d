// The columns of the Chess Programming Wiki ("Perft Results"), and the meaning of each.
#include "core/rules/statistics.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {

void PrintTo(const MoveStatistics& row, std::ostream* out) {
  *out << row.nodes << " nodes, " << row.captures << " captures, " << row.en_passant
       << " en passant, " << row.castles << " castles, " << row.promotions << " promotions, "
       << row.checks << " checks, " << row.discovered_checks << " discovered, " << row.double_checks
       << " double, " << row.checkmates << " mates";
}

namespace {

using test::position_of;

void check_rows(std::string_view fen, const std::vector<MoveStatistics>& published) {
  const auto rows = move_statistics(position_of(fen), static_cast<int>(published.size()));
  ASSERT_TRUE(rows.has_value());
  for (std::size_t ply = 0; ply < published.size(); ++ply)
    EXPECT_EQ((*rows)[ply], published[ply]) << fen << " at depth " << ply + 1;
}

// Nodes, captures, en passant, castles, promotions, checks, discovered, double, mates.

TEST(MoveStatistics, TheStartPositionAsPublished) {
  check_rows(test::kStart, {{20, 0, 0, 0, 0, 0, 0, 0, 0},
                            {400, 0, 0, 0, 0, 0, 0, 0, 0},
                            {8902, 34, 0, 0, 0, 12, 0, 0, 0},
                            {197281, 1576, 0, 0, 0, 469, 0, 0, 8},
                            {4865609, 82719, 258, 0, 0, 27351, 6, 0, 347}});
}

TEST(MoveStatistics, KiwipeteAsPublished) {
  check_rows(test::kKiwipete, {{48, 8, 0, 2, 0, 0, 0, 0, 0},
                               {2039, 351, 1, 91, 0, 3, 0, 0, 0},
                               {97862, 17102, 45, 3162, 0, 993, 0, 0, 1},
                               {4085603, 757163, 1929, 128013, 15172, 25523, 42, 6, 43}});
}

TEST(MoveStatistics, PositionThreeAsPublished) {
  check_rows("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
             {{14, 1, 0, 0, 0, 2, 0, 0, 0},
              {191, 14, 0, 0, 0, 10, 0, 0, 0},
              {2812, 209, 2, 0, 0, 267, 3, 0, 0},
              {43238, 3348, 123, 0, 0, 1680, 106, 0, 17},
              {674624, 52051, 1165, 0, 0, 52950, 1292, 3, 0}});
}

// The wiki has neither discovered nor double checks for this one.
TEST(MoveStatistics, PositionFourAsPublishedAndItsMirrorImage) {
  for (const char* fen : {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                          "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"}) {
    auto rows = move_statistics(position_of(fen), 4);
    ASSERT_TRUE(rows.has_value());
    for (MoveStatistics& row : *rows) row.discovered_checks = row.double_checks = 0;
    EXPECT_EQ(*rows,
              (std::vector<MoveStatistics>{{6, 0, 0, 0, 0, 0, 0, 0, 0},
                                           {264, 87, 0, 6, 48, 10, 0, 0, 0},
                                           {9467, 1021, 4, 0, 120, 38, 0, 0, 22},
                                           {422333, 131393, 0, 7795, 60032, 15492, 0, 0, 5}}))
        << fen;
  }
}

struct Meaning {
  const char* what;
  std::string_view fen;
  MoveStatistics row;  // of the moves at depth 1, counted by hand
};

TEST(MoveStatistics, WhatEachColumnMeans) {
  const Meaning kMeanings[] = {
      {"a castling rook that gives check has moved",
       "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
       {15, 0, 0, 1, 0, 3, 0, 0, 0}},
      {"an en passant capture that opens a rank is a discovered check",
       "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1",
       {17, 2, 1, 0, 0, 1, 1, 0, 0}},
      {"two lines that open at once are a double check and no discovered one",
       "8/8/4k3/3pP3/8/1B6/8/K3R3 w - d6 0 1",
       {19, 2, 1, 0, 0, 2, 0, 1, 0}},
      {"one of four discovered checks is a double check",
       "k7/8/8/8/N7/8/8/R3K3 w Q - 0 1",
       {15, 0, 0, 1, 0, 4, 3, 1, 0}},
      {"each promotion piece is a move, with a capture too; mates are checks",
       "1n4k1/P4ppp/8/8/8/8/8/4K3 w - - 0 1",
       {13, 4, 0, 0, 8, 2, 0, 0, 2}},
      {"castling takes no rook, whatever its spelling",
       "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
       {13, 0, 0, 1, 0, 1, 0, 0, 0}},
  };
  for (const auto& [what, fen, row] : kMeanings)
    for (const Position& position : {position_of(fen), test::color_flipped(position_of(fen))}) {
      const auto rows = move_statistics(position, 1);
      ASSERT_TRUE(rows.has_value());
      EXPECT_EQ(rows->front(), row) << what << ": " << position.fen();
    }
}

TEST(MoveStatistics, TheNodesAreThoseOfPerftOnEverySuitePosition) {
  for (const char* file : {"standard.epd", "rules.epd", "gate.epd"})
    for (const auto& suite_row : test::suite_positions(file)) {
      const Position position = position_of(suite_row.fen);
      const auto rows = move_statistics(position, 3);
      ASSERT_TRUE(rows.has_value());
      for (int depth = 1; depth <= 3; ++depth)
        EXPECT_EQ((*rows)[static_cast<std::size_t>(depth - 1)].nodes, perft(position, depth))
            << suite_row.where() << " at depth " << depth;
    }
}

TEST(MoveStatistics, ThreadsShareTheWorkAndNotTheResult) {
  const Position position = position_of(test::kKiwipete);
  const auto alone = move_statistics(position, 3);
  for (const unsigned jobs : {2U, 7U, 100U})
    EXPECT_EQ(move_statistics(position, 3, {.jobs = jobs}), alone) << jobs << " threads";
}

TEST(MoveStatistics, NoDepthAndNoMovesAreNoRowsAndRowsOfZeros) {
  EXPECT_EQ(move_statistics(Position(), 0), std::vector<MoveStatistics>{});
  EXPECT_EQ(move_statistics(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 2, {.jobs = 4}),
            std::vector<MoveStatistics>(2));
}

TEST(MoveStatistics, AStopRequestEndsIt) {
  std::stop_source source;
  std::expected<std::vector<MoveStatistics>, PerftFailure> result;
  std::jthread worker(
      [&] { result = move_statistics(Position(), 12, {.stop = source.get_token(), .jobs = 2}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  source.request_stop();
  worker.join();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error(), PerftFailure::Stopped);
}

}  // namespace
}  // namespace perft_verify
