// A fast engine with most of what the audit can ask for: core, with a stack of positions. For
// figures of speed.
#pragma once

#include <bit>
#include <bitset>
#include <memory>
#include <string>
#include <vector>

#include "core/fen.h"
#include "core/notation.h"
#include "tests/audit/repetition_key.h"

namespace perft_verify::audit_test {

/// The functions that every engine has.
class FastGenerator {
 public:
  FastGenerator() { stack_.reserve(64); }

  bool set_fen(const std::string& fen, bool chess960) {
    const auto parsed = parse_fen_as(fen, chess960);
    if (!parsed) return false;
    stack_.assign(1, parsed->position);
    return true;
  }
  MoveList moves() const { return legal_moves(now()); }
  std::string text(Move move) const { return to_uci(move, now().chess960()); }
  void make(Move move) {
    stack_.push_back(now());
    stack_.back().make(move);
  }
  void unmake(Move) { stack_.pop_back(); }
  static std::uint32_t code(Move move) { return move.bits(); }
  /// Any code, whether it is a move or not.
  static Move move(std::uint32_t code) {
    return std::bit_cast<Move>(static_cast<std::uint16_t>(code));
  }

 protected:
  [[nodiscard]] const Position& now() const { return stack_.back(); }
  std::vector<Position> stack_{Position()};
};

/// It lists the moves of a position once, however often it is asked about them.
class FastEngine : public FastGenerator {
 public:
  FastEngine() = default;
  FastEngine(const FastEngine& other) : FastGenerator(other) {}
  FastEngine& operator=(const FastEngine&) = delete;
  ~FastEngine() = default;

  bool set_fen(const std::string& fen, bool chess960) {
    forget();
    return FastGenerator::set_fen(fen, chess960);
  }
  void make(Move move) {
    forget();
    FastGenerator::make(move);
  }
  void unmake(Move move) {
    forget();
    FastGenerator::unmake(move);
  }
  const MoveList& moves() {
    if (!listed_) legal_ = legal_moves(now());
    listed_ = true;
    return legal_;
  }
  std::string fen() const { return now().fen(); }
  Key key() const { return repetition_key(now()); }
  Key key_after(Move move) const { return repetition_key(now().after(move)); }
  MoveList captures() {
    return where([&](Move move) { return captures(move) || promotes(move); });
  }
  MoveList quiets() {
    return where([&](Move move) { return !captures(move) && !promotes(move); });
  }
  const MoveList& evasions() { return moves(); }
  MoveList picked(const Move* hash_move) {
    MoveList all;
    const bool found = hash_move != nullptr && moves().contains(*hash_move);
    if (found) all.add(*hash_move);
    for (const Move move : moves())
      if (!found || move != *hash_move) all.add(move);
    return all;
  }
  bool is_legal(Move move) {
    if (!marked_) mark();
    return (*marks_)[move.bits()];
  }
  bool is_pseudo_legal(Move move) { return is_legal(move); }
  bool gives_check(Move move) const { return now().after(move).checkers().any(); }
  bool in_check() const { return now().checkers().any(); }
  std::uint64_t checkers() const { return now().checkers().bits(); }
  std::uint64_t attackers(int square) const {
    return (now().attackers(square_at(square), Color::White) |
            now().attackers(square_at(square), Color::Black))
        .bits();
  }
  void null_move() {
    forget();
    stack_.push_back(now().after_null_move());
  }
  void undo_null_move() {
    forget();
    stack_.pop_back();
  }
  bool same(const FastEngine& other) const { return now() == other.now(); }

 private:
  void forget() { listed_ = marked_ = false; }
  [[gnu::noinline]] void mark() {
    if (!marks_) marks_ = std::make_unique<std::bitset<65536>>();
    marks_->reset();
    for (const Move legal : moves()) marks_->set(legal.bits());
    marked_ = true;
  }
  [[nodiscard]] bool captures(Move move) const {
    return move.kind() == MoveKind::EnPassant ||
           (move.kind() != MoveKind::Castling && now().occupied().contains(move.to()));
  }
  static bool promotes(Move move) { return move.kind() == MoveKind::Promotion; }
  template <typename Wanted>
  MoveList where(const Wanted& wanted) {
    MoveList all;
    for (const Move move : moves())
      if (wanted(move)) all.add(move);
    return all;
  }

  MoveList legal_;
  bool listed_ = false;
  bool marked_ = false;
  std::unique_ptr<std::bitset<65536>> marks_;
};

}  // namespace perft_verify::audit_test
