// A chess position as a small value: copying it is how moves are made, so there is no
// unmake that could corrupt anything.
//
// The en passant square follows the wire rule of this project: it is kept after every
// double push, whether or not a pawn can capture there. A generator that captures where it
// must not is found only if it is given the square.
#pragma once

#include "core/attacks.h"
#include "core/castling.h"
#include "core/move.h"
#include "core/zobrist.h"

namespace perft_verify {

/// The fields of a position. Not checked: core/fen.h builds only legal ones.
struct PositionParts {
  std::array<Bitboard, 2> by_color{};
  std::array<Bitboard, 6> by_type{};
  Color side_to_move = Color::White;
  CastlingRights castling;
  std::optional<Square> en_passant;
  unsigned halfmove_clock = 0;
  unsigned fullmove_number = 1;
  bool chess960 = false;

  /// Puts a piece on an empty square.
  void put(Square square, Piece piece) {
    by_color[static_cast<std::size_t>(piece.color)] |= Bitboard{square};
    by_type[static_cast<std::size_t>(piece.type)] |= Bitboard{square};
  }
  /// One of each color.
  [[nodiscard]] bool has_both_kings() const {
    const Bitboard kings = by_type[static_cast<std::size_t>(PieceType::King)];
    return (by_color[0] & kings).count() == 1 && (by_color[1] & kings).count() == 1;
  }
  /// Removes the piece on a square, if there is one.
  void clear(Square square) {
    for (Bitboard& squares : by_color) squares &= ~Bitboard{square};
    for (Bitboard& squares : by_type) squares &= ~Bitboard{square};
  }
};

/// The same with White's and Black's pieces, rights and turn exchanged, and the board mirrored.
PositionParts colors_flipped(const PositionParts& parts);

/// For example:
///
///     const Position position = Position().after(Move::normal(Square::E2, Square::E4));
///     assert(position.side_to_move() == Color::Black);
///     assert(position.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
class Position {
 public:
  /// The start position of standard chess.
  Position();
  /// `parts` must pass the gate of core/fen.h; above all, one king a side.
  explicit Position(const PositionParts& parts);

  /// The fields from which an equal position can be built.
  [[nodiscard]] PositionParts parts() const {
    return {by_color_,   by_type_,        side_to_move_,    castling_,
            en_passant_, halfmove_clock_, fullmove_number_, chess960_};
  }

  [[nodiscard]] Color side_to_move() const { return side_to_move_; }
  [[nodiscard]] Bitboard pieces(Color color) const {
    return by_color_[static_cast<std::size_t>(color)];
  }
  [[nodiscard]] Bitboard pieces(PieceType type) const {
    return by_type_[static_cast<std::size_t>(type)];
  }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
    return pieces(color) & pieces(type);
  }
  [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  [[nodiscard]] Square king(Color color) const { return pieces(color, PieceType::King).first(); }
  [[nodiscard]] std::optional<Piece> piece_on(Square square) const;
  [[nodiscard]] const CastlingRights& castling() const { return castling_; }
  [[nodiscard]] std::optional<Square> en_passant() const { return en_passant_; }
  [[nodiscard]] unsigned halfmove_clock() const { return halfmove_clock_; }
  [[nodiscard]] unsigned fullmove_number() const { return fullmove_number_; }
  /// Whether castling is spelled king-takes-rook and rights as file letters.
  [[nodiscard]] bool chess960() const { return chess960_; }
  /// Zobrist key of board, side, rights and en passant square.
  [[nodiscard]] Key key() const { return key_; }

  /// Pieces of `by` that attack `square` when `occupied` squares block lines.
  [[nodiscard]] Bitboard attackers(Square square, Color by, Bitboard occupied) const;
  [[nodiscard]] Bitboard attackers(Square square, Color by) const {
    return attackers(square, by, occupied());
  }
  /// Whether attackers(square, by, occupied) has any piece; faster.
  [[nodiscard]] bool attacked(Square square, Color by, Bitboard occupied) const {
    const Bitboard steppers = (pawn_attacks(~by, square) & pieces(PieceType::Pawn)) |
                              (knight_attacks(square) & pieces(PieceType::Knight)) |
                              (king_attacks(square) & pieces(PieceType::King));
    if ((steppers & pieces(by)).any()) return true;
    for (const Square slider : aligned_sliders(square, by))
      if ((between(square, slider) & occupied).empty()) return true;
    return false;
  }
  /// Sliders of `by` that would attack `square` if nothing stood between.
  [[nodiscard]] Bitboard aligned_sliders(Square square, Color by) const {
    const Bitboard queens = pieces(PieceType::Queen);
    return ((diagonals_through(square) & (pieces(PieceType::Bishop) | queens)) |
            (cross_through(square) & (pieces(PieceType::Rook) | queens))) &
           pieces(by) & ~Bitboard{square};
  }
  /// Opposing pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const { return attackers(king(side_to_move_), ~side_to_move_); }

  /// Plays a legal move. The effect of an illegal one is undefined.
  void make(Move move);
  [[nodiscard]] Position after(Move move) const {
    Position next = *this;
    next.make(move);
    return next;
  }
  /// The same board with the other side to move, and no en passant square; no clock goes on.
  [[nodiscard]] Position after_null_move() const;

  /// The wire FEN: always six fields, the en passant square by the wire rule; in Chess960 positions
  /// rights are file letters.
  [[nodiscard]] std::string fen() const;

  /// The key computed from all facts; if it differs from key(), something is broken.
  [[nodiscard]] Key key_from_scratch() const;
  /// The first broken invariant in words, or nothing: piece sets disjoint and complete in both
  /// directions, one king a side, rights with king and rook in place, key as from scratch.
  [[nodiscard]] std::optional<std::string> broken_invariant() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  void put(Piece piece, Square square);
  void remove(Piece piece, Square square);
  [[nodiscard]] PieceType type_on(Square square) const;  // the square is occupied
  void make_castling(Square king, Square rook);
  void remove_right(Color color, CastlingSide side);
  void update_rights(Square from, Square to, PieceType moved);

  std::array<Bitboard, 2> by_color_{};
  std::array<Bitboard, 6> by_type_{};
  Key key_ = 0;
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  CastlingRights castling_;
  std::optional<Square> en_passant_;
  Color side_to_move_ = Color::White;
  bool chess960_ = false;
};

}  // namespace perft_verify
