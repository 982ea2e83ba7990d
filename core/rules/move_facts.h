// The geometry of one move, legal or not, in facts: its effects, its answer to a check, and the
// opposing pieces to which it exposes the king. Diagnosis derives classes of bugs from them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/legality.h"

namespace perft_verify {

enum class LineKind : std::uint8_t { None, Rank, File, Diagonal };

/// The kind of line through two different squares.
LineKind line_kind(Square a, Square b);

/// Whether the piece moves along lines: bishop, rook or queen.
constexpr bool slides(PieceType type) {
  return type == PieceType::Bishop || type == PieceType::Rook || type == PieceType::Queen;
}

/// An opposing piece that attacks the king, and along which line if it is a slider.
struct Attacker {
  Square square;
  PieceType type;
  LineKind line = LineKind::None;
};

/// The conditions of castling; meaningful where MoveFacts::castling is set.
struct CastlingFacts {
  bool right = false;
  bool ready = false;      // king and rook stand as a right requires
  bool path_free = false;  // for king and rook
  bool king_path_free = false;
  bool between_free = false;  // only between king and rook, as in standard chess
  bool transit_attacked = false;
  bool first_transit_attacked = false;  // the square next to the king
  bool target_attacked = false;         // once king and rook have moved
  bool target_opened = false;           // attacked only because the rook has left
  bool rook_attacked = false;
  bool outer_square_attacked = false;  // a square on the rook's way that the king does not pass
  bool mirrored_attacked = false;      // the same way on the other side's back rank
  bool king_on_target = false;
  bool rook_on_target = false;
  bool outer_rook = false;  // another own rook stands between this one and the edge
  bool swaps = false;       // one of the two goes to the other's square
};

struct MoveFacts {
  std::string text;  // in UCI's spelling
  Square from = Square::A1;
  Square to = Square::A1;
  char promotion = '\0';
  std::optional<Piece> moved;
  std::optional<Piece> captured;  // en passant included

  bool legal = false;
  std::optional<WhyIllegal> why;  // set unless legal
  /// The piece reaches that square, whichever piece is on it.
  bool reaches = false;
  /// The piece moves like that, and only its king's safety may forbid it.
  bool pseudo_legal = false;

  bool en_passant = false;  // a pawn that captures onto the en passant square
  bool castling = false;    // meant as castling, whether or not it is possible
  CastlingSide side = CastlingSide::King;
  CastlingFacts castling_facts;
  bool double_step = false;
  bool to_last_rank = false;  // by a pawn
  /// Not a move of the piece, but it would be if the board's edges were joined, with squares that
  /// are numbered from a1 to h8 along the ranks, or from a8 to h1.
  bool wraps = false;
  bool wraps_from_a8 = false;
  [[nodiscard]] bool goes_around_edge() const { return wraps || wraps_from_a8; }

  bool in_check = false;  // before the move
  bool double_check = false;
  bool captures_checker = false;
  bool interposes = false;

  /// The slider, if the piece stands alone between its king and that slider.
  std::optional<Attacker> pinned_by;
  /// Not pinned, but careless code would think so: it ignores a second piece on the line
  /// (`second_shield`), or the slider's way of moving (`wrong_slider`).
  bool second_shield = false;
  bool wrong_slider = false;
  /// The same for any slider on the line, of either color, whatever else stands there.
  bool false_pin = false;

  bool gives_check = false;  // to the other king; only where pseudo_legal, of castling where legal

  /// For a king's step: an opposing pawn would attack the target if pawns went the other way.
  bool reversed_pawn_attack = false;
  bool reversed_pawn_check = false;  // the same for the king's present square
  bool pawn_beside = false;          // an opposing pawn stands beside, on the file of the target

  /// Opposing pieces that attack the king's square after the move, in castling each square of its
  /// way. Only where pseudo_legal or castling; empty if legal.
  std::vector<Attacker> exposed_to;
};

/// The facts of `uci` in `position`; nothing if it is not a move text.
///
///     const auto facts = move_facts(Position(), "e2e5");
///     assert(!facts->legal && facts->moved->type == PieceType::Pawn);
std::optional<MoveFacts> move_facts(const Position& position, std::string_view uci);

/// Whether the facts of all of these moves pass `test`, or of any; a text that is no move does not.
template <typename Test>
bool all_are(const std::vector<std::string>& moves, const Position& position, Test test) {
  return std::ranges::all_of(moves, [&](const std::string& text) {
    const auto facts = move_facts(position, text);
    return facts && test(*facts);
  });
}
template <typename Test>
bool any_is(const std::vector<std::string>& moves, const Position& position, Test test) {
  return std::ranges::any_of(moves, [&](const std::string& text) {
    const auto facts = move_facts(position, text);
    return facts && test(*facts);
  });
}

/// Whether a piece gets from one square to another if squares are numbered 0 to 63, a1 to h8, and
/// edges are ignored. Only meant for squares that are no move of the piece.
bool wraps_around(PieceType type, Color color, Square from, Square to);

/// The reason why a legal move is legal: one sentence without a full stop.
std::string why_legal(const Position& position, const MoveFacts& facts);

/// Every move that some generator could produce: each piece of the side to move to each other
/// square, and to the last rank with each promotion letter, also around the edge. Sorted by text.
std::vector<MoveFacts> conceivable_moves(const Position& position);

}  // namespace perft_verify
