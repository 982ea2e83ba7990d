// The engine under audit: its callbacks, with codes turned into moves and back.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/include/perft_verify/audit_c.h"
#include "core/fen_text.h"
#include "core/notation.h"

namespace perft_verify::audit {

using Code = std::uint32_t;

/// A move as UCI spells it: from, to << 6, promotion << 12 (0 none, 1 knight … 4 queen).
using Plain = std::uint16_t;
inline constexpr Plain kUnreadable = 0xffff;

/// A plain move that could be legal somewhere, as a bit of one of 72 rows; all others share one
/// bit of another row, where no legal move is:
///
///   row 0 … 63    the from square of what promotes nothing; bit: the target
///   row 64 … 71   the file of a pawn that promotes; bit: (promotion - 1) * 16 + the file of the
///                 target, and 8 more on the eighth rank
///   row 72        texts that are no move, and codes of which the text is not known yet
///
/// A place is row << 6 | bit.
using Place = std::uint16_t;
inline constexpr std::size_t kPlaceRows = 73;
constexpr Place place_of(Plain move) {
  const unsigned from = move & 63;
  const unsigned to = move >> 6 & 63;
  const unsigned promotion = move >> 12;
  if (promotion == 0) return static_cast<Place>(from << 6 | to);
  const bool up = from / 8 == 6 && to / 8 == 7;
  const bool down = from / 8 == 1 && to / 8 == 0;
  if (promotion > 4 || (!up && !down)) return (kPlaceRows - 1) << 6;
  const unsigned bit = (promotion - 1) * 16 + (up ? 8 : 0) + to % 8;
  return static_cast<Place>((64 + from % 8) << 6 | bit);
}

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
  void resize(std::size_t size) {
    overflown_ = size > codes_.size();
    size_ = std::min(size, codes_.size());
  }

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
  bool set(const Position& position) { return set(FenText(position), position.chess960()); }
  bool set(const FenText& fen, bool chess960);
  using List = std::size_t (*)(void*, Code*);
  void list(List function, Codes& codes) const;
  void picked(const Code* hash_move, Codes& codes) const;
  void make(Code code) const { adapter_.make(adapter_.self, code); }
  void unmake(Code code) const { adapter_.unmake(adapter_.self, code); }
  /// Good until the next call; with the NUL, in kFenRoom bytes.
  [[nodiscard]] std::string_view fen();
  static constexpr std::size_t kFenRoom = 256;

  /// The code's text, as the engine writes it.
  [[nodiscard]] std::string text(Code code) const;
  /// The same as a move; remembered.
  Plain plain(Code code) {
    if (code <= 0xffff) {
      if (places_[code] == kUnknown) learn(code);
      return plains_[code];
    }
    return large(code).plain;
  }
  /// place_of(plain(code)), from a table of its own, since nothing is asked for as often.
  Place place(Code code) {
    if (code > 0xffff) return large(code).place;
    const Place place = places_[code];
    return place != kUnknown ? place : learn(code).place;
  }
  /// The same of a code of 16 bits that has been asked about before; if it has not, a place where
  /// no legal move is.
  [[nodiscard]] Place known_place(Code code) const {
    return places_[static_cast<std::uint16_t>(code)];
  }

 private:
  struct Known {
    Code code = 0;
    Plain plain = 0;
    Place place = 0;
  };
  static constexpr Place kUnknown = kPlaceRows * 64 - 1;

  Known large(Code code) {
    const Known& known = large_[slot(code)];
    return known.code == code ? known : learn(code);
  }
  static std::size_t slot(Code code) { return (code ^ code >> 16) & 0xffff; }
  Known learn(Code code);
  void forget();

  perft_verify_adapter adapter_;
  bool chess960_ = false;
  // Of codes of 16 bits, and of larger ones, by slot.
  std::vector<Place> places_;
  std::vector<Plain> plains_;
  std::vector<Known> large_;
  std::array<char, kFenRoom> fen_{};
};

}  // namespace perft_verify::audit
