// Moves by the code that takes them back, and small positions in which what is left of them shows.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/position.h"
#include "core/rules/move_facts.h"
#include "reference/catalog/catalog.h"
#include "reference/generator.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// Kinds of moves that are taken back by code of their own.
enum class Undo : std::uint8_t {
  Capture,
  EnPassant,
  Castling,
  Promotion,
  PromotionCapture,
  DoublePush,
  Other,
};

Undo undo_of(const MoveFacts& move);

/// The legal moves of one kind in a position.
std::vector<std::string> moves_of(Undo undo, const Position& position);

/// The kinds of moves that may be tried in a position.
std::set<Undo> undos_in(const Position& position);

/// The class of the pieces that are left of moves of one kind.
BugId class_of(Undo undo, const std::vector<StateDifference::OnSquare>& left);

/// Positions in which White has moves of one kind, besides those of the trials before. Nothing that
/// is left of them stands in the way of another move, and a list of moves shows what is gone: the
/// pawn that is captured en passant keeps the king from a square.
struct Trial {
  Undo undo;
  const char* fen;
};
std::span<const Trial> trials();

/// The same with that color's moves.
reference::Question question_of(const Trial& trial, Color color);

}  // namespace perft_verify::verifier
