// Predicates and facts of a move, in the words of the patterns.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "verifier/classify/patterns/patterns.h"

namespace perft_verify::verifier::patterns {

using enum BugId;

/// A predicate of a pattern: an expression of `move`, and of `at` with the rest of the case.
#define WHEN(...)                                     \
  [](const Case& at) -> bool {                        \
    [[maybe_unused]] const MoveFacts& move = at.move; \
    return __VA_ARGS__;                               \
  }

/// En passant and castling that leave the king attacked.
inline constexpr Pattern::Predicate kSpecialInCheck =
    WHEN((move.en_passant || move.castling) && move.pseudo_legal && !move.legal);

inline bool is(const MoveFacts& move, PieceType type) {
  return move.moved && move.moved->type == type;
}
inline bool is_slider(const MoveFacts& move) { return move.moved && slides(move.moved->type); }
inline bool because(const MoveFacts& move, Illegality why) {
  return move.why && move.why->reason == why;
}
inline bool enemy_on_target(const MoveFacts& move, const Scene& scene) {
  return move.captured && move.captured->color != scene.us;
}

/// The step of a move as White would see it.
inline int step_of(const MoveFacts& move, Color us) {
  const int step = index(move.to) - index(move.from);
  return us == Color::White ? step : index(flip_rank(move.to)) - index(flip_rank(move.from));
}

inline int distance_of(const MoveFacts& move) {
  return std::max(std::abs(index(file_of(move.to)) - index(file_of(move.from))),
                  std::abs(index(rank_of(move.to)) - index(rank_of(move.from))));
}

/// The direction of a move as White would see it: signs of files and ranks as one number.
inline int direction_of(const MoveFacts& move, Color us) {
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  const int ranks = index(rank_of(move.to)) - index(rank_of(move.from));
  return 3 * sign(index(file_of(move.to)) - index(file_of(move.from))) +
         sign(us == Color::White ? ranks : -ranks);
}

template <typename Test>
bool exposed_only_to(const MoveFacts& move, Test test) {
  return !move.legal && !move.exposed_to.empty() && std::ranges::all_of(move.exposed_to, test);
}
inline bool is_straight(const Attacker& each) {
  return each.line == LineKind::File || each.line == LineKind::Rank;
}
inline bool is_queen_on_diagonal(const Attacker& each) {
  return each.type == PieceType::Queen && each.line == LineKind::Diagonal;
}
inline bool exposed_only_to(const MoveFacts& move, PieceType type) {
  return (move.pseudo_legal || move.castling) &&
         exposed_only_to(move, [type](const Attacker& each) { return each.type == type; });
}
inline bool exposed_only_along(const MoveFacts& move, LineKind line) {
  return exposed_only_to(move, [line](const Attacker& each) { return each.line == line; });
}

/// The move goes around the edge of the board as the engine numbers its squares: from a8 if only
/// that explains the illegal moves, else from a1.
inline bool wraps(const Case& at) {
  // A pawn that comes to the last rank so may promote there, or not.
  if (at.move.to_last_rank && !at.seen.illegal_letters.contains(at.move.promotion)) return false;
  return at.seen.wraps_from_a8 && !at.seen.wraps_from_a1 ? at.move.wraps_from_a8 : at.move.wraps;
}

/// Castling that only attacks can forbid.
inline bool free_to_castle(const MoveFacts& move) {
  return move.castling && move.castling_facts.right && move.castling_facts.path_free;
}
inline bool safe_to_castle(const MoveFacts& move) {
  return move.castling && !move.in_check && !move.castling_facts.transit_attacked &&
         !move.castling_facts.target_attacked;
}
inline bool attacked_castling(const MoveFacts& move) {
  return free_to_castle(move) && !safe_to_castle(move);
}

inline bool edge(File file) { return file == File::A || file == File::H; }

/// Whether the bug is of one color's moves only, and this is that color.
inline bool one_color(const Case& at) {
  return at.seen.colors.size() == 1 && at.seen.colors.contains(at.scene.us);
}

/// The same where that color is Black.
inline bool only_black(const Case& at) { return one_color(at) && at.scene.us == Color::Black; }

/// Whether some promotions to the last rank are missing and others are not: no code of pawns alone,
/// or of one kind of move, leaves out some of them.
inline bool some_promotions_missing(const Case& at) {
  constexpr std::size_t kPromotionPieces = 4;
  return at.move.to_last_rank && at.seen.missing_letters.contains(at.move.promotion) &&
         at.seen.missing_letters.size() < kPromotionPieces;
}

/// Whether the step of the move, as it is for its color, is among these.
inline bool takes_step(const Case& at, const std::set<Instance::ColorAndStep>& steps) {
  return steps.contains({at.scene.us, index(at.move.to) - index(at.move.from)});
}

/// Whether another piece of the same kind could move.
inline bool has_companion(const Case& at) {
  return std::ranges::any_of(at.scene.moves, [&](const MoveFacts& other) {
    return other.legal && other.from != at.move.from && other.moved == at.move.moved;
  });
}

}  // namespace perft_verify::verifier::patterns
