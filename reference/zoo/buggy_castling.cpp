#include <algorithm>

#include "reference/mailbox/basic_board_impl.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

using mailbox::cell_of;
using mailbox::file_of_cell;
using mailbox::kEast;
using mailbox::kNoCell;
using mailbox::occupant_of;
using mailbox::square_of;

void BuggyBoard::castling_moves(MoveList& moves) const {
  if (king_cell(side_) == kNoCell || has(BugId::CastlingMissing)) return;
  Base::castling_moves(moves);
  if (has(BugId::CastlingTwice)) Base::castling_moves(moves);
  if (!has(BugId::CastlingWithoutRight)) return;
  const Cell king = cell_of(make_square(File::E, relative_rank(side_, Rank::R1)));
  for (const CastlingSide side : kCastlingSides) {
    const Cell rook = king + (side == CastlingSide::King ? 3 : -4) * kEast;
    const CastlingPath path = castling_path(king, rook);
    if (castling_rooks_[side_][side] == kNoCell && king_cell(side_) == king &&
        board_[rook] == occupant_of(side_, PieceType::Rook) && castling_path_is_free(path) &&
        castling_path_is_safe(path))
      moves.push(Move::castling(square_of(king), square_of(rook)));
  }
}

bool BuggyBoard::may_castle(CastlingSide side) const {
  const Cell rook = castling_rooks_[side_][side];
  if (rook == kNoCell) return false;
  if (side == CastlingSide::Queen && has(BugId::CastlingQueenSideMissing)) return false;
  if (has(BugId::CastlingAsksBothColors) && castling_rooks_[enemy()][side] == kNoCell) return false;
  const CastlingPath path = castling_path(king_cell(side_), rook);
  if (!stands_ready_to_castle(path)) return false;
  const bool tests_rook = bugs_.has(BugId::CastlingRookReplacedOnHFile) ||
                          bugs_.has(BugId::CastlingRookReplacedOnAFile);
  if (tests_rook && board_[rook] != occupant_of(side_, PieceType::Rook)) return false;
  if (has(BugId::Chess960KingFileE) && file_of_cell(path.king_from) != File::E) return false;
  if (has(BugId::Chess960KingAlreadyThere) && path.king_from == path.king_to) return false;
  if (has(BugId::Chess960RookAlreadyThere) && path.rook_from == path.rook_to) return false;
  return Base::may_castle(side);
}

/// If a right survives the king's or the rook's move, an engine that generates "e1g1" still does so
/// only with its king on e1.
bool BuggyBoard::stands_ready_to_castle(const CastlingPath& path) const {
  return path.king_from == king_home_[side_] &&
         board_[path.king_from] == occupant_of(side_, PieceType::King);
}

bool BuggyBoard::castling_path_is_free(const CastlingPath& path) const {
  const auto free = [&](Cell first, Cell last) {
    for (Cell cell = std::min(first, last); cell <= std::max(first, last); ++cell)
      if (!is_empty(cell) && cell != path.king_from && cell != path.rook_from &&
          !(has(BugId::CastlingOverEnemy) && holds_enemy(cell)))
        return false;
    return true;
  };
  const bool classical_long =
      file_of_cell(path.king_from) == File::E && file_of_cell(path.rook_from) == File::A;
  if (has(BugId::CastlingBFileOccupied) && classical_long)
    return free(path.king_from, path.king_to);
  if (has(BugId::Chess960CastlingPath)) return free(path.king_from, path.rook_from);
  if (has(BugId::Chess960CastlingRookPath))
    return free(path.king_from, path.king_to) && free(path.rook_to, path.rook_to);
  if (has(BugId::CastlingOverEnemy))
    return free(path.king_from, path.rook_from) && free(path.king_from, path.king_to) &&
           free(path.rook_from, path.rook_to);
  if (has(BugId::Chess960SwapBlocked) &&
      (path.king_to == path.rook_from || path.rook_to == path.king_from))
    return false;
  return Base::castling_path_is_free(path);
}

bool BuggyBoard::castling_path_is_safe(const CastlingPath& path) const {
  const auto all_safe = [&](Cell first, Cell last) {
    for (Cell cell = std::min(first, last); cell <= std::max(first, last); ++cell)
      if (!king_may_pass(cell)) return false;
    return true;
  };
  const int toward = path.king_to >= path.king_from ? kEast : -kEast;
  const bool through = has(BugId::CastlingThroughCheck);
  const bool out_of = has(BugId::CastlingOutOfCheck);
  const bool into = has(BugId::CastlingIntoCheck);
  if (through || out_of || into) {
    if (path.king_from == path.king_to) return out_of || into || king_may_pass(path.king_from);
    return (out_of || king_may_pass(path.king_from)) && (into || king_may_pass(path.king_to)) &&
           (through || path.king_from + toward == path.king_to ||
            all_safe(path.king_from + toward, path.king_to - toward));
  }
  if (has(BugId::CastlingBFileAttacked) && path.rook_from < path.king_from)
    return all_safe(path.rook_from + kEast, path.king_from);
  if (has(BugId::Chess960LongTransit))
    return king_may_pass(path.king_from) && king_may_pass(path.king_to) &&
           (path.king_from == path.king_to || king_may_pass(path.king_from + toward));
  if (has(BugId::Chess960RookPathAttacked) && chess960_ && !all_safe(path.rook_from, path.rook_to))
    return false;
  if (has(BugId::CastlingRookAttacked) && !king_may_pass(path.rook_from)) return false;
  return Base::castling_path_is_safe(path);
}

bool BuggyBoard::king_may_pass(Cell cell) const {
  if (has(BugId::CastlingBlackTestsWhiteSquares) && side_ == Color::Black)
    cell = cell_of(flip_rank(square_of(cell)));
  const bool by_pawn = !has(BugId::CastlingIgnoresPawnAttacks) && attacked_by_pawn(cell, enemy());
  const bool by_knight =
      !has(BugId::CastlingIgnoresKnightAttacks) && attacked_by_knight(cell, enemy());
  const bool by_king = !has(BugId::CastlingIgnoresKingAttacks) && attacked_by_king(cell, enemy());
  const bool by_slider =
      has(BugId::CastlingIgnoresDiagonalAttacks)
          ? attacked_along(cell, mailbox::kRookSteps, occupant_of(enemy(), PieceType::Rook),
                           occupant_of(enemy(), PieceType::Queen))
          : attacked_by_slider(cell, enemy());
  return !by_pawn && !by_knight && !by_king && !by_slider;
}

void BuggyBoard::move_castling_pieces(Move move) {
  const CastlingPath path = castling_path(cell_of(move.from()), cell_of(move.to()));
  const Occupant king = occupant_of(side_, PieceType::King);
  if (has(BugId::CastlingRookStays)) {
    place(path.king_from, Occupant::Empty);
    place(path.king_to, king);
    return;
  }
  if (has(BugId::CastlingRookMisplaced) && path.rook_from < path.king_from &&
      path.king_from != path.king_to) {
    place(path.king_from, Occupant::Empty);
    place(path.rook_from, Occupant::Empty);
    place(path.king_to, king);
    place(path.king_from, occupant_of(side_, PieceType::Rook));
    return;
  }
  if (has(BugId::Chess960SwapErasesKing)) {
    // First the king, then the rook: a piece on the other one's target square is lost.
    place(path.king_from, Occupant::Empty);
    place(path.king_to, king);
    place(path.rook_from, Occupant::Empty);
    place(path.rook_to, occupant_of(side_, PieceType::Rook));
    return;
  }
  Base::move_castling_pieces(move);
}

}  // namespace perft_verify::zoo
