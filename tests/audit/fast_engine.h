// A fast engine with everything that the audit can ask for: core, with a stack of positions. For
// figures of speed.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "core/fen.h"
#include "core/notation.h"

namespace perft_verify::audit_test {

/// What engines have at least.
class FastGenerator {
 public:
  FastGenerator() { stack_.reserve(64); }

  bool set_fen(const std::string& fen, bool chess960) {
    const auto parsed = parse_fen(fen, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
    if (!parsed) return false;
    stack_.assign(1, parsed->position);
    return true;
  }
  MoveList moves() const { return legal_moves(now()); }
  std::string text(Move move) const { return to_uci(move, now().chess960()); }
  void make(Move move) { stack_.push_back(now().after(move)); }
  void unmake(Move) { stack_.pop_back(); }
  static std::uint32_t code(Move move) { return move.bits(); }
  /// The null move for a code that is none of ours.
  static Move move(std::uint32_t code) {
    if (code >> 14 != 1 && (code >> 12 & 3) != 0) return {};
    const Square from = square_at(static_cast<int>(code & 63));
    const Square to = square_at(static_cast<int>(code >> 6 & 63));
    switch (code >> 14 & 3) {
      case 1:
        return Move::promotion(from, to, static_cast<PieceType>((code >> 12 & 3) + 1));
      case 2:
        return Move::en_passant(from, to);
      case 3:
        return Move::castling(from, to);
      default:
        return Move::normal(from, to);
    }
  }

 protected:
  [[nodiscard]] const Position& now() const { return stack_.back(); }
  std::vector<Position> stack_{Position()};
};

class FastEngine : public FastGenerator {
 public:
  std::string fen() const { return now().fen(); }
  Key key() const { return now().key(); }
  Key key_after(Move move) const { return now().after(move).key(); }
  std::vector<Move> captures() const {
    return where([&](Move move) { return captures(move) || promotes(move); });
  }
  std::vector<Move> quiets() const {
    return where([&](Move move) { return !captures(move) && !promotes(move); });
  }
  MoveList evasions() const { return legal_moves(now()); }
  std::vector<Move> picked(const Move* hash_move) const {
    std::vector<Move> all;
    for (const Move move : legal_moves(now()))
      if (hash_move != nullptr && move == *hash_move)
        all.insert(all.begin(), move);
      else
        all.push_back(move);
    return all;
  }
  bool is_legal(Move move) const {
    if (!(listed_for_ == now())) {
      listed_.reset();
      for (const Move legal : legal_moves(now())) listed_.set(legal.bits());
      listed_for_ = now();
    }
    return listed_.test(move.bits());
  }
  bool is_pseudo_legal(Move move) const { return is_legal(move); }
  bool gives_check(Move move) const { return now().after(move).checkers().any(); }
  bool in_check() const { return now().checkers().any(); }
  std::uint64_t checkers() const { return now().checkers().bits(); }
  std::uint64_t attackers(int square) const {
    return (now().attackers(square_at(square), Color::White) |
            now().attackers(square_at(square), Color::Black))
        .bits();
  }
  void null_move() {
    PositionParts parts = now().parts();
    parts.side_to_move = ~parts.side_to_move;
    parts.en_passant.reset();
    stack_.emplace_back(parts);
  }
  void undo_null_move() { stack_.pop_back(); }
  bool same(const FastEngine& other) const { return now() == other.now(); }

 private:
  [[nodiscard]] bool captures(Move move) const {
    return move.kind() == MoveKind::EnPassant ||
           (move.kind() != MoveKind::Castling && now().occupied().contains(move.to()));
  }
  static bool promotes(Move move) { return move.kind() == MoveKind::Promotion; }
  template <typename Wanted>
  std::vector<Move> where(const Wanted& wanted) const {
    std::vector<Move> all;
    for (const Move move : legal_moves(now()))
      if (wanted(move)) all.push_back(move);
    return all;
  }

  mutable std::bitset<65536> listed_;
  mutable Position listed_for_;
};

}  // namespace perft_verify::audit_test
