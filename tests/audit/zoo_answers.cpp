// Lists, the picker, and answers about codes, checks and pins.
#include <algorithm>

#include "core/rules/move_facts.h"
#include "tests/audit/zoo_engine.h"

namespace perft_verify::audit_test {
namespace {

using Moves = ZooEngine::Moves;

template <typename Wanted>
Moves legal_where(const Position& position, const Wanted& wanted) {
  Moves codes;
  for (const Move move : legal_moves(position))
    if (wanted(move)) codes.push_back(move.bits());
  return codes;
}

Move decoded(const Position& position, std::uint16_t code) {
  for (const Move move : legal_moves(position))
    if (move.bits() == code) return move;
  return {};
}

bool captures_something(const Position& position, Move move) {
  return move.kind() == MoveKind::EnPassant ||
         (move.kind() != MoveKind::Castling && position.piece_on(move.to()));
}

bool checks(const Position& position, Move move) { return position.after(move).checkers().any(); }

bool discovers(const Position& position, Move move) {
  const Bitboard checkers = position.after(move).checkers();
  return move.kind() == MoveKind::Normal && checkers.any() && !checkers.contains(move.to());
}

bool is_double_push(const Position& position, Move move) {
  return position.after(move).en_passant().has_value();
}

/// Single pushes of pawns onto an opposing piece.
void add_blocked_pushes(const Position& position, Moves& moves) {
  const Color us = position.side_to_move();
  for (const Square pawn : position.pieces(us, PieceType::Pawn)) {
    const Square to = square_at(index(pawn) + (us == Color::White ? 8 : -8));
    if (position.pieces(~us).contains(to) && position.king(~us) != to && !kBackRanks.contains(to))
      moves.push_back(Move::normal(pawn, to).bits());
  }
}

/// Rooks of both colors that are in line with a square, whatever of `ignored` is between.
Bitboard rooks_beyond(const Position& position, Square square, Bitboard ignored) {
  Bitboard found;
  for (const Square rook : position.pieces(PieceType::Rook) & cross_through(square))
    if (rook != square && (between(rook, square) & position.occupied() & ~ignored).empty())
      found |= Bitboard{rook};
  return found;
}

bool takes_right(const Position& position, Move move) {
  return position.castling().side_of(~position.side_to_move(), move.to()).has_value();
}

}  // namespace

/// Whether the list has a move that is legal.
bool ZooEngine::lists(const Position& position, Move move) const {
  const Color us = position.side_to_move();
  if (move.kind() == MoveKind::Castling) {
    if (has(Bug::MovesWithoutCastlingInPlace))
      return castled_king(us, castling_side(move.from(), move.to())) != move.from();
    if (has(Bug::NullMoveWithoutCastling)) return !now().after_null_move;
    return !uncastled_;
  }
  constexpr int kRooks = 9;
  const Bitboard rooks = position.pieces(us, PieceType::Rook);
  if (!has(Bug::MovesWithoutTenthRook) || rooks.count() <= kRooks) return true;
  int before = 0;
  for (const Square rook : rooks) before += index(rook) < index(move.from()) ? 1 : 0;
  return !rooks.contains(move.from()) || before < kRooks;
}

Moves ZooEngine::moves() {
  const Position& position = now().position;
  Moves moves = legal_where(position, [&](Move move) { return lists(position, move); });
  if (has(Bug::MovesWithCastlingTwice))
    for (const std::uint16_t code : Moves(moves))
      if (code >> 14 == 3) moves.push_back(code);
  if (has(Bug::MovesOfPinnedKnights) && position.checkers().empty()) {
    const Color us = position.side_to_move();
    for (const Square knight : Bitboard{pinned()} & position.pieces(us, PieceType::Knight))
      for (const Square to : knight_attacks(knight) & ~position.pieces(us))
        moves.push_back(Move::normal(knight, to).bits());
  }
  if (has(Bug::MovesCutAtTwoHundred) && moves.size() > 200) moves.resize(200);
  return moves;
}

Moves ZooEngine::captures() const {
  const Position& position = now().position;
  Moves moves = legal_where(position, [&](Move move) {
    const bool promotes = move.kind() == MoveKind::Promotion;
    if (has(Bug::CapturesWithoutEnPassant) && move.kind() == MoveKind::EnPassant) return false;
    if (has(Bug::CapturesWithoutPromotions) && promotes) return false;
    if (has(Bug::PromotionsInNeither) && promotes && !captures_something(position, move))
      return false;
    if (has(Bug::CapturesWithoutRookTargets) && captures_something(position, move) &&
        takes_right(position, move))
      return false;
    if (has(Bug::CapturesWithCastling) && move.kind() == MoveKind::Castling) return true;
    return captures_something(position, move) || promotes;
  });
  if (has(Bug::CapturesWithEnPassantTwice))
    for (const std::uint16_t code : Moves(moves))
      if (code >> 14 == 2) moves.push_back(code);
  return moves;
}

Moves ZooEngine::quiets() const {
  const Position& position = now().position;
  return legal_where(position, [&](Move move) {
    if (has(Bug::QuietsWithoutCastling) && move.kind() == MoveKind::Castling) return false;
    if (has(Bug::QuietsWithoutDoublePush) && is_double_push(position, move)) return false;
    if (has(Bug::QuietsWithEnPassant) && move.kind() == MoveKind::EnPassant) return true;
    if (move.kind() == MoveKind::Promotion) return has(Bug::PromotionsInBoth);
    return !captures_something(position, move);
  });
}

Moves ZooEngine::evasions() const {
  const Position& position = now().position;
  Moves moves = legal_where(position, [&](Move move) {
    if (has(Bug::EvasionsWithoutEnPassant)) return move.kind() != MoveKind::EnPassant;
    if (has(Bug::EvasionsWithoutDoublePush)) return !is_double_push(position, move);
    if (has(Bug::EvasionsWithoutCaptures)) return !captures_something(position, move);
    return true;
  });
  if (has(Bug::EvasionsWithBlockedPush)) add_blocked_pushes(position, moves);
  return moves;
}

Moves ZooEngine::checks() const {
  const Position& position = now().position;
  return legal_where(position, [&](Move move) {
    if (has(Bug::ChecksWithoutDiscovered) && discovers(position, move)) return false;
    if (has(Bug::ChecksWithoutCastling) && move.kind() == MoveKind::Castling) return false;
    if (has(Bug::ChecksWithoutEnPassant) && move.kind() == MoveKind::EnPassant) return false;
    if (has(Bug::ChecksWithEveryCapture) && captures_something(position, move)) return true;
    return audit_test::checks(position, move);
  });
}

Moves ZooEngine::quiet_checks() const {
  const Position& position = now().position;
  return legal_where(position, [&](Move move) {
    if (has(Bug::QuietChecksWithoutDiscovered) && discovers(position, move)) return false;
    return (!captures_something(position, move) || has(Bug::QuietChecksWithCaptures)) &&
           audit_test::checks(position, move);
  });
}

/// Whether the picker takes an illegal hash move.
bool ZooEngine::believes(std::uint16_t hash_move) const {
  const Position& position = now().position;
  switch (bug_) {
    case Bug::HashMoveUnchecked:
      return true;
    case Bug::HashMoveEnPassantAnywhere:
      return accepts(Bug::PseudoLegalEnPassantAnywhere, position, hash_move);
    case Bug::HashMoveKingAsCastling:
      return accepts(Bug::PseudoLegalKingAsCastling, position, hash_move);
    case Bug::HashMoveGarbage:  // no move has these bits
      return hash_move >> 14 != 1 && (hash_move >> 12 & 3) != 0;
    default:
      return false;
  }
}

Moves ZooEngine::picked(const std::uint16_t* hash_move) const {
  const Position& position = now().position;
  Moves moves;
  if (hash_move != nullptr && (is_legal(*hash_move) || believes(*hash_move)))
    moves.push_back(*hash_move);
  if (has(Bug::PickerStopsAfterHashCapture) && !moves.empty() &&
      captures_something(position, decoded(position, moves[0])))
    return moves;
  for (const Move move : legal_moves(position)) {
    if (!moves.empty() && move.bits() == moves[0] && hash_move != nullptr &&
        !has(Bug::HashMoveTwice))
      continue;
    if (has(Bug::PickerWithoutUnderpromotions) && move.kind() == MoveKind::Promotion &&
        move.promoted_to() != PieceType::Queen)
      continue;
    moves.push_back(move.bits());
    if (has(Bug::PickerCastlingTwice) && move.kind() == MoveKind::Castling && hash_move == nullptr)
      moves.push_back(move.bits());
  }
  if (has(Bug::PickerWithBlockedPush)) add_blocked_pushes(position, moves);
  return moves;
}

void ZooEngine::list_codes() const {
  if (are_listed_) return;
  for (const std::uint16_t code : listed_) codes_.reset(code);
  listed_ = legal_where(now().position, [](Move) { return true; });
  for (const std::uint16_t code : listed_) codes_.set(code);
  are_listed_ = true;
}

/// Whether an engine with `bug` takes this code, which is not in the list.
bool ZooEngine::accepts(Bug bug, const Position& position, std::uint16_t code) const {
  const Square from = square_at(code & 63);
  const Square to = square_at(code >> 6 & 63);
  const int kind = code >> 14;
  const auto moved = position.piece_on(from);
  if (!moved || (kind != 1 && (code >> 12 & 3) != 0)) return false;
  if (bug == Bug::PseudoLegalOpposingPiece)
    return kind == 0 && moved->color != position.side_to_move() &&
           moved->type == PieceType::Knight && knight_attacks(from).contains(to) &&
           !position.piece_on(to);
  if (moved->color != position.side_to_move()) return false;
  if (bug == Bug::PseudoLegalThroughPieces)
    return kind == 0 && moved->type == PieceType::Rook && !position.piece_on(to) &&
           cross_through(from).contains(to) && from != to;
  if (bug == Bug::PseudoLegalEnPassantAnywhere)
    return kind == 2 && moved->type == PieceType::Pawn && !position.piece_on(to) &&
           to != position.en_passant() && pawn_attacks(moved->color, from).contains(to) &&
           kBackRanks.contains(to) == false;
  if (bug == Bug::PseudoLegalKingAsCastling)
    return kind == 0 && moved->type == PieceType::King && position.chess960() == false &&
           codes_.test(Move::castling(from, index(to) > index(from)
                                                ? make_square(File::H, rank_of(from))
                                                : make_square(File::A, rank_of(from)))
                           .bits()) &&
           (index(to) == index(from) + 2 || index(to) == index(from) - 2);
  const auto reason = why_illegal(position, text(code));
  if (!reason) return false;
  switch (reason->reason) {
    case Illegality::PawnCannotPush:
      return bug == Bug::PseudoLegalBlockedPush && kind == 0;
    case Illegality::CastlingWithoutRight:
      return bug == Bug::PseudoLegalCastlingWithoutRight && kind == 3;
    case Illegality::PromotionMissing:
      return bug == Bug::PseudoLegalWithoutPromotion && kind == 0;
    case Illegality::Pinned:
      return bug == Bug::LegalPinned && kind == 0;
    case Illegality::KingXray:
      return bug == Bug::LegalKingXray && kind == 0;
    case Illegality::CastlingThroughCheck:
      return bug == Bug::LegalCastlingThroughCheck && kind == 3;
    default:
      return false;
  }
}

bool ZooEngine::is_legal(std::uint16_t code) const {
  list_codes();
  if (codes_.test(code)) return !(has(Bug::LegalEnPassantRefused) && code >> 14 == 2);
  const bool of_legal = bug_ >= Bug::LegalPinned && bug_ <= Bug::LegalCastlingThroughCheck;
  return of_legal && accepts(bug_, now().position, code);
}

bool ZooEngine::is_pseudo_legal(std::uint16_t code) const {
  list_codes();
  if (codes_.test(code)) return !(has(Bug::PseudoLegalCastlingRefused) && code >> 14 == 3);
  const bool of_pseudo =
      bug_ >= Bug::PseudoLegalOpposingPiece && bug_ <= Bug::PseudoLegalKingAsCastling;
  return of_pseudo && accepts(bug_, now().position, code);
}

bool ZooEngine::gives_check(std::uint16_t code) const {
  const Position& position = now().position;
  const Move move = decoded(position, code);
  if (has(Bug::GivesCheckCastling) && move.kind() == MoveKind::Castling) return false;
  if (has(Bug::GivesCheckEnPassant) && move.kind() == MoveKind::EnPassant) return false;
  if (has(Bug::GivesCheckPromotion) && move.kind() == MoveKind::Promotion) return false;
  if (has(Bug::GivesCheckDiscovered) && discovers(position, move)) return false;
  const auto moved = position.piece_on(move.from());
  if (has(Bug::GivesCheckThroughPieces) && moved && moved->type == PieceType::Rook &&
      move.kind() == MoveKind::Normal &&
      cross_through(move.to()).contains(position.king(~position.side_to_move())))
    return true;
  return audit_test::checks(position, move);
}

bool ZooEngine::in_check() const {
  const Position& position = now().position;
  Bitboard all = position.checkers();
  if (has(Bug::InCheckWithoutPawns)) all &= ~position.pieces(PieceType::Pawn);
  return all.any();
}

std::uint64_t ZooEngine::checkers() const {
  const Position& position = now().position;
  const Bitboard all = position.checkers();
  if (has(Bug::CheckersThroughPieces)) {
    const Color us = position.side_to_move();
    return (all |
            (rooks_beyond(position, position.king(us), position.pieces(us)) & position.pieces(~us)))
        .bits();
  }
  return has(Bug::OneCheckerOnly) && all.any() ? Bitboard{all.first()}.bits() : all.bits();
}

std::uint64_t ZooEngine::pinned() const {
  const Position& position = now().position;
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  Bitboard pinned;
  for (const Square slider : position.aligned_sliders(king, ~us)) {
    const Bitboard blockers = between(king, slider) & position.occupied();
    if (has(Bug::PinnedDiagonalMissing) && diagonals_through(king).contains(slider)) continue;
    if (blockers.count() == 1 || (has(Bug::PinnedSecondShield) && blockers.count() == 2))
      pinned |= blockers & position.pieces(us);
  }
  return pinned.bits();
}

std::uint64_t ZooEngine::attackers(int square) const {
  const Position& position = now().position;
  Bitboard all = position.attackers(square_at(square), Color::White) |
                 position.attackers(square_at(square), Color::Black);
  if (has(Bug::AttackersThroughQueens))
    all |= rooks_beyond(position, square_at(square), position.pieces(PieceType::Queen));
  if (has(Bug::AttackersWithoutKing)) all &= ~position.pieces(PieceType::King);
  return all.bits();
}

}  // namespace perft_verify::audit_test
