#include <algorithm>

#include "reference/mailbox/basic_board_impl.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

using mailbox::cell_of;
using mailbox::forward;
using mailbox::kEast;
using mailbox::kKingSteps;
using mailbox::kKnightSteps;
using mailbox::kNoCell;
using mailbox::kNorth;
using mailbox::occupant_of;
using mailbox::square_of;

namespace {

// A move list whose author assumed that 128 entries would be enough.
constexpr std::size_t kShortListCapacity = 128;
// A piece list whose author assumed the start position and eight promotions.
constexpr std::ptrdiff_t kShortPieceList = 9;
// A table of rays, of squares numbered 0 to 63, with room for nine steps a ray.
constexpr int kStepsOfRayTable = 9;
constexpr int kShortRange = 6;

bool is_straight(int step) {
  return step == kNorth || step == -kNorth || step == kEast || step == -kEast;
}

/// A step of the 10x12 board as a difference of squares numbered 0 to 63.
int delta_of_step(int step) {
  const int north = (step + (step > 0 ? 5 : -5)) / kNorth;
  return north * 8 + (step - north * kNorth);
}

}  // namespace

void BuggyBoard::push(Cell from, Cell to, MoveList& moves) const {
  if (is_empty(to) || holds_enemy(to)) moves.push(Move::normal(square_of(from), square_of(to)));
}

void BuggyBoard::pseudo_legal_moves(MoveList& moves) {
  Base::pseudo_legal_moves(moves);
  if (has(BugId::PromotedPieceNotListed)) {
    const auto promoted_here = [&](Move move) {
      return std::ranges::any_of(undo_, [&](const Undo& undo) {
        return undo.move.kind() == MoveKind::Promotion && undo.move.to() == move.from();
      });
    };
    moves.keep_if([&](Move move) { return !promoted_here(move); });
  }
  keep_what_lists_can_hold(moves);
}

void BuggyBoard::keep_what_lists_can_hold(MoveList& moves) const {
  if (has(BugId::PieceListOverflow)) {
    moves.keep_if([&](Move move) {
      const Cell from = cell_of(move.from());
      const auto listed = pieces_.cells(board_[from]);
      const auto at = std::ranges::find(listed, from);
      return at - listed.begin() < kShortPieceList;
    });
  }
  if (has(BugId::MoveListOverflow128)) {
    std::size_t listed = 0;
    moves.keep_if([&](Move) { return listed++ < kShortListCapacity; });
  }
}

void BuggyBoard::pawn_pushes(Cell from, MoveList& moves) const {
  const Cell one = from + forward(side_);
  const Cell two = one + forward(side_);
  const bool starts = is_relative_rank(from, Rank::R2);
  if (has(BugId::PawnCapturesForward) && holds_enemy(one)) add_pawn_move(from, one, moves);
  if (has(BugId::PromotionPushCaptures) && is_relative_rank(from, Rank::R7) && holds_enemy(one))
    add_pawn_move(from, one, moves);
  if (has(BugId::DoublePushJumps) && starts && !is_empty(one) && is_empty(two))
    push(from, two, moves);
  if (has(BugId::DoublePushCaptures) && starts && is_empty(one) && holds_enemy(two))
    push(from, two, moves);
  if (has(BugId::DoublePushWrongRank) && is_relative_rank(from, Rank::R3) && is_empty(one) &&
      is_empty(two))
    push(from, two, moves);

  const bool single_only =
      (has(BugId::DoublePushMissingForBlack) && side_ == Color::Black) ||
      (has(BugId::DoublePushMissingOnHFile) && mailbox::file_of_cell(from) == File::H);
  if (!single_only) {
    Base::pawn_pushes(from, moves);
  } else if (is_empty(one)) {
    add_pawn_move(from, one, moves);
  }
}

void BuggyBoard::pawn_captures(Cell from, MoveList& moves) const {
  if (has(BugId::CapturePromotionMissing) && is_relative_rank(from, Rank::R7)) return;
  const File file = mailbox::file_of_cell(from);
  if (has(BugId::PawnEdgeCaptureMissing) && (file == File::A || file == File::H)) return;
  Base::pawn_captures(from, moves);
  if (has(BugId::CapturePromotionTwice) && is_relative_rank(from, Rank::R7))
    Base::pawn_captures(from, moves);
  for (const int sideways : {-kEast, kEast}) {
    const Cell to = from + forward(side_) + sideways;
    const bool own = is_piece_of(board_[to], side_) && type_of(board_[to]) != PieceType::King;
    if ((has(BugId::PawnCapturesOwn) && own) ||
        (has(BugId::PawnMovesDiagonally) && is_empty(to) && to != en_passant_))
      add_pawn_move(from, to, moves);
  }
  if (!has(BugId::PawnCaptureWraps)) return;
  for (const int delta : {7, 9}) {
    const int number = index(square_of(from)) + (side_ == Color::White ? delta : -delta);
    if (number < 0 || number >= kSquareCount) continue;
    const Cell to = cell_of(square_at(number));
    const bool wrapped = to - from != forward(side_) - kEast && to - from != forward(side_) + kEast;
    if (wrapped && holds_enemy(to)) add_pawn_move(from, to, moves);
  }
}

void BuggyBoard::en_passant_captures(Cell from, MoveList& moves) const {
  if (en_passant_ == kNoCell && has(BugId::EpNoneIsASquare)) {
    const Cell corner = cell_of(make_square(File::A, relative_rank(side_, Rank::R8)));
    if (from == corner - forward(side_) + kEast && is_empty(corner))
      moves.push(Move::normal(square_of(from), square_of(corner)));
  }
  if (en_passant_ == kNoCell || has(BugId::EpMissing)) return;
  if (has(BugId::EpMissingForBlack) && side_ == Color::Black) return;
  const bool have_one =
      std::ranges::any_of(moves, [](Move move) { return move.kind() == MoveKind::EnPassant; });
  if (has(BugId::EpOneCapturerOnly) && have_one) return;
  if (has(BugId::EpOneDirectionOnly) && en_passant_ == from + forward(side_) + kEast) return;
  Base::en_passant_captures(from, moves);
  if (!has(BugId::EpWraps)) return;
  for (const int delta : {7, 9}) {
    const int number = index(square_of(from)) + (side_ == Color::White ? delta : -delta);
    if (number != index(square_of(en_passant_))) continue;
    const int step = en_passant_ - from;
    if (step != forward(side_) - kEast && step != forward(side_) + kEast)
      moves.push(Move::en_passant(square_of(from), square_of(en_passant_)));
  }
}

void BuggyBoard::add_pawn_move(Cell from, Cell to, MoveList& moves) const {
  const auto promote = [&](PieceType piece) {
    moves.push(Move::promotion(square_of(from), square_of(to), piece));
  };
  const auto stay_a_pawn = [&] { moves.push(Move::normal(square_of(from), square_of(to))); };

  if (!is_relative_rank(to, Rank::R8)) return Base::add_pawn_move(from, to, moves);
  if (has(BugId::PromotionMissingPawnStays)) return stay_a_pawn();
  const bool queen_only = has(BugId::UnderpromotionMissing) ||
                          (has(BugId::UnderpromotionMissingOnCapture) && !is_empty(to)) ||
                          (has(BugId::UnderpromotionMissingForBlack) && side_ == Color::Black);
  if (queen_only) return promote(PieceType::Queen);
  if (has(BugId::PromotionLoopShort)) {
    for (const PieceType piece : {PieceType::Queen, PieceType::Knight, PieceType::Bishop})
      promote(piece);
    return;
  }
  if (has(BugId::PromotionLoopShifted)) {
    // for (type = Pawn; type < Queen; ++type), where Knight to Queen was meant.
    stay_a_pawn();
    for (const PieceType piece : {PieceType::Knight, PieceType::Bishop, PieceType::Rook})
      promote(piece);
    return;
  }
  Base::add_pawn_move(from, to, moves);
  if (has(BugId::PromotionToPawn)) stay_a_pawn();
}

void BuggyBoard::knight_moves(Cell from, MoveList& moves) const {
  if (has(BugId::KnightStepTypo)) {
    auto steps = kKnightSteps;
    steps[3] = steps[4];  // a sign: one square is named twice, its mirror image never
    return step_moves(from, steps, moves);
  }
  if (has(BugId::KnightWrongEdgeFile)) {
    for (const int step : kKnightSteps) {
      const Cell to = from + step;
      if (board_[to] == Occupant::Wall) continue;
      push(from, mailbox::file_of_cell(to) == File::A ? to + 7 * kEast : to, moves);
    }
    return;
  }
  const bool wrong_entry = has(BugId::KnightTableEntry) && is_relative(from, File::G, Rank::R5);
  const std::size_t missing = side_ == Color::White ? 0 : 3;  // two ranks ahead and to the right
  for (std::size_t at = 0; at < kKnightSteps.size(); ++at)
    if (!wrong_entry || at != missing) push(from, from + kKnightSteps[at], moves);
  if (has(BugId::KnightWraps)) wrapped_steps(from, kKnightSteps, moves);
}

void BuggyBoard::king_moves(Cell from, MoveList& moves) const {
  if (has(BugId::CompensatingPair)) {
    auto steps = kKingSteps;
    steps[0] = 2 * kNorth;
    return step_moves(from, steps, moves);
  }
  const bool wrong_entry = has(BugId::KingTableEntry) && is_relative(from, File::B, Rank::R6);
  for (const int step : kKingSteps)
    if (!wrong_entry || step != kEast) push(from, from + step, moves);
  if (has(BugId::KingCapturesOwn))
    for (const int step : kKingSteps)
      if (is_piece_of(board_[from + step], side_))
        moves.push(Move::normal(square_of(from), square_of(from + step)));
  if (has(BugId::KingWraps)) wrapped_steps(from, kKingSteps, moves);
}

/// On squares numbered 0 to 63 and without a test of the files, a step over the edge
/// arrives on the other side of the board.
void BuggyBoard::wrapped_steps(Cell from, std::span<const int> steps, MoveList& moves) const {
  for (const int step : steps) {
    if (board_[from + step] != Occupant::Wall) continue;
    const int number = index(square_of(from)) + delta_of_step(step);
    if (number >= 0 && number < kSquareCount) push(from, cell_of(square_at(number)), moves);
  }
}

void BuggyBoard::slide_moves(Cell from, std::span<const int> steps, MoveList& moves) const {
  const bool plain = !has(BugId::SliderWraps) && !has(BugId::SliderRangeShort) &&
                     !has(BugId::SliderJumpsAfterCapture) && !has(BugId::SliderCapturesOwn) &&
                     !has(BugId::SliderStopsBeforeEdge) && !has(BugId::SliderBlockerIgnored) &&
                     !has(BugId::QueenDiagonalsMissing);
  if (plain) return Base::slide_moves(from, steps, moves);
  if (has(BugId::QueenDiagonalsMissing) && !is_straight(steps.front()) &&
      board_[from] == occupant_of(side_, PieceType::Queen))
    return;
  for (const int step : steps) {
    // Only straight rays wrap: on a diagonal the same mistake would never get past a test
    // at the first position tried.
    if (has(BugId::SliderWraps) && is_straight(step)) {
      slide_on_64_squares(from, delta_of_step(step), moves);
    } else {
      slide_one_way(from, step, moves);
    }
  }
}

void BuggyBoard::slide_one_way(Cell from, int step, MoveList& moves) const {
  Cell to = from + step;
  int steps = 1;
  for (; is_empty(to); to += step, ++steps) {
    if (has(BugId::SliderRangeShort) && steps > kShortRange) return;
    if (has(BugId::SliderStopsBeforeEdge) && board_[to + step] == Occupant::Wall) return;
    push(from, to, moves);
  }
  if (has(BugId::SliderRangeShort) && steps > kShortRange) return;
  if (board_[to] == Occupant::Wall) return;
  if (has(BugId::SliderStopsBeforeEdge) && board_[to + step] == Occupant::Wall) return;
  push(from, to, moves);
  const bool unseen = has(BugId::SliderBlockerIgnored) && step == forward(side_) &&
                      is_relative(from, File::D, Rank::R4) && is_relative(to, File::D, Rank::R6);
  if (unseen) {
    for (to += step; is_empty(to); to += step) push(from, to, moves);
    push(from, to, moves);
    return;
  }
  if (has(BugId::SliderCapturesOwn) && is_piece_of(board_[to], side_))
    moves.push(Move::normal(square_of(from), square_of(to)));
  if (has(BugId::SliderJumpsAfterCapture) && holds_enemy(to))
    for (to += step; is_empty(to); to += step) push(from, to, moves);
}

void BuggyBoard::slide_on_64_squares(Cell from, int delta, MoveList& moves) const {
  int number = index(square_of(from)) + delta;
  for (int steps = 1; steps <= kStepsOfRayTable; ++steps, number += delta) {
    if (number < 0 || number >= kSquareCount) return;
    const Cell to = cell_of(square_at(number));
    push(from, to, moves);
    if (!is_empty(to)) return;
  }
}

}  // namespace perft_verify::zoo
