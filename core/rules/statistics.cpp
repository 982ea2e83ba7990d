#include "core/rules/statistics.h"

#include <mutex>

#include "core/parallel.h"

namespace perft_verify {
namespace {

using Rows = std::vector<MoveStatistics>;

/// Below this depth a subtree ends too soon for a check of the stop token to be worthwhile.
constexpr int kStatisticsStopDepth = 2;

bool is_capture(const Position& before, Move move) {
  if (move.kind() == MoveKind::EnPassant) return true;
  // Castling is king takes own rook: the piece on its target is not an opposing one.
  return before.pieces(~before.side_to_move()).contains(move.to());
}

/// The target squares of the pieces that `move` moves.
Bitboard landing_squares(const Position& before, Move move) {
  if (move.kind() != MoveKind::Castling) return Bitboard{move.to()};
  const Color us = before.side_to_move();
  const CastlingSide side = castling_side(move.from(), move.to());
  return Bitboard{castled_king(us, side)} | Bitboard{castled_rook(us, side)};
}

void count_check(const Position& before, Move move, const Position& after, MoveStatistics& row) {
  const Bitboard checkers = after.checkers();
  if (checkers.empty()) return;
  ++row.checks;
  if (checkers.more_than_one()) {
    ++row.double_checks;
  } else if ((checkers & landing_squares(before, move)).empty()) {
    ++row.discovered_checks;
  }
  if (count_legal(after) == 0) ++row.checkmates;
}

void count_move(const Position& before, Move move, const Position& after, MoveStatistics& row) {
  ++row.nodes;
  if (is_capture(before, move)) ++row.captures;
  if (move.kind() == MoveKind::EnPassant) ++row.en_passant;
  if (move.kind() == MoveKind::Castling) ++row.castles;
  if (move.kind() == MoveKind::Promotion) ++row.promotions;
  count_check(before, move, after, row);
}

void walk(const Position& position, std::size_t ply, Rows& rows, const std::stop_token& stop);

/// Adds `move` to `rows[ply]`, and the moves after it to the rows below.
void walk_move(const Position& position, Move move, std::size_t ply, Rows& rows,
               const std::stop_token& stop) {
  const Position after = position.after(move);
  count_move(position, move, after, rows[ply]);
  if (ply + 1 < rows.size()) walk(after, ply + 1, rows, stop);
}

void walk(const Position& position, std::size_t ply, Rows& rows, const std::stop_token& stop) {
  if (rows.size() - ply >= kStatisticsStopDepth && stop.stop_requested()) return;
  for (const Move move : legal_moves(position)) walk_move(position, move, ply, rows, stop);
}

}  // namespace

MoveStatistics& MoveStatistics::operator+=(const MoveStatistics& other) {
  nodes += other.nodes;
  captures += other.captures;
  en_passant += other.en_passant;
  castles += other.castles;
  promotions += other.promotions;
  checks += other.checks;
  discovered_checks += other.discovered_checks;
  double_checks += other.double_checks;
  checkmates += other.checkmates;
  return *this;
}

std::expected<Rows, PerftFailure> move_statistics(const Position& position, int depth,
                                                  const StatisticsOptions& options) {
  if (depth < 1) return Rows{};
  Rows sum(static_cast<std::size_t>(depth));
  const MoveList moves = legal_moves(position);
  std::mutex mutex;
  parallel_for(moves.size(), options.jobs, options.stop, [&](std::size_t at) {
    Rows rows(sum.size());
    walk_move(position, moves[at], 0, rows, options.stop);
    const std::lock_guard lock(mutex);
    for (std::size_t ply = 0; ply < sum.size(); ++ply) sum[ply] += rows[ply];
  });
  if (options.stop.stop_requested()) return std::unexpected(PerftFailure::Stopped);
  return sum;
}

}  // namespace perft_verify
