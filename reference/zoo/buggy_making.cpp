#include <algorithm>

#include "reference/mailbox/basic_board_impl.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

using mailbox::cell_of;
using mailbox::kKeys;
using mailbox::kNoCell;
using mailbox::kNorth;
using mailbox::occupant_of;

void BuggyBoard::move_pieces(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const Occupant moved = board_[from];
  if (has(BugId::EpVictimStays) && move.kind() == MoveKind::EnPassant) {
    place(from, Occupant::Empty);
    place(to, moved);
  } else {
    Base::move_pieces(move);
  }
  const bool ordinary_piece =
      move.kind() == MoveKind::Normal && moved != occupant_of(side_, PieceType::Pawn);
  if (has(BugId::EpByAnyPiece) && ordinary_piece && to == en_passant_)
    place(Base::en_passant_victim(move), Occupant::Empty);
  if (move.kind() == MoveKind::Promotion &&
      hashes_with(BugId::HashOmitsPromotedPiece, BugId::HashOmitsPromotedPieceBulk))
    key_ ^= kKeys.piece[board_[to]][to] ^ kKeys.piece[occupant_of(side_, PieceType::Pawn)][to];
  update_king_cache(move);
}

void BuggyBoard::update_king_cache(Move move) {
  cached_king_before_.push_back(cached_king_);
  if (undo_.back().moved != occupant_of(side_, PieceType::King)) return;
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  if (move.kind() != MoveKind::Castling) {
    cached_king_[side_] = to;
  } else if (!has(BugId::CastlingKingSquareStale)) {
    cached_king_[side_] = castling_path(from, to).king_to;
  }
}

Cell BuggyBoard::en_passant_victim(Move move) const {
  if (has(BugId::EpVictimOnWrongSide)) return cell_of(move.to()) - kNorth;  // right for White
  return Base::en_passant_victim(move);
}

Occupant BuggyBoard::promoted_piece(Move move) const {
  if (has(BugId::BPromotionStoredAsQueen) && move.promoted_to() == PieceType::Bishop)
    return occupant_of(side_, PieceType::Queen);
  if (has(BugId::PromotedPieceWrongColor)) return occupant_of(enemy(), move.promoted_to());
  return Base::promoted_piece(move);
}

void BuggyBoard::update_castling_rooks(Move move) {
  const mailbox::CastlingRooks before = castling_rooks_;
  const std::uint64_t key = key_;
  Base::update_castling_rooks(move);
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      if (castling_rooks_[color][side] != before[color][side] &&
          right_survives(move, color, side)) {
        castling_rooks_[color][side] = before[color][side];
        key_ ^= kKeys.castling[color][before[color][side]];
      }
    }
  }
  lose_too_many_rights(move, before);
  if (castling_rooks_ == before) key_ = key;
}

void BuggyBoard::lose_too_many_rights(Move move, const mailbox::CastlingRooks& before) {
  if (move.kind() == MoveKind::Normal) {
    for (const CastlingSide side : kCastlingSides) {
      const auto other = side == CastlingSide::King ? CastlingSide::Queen : CastlingSide::King;
      if (before[side_][side] == cell_of(move.from()) &&
          (has(BugId::CastlingRookMovedWrongSide) || has(BugId::CastlingRookMoveTakesBoth)))
        lose_castling_right(side_, other);
    }
  }
  if (move.kind() == MoveKind::Castling && has(BugId::CastlingWipesBoth)) {
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides) lose_castling_right(color, side);
  }
}

/// Whether a right that the rules take away with this move is kept by mistake.
bool BuggyBoard::right_survives(Move move, Color color, CastlingSide side) const {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const Cell rook = undo_.back().castling_rooks[color][side];
  const bool king_moves = undo_.back().moved == occupant_of(side_, PieceType::King);
  const bool own = color == side_;
  const bool captured = !own && to == rook;
  const bool rook_leaves = own && from == rook && !king_moves;
  if (has(BugId::CastlingRookCaptured) && captured) return true;
  if (has(BugId::CastlingRookCapturedOnAFile) && captured && side == CastlingSide::Queen)
    return true;
  const BugId replaced = side == CastlingSide::King ? BugId::CastlingRookReplacedOnHFile
                                                    : BugId::CastlingRookReplacedOnAFile;
  // Neither the opponent's capture nor the piece that recaptures takes the right.
  if (bugs_.has(replaced, ~color) && to == rook) return true;
  if (has(BugId::CastlingRookCapturedByPromotion) && captured && move.kind() == MoveKind::Promotion)
    return true;
  if (has(BugId::CastlingRookMoved) && rook_leaves) return true;
  if (has(BugId::CastlingRookMovedWrongSide) && rook_leaves) return true;
  if (has(BugId::CastlingRookTakesRook) && rook_leaves) {
    // if (takes a rook at home) … else if (leaves home) …
    const auto& theirs = undo_.back().castling_rooks[~side_];
    if (std::ranges::find(theirs, to) != theirs.end()) return true;
  }
  if (has(BugId::CastlingKingMoved) && own && king_moves && move.kind() == MoveKind::Normal)
    return true;
  if (has(BugId::CastlingKingMoveTakesOne) && own && king_moves &&
      move.kind() == MoveKind::Normal && side == CastlingSide::Queen)
    return true;
  const File file = mailbox::file_of_cell(rook);
  return has(BugId::Chess960RightsByCorner) && chess960_ && !king_moves && file != File::A &&
         file != File::H;
}

void BuggyBoard::update_en_passant(Move move) {
  const Cell before = en_passant_;
  Base::update_en_passant(move);
  const bool cleared = en_passant_ == kNoCell;
  if (has(BugId::EpSquareNotCleared) && cleared) set_en_passant(before);
  if (has(BugId::EpNotClearedByCastling) && move.kind() == MoveKind::Castling)
    set_en_passant(before);
  const bool single_push = undo_.back().moved == occupant_of(side_, PieceType::Pawn) &&
                           cell_of(move.to()) == cell_of(move.from()) + mailbox::forward(side_);
  if (has(BugId::EpAfterSinglePush) && single_push &&
      is_relative_rank(cell_of(move.to()), Rank::R4))
    set_en_passant(cell_of(move.from()));
  // The file is kept as a number, and 0 means that there is none.
  if (has(BugId::EpAFileLost) && !cleared && mailbox::file_of_cell(en_passant_) == File::A)
    set_en_passant(kNoCell);
}

void BuggyBoard::update_clocks() {
  const unsigned before = halfmove_clock_;
  Base::update_clocks();
  if (has(BugId::HalfmoveNotReset)) halfmove_clock_ = before + 1;
}

void BuggyBoard::put_pieces_back(const Undo& undo) {
  if (trying_) return Base::put_pieces_back(undo);
  for (int at = undo.change_count; at-- > 0;)
    if (const auto change = put_back_wrongly(undo, undo.changes[static_cast<std::size_t>(at)]))
      put_back(*change);
}

/// The piece that unmaking puts back in a cell; nothing if it is forgotten.
std::optional<BuggyBoard::Change> BuggyBoard::put_back_wrongly(const Undo& undo,
                                                               Change change) const {
  // The side to move is still the one that was captured from.
  const Color mover = ~side_;
  const Move move = undo.move;
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  if (move.kind() == MoveKind::Castling && change.cell != from &&
      change.cell != castling_path(from, to).king_to && has(BugId::UnmakeCastlingRook, mover))
    return std::nullopt;
  const bool victim =
      move.kind() == MoveKind::EnPassant && change.cell != from && change.cell != to;
  if (victim && has(BugId::UnmakeEpPawn, mover)) return std::nullopt;
  if (victim && has(BugId::UnmakeEpWrongSquare, mover)) change.cell = static_cast<std::uint8_t>(to);
  if (move.kind() == MoveKind::Promotion && change.cell == from &&
      has(BugId::UnmakePromotion, mover))
    change.before = occupant_of(mover, move.promoted_to());
  const bool captured = change.cell == to && is_piece_of(change.before, side_) &&
                        type_of(change.before) != PieceType::King &&
                        move.kind() != MoveKind::EnPassant;
  if (!captured) return change;
  if (has(BugId::UnmakeCapturedType, mover)) change.before = occupant_of(side_, PieceType::Knight);
  if (has(BugId::UnmakeCapturedPieceLost, mover) ||
      (move.kind() == MoveKind::Promotion && has(BugId::UnmakePromotionCapture, mover)))
    change.before = Occupant::Empty;
  return change;
}

void BuggyBoard::restore_state(const Undo& undo) {
  const mailbox::CastlingRooks rooks = castling_rooks_;
  const Cell ep = en_passant_;
  Base::restore_state(undo);
  const Color mover = ~side_;
  if (castling_rooks_ != rooks && has(BugId::UnmakeCastlingRights, mover)) castling_rooks_ = rooks;
  if (en_passant_ != ep && has(BugId::UnmakeEpSquare, mover)) en_passant_ = ep;
  const bool is_stale =
      cached_king_ != cached_king_before_.back() && !trying_ && has(BugId::UnmakeKingSquare, mover);
  if (!is_stale) cached_king_ = cached_king_before_.back();
  cached_king_before_.pop_back();
}

}  // namespace perft_verify::zoo
