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
  misread_setup();
  for (const Color color : kColors) king_home_[color] = Base::king_cell(color);
  cached_king_ = king_home_;
}

/// The effects of bugs in reading a FEN.
void BuggyBoard::misread_setup() {
  if (bugs_.has(BugId::FenEpIgnored)) en_passant_ = kNoCell;
  if (bugs_.has(BugId::FenCastlingIgnored)) castling_rooks_ = {};
  if (bugs_.has(BugId::FenBlackRightsIgnored)) castling_rooks_[Color::Black] = {};
  if (bugs_.has(BugId::FenSideIgnored)) side_ = Color::White;
  if (bugs_.has(BugId::FenClocksSwapped)) std::swap(halfmove_clock_, fullmove_number_);
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      Cell& right = castling_rooks_[color][side];
      if (!bugs_.has(BugId::Chess960OutermostRook) || !chess960_ || right == kNoCell) continue;
      const int outwards = side == CastlingSide::King ? kEast : -kEast;
      for (Cell cell = right; board_[cell] != Occupant::Wall; cell += outwards)
        if (board_[cell] == occupant_of(color, PieceType::Rook)) right = cell;
    }
    if (!bugs_.has(BugId::FenFileLettersIgnored) || !chess960_) continue;
    for (const CastlingSide side : kCastlingSides) {
      Cell& right = castling_rooks_[color][side];
      if (right == kNoCell) continue;
      const File file = side == CastlingSide::King ? File::H : File::A;
      const Cell corner = cell_of(make_square(file, relative_rank(color, Rank::R1)));
      right = board_[corner] == occupant_of(color, PieceType::Rook) ? corner : kNoCell;
    }
  }
  key_ = key_from_scratch();
}

Cell BuggyBoard::king_cell(Color color) const {
  if (has(BugId::UnmakeKingSquare, color) || has(BugId::CastlingKingSquareStale, color))
    return cached_king_[color];
  const auto kings = pieces_.cells(occupant_of(color, PieceType::King));
  return kings.empty() ? kNoCell : Cell{kings.front()};
}

bool BuggyBoard::is_relative_rank(Cell cell, Rank rank) const {
  return rank_of_cell(cell) == relative_rank(side_, rank);
}

/// Whether the cell is that square, or for Black the one opposite.
bool BuggyBoard::is_relative(Cell cell, File file, Rank rank) const {
  return cell == cell_of(make_square(file, relative_rank(side_, rank)));
}

bool BuggyBoard::in_check(Color color) const {
  // A captured king cannot be in check, and has no cell to look from.
  return king_cell(color) != kNoCell && Base::in_check(color);
}

bool BuggyBoard::attacked_by_pawn(Cell cell, Color by) const {
  if (has(BugId::PawnChecksIgnored, ~by)) return false;
  if (has(BugId::PawnChecksWrap, ~by) && attacked_across_the_edge(cell, by)) return true;
  if (has(BugId::PawnChecksReversed, ~by)) {
    const std::array steps{forward(by) - kEast, forward(by) + kEast};
    return attacked_by_step(cell, steps, occupant_of(by, PieceType::Pawn));
  }
  return Base::attacked_by_pawn(cell, by);
}

bool BuggyBoard::attacked_by_knight(Cell cell, Color by) const {
  if (has(BugId::KnightChecksIgnored, ~by)) return false;
  if (has(BugId::CapturedKnightStillAttacks, ~by) && attacked_by_captured_knight(cell, by))
    return true;
  return Base::attacked_by_knight(cell, by);
}

/// On squares numbered 0 to 63 and without a test of the files, a pawn on the a file attacks
/// a square of the h file, and the other way round.
bool BuggyBoard::attacked_across_the_edge(Cell cell, Color by) const {
  const Occupant pawn = occupant_of(by, PieceType::Pawn);
  return std::ranges::any_of(pieces_.cells(pawn), [&](Cell from) {
    const int difference = index(square_of(cell)) - index(square_of(from));
    const int ahead = by == Color::White ? difference : -difference;
    return ahead == 7 || ahead == 9;
  });
}

/// An engine that forgets to remove captured knights from its bitboard of knights does so when the
/// move is made, not when it is tried.
bool BuggyBoard::attacked_by_captured_knight(Cell cell, Color by) const {
  const std::span made(undo_.begin(), undo_.end() - (trying_ && !undo_.empty() ? 1 : 0));
  return std::ranges::any_of(made, [&](const Undo& undo) {
    if (!undo.captures) return false;
    return std::ranges::any_of(
        std::span(undo.changes).first(undo.change_count), [&](const Change& change) {
          const auto steps_away = [&](int step) { return change.cell == cell + step; };
          return change.before == occupant_of(by, PieceType::Knight) &&
                 std::ranges::any_of(kKnightSteps, steps_away);
        });
  });
}

bool BuggyBoard::attacked_by_king(Cell cell, Color by) const {
  return !has(BugId::KingsAdjacent, ~by) && Base::attacked_by_king(cell, by);
}

bool BuggyBoard::attacked_by_slider(Cell cell, Color by) const {
  const bool plain = !has(BugId::QueenDiagonalChecksIgnored, ~by) &&
                     !has(BugId::QueenStraightChecksIgnored, ~by) &&
                     !has(BugId::CheckRangeShort, ~by) && !has(BugId::EpSquareBlocksLines, ~by) &&
                     !has(BugId::CornerCheckIgnored, ~by);
  if (plain) return Base::attacked_by_slider(cell, by);
  return std::ranges::any_of(kKingSteps, [&](int step) { return sees(cell, step, by); });
}

/// Whether the line from `cell` in one direction ends at a slider that the check test takes
/// for an attacker.
bool BuggyBoard::sees(Cell cell, int step, Color by) const {
  constexpr int kShortRange = 6;
  Cell from = cell + step;
  int steps = 1;
  while (is_empty(from)) {
    if (has(BugId::EpSquareBlocksLines, ~by) && from == en_passant_) return false;
    from += step;
    ++steps;
  }
  if (has(BugId::CheckRangeShort, ~by) && steps > kShortRange) return false;
  if (has(BugId::CornerCheckIgnored, ~by) && from == cell_of(Square::A8) &&
      cell == cell_of(Square::H1))
    return false;
  if (!is_piece_of(board_[from], by) || !slides_along(board_[from], step)) return false;
  const bool straight = std::abs(step) == kNorth || std::abs(step) == kEast;
  const BugId ignored =
      straight ? BugId::QueenStraightChecksIgnored : BugId::QueenDiagonalChecksIgnored;
  return type_of(board_[from]) != PieceType::Queen || !has(ignored, ~by);
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
  if (move.kind() == MoveKind::Promotion && move.promoted_to() == PieceType::Knight &&
      has(BugId::NPromotionListedAsQueen))
    text.back() = 'q';
  const bool pawn_to_last_rank = move.kind() == MoveKind::Normal &&
                                 is_relative_rank(to, Rank::R8) &&
                                 board_[from] == occupant_of(side_, PieceType::Pawn);
  if (pawn_to_last_rank && (has(BugId::PromotionToPawn) || has(BugId::PromotionLoopShifted)))
    text += 'p';
  return text;
}

/// Tries the moves of each piece before those of the next one are generated: pieces that unmake
/// forgets are missing for the next one.
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
