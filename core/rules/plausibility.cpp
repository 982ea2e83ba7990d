#include "core/rules/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/attacks.h"

namespace perft_verify {
namespace {

int excess(int count, int original) { return std::max(count - original, 0); }

/// Promotions that the piece counts prove. A second bishop on squares of one color is one.
int proven_promotions(const Position& position, Color color) {
  constexpr Bitboard kDark{0xaa55aa55aa55aa55ULL};
  const Bitboard bishops = position.pieces(color, PieceType::Bishop);
  return excess(position.pieces(color, PieceType::Knight).count(), 2) +
         excess((bishops & kDark).count(), 1) + excess((bishops & ~kDark).count(), 1) +
         excess(position.pieces(color, PieceType::Rook).count(), 2) +
         excess(position.pieces(color, PieceType::Queen).count(), 1);
}

/// The least number of captures that brings pawns from their first rank to where they are.
/// A pawn changes its file by one with each capture, and by no more than the ranks it has
/// gone. Pawns in order of files are best matched to first files in order.
std::optional<int> least_captures(const Position& position, Color color) {
  constexpr int kImpossible = 1000;
  struct Pawn {
    int file;
    int advanced;
  };
  std::vector<Pawn> pawns;
  for (int file = 0; file < 8; ++file)
    for (const Square square :
         position.pieces(color, PieceType::Pawn) & Bitboard{static_cast<File>(file)})
      pawns.push_back(
          {file, std::abs(index(rank_of(square)) - index(relative_rank(color, Rank::R2)))});
  // Assign the pawns to distinct start files; at most eight of each, so try all sets of files.
  std::vector<int> best(256, kImpossible);
  best[0] = 0;
  for (const Pawn& pawn : pawns) {
    std::vector<int> next(256, kImpossible);
    for (std::size_t used = 0; used < best.size(); ++used) {
      if (best[used] == kImpossible) continue;
      for (int start = 0; start < 8; ++start) {
        const int captures = std::abs(start - pawn.file);
        const std::size_t with = used | std::size_t{1} << start;
        if (with == used || captures > pawn.advanced) continue;
        next[with] = std::min(next[with], best[used] + captures);
      }
    }
    best = std::move(next);
  }
  const int least = *std::ranges::min_element(best);
  return least == kImpossible ? std::nullopt : std::optional(least);
}

void check_pawns(const Position& position, Color color, std::vector<std::string>& reasons) {
  const int pawns = position.pieces(color, PieceType::Pawn).count();
  if (proven_promotions(position, color) > 8 - pawns)
    reasons.push_back(
        fmt::format("{} has more promoted pieces than missing pawns (bishops on "
                    "squares of one color count)",
                    to_string(color)));
  const auto captures = least_captures(position, color);
  const int victims = 16 - position.pieces(~color).count();
  if (!captures) {
    reasons.push_back(
        fmt::format("{}'s pawns cannot have come to where they stand", to_string(color)));
  } else if (*captures > victims) {
    reasons.push_back(
        fmt::format("{}'s pawns need {} {} to stand as they do, and {}", to_string(color),
                    *captures, *captures == 1 ? "capture" : "captures",
                    victims == 0   ? "no opposing piece is gone"
                    : victims == 1 ? "only 1 opposing piece is gone"
                                   : fmt::format("only {} opposing pieces are gone", victims)));
  }
}

/// Whether a pawn of this color goes from one square to another, in whatever way.
bool is_pawn_step(Color color, Square from, Square to) {
  if (pawn_attacks(color, from).contains(to)) return true;
  const int ranks =
      index(relative_rank(color, rank_of(to))) - index(relative_rank(color, rank_of(from)));
  return file_of(from) == file_of(to) &&
         (ranks == 1 || (ranks == 2 && relative_rank(color, rank_of(from)) == Rank::R2));
}

/// Whether the piece on `direct`, coming from some square between the king and `discovered`, has
/// given a double check, and did not attack the king before.
bool gives_double_check(const Position& position, Square direct, Square discovered) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  const PieceType type = position.piece_on(direct)->type;
  const bool may_be_promoted = relative_rank(~us, rank_of(direct)) == Rank::R8;
  for (const Square from : between(king, discovered)) {
    const bool pawn_step =
        is_pawn_step(~us, from, direct) && !pawn_attacks(~us, from).contains(king);
    if (type == PieceType::Pawn || may_be_promoted) {
      if (pawn_step) return true;
      if (type == PieceType::Pawn) continue;
    }
    const Bitboard before = (position.occupied() & ~Bitboard{direct}) | Bitboard{from};
    const Bitboard seen = attacks(type, from, before);
    if (seen.contains(direct) && !seen.contains(king)) return true;
  }
  return false;
}

/// Whether the last move may have been a capture en passant, which opens two lines at once.
/// Castling opens none but along its rank.
bool may_be_en_passant(const Position& position) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  for (const Square square : position.pieces(~us, PieceType::Pawn)) {
    const Square passed = make_square(file_of(square), relative_rank(~us, Rank::R5));
    if (relative_rank(~us, rank_of(square)) != Rank::R6 || position.piece_on(passed)) continue;
    for (const Square from : pawn_attacks(us, square) & ~position.occupied()) {
      const Bitboard before =
          (position.occupied() & ~Bitboard{square}) | Bitboard{from} | Bitboard{passed};
      const Bitboard attackers = position.attackers(king, ~us, before) & ~Bitboard{square};
      if (attackers.empty() && !pawn_attacks(~us, from).contains(king)) return true;
    }
  }
  return false;
}

void check_checkers(const Position& position, std::vector<std::string>& reasons) {
  const Bitboard checkers = position.checkers();
  if (checkers.count() > 2) {
    reasons.emplace_back("no move can give check with three pieces at once");
    return;
  }
  if (checkers.count() < 2) return;
  const Square king = position.king(position.side_to_move());
  const Bitboard sliders =
      checkers & (position.pieces(PieceType::Bishop) | position.pieces(PieceType::Rook) |
                  position.pieces(PieceType::Queen));
  if (sliders.empty()) {
    reasons.emplace_back("a double check without a slider cannot be a discovered one");
  } else if (line(checkers.first(), checkers.last()).contains(king)) {
    reasons.emplace_back("two sliders give check along one and the same line");
  } else if (!gives_double_check(position, checkers.first(), checkers.last()) &&
             !gives_double_check(position, checkers.last(), checkers.first()) &&
             !may_be_en_passant(position)) {
    reasons.push_back(fmt::format("no move gives check with the pieces on {} and {} at once",
                                  to_string(checkers.first()), to_string(checkers.last())));
  }
}

/// Before a double push its side was to move, so the other king was not in check. Generators may
/// rely on it: a check that an en passant capture would block cannot come up.
void check_double_step(const Position& position, std::vector<std::string>& reasons) {
  if (!position.en_passant()) return;
  const Color us = position.side_to_move();
  const Square passed = *position.en_passant();
  const Bitboard stepped{make_square(file_of(passed), relative_rank(us, Rank::R5))};
  const Bitboard from{make_square(file_of(passed), relative_rank(us, Rank::R7))};
  const Bitboard attackers =
      position.attackers(position.king(us), ~us, (position.occupied() & ~stepped) | from) &
      ~stepped;
  if (!attackers.empty())
    reasons.push_back(
        fmt::format("{}'s king was in check by the piece on {} already before the double push",
                    to_string(us), to_string(attackers.first())));
}

}  // namespace

std::vector<std::string> unreachable_because(const Position& position) {
  std::vector<std::string> reasons;
  for (const Color color : kColors) check_pawns(position, color, reasons);
  std::ranges::move(impossible_checks(position), std::back_inserter(reasons));
  return reasons;
}

std::vector<std::string> impossible_checks(const Position& position) {
  std::vector<std::string> reasons;
  check_checkers(position, reasons);
  check_double_step(position, reasons);
  return reasons;
}

}  // namespace perft_verify
