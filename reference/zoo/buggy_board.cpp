#include "reference/zoo/buggy_board.h"

#include <algorithm>
#include <cstdlib>

#include "reference/mailbox/basic_board_impl.h"

namespace perft_verify::mailbox {

template class BasicBoard<zoo::BuggyBoard>;

}  // namespace perft_verify::mailbox

namespace perft_verify::zoo {

using mailbox::cell_of;
using mailbox::forward;
using mailbox::kEast;
using mailbox::kKingSteps;
using mailbox::kKnightSteps;
using mailbox::kNoCell;
using mailbox::kNorth;
using mailbox::occupant_of;
using mailbox::rank_of_cell;
using mailbox::square_of;

BuggyBoard::BuggyBoard(const mailbox::Setup& setup, BugSet bugs) : Base(setup), bugs_(bugs) {
  if (has(BugId::Chess960OutermostRook) && chess960_) {
    for (const Color color : kColors) {
      for (const CastlingSide side : kCastlingSides) {
        Cell& right = castling_rooks_[color][side];
        const int outwards = side == CastlingSide::King ? kEast : -kEast;
        if (right == kNoCell) continue;
        for (Cell cell = right; board_[cell] != Occupant::Wall; cell += outwards)
          if (board_[cell] == occupant_of(color, PieceType::Rook)) right = cell;
      }
    }
    key_ = key_from_scratch();
  }
  for (const Color color : kColors) king_home_[color] = Base::king_cell(color);
  rook_home_ = castling_rooks_;
  cached_king_ = king_home_;
}

Cell BuggyBoard::king_cell(Color color) const {
  if (has(BugId::UnmakeKingSquare) || has(BugId::CastlingKingSquareStale))
    return cached_king_[color];
  const auto kings = pieces_.cells(occupant_of(color, PieceType::King));
  return kings.empty() ? kNoCell : Cell{kings.front()};
}

bool BuggyBoard::is_relative_rank(Cell cell, Rank rank) const {
  return rank_of_cell(cell) == relative_rank(side_, rank);
}

bool BuggyBoard::in_check(Color color) const {
  // A king that was captured cannot be in check, and has no cell to look from.
  return king_cell(color) != kNoCell && Base::in_check(color);
}

bool BuggyBoard::attacked_by_pawn(Cell cell, Color by) const {
  if (has(BugId::PawnChecksIgnored)) return false;
  if (has(BugId::PawnChecksReversed)) {
    const std::array steps{forward(by) - kEast, forward(by) + kEast};
    return attacked_by_step(cell, steps, occupant_of(by, PieceType::Pawn));
  }
  return Base::attacked_by_pawn(cell, by);
}

bool BuggyBoard::attacked_by_knight(Cell cell, Color by) const {
  return !has(BugId::KnightChecksIgnored) && Base::attacked_by_knight(cell, by);
}

bool BuggyBoard::attacked_by_king(Cell cell, Color by) const {
  return !has(BugId::KingsAdjacent) && Base::attacked_by_king(cell, by);
}

bool BuggyBoard::attacked_by_slider(Cell cell, Color by) const {
  if (!has(BugId::QueenDiagonalChecksIgnored)) return Base::attacked_by_slider(cell, by);
  const Occupant bishop = occupant_of(by, PieceType::Bishop);
  return attacked_along(cell, mailbox::kRookSteps, occupant_of(by, PieceType::Rook),
                        occupant_of(by, PieceType::Queen)) ||
         attacked_along(cell, mailbox::kBishopSteps, bishop, bishop);
}

bool BuggyBoard::slides_along(Occupant occupant, int step) const {
  if (!is_piece(occupant)) return false;
  const bool straight = std::abs(step) == kNorth || std::abs(step) == kEast;
  const PieceType type = type_of(occupant);
  return type == PieceType::Queen || type == (straight ? PieceType::Rook : PieceType::Bishop);
}

std::vector<Cell> BuggyBoard::attackers_of(Cell cell, Color by) const {
  std::vector<Cell> attackers;
  for (const int step : kKnightSteps)
    if (board_[cell + step] == occupant_of(by, PieceType::Knight)) attackers.push_back(cell + step);
  for (const int sideways : {-kEast, kEast})
    if (const Cell from = cell - forward(by) + sideways;
        board_[from] == occupant_of(by, PieceType::Pawn))
      attackers.push_back(from);
  for (const int step : kKingSteps) {
    const Cell from = first_obstacle(cell, step);
    if (is_piece_of(board_[from], by) && slides_along(board_[from], step))
      attackers.push_back(from);
  }
  return attackers;
}

std::string BuggyBoard::uci(Move move) const {
  std::string text = Base::uci(move);
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  if (move.kind() == MoveKind::Castling) {
    if (has(BugId::Chess960Notation) && chess960_)
      text = to_string(move.from()) + to_string(square_of(castling_path(from, to).king_to));
    if (has(BugId::CastlingPrintedAsRookCapture))
      text = to_string(move.from()) + to_string(move.to());
  }
  if (has(BugId::NPromotionListedAsQueen) && move.kind() == MoveKind::Promotion &&
      move.promoted_to() == PieceType::Knight)
    text.back() = 'q';
  const bool pawn_to_last_rank = move.kind() == MoveKind::Normal &&
                                 is_relative_rank(to, Rank::R8) &&
                                 board_[from] == occupant_of(side_, PieceType::Pawn);
  if (pawn_to_last_rank && (has(BugId::PromotionToPawn) || has(BugId::PromotionLoopShifted)))
    text += 'p';
  return text;
}

/// Tries the moves of each piece before those of the next one are generated: what unmake
/// forgets is missing for the next one.
MoveList BuggyBoard::legal_moves_piece_by_piece() {
  MoveList all;
  MoveList legal;
  const Cell ep = en_passant_;
  Base::pseudo_legal_moves(all);
  Square from = Square::A1;
  bool ep_known = true;
  for (const Move move : all) {
    if (move.from() != from) {
      from = move.from();
      ep_known = en_passant_ == ep;
    }
    const bool generated = move.kind() != MoveKind::EnPassant || ep_known;
    if (generated && is_legal(move)) legal.push(move);
  }
  return legal;
}

MoveList BuggyBoard::legal_moves() {
  MoveList moves = has(BugId::UnmakeEpSquare) ? legal_moves_piece_by_piece() : Base::legal_moves();
  if (has(BugId::DropOneDuplicateAnother) && moves.size() >= 2) moves[moves.size() - 1] = moves[0];
  return moves;
}

}  // namespace perft_verify::zoo
