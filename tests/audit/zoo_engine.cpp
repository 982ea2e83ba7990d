// Setting up, making and taking back moves, FEN and keys.
#include "tests/audit/zoo_engine.h"

#include <algorithm>

#include "core/fen.h"
#include "tests/audit/repetition_key.h"

namespace perft_verify::audit_test {
namespace {

bool is_capture(const Position& position, Move move) {
  return move.kind() != MoveKind::Castling && position.piece_on(move.to()).has_value();
}

/// Whether a move has taken a right of `color`.
bool rights_lost(const Position& before, const Position& after, Color color) {
  return std::ranges::any_of(kCastlingSides, [&](CastlingSide side) {
    return before.castling().rook(color, side) != after.castling().rook(color, side);
  });
}

Position with(const Position& position, auto change) {
  PositionParts parts = position.parts();
  change(parts);
  return Position(parts);
}

constexpr std::uint64_t kWord = 0x9e3779b97f4a7c15ULL;

}  // namespace

bool ZooEngine::set_fen(const std::string& fen, bool chess960) {
  are_listed_ = false;
  const auto parsed = parse_fen_as(fen, chess960);
  if (!parsed) return false;
  for (const Color color : kColors)
    if (has(Bug::FenOfNineQueensRefused) &&
        parsed->position.pieces(color, PieceType::Queen).count() >= 9)
      return false;
  uncastled_ = false;
  const std::uint64_t left = has(Bug::KeyNotCleared) ? now().key_error + 1 : 0;
  states_.assign(1, {.position = parsed->position, .key_error = left});
  half_moves_ = 0;
  return true;
}

std::string ZooEngine::text(std::uint16_t code) const {
  const Square from = square_at(code & 63);
  const Square to = square_at(code >> 6 & 63);
  std::string text = to_string(from) + to_string(to);
  if (code >> 14 == 1) return text + "nbrq"[code >> 12 & 3];
  if (code >> 14 == 3 && has(Bug::TextOfCastling)) return "O-O";
  if (code >> 14 == 3 && !now().position.chess960()) text = to_uci(Move::castling(from, to), false);
  return text;
}

void ZooEngine::break_keys(State& after, const Position& before, Move move) const {
  const bool captures = is_capture(before, move);
  const bool promotes = move.kind() == MoveKind::Promotion;
  const bool en_passant = move.kind() == MoveKind::EnPassant;
  const auto moved = before.piece_on(move.from());
  const auto captured = before.piece_on(move.to());
  const Color us = before.side_to_move();
  if ((has(Bug::KeyCastlingRook) && move.kind() == MoveKind::Castling) ||
      (has(Bug::KeyEnPassantKept) && before.en_passant()) ||
      (has(Bug::KeyEnPassantVictim) && en_passant) ||
      (has(Bug::KeyRightsOfCapturedRook) && captures && rights_lost(before, after.position, ~us)) ||
      (has(Bug::KeyRightsOfKing) && rights_lost(before, after.position, us) &&
       moved->type == PieceType::King && !captures && move.kind() == MoveKind::Normal) ||
      (has(Bug::KeyPromotionAsPawn) && promotes))
    after.key_error ^= kWord;
  bool& castled = after.castled[static_cast<std::size_t>(us)];
  if (move.kind() == MoveKind::Castling) {
    castled = true;
  } else if (castled && moved->type == PieceType::Rook) {
    castled = false;
    if (has(Bug::KeyOfCastledRook) && !captures) after.key_error ^= kWord;
  }
  if ((has(Bug::PawnKeyCapture) && captured && captured->type == PieceType::Pawn &&
       moved->type != PieceType::Pawn) ||
      (has(Bug::PawnKeyPromotion) && promotes) || (has(Bug::PawnKeyEnPassant) && en_passant))
    after.pawn_error ^= kWord;
  if ((has(Bug::MaterialKeyPromotion) && promotes) ||
      (has(Bug::MaterialKeyEnPassant) && en_passant))
    after.material_error ^= kWord;
}

void ZooEngine::break_state(State& after, const Position& before, Move move) const {
  const auto moved = before.piece_on(move.from());
  if (has(Bug::ClockNotReset) && moved->type == PieceType::Pawn && !is_capture(before, move))
    after.position = with(after.position, [&](PositionParts& parts) {
      parts.halfmove_clock = before.halfmove_clock() + 1;
    });
  if (has(Bug::RightsOfCapturedRookKept) && is_capture(before, move) &&
      rights_lost(before, after.position, ~before.side_to_move()))
    after.position =
        with(after.position, [&](PositionParts& parts) { parts.castling = before.castling(); });
}

void ZooEngine::make(std::uint16_t code) {
  are_listed_ = false;
  const Position before = now().position;
  for (const Move move : legal_moves(before))
    if (move.bits() == code) {
      State after = now();
      after.position.make(move);
      after.after_null_move = false;
      break_keys(after, before, move);
      break_state(after, before, move);
      states_.push_back(after);
      if (has(Bug::UnmakeHidden) && move.kind() == MoveKind::Castling) ++hidden_;
      return;
    }
  states_.push_back(now());
}

void ZooEngine::unmake(std::uint16_t code) {
  are_listed_ = false;
  const State after = now();
  states_.pop_back();
  State& before = states_.back();
  const auto change = [&](auto what) { before.position = with(before.position, what); };
  if (has(Bug::UnmakeKey)) before.key_error ^= kWord;
  if (has(Bug::UnmakeClock))
    change([&](PositionParts& parts) { parts.halfmove_clock = after.position.halfmove_clock(); });
  if (has(Bug::UnmakeEnPassant)) change([&](PositionParts& parts) { parts.en_passant.reset(); });
  if (has(Bug::UnmakeRights))
    change([&](PositionParts& parts) { parts.castling = after.position.castling(); });
  if (code >> 14 == 1) {
    if (has(Bug::UnmakePawnKey)) before.pawn_error ^= kWord;
    if (has(Bug::UnmakeMaterialKey)) before.material_error ^= kWord;
  }
  if (has(Bug::UnmakeCastlingMoves) && code >> 14 == 3) uncastled_ = true;
}

std::string ZooEngine::fen() const {
  Position position = now().position;
  if (has(Bug::FenWithoutLongRights))
    position = with(position, [](PositionParts& parts) {
      parts.castling.remove(Color::White, CastlingSide::Queen);
    });
  // One half move too many shows only when Black is to move.
  if (half_moves_ > 0) {
    const unsigned black = position.side_to_move() == Color::Black ? 1 : 0;
    position = with(position, [&](PositionParts& parts) {
      parts.fullmove_number += (half_moves_ + black) / 2;
    });
  }
  std::string text = position.fen();
  // The square of the push before: a FEN that contradicts its board.
  const bool after_null_move =
      states_.size() > 1 && states_[states_.size() - 2].position.occupied() == position.occupied();
  if ((has(Bug::EnPassantKept) || (has(Bug::NullMoveKeepsEnPassant) && after_null_move)) &&
      states_.size() > 1 && !position.en_passant() &&
      states_[states_.size() - 2].position.en_passant()) {
    const std::size_t dash = text.find(" - ", text.find(' ') + 3);
    if (dash != std::string::npos)
      text.replace(dash + 1, 1, to_string(*states_[states_.size() - 2].position.en_passant()));
  }
  return text;
}

std::uint64_t ZooEngine::key_of(const Position& position) const {
  std::uint64_t key = has(Bug::KeyKeepsEnPassant) ? position.key() : repetition_key(position);
  if (has(Bug::KeyWithClock)) key ^= kWord * position.halfmove_clock();
  if (has(Bug::KeyIgnoresSide) && position.side_to_move() == Color::Black)
    key ^= zobrist::black_to_move();
  if (has(Bug::KeyIgnoresEnPassant) && key == position.key() && position.en_passant())
    key ^= zobrist::en_passant(*position.en_passant());
  if (has(Bug::KeyIgnoresCastling))
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides)
        if (const auto rook = position.castling().rook(color, side))
          key ^= zobrist::castling(color, *rook);
  if (has(Bug::KeyKnightsAsBishops))
    for (const Color color : kColors)
      for (const Square square : position.pieces(color, PieceType::Knight))
        key ^= zobrist::piece({color, PieceType::Knight}, square) ^
               zobrist::piece({color, PieceType::Bishop}, square);
  return has(Bug::Key16Bits) ? key & 0xffff : key;
}

std::uint64_t ZooEngine::key() const { return key_of(now().position) ^ now().key_error; }

std::uint64_t ZooEngine::pawn_key_of(const Position& position) const {
  std::uint64_t key = 0;
  for (const Color color : kColors) {
    for (const Square square : position.pieces(color, PieceType::Pawn))
      key += zobrist::piece({color, PieceType::Pawn},
                            has(Bug::PawnKeyByRanks) ? square_at(index(square) & ~7) : square);
    if (has(Bug::PawnKeyWithKnights))
      for (const Square square : position.pieces(color, PieceType::Knight))
        key ^= zobrist::piece({color, PieceType::Knight}, square);
  }
  return key;
}

std::uint64_t ZooEngine::material_key_of(const Position& position) const {
  std::uint64_t key = 0;
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      for (const Square square : position.pieces(color, type)) {
        const bool without_color = has(Bug::MaterialKeyWithoutColor);
        const bool on_light = has(Bug::MaterialKeyWithBishopSquares) && type == PieceType::Bishop &&
                              (index(square) + index(square) / 8) % 2 == 1;
        key += zobrist::piece({without_color ? Color::White : color, type}, square_at(on_light));
      }
  return key;
}

std::uint64_t ZooEngine::key_after(std::uint16_t code) const {
  const Position& before = now().position;
  for (const Move move : legal_moves(before))
    if (move.bits() == code) {
      State after{.position = before.after(move), .key_error = now().key_error};
      const bool double_push = after.position.en_passant().has_value();
      if ((has(Bug::KeyAfterCapture) && is_capture(before, move)) ||
          (has(Bug::KeyAfterCastling) && move.kind() == MoveKind::Castling) ||
          (has(Bug::KeyAfterDoublePush) && double_push))
        after.key_error ^= kWord;
      return key_of(after.position) ^ after.key_error;
    }
  return 0;
}

void ZooEngine::null_move() {
  are_listed_ = false;
  State after = now();
  after.position = after.position.after_null_move();
  after.after_null_move = true;
  if (has(Bug::NullMoveKeySide)) after.key_error ^= zobrist::black_to_move();
  states_.push_back(after);
}

void ZooEngine::undo_null_move() {
  are_listed_ = false;
  states_.pop_back();
  if (has(Bug::NullMoveUndo))
    states_.back().position =
        with(states_.back().position, [](PositionParts& parts) { parts.en_passant.reset(); });
  if (has(Bug::NullMoveUndoNumber)) ++half_moves_;
}

}  // namespace perft_verify::audit_test
