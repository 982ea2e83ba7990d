#include "verifier/classify/positions/retraction.h"

#include "core/attacks.h"
#include "core/fen.h"
#include "core/line.h"
#include "reference/uci/board_text.h"

namespace perft_verify::verifier {
namespace {

/// Whether `from` to `to` leads from the position before, `parts`, to `fen`.
bool leads_to(const PositionParts& parts, Square from, Square to, const std::string& fen,
              std::vector<Retraction>& found) {
  const auto before = admitted(parts);
  if (!before) return false;
  Line line(*before);
  const std::string move = to_string(from) + to_string(to);
  if (!line.push_text(move) ||
      reference::without_clocks(line.position().fen()) != reference::without_clocks(fen))
    return false;
  found.push_back({root_of(*before), move});
  return true;
}

bool is_attacked_by_pawn(Square target, const Position& position) {
  const Color us = position.side_to_move();
  return (pawn_attacks(~us, target) & position.pieces(us, PieceType::Pawn)).any();
}

}  // namespace

std::vector<Retraction> retractions(const Root& root, std::size_t most) {
  std::vector<Retraction> found;
  const auto position = admitted(root);
  if (!position) return found;
  const Color them = ~position->side_to_move();
  PositionParts base = position->parts();
  base.side_to_move = them;
  base.en_passant.reset();
  base.halfmove_clock = 0;
  if (const auto target = position->en_passant()) {
    // Many engines have no such square after the push then.
    if (!is_attacked_by_pawn(*target, *position)) return found;
    const Square from = make_square(file_of(*target), relative_rank(them, Rank::R2));
    const Square to = make_square(file_of(*target), relative_rank(them, Rank::R4));
    base.clear(to);
    base.put(from, {them, PieceType::Pawn});
    leads_to(base, from, to, root.fen, found);
    return found;
  }
  for (const PieceType type : {PieceType::Knight, PieceType::King, PieceType::Bishop,
                               PieceType::Rook, PieceType::Queen, PieceType::Pawn}) {
    for (int target = 0; target < kSquareCount; ++target) {
      const Square to = square_at(target);
      if (position->piece_on(to) != Piece{them, type}) continue;
      for (int number = 0; number < kSquareCount && found.size() < most; ++number) {
        const Square from = square_at(number);
        if (position->piece_on(from)) continue;
        PositionParts parts = base;
        parts.clear(to);
        parts.put(from, {them, type});
        leads_to(parts, from, to, root.fen, found);
      }
    }
  }
  return found;
}

std::vector<reference::Question> ways_by_a_step(const Root& root, Square to, std::size_t most) {
  constexpr std::size_t kMostLastMoves = 4;
  constexpr std::size_t kAllSteps = 1000;
  std::vector<reference::Question> ways;
  const auto position = admitted(root);
  if (!position) return ways;
  const auto step_there = [&](const Root& after) -> std::optional<Retraction> {
    for (const Retraction& step : retractions(after, kAllSteps))
      if (step.move.ends_with(to_string(to))) return step;
    return std::nullopt;
  };
  if (!position->pieces(position->side_to_move()).contains(to)) {
    if (const auto step = step_there(root))
      ways.push_back(reference::question_at(step->root, {step->move}, 1));
    return ways;
  }
  for (const Retraction& last : retractions(root, kMostLastMoves))
    if (const auto step = step_there(last.root); step && ways.size() < most)
      ways.push_back(reference::question_at(step->root, {step->move, last.move}, 1));
  return ways;
}

}  // namespace perft_verify::verifier
