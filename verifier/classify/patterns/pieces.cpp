// Moves of pieces and kings, and lists that lose or repeat moves.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// Whether the only piece on a blocked slider's way is an opposing piece.
bool goes_on_behind_capture(const MoveFacts& move, const Scene& scene) {
  if (!is_slider(move) || !because(move, Illegality::PathBlocked)) return false;
  const int distance = distance_of(move);
  const int step = (index(move.to) - index(move.from)) / distance;
  int blockers = 0;
  for (int at = 1; at < distance; ++at) {
    const std::string text =
        to_string(move.from) + to_string(square_at(index(move.from) + at * step));
    const auto other = std::ranges::lower_bound(scene.moves, text, {}, &MoveFacts::text);
    if (other == scene.moves.end() || other->text != text) return false;
    if (other->captured && other->captured->color == scene.us) return false;
    if (other->captured) ++blockers;
  }
  return blockers == 1;
}

/// Whether at most two steps of one kind of piece replace others.
bool swaps_steps(const Case& at) {
  const Instance& seen = at.seen;
  return seen.sides.empty() && seen.illegal_types.size() == 1 &&
         seen.illegal_types == seen.missing_types && seen.missing_steps.size() <= 2 &&
         seen.illegal_steps.size() <= 2 && seen.illegal_types.contains(at.move.moved->type) &&
         !is(at.move, PieceType::Pawn);
}

/// Whether the next square in the same direction would be off the board.
bool ends_at_edge(const MoveFacts& move) {
  const auto at_end = [](int from, int to) {
    return (to > from && to == 7) || (to < from && to == 0);
  };
  return at_end(index(file_of(move.from)), index(file_of(move.to))) ||
         at_end(index(rank_of(move.from)), index(rank_of(move.to)));
}

/// Whether the piece could capture there if an opposing piece stood on the target.
bool captures_like(const MoveFacts& move, Color us) {
  if (!is(move, PieceType::Pawn)) return move.reaches;
  const int step = step_of(move, us);
  return distance_of(move) == 1 && (step == 7 || step == 9) &&
         (move.promotion != '\0') == move.to_last_rank;
}

/// Not all of those that a rook or a bishop has: then it lacks its moves.
bool lacks_some_directions(const Instance& seen) {
  const bool of_queens = seen.missing_types == std::set{PieceType::Queen};
  return seen.missing_directions.size() < (of_queens ? 5U : 4U);
}

const Pattern kPieces[] = {
    {.bug_class = KnightWraps, .illegal = WHEN(is(move, PieceType::Knight) && wraps(at))},
    {.bug_class = KingWraps, .illegal = WHEN(is(move, PieceType::King) && wraps(at))},
    {.bug_class = SliderWraps,
     .optional =
         WHEN(at.seen.sliders_wrap && is_slider(move) && (move.legal || !move.pseudo_legal))},
    {.bug_class = KnightWrongEdgeFile,
     .optional =
         [](const Case& at) {
           if (at.seen.missing_steps.size() < 3 ||
               at.seen.missing_types != std::set{PieceType::Knight} ||
               !is(at.move, PieceType::Knight) || !edge(file_of(at.move.to)))
             return false;
           return !at.move.legal || at.seen.missing_files.contains(file_of(at.move.to));
         }},
    {.bug_class = KnightStepTypo,
     .missing = WHEN(is(move, PieceType::Knight) && at.seen.missing_steps.size() <= 2 &&
                     takes_step(at, at.seen.missing_by_color)),
     .optional =
         WHEN(is(move, PieceType::Knight) &&
              takes_step(at, move.legal ? at.seen.duplicate_by_color : at.seen.illegal_by_color)),
     .whole = true},
    {.bug_class = CompensatingPair,
     .missing = WHEN(swaps_steps(at) && takes_step(at, at.seen.missing_by_color)),
     .optional = WHEN(swaps_steps(at) && !move.legal && !move.pseudo_legal &&
                      takes_step(at, at.seen.illegal_by_color)),
     .whole = true},
    {.bug_class = KingStepMissing,
     .missing =
         WHEN(is(move, PieceType::King) && !move.castling && at.seen.missing_steps.size() == 1 &&
              at.seen.missing_steps.contains(step_of(move, at.scene.us)))},
    {.bug_class = KingStepMissing,
     .missing = WHEN(is(move, PieceType::King) && !move.castling &&
                     at.seen.missing_steps.size() > 1 && at.seen.missing_steps.size() < 8 &&
                     at.seen.missing_steps.contains(step_of(move, at.scene.us))),
     .whole = true,
     .vague = 1.1},
    {.bug_class = SliderRangeShort,
     .missing = WHEN(is_slider(move) && at.seen.least_distance > 3 &&
                     distance_of(move) >= at.seen.least_distance)},
    {.bug_class = SliderRangeShort, .missing = WHEN(is_slider(move) && ends_at_edge(move))},
    {.bug_class = SliderStopsBeforeCapture, .missing = WHEN(is_slider(move) && move.captured)},
    {.bug_class = SliderDirectionMissing,
     .missing = WHEN(is_slider(move) && at.seen.missing_types.contains(move.moved->type) &&
                     lacks_some_directions(at.seen) &&
                     at.seen.missing_directions.contains(direction_of(move, at.scene.us))),
     .vague = 0.4},
    {.bug_class = SliderJumpsAfterCapture,
     .illegal = WHEN(goes_on_behind_capture(move, at.scene) && !move.captured),
     .optional = WHEN(goes_on_behind_capture(move, at.scene) && move.captured)},
    {.bug_class = SliderJumps,
     .illegal = WHEN(is_slider(move) && because(move, Illegality::PathBlocked) &&
                     at.seen.illegal_types.contains(move.moved->type))},
    {.bug_class = SliderCapturesOwn,
     .illegal =
         WHEN(because(move, Illegality::OwnPieceOnTarget) && captures_like(move, at.scene.us) &&
              at.seen.illegal_types.contains(move.moved->type)),
     // Castling as king takes rook, in Chess960.
     .optional = WHEN(move.legal && move.castling && at.scene.root.chess960 &&
                      at.seen.illegal_types.contains(PieceType::King))},
    {.bug_class = KnightMovesMissing, .missing = WHEN(is(move, PieceType::Knight)), .vague = 0.2},
};

}  // namespace

std::span<const Pattern> pieces() { return kPieces; }

}  // namespace perft_verify::verifier::patterns
