#include <algorithm>
#include <cstdlib>

#include "reference/mailbox/basic_board_impl.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

using mailbox::cell_of;
using mailbox::forward;
using mailbox::kEast;
using mailbox::kKingSteps;
using mailbox::kNoCell;
using mailbox::kNorth;
using mailbox::occupant_of;

bool BuggyBoard::is_legal(Move move) {
  std::optional<bool> verdict;
  if (king_cell(side_) == kNoCell) {
    verdict = std::nullopt;
  } else if (move.kind() == MoveKind::Castling) {
    // Both bugs rely on the test of the king's path alone.
    if (has(BugId::CastlingIntoCheck) || has(BugId::Chess960PinnedCastlingRook)) verdict = true;
  } else if (move.kind() == MoveKind::EnPassant) {
    verdict = verdict_on_en_passant(move);
  } else if (cell_of(move.from()) == king_cell(side_)) {
    verdict = verdict_on_king(move);
  } else {
    verdict = verdict_on_piece(move);
  }
  if (verdict) return *verdict;
  trying_ = true;
  const bool legal = Base::is_legal(move);
  trying_ = false;
  return legal;
}

std::optional<bool> BuggyBoard::verdict_on_en_passant(Move move) {
  const Cell king = king_cell(side_);
  const std::vector<Cell> checkers = attackers_of(king, enemy());
  if (has(BugId::EpInCheckNotResolving) && !checkers.empty()) return true;
  if (forgets_en_passant(move, checkers)) return false;
  if (has(BugId::EpHorizontalPin) || has(BugId::EpDiagonalPin) || has(BugId::EpPinnedCapturer) ||
      has(BugId::EpVictimStaysInTest))
    return safe_after_en_passant(move);
  return std::nullopt;
}

bool BuggyBoard::forgets_en_passant(Move move, std::span<const Cell> checkers) const {
  const Cell king = king_cell(side_);
  const Cell from = cell_of(move.from());
  const bool by_victim = checkers.size() == 1 && checkers.front() == Base::en_passant_victim(move);
  if (has(BugId::EpEvasionMissing) && by_victim) return true;
  if (has(BugId::EpBlockMissing) && !checkers.empty() && !by_victim) return true;
  if (has(BugId::EpForbiddenOnKingRank) && king / kNorth == from / kNorth) return true;
  return has(BugId::EpAlongPinMissing) && pin_of(from).has_value();
}

/// Looks along the lines of the king like an engine that forgets, on some of them, that the victim
/// or the capturer is gone.
bool BuggyBoard::safe_after_en_passant(Move move) {
  const Color us = side_;
  const Cell from = cell_of(move.from());
  const Cell victim = Base::en_passant_victim(move);
  make(move);
  const Cell king = king_cell(us);
  const int ahead = king - forward(~us) - victim;
  const bool victim_checks =
      has(BugId::EpVictimStaysInTest, us) && (ahead == kEast || ahead == -kEast);
  bool safe = !victim_checks && !attacked_by_knight(king, ~us) && !attacked_by_pawn(king, ~us) &&
              !attacked_by_king(king, ~us);
  for (const int step : kKingSteps) {
    const bool horizontal = std::abs(step) == kEast;
    const bool diagonal = !horizontal && std::abs(step) != kNorth;
    Cell ghost = kNoCell;
    if (has(BugId::EpVictimStaysInTest, us)) ghost = victim;
    if (has(BugId::EpHorizontalPin, us) && horizontal) ghost = victim;
    if (has(BugId::EpDiagonalPin, us) && diagonal) ghost = victim;
    if (has(BugId::EpPinnedCapturer, us) && !horizontal) ghost = from;
    safe = safe && !line_attacked(king, ~us, step, ghost);
  }
  unmake();
  return safe;
}

bool BuggyBoard::line_attacked(Cell cell, Color by, int step, Cell also_blocked) const {
  cell += step;
  while (is_empty(cell) && cell != also_blocked) cell += step;
  return is_piece_of(board_[cell], by) && slides_along(board_[cell], step);
}

std::optional<bool> BuggyBoard::verdict_on_king(Move move) {
  const Cell to = cell_of(move.to());
  const int step = to - king_cell(side_);
  const bool diagonally = std::abs(step) != kNorth && std::abs(step) != kEast;
  if (has(BugId::KingXray) || (diagonally && has(BugId::KingXrayDiagonal)) ||
      (has(BugId::KingXrayInDoubleCheck) && attackers_of(king_cell(side_), enemy()).size() > 1))
    return !attacked(to, enemy());
  if (has(BugId::KingCapturesDefended) && holds_enemy(to)) return true;
  if (has(BugId::EvasionKingCaptureMissing)) {
    const std::vector<Cell> checkers = attackers_of(king_cell(side_), enemy());
    if (std::ranges::find(checkers, to) != checkers.end()) return false;
  }
  return std::nullopt;
}

std::optional<bool> BuggyBoard::verdict_on_piece(Move move) {
  const std::vector<Cell> checkers = attackers_of(king_cell(side_), enemy());
  if (check_goes_unnoticed(checkers)) return respects_pins(move);
  if (!checkers.empty()) return verdict_on_evasion(move, checkers);
  if (has(BugId::PinIgnored)) return true;
  return verdict_on_pinned(move);
}

/// Some engines store with each move whether it gives check, and rely on it.
bool BuggyBoard::check_goes_unnoticed(std::span<const Cell> checkers) const {
  if (checkers.empty() || undo_.empty()) return false;
  const Move last = undo_.back().move;
  const bool direct = std::ranges::find(checkers, cell_of(last.to())) != checkers.end();
  switch (last.kind()) {
    case MoveKind::Castling:
      return has(BugId::CastlingCheckMissed, enemy());
    case MoveKind::Promotion:
      return has(BugId::PromotionCheckMissed, enemy()) && direct;
    case MoveKind::EnPassant:
      return has(BugId::EpDiscoveredCheckMissed, enemy()) && !direct;
    case MoveKind::Normal:
      return has(BugId::DiscoveredCheckMissed, enemy()) && !direct;
  }
  return false;
}

bool BuggyBoard::respects_pins(Move move) const {
  const std::optional<Pin> pin = pin_of(cell_of(move.from()));
  if (!pin) return true;
  Cell cell = king_cell(side_);
  do cell += pin->step;
  while (cell != cell_of(move.to()) && cell != pin->pinner);
  return cell == cell_of(move.to());
}

std::optional<bool> BuggyBoard::verdict_on_evasion(Move move, std::span<const Cell> checkers) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const bool takes_checker = std::ranges::find(checkers, to) != checkers.end();
  const bool double_push =
      board_[from] == occupant_of(side_, PieceType::Pawn) && to == from + 2 * forward(side_);
  if (has(BugId::DoubleCheckCapture) && checkers.size() > 1 && takes_checker) return true;
  if (has(BugId::DoubleCheckInterposition) && checkers.size() > 1 && !takes_checker) {
    const Color us = side_;
    make(move);
    const std::size_t left = attackers_of(king_cell(us), ~us).size();
    unmake();
    return left < checkers.size();
  }
  if (has(BugId::InterpositionBeyondChecker) && checkers.size() == 1 && !pin_of(from)) {
    for (const int step : kKingSteps) {
      if (first_obstacle(king_cell(side_), step) != checkers.front()) continue;
      for (Cell cell = checkers.front(); board_[cell] != Occupant::Wall; cell += step)
        if (cell == to) return true;
    }
  }
  if (has(BugId::InterpositionMissing) && !takes_checker) return false;
  if (has(BugId::InterpositionByDoublePushMissing) && double_push) return false;
  if (has(BugId::EvasionPawnCaptureMissing) && takes_checker &&
      move.kind() != MoveKind::Promotion && board_[from] == occupant_of(side_, PieceType::Pawn))
    return false;
  if (has(BugId::EvasionPromotionBlockMissing) && !takes_checker &&
      move.kind() == MoveKind::Promotion)
    return false;
  if (has(BugId::EvasionPromotionCaptureMissing) && takes_checker &&
      move.kind() == MoveKind::Promotion)
    return false;
  return std::nullopt;
}

std::optional<bool> BuggyBoard::verdict_on_pinned(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const std::optional<Pin> pin = pin_of(from);
  if (!pin) return std::nullopt;
  if (has(BugId::PinByQueenIgnored) &&
      board_[pin->pinner] == occupant_of(enemy(), PieceType::Queen))
    return true;
  const bool diagonally = std::abs(pin->step) != kNorth && std::abs(pin->step) != kEast;
  if (has(BugId::PinDiagonalIgnored) && diagonally) return true;
  const bool pawn_captures = board_[from] == occupant_of(side_, PieceType::Pawn) &&
                             mailbox::file_of_cell(from) != mailbox::file_of_cell(to);
  if (has(BugId::PinnedPawnCaptures) && pawn_captures) return true;
  if (has(BugId::PinnedPawnPromotes) && move.kind() == MoveKind::Promotion) return true;
  if (has(BugId::PinnedSliderMayNotCapture) && to == pin->pinner) return false;
  const bool slider =
      slides_along(board_[from], kNorth) || slides_along(board_[from], kNorth + kEast);
  if (has(BugId::PinnedSliderFrozen) && slider) return false;
  if (has(BugId::PinnedPawnFrozen) && board_[from] == occupant_of(side_, PieceType::Pawn))
    return false;
  if (has(BugId::PinSeesThroughSecondPiece) || has(BugId::PinByWrongSlider)) {
    Cell cell = king_cell(side_) + pin->step;
    while (board_[cell] != Occupant::Wall && cell != to) cell += pin->step;
    if (cell != to) return false;
  }
  return std::nullopt;
}

/// The pin that this engine sees, real or not.
std::optional<BuggyBoard::Pin> BuggyBoard::pin_of(Cell cell) const {
  for (const int step : kKingSteps) {
    if (first_obstacle(king_cell(side_), step) != cell) continue;
    Cell beyond = first_obstacle(cell, step);
    if (has(BugId::PinSeesThroughSecondPiece) && is_piece_of(board_[beyond], side_))
      beyond = first_obstacle(beyond, step);
    if (!holds_enemy(beyond)) return std::nullopt;
    const bool any_slider =
        slides_along(board_[beyond], kNorth) || slides_along(board_[beyond], kNorth + kEast);
    const bool pins =
        has(BugId::PinByWrongSlider) ? any_slider : slides_along(board_[beyond], step);
    return pins ? std::optional(Pin{step, beyond}) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace perft_verify::zoo
