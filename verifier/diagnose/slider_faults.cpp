#include "verifier/diagnose/slider_faults.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

/// The lines along which a slider moves.
SliderLines lines_of(PieceType type) {
  return {.diagonal = type == PieceType::Bishop || type == PieceType::Queen,
          .straight = type == PieceType::Rook || type == PieceType::Queen};
}

bool is_on(LineKind line, SliderLines lines) {
  return line == LineKind::Diagonal ? lines.diagonal : line != LineKind::None && lines.straight;
}

bool meet(SliderLines some, SliderLines others) {
  return (some.diagonal && others.diagonal) || (some.straight && others.straight);
}

/// The line that a slider's wrong move belongs to: a bishop's table may be wrong off the diagonals.
SliderLines lines_of(const MoveFacts& move) {
  if (move.moved->type != PieceType::Queen) return lines_of(move.moved->type);
  const LineKind line = line_kind(move.from, move.to);
  return {.diagonal = line != LineKind::Rank && line != LineKind::File,
          .straight = line != LineKind::Diagonal};
}

bool faces_slider_on(const Position& position, SliderLines lines) {
  for (const PieceType type : {PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    if (meet(lines_of(type), lines) && position.pieces(~position.side_to_move(), type).any())
      return true;
  return false;
}

/// Whether the move is wrong if sliders attack wrongly along these lines: a slider's own move, one
/// that leaves the king to sliders on them, or one that is refused as if it did.
bool is_explained(const MoveFacts& move, const Position& position, SliderLines lines) {
  if (!move.moved || move.moved->color != position.side_to_move()) return false;
  if (move.legal)
    return (slides(move.moved->type) && meet(lines_of(move), lines)) ||
           faces_slider_on(position, lines);
  if (!move.exposed_to.empty())
    return std::ranges::all_of(move.exposed_to,
                               [&](const Attacker& each) { return is_on(each.line, lines); });
  return slides(move.moved->type) && !move.reaches && meet(lines_of(move), lines);
}

}  // namespace

SliderFaults::SliderFaults(const Position& position, const WrongMoves& wrong) {
  std::vector<MoveFacts> moves;
  for (const auto* const list : {&wrong.illegal, &wrong.missing, &wrong.duplicate})
    for (const std::string& text : *list) {
      auto move = move_facts(position, text);
      if (!move) return;
      moves.push_back(std::move(*move));
    }
  const auto all = [&](SliderLines lines) {
    return std::ranges::all_of(
        moves, [&](const MoveFacts& each) { return is_explained(each, position, lines); });
  };
  by_both_ = !moves.empty() && all({.diagonal = true, .straight = true});
  if (!by_both_) return;
  by_diagonals_ = all({.diagonal = true});
  by_straight_lines_ = all({.straight = true});
  // If moves of other pieces are missing too, the king seems to be attacked.
  const bool refused = std::ranges::any_of(moves, [](const MoveFacts& each) {
    return each.legal && (!slides(each.moved->type) || each.in_check || each.pinned_by);
  });
  for (const MoveFacts& each : moves)
    if (slides(each.moved->type) && (each.legal ? !refused : !each.reaches)) {
      const SliderLines lines = lines_of(each);
      own_.diagonal |= lines.diagonal;
      own_.straight |= lines.straight;
    }
}

bool SliderFaults::explained_by(SliderLines lines) const {
  if (lines.diagonal && lines.straight) return by_both_;
  return lines.diagonal ? by_diagonals_ : lines.straight && by_straight_lines_;
}

bool SliderFaults::may_be_one_with(const SliderFaults& other) const {
  const SliderLines none;
  // Bishops and rooks have tables of their own.
  if (own_ != none && other.own_ != none && !meet(own_, other.own_)) return false;
  const SliderLines lines{.diagonal = own_.diagonal || other.own_.diagonal,
                          .straight = own_.straight || other.own_.straight};
  return explained_by(lines) && other.explained_by(lines);
}

void SliderFaults::join(const SliderFaults& other) {
  own_.diagonal |= other.own_.diagonal;
  own_.straight |= other.own_.straight;
}

}  // namespace perft_verify::verifier
