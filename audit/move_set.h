// Sets of moves by their texts, small enough to stay in the fastest cache.
#pragma once

#include <optional>

#include "audit/subject.h"

namespace perft_verify::audit {

/// A bit for each place of a plain move (audit/subject.h).
class MoveSet {
 public:
  void clear() { rows_ = {}; }
  /// Whether the move was not in it.
  bool add(Place move) {
    const bool is_new = !contains(move);
    rows_[move >> 6] |= std::uint64_t{1} << (move & 63);
    return is_new;
  }
  [[nodiscard]] bool contains(Place move) const {
    return (rows_[move >> 6] >> (move & 63) & 1) != 0;
  }

  [[nodiscard]] bool subset_of(const MoveSet& other) const {
    return no_bit([&](std::size_t row) { return rows_[row] & ~other.rows_[row]; });
  }
  friend MoveSet operator|(MoveSet a, const MoveSet& b) {
    for (std::size_t row = 0; row < kPlaceRows; ++row) a.rows_[row] |= b.rows_[row];
    return a;
  }
  friend MoveSet operator-(MoveSet a, const MoveSet& b) {
    for (std::size_t row = 0; row < kPlaceRows; ++row) a.rows_[row] &= ~b.rows_[row];
    return a;
  }

 private:
  friend class LegalSet;

  /// Whether `bits(row)` is 0 for each row. It does not leave early, so that several rows are
  /// computed at once.
  template <typename Bits>
  static bool no_bit(const Bits& bits) {
    std::uint64_t any = 0;
    for (std::size_t row = 0; row < kPlaceRows; ++row) any |= bits(row);
    return any == 0;
  }

  std::array<std::uint64_t, kPlaceRows> rows_{};
};

/// The legal moves of one position.
class LegalSet {
 public:
  void set(const Position& position) {
    find_legal_targets(position, targets_);
    movers_ = position.pieces(position.side_to_move());
    promotes_ = (movers_ & position.pieces(PieceType::Pawn) & kBeforeBackRanks).any();
    specials_size_ = 0;
    if (targets_.castling.any() || targets_.en_passant.any()) add_specials(position);
  }

  /// The number of legal moves.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(targets_.count); }
  [[nodiscard]] bool contains(Place move) const { return (row(move >> 6) >> (move & 63) & 1) != 0; }
  /// The legal move of that text; nothing if there is none.
  [[nodiscard]] std::optional<Move> find(Plain move) const {
    if (!contains(place_of(move))) return std::nullopt;
    return move_of(move);
  }
  /// The legal move of a text that is contained.
  [[nodiscard]] Move move_of(Plain move) const {
    for (std::size_t at = 0; at < specials_size_; ++at)
      if (specials_[at].plain == move) return specials_[at].move;
    const Square from = square_at(move & 63);
    const Square to = square_at(move >> 6 & 63);
    if (move >> 12 == 0) return Move::normal(from, to);
    return Move::promotion(from, to, static_cast<PieceType>(move >> 12));
  }

  /// Whether all of them are in `listed`, which then is empty: they are taken out.
  [[nodiscard]] bool take_from(MoveSet& listed) const {
    std::uint64_t missing = 0;
    for (const Square from : movers_) {
      std::uint64_t& row = listed.rows_[static_cast<std::size_t>(from)];
      missing |= targets_.normal[static_cast<std::size_t>(from)].bits() & ~row;
      row = 0;
    }
    if (promotes_)
      for (std::size_t number = kSquareCount; number < kPlaceRows; ++number) {
        missing |= row(number) & ~listed.rows_[number];
        listed.rows_[number] = 0;
      }
    return missing == 0;
  }

  /// Whether all of them are in one of two sets: those that capture, which are `capturing`, in
  /// `captures`, the others in `quiets`. Promotions may be in either.
  [[nodiscard]] bool are_parted(const MoveSet& capturing, const MoveSet& captures,
                                const MoveSet& quiets) const {
    return MoveSet::no_bit([&](std::size_t number) {
      const std::uint64_t legal = row(number);
      const std::uint64_t captured = captures.rows_[number];
      const std::uint64_t quiet = quiets.rows_[number];
      if (number >= kSquareCount) return legal & ~(captured | quiet);
      const std::uint64_t captures_here = capturing.rows_[number];
      return (captures_here & ~captured) | (legal & ~captures_here & ~quiet);
    });
  }

  /// All of them.
  [[nodiscard]] MoveSet all() const {
    return rows([](std::size_t, std::uint64_t bits) { return bits; });
  }
  /// Those that capture in `position`, for which the set has been made.
  [[nodiscard]] MoveSet captures(const Position& position) const {
    const Bitboard victims = position.pieces(~position.side_to_move());
    MoveSet captures = rows([&](std::size_t row, std::uint64_t bits) {
      return bits & (row < kSquareCount ? victims.bits() : promotions_to(victims));
    });
    for (std::size_t at = 0; at < specials_size_; ++at)
      if (specials_[at].move.kind() == MoveKind::EnPassant)
        captures.add(place_of(specials_[at].plain));
    return captures;
  }
  [[nodiscard]] MoveSet promotions() const {
    return rows([](std::size_t row, std::uint64_t bits) { return row < kSquareCount ? 0 : bits; });
  }

 private:
  static constexpr Bitboard kBeforeBackRanks = Bitboard{Rank::R2} | Bitboard{Rank::R7};
  /// The sixteen targets of promotions, for each of the four pieces.
  static std::uint64_t promotions_to(Bitboard targets) {
    return ((targets.bits() & 0xff) | (targets.bits() >> 56 << 8)) * 0x0001'0001'0001'0001;
  }
  [[nodiscard]] std::uint64_t row(std::size_t number) const {
    if (number < targets_.normal.size()) return targets_.normal[number].bits();
    const std::size_t file = number - targets_.normal.size();
    return file < targets_.promotions.size() ? promotions_to(targets_.promotions[file]) : 0;
  }
  /// The set with `bits(row, legal)` in each row.
  template <typename Bits>
  [[nodiscard]] MoveSet rows(const Bits& bits) const {
    MoveSet moves;
    for (std::size_t number = 0; number < kPlaceRows; ++number)
      moves.rows_[number] = bits(number, row(number));
    return moves;
  }

  void add_specials(const Position& position) {
    const Square king = position.king(position.side_to_move());
    for (const Square rook : targets_.castling)
      add_special(Move::castling(king, rook), position.chess960());
    for (const Square from : targets_.en_passant)
      add_special(Move::en_passant(from, *position.en_passant()), position.chess960());
  }
  /// Castling and en passant have their places among the moves that promote nothing.
  void add_special(Move move, bool chess960) {
    const Plain plain = plain_of(move, chess960);
    targets_.normal[plain & 63] |= Bitboard{square_at(plain >> 6 & 63)};
    specials_[specials_size_++] = {plain, move};
  }

  /// Moves of which the text does not tell the kind: two of each at most.
  struct Special {
    Plain plain = 0;
    Move move;
  };
  LegalTargets targets_;
  Bitboard movers_;
  bool promotes_ = false;  // a pawn stands before the last rank
  std::array<Special, 4> specials_;
  std::size_t specials_size_ = 0;
};

}  // namespace perft_verify::audit
