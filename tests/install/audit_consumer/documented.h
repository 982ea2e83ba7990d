// The engine that docs/audit.md writes an adapter for; declared only.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

class Move {
 public:
  explicit Move(std::uint32_t raw);
  std::uint32_t raw() const;
};
using MoveList = std::vector<Move>;
struct State {};
struct Position {
  bool set(const std::string& fen, bool chess960);
  void make(Move move, State& state);
  void unmake(Move move);
  std::string fen() const;
  std::uint64_t key() const;
  bool is_pseudo_legal(Move move) const;
  bool gives_check(Move move) const;
};
MoveList generate_legal(const Position& position);
MoveList generate_captures(const Position& position);
MoveList generate_quiets(const Position& position);
std::string to_uci(Move move);
