// The geometry of one move, legal or not, in facts: what it does, what it answers, and which
// enemy pieces it leaves the king to. Diagnosis reads classes of bugs out of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/legality.h"

namespace perft_verify {

enum class LineKind : std::uint8_t { None, Rank, File, Diagonal };

/// The kind of line through two different squares.
LineKind line_kind(Square a, Square b);

/// An enemy piece that attacks the king, and along which line if it is a slider.
struct Attacker {
  Square square;
  PieceType type;
  LineKind line = LineKind::None;
};

struct MoveFacts {
  std::string text;  // as UCI writes it
  Square from = Square::A1;
  Square to = Square::A1;
  char promotion = '\0';
  std::optional<Piece> moved;
  std::optional<Piece> captured;  // en passant included

  bool legal = false;
  std::optional<WhyIllegal> why;  // set unless legal
  /// The piece moves like that, and nothing but its king's safety may forbid it.
  bool pseudo_legal = false;

  bool en_passant = false;  // a pawn that captures onto the en passant square
  bool castling = false;    // meant as castling, whether or not it is possible
  CastlingSide side = CastlingSide::King;
  bool double_step = false;
  bool to_last_rank = false;  // by a pawn
  /// Not as the piece moves, but as it would if the board's edges were sewn together.
  bool wraps = false;

  bool in_check = false;  // before the move
  bool double_check = false;
  bool captures_checker = false;
  bool interposes = false;

  /// Alone between its king and a slider.
  std::optional<Attacker> pinned_by;
  bool along_pin = false;

  /// Enemy pieces that attack the king's square after the move, in castling each square of its
  /// way. Only where pseudo_legal; empty if legal.
  std::vector<Attacker> exposed_to;
};

/// The facts of `uci` in `position`; nothing if it is no move text.
std::optional<MoveFacts> move_facts(const Position& position, std::string_view uci);

/// Why a legal move is legal: one sentence without a full stop.
std::string why_legal(const Position& position, const MoveFacts& facts);

/// Every move that some generator could take for one: each piece of the side to move to each
/// square that it reaches on an empty board or by wrapping around the edge, castling, and each
/// promotion piece. Sorted by text.
std::vector<MoveFacts> conceivable_moves(const Position& position);

}  // namespace perft_verify
