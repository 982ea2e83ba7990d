// The engine under audit: its callbacks, with codes turned into moves and back.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "audit/include/perft_verify/audit_c.h"
#include "core/notation.h"

namespace perft_verify::audit {

using Code = std::uint32_t;

/// A move as UCI spells it: from, to << 6, promotion << 12 (0 none, 1 knight … 4 queen).
using Plain = std::uint16_t;
inline constexpr Plain kUnreadable = 0xffff;
inline constexpr std::size_t kPlains = 5U << 12;

inline Plain plain_of(Move move, bool chess960) {
  const auto squares = static_cast<Plain>(move.bits() & 0xfff);
  if (move.kind() == MoveKind::Promotion)
    return static_cast<Plain>(squares | (((move.bits() >> 12) & 3) + 1) << 12);
  if (move.kind() == MoveKind::Castling && !chess960) {
    const Color color = rank_of(move.from()) == Rank::R1 ? Color::White : Color::Black;
    const Square target = castled_king(color, castling_side(move.from(), move.to()));
    return static_cast<Plain>(index(move.from()) | index(target) << 6);
  }
  return squares;
}

/// The UCI text of a plain move.
std::string to_string(Plain move);

/// A list of codes in the order of the engine.
class Codes {
 public:
  [[nodiscard]] std::span<const Code> all() const { return {codes_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Code* begin() const { return codes_.data(); }
  [[nodiscard]] const Code* end() const { return codes_.data() + size_; }
  /// Whether the engine had more than there is room for.
  [[nodiscard]] bool overflown() const { return overflown_; }

 private:
  friend class Subject;
  std::array<Code, PERFT_VERIFY_MAX_MOVES> codes_;
  std::size_t size_ = 0;
  bool overflown_ = false;
};

class Subject {
 public:
  explicit Subject(const perft_verify_adapter& adapter);

  /// The callbacks, for what needs no translation.
  [[nodiscard]] const perft_verify_adapter& calls() const { return adapter_; }
  [[nodiscard]] void* self() const { return adapter_.self; }

  /// False if the engine refuses the position.
  bool set(const Position& position);
  using List = std::size_t (*)(void*, Code*);
  void list(List function, Codes& codes) const;
  void picked(const Code* hash_move, Codes& codes) const;
  void make(Code code) const { adapter_.make(adapter_.self, code); }
  void unmake(Code code) const { adapter_.unmake(adapter_.self, code); }
  [[nodiscard]] std::string fen() const;

  /// The code's text, as the engine writes it.
  [[nodiscard]] std::string text(Code code) const;
  /// The same as a move; remembered.
  Plain plain(Code code) {
    const std::uint64_t entry = remembered_[slot(code)];
    if (entry >> 16 == (code | kKnown)) return static_cast<Plain>(entry);
    return learn(code);
  }

 private:
  static constexpr std::uint64_t kKnown = std::uint64_t{1} << 32;
  static std::size_t slot(Code code) { return (code ^ code >> 16) & 0xffff; }
  Plain learn(Code code);

  perft_verify_adapter adapter_;
  bool chess960_ = false;
  std::vector<std::uint64_t> remembered_;
};

}  // namespace perft_verify::audit
