// Statistics of the moves of the last ply, counted as in the tables of "Perft Results" in the Chess
// Programming Wiki. Uses the plain generator and Position, move by move: slow beside perft, and a
// second way to its count.
//
// The columns are those of the wiki:
//   captures            en passant captures among them
//   checks              moves that leave the opposing king attacked, mates included
//   discovered checks   the only checker is not the piece that moved. A castling rook has
//                       moved, so its check is none of these; a line that opens because an en
//                       passant capture took the pawn from it is one.
//   double checks       two checkers of any kind; not among the discovered checks. (The
//                       wiki has 2637 for Kiwipete at depth 5. By this definition they are
//                       2645, which other programs found too; all its other figures that the
//                       tests compare are met.)
//   checkmates          among the checks
#pragma once

#include <expected>
#include <vector>

#include "core/counting/perft.h"

namespace perft_verify {

struct MoveStatistics {
  std::uint64_t nodes = 0;
  std::uint64_t captures = 0;
  std::uint64_t en_passant = 0;
  std::uint64_t castles = 0;
  std::uint64_t promotions = 0;
  std::uint64_t checks = 0;
  std::uint64_t discovered_checks = 0;
  std::uint64_t double_checks = 0;
  std::uint64_t checkmates = 0;

  MoveStatistics& operator+=(const MoveStatistics& other);
  friend bool operator==(const MoveStatistics&, const MoveStatistics&) = default;
};

struct StatisticsOptions {
  std::stop_token stop{};  // checked often enough to end within milliseconds
  unsigned jobs = 1;       // threads, which share out the root moves
};

/// One row for each depth from 1 to `depth`. The only failure is PerftFailure::Stopped: at this
/// speed 64 bits never overflow in practice.
///
///     const auto rows = move_statistics(Position(), 4);
///     assert(rows->back().nodes == 197281 && rows->back().checkmates == 8);
std::expected<std::vector<MoveStatistics>, PerftFailure> move_statistics(
    const Position& position, int depth, const StatisticsOptions& options = {});

}  // namespace perft_verify
