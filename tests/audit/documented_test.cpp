// The adapter of docs/audit.md, as it stands there, with an engine that is as strict as real ones:
// each position points to its undo record, and each record to the one before.
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <deque>

#include "core/fen.h"
#include "core/notation.h"
#include "perft_verify/audit.h"
#include "tests/audit/repetition_key.h"

namespace {

class Move {
 public:
  explicit Move(std::uint32_t raw) : raw_(static_cast<std::uint16_t>(raw)) {}
  explicit Move(perft_verify::Move move) : raw_(move.bits()) {}
  [[nodiscard]] std::uint32_t raw() const { return raw_; }
  [[nodiscard]] perft_verify::Move move() const { return std::bit_cast<perft_verify::Move>(raw_); }

 private:
  std::uint16_t raw_;
};
using MoveList = std::vector<Move>;

struct State {
  State() = default;
  State(const State&) = default;
  State& operator=(const State&) = default;
  /// A destroyed record is emptied, so that a pointer that still leads to it shows.
  ~State() { before = perft_verify::Position(), previous = nullptr; }

  perft_verify::Position before;
  State* previous = nullptr;
};

struct Position {
  perft_verify::Position now;
  State* state = nullptr;

  bool set(const std::string& fen, bool chess960) {
    const auto parsed = perft_verify::parse_fen_as(fen, chess960);
    if (parsed) now = parsed->position;
    state = nullptr;
    return parsed.has_value();
  }
  void make(Move move, State& next) {
    next.before = now;
    next.previous = state;
    state = &next;
    now.make(move.move());
  }
  void unmake(Move /*move*/) {
    now = state->before;
    state = state->previous;
  }
  [[nodiscard]] std::string to_uci(Move move) const {
    return perft_verify::to_uci(move.move(), now.chess960());
  }
  [[nodiscard]] std::string fen() const { return now.fen(); }
  [[nodiscard]] std::uint64_t key() const { return perft_verify::audit_test::repetition_key(now); }
  [[nodiscard]] bool is_pseudo_legal(Move move) const {
    return perft_verify::legal_moves(now).contains(move.move());
  }
  [[nodiscard]] bool gives_check(Move move) const {
    return now.after(move.move()).checkers().any();
  }
};

MoveList moves_where(const Position& position, auto wanted) {
  MoveList moves;
  for (const perft_verify::Move move : perft_verify::legal_moves(position.now))
    if (wanted(
            move.kind() == perft_verify::MoveKind::EnPassant ||
            (move.kind() != perft_verify::MoveKind::Castling && position.now.piece_on(move.to()))))
      moves.emplace_back(move);
  return moves;
}
MoveList generate_legal(const Position& position) {
  return moves_where(position, [](bool) { return true; });
}
MoveList generate_captures(const Position& position) {
  return moves_where(position, [](bool captures) { return captures; });
}
MoveList generate_quiets(const Position& position) {
  return moves_where(position, [](bool captures) { return !captures; });
}

#define main documented_main
#include "documented_adapter.h"
#undef main

TEST(Documented, AdapterHasNoFinding) { EXPECT_EQ(documented_main(), 0); }

}  // namespace
