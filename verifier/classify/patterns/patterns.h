// The moves that a class of bugs gets wrong, as predicates on the facts of a move. A class that
// predicts the wrong moves of a position is a candidate for their cause. The patterns themselves
// are in patterns/, by family.
#pragma once

#include <set>
#include <span>

#include "reference/catalog/catalog.h"
#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

/// The features that vary between instances of a class, as the wrong moves show them: colors,
/// files, steps, kinds of pieces and promotion letters.
struct Instance {
  std::set<Color> colors;       // of the sides whose moves are wrong
  std::set<int> missing_steps;  // differences of squares, seen from the mover's side
  std::set<int> illegal_steps;
  std::set<int> duplicate_steps;
  using ColorAndStep = std::pair<Color, int>;  // the step itself, for either mover
  std::set<ColorAndStep> missing_by_color;
  std::set<ColorAndStep> illegal_by_color;
  std::set<ColorAndStep> duplicate_by_color;
  std::set<File> missing_files;  // of the target
  std::set<int> missing_directions;
  std::set<char> missing_letters;
  bool missing_pushes = false;  // some promotions without capture are missing
  std::set<char> illegal_letters;
  std::set<char> duplicate_letters;
  std::set<PieceType> missing_types;
  std::set<PieceType> illegal_types;
  std::set<PieceType> exposing_types;
  std::set<LineKind> exposing_lines;
  std::set<CastlingSide> sides;
  std::set<Square> missing_from;
  bool sliders_wrap = false;
  bool wraps_from_a1 = false;  // some illegal move goes around the edge so, and not from a8
  bool wraps_from_a8 = false;
  bool outer_rooks = false;  // castling is missing where another rook stands outside
  int least_distance = 8;    // of missing moves
};
/// Adds the features of the wrong moves of one position.
void learn(Instance& instance, const Scene& scene, const WrongMoves& wrong);

/// A move, its position, and the features of the wrong moves.
struct Case {
  const MoveFacts& move;
  const Scene& scene;
  const Instance& seen;
};

struct Pattern {
  using Predicate = bool (*)(const Case&);
  BugId bug_class;
  /// Tests of illegal moves, of legal ones, of legal ones; null for none.
  Predicate illegal = nullptr;
  Predicate missing = nullptr;
  Predicate duplicate = nullptr;
  /// Moves of any kind that may or may not be wrong: it depends on how the bug is written.
  Predicate optional = nullptr;
  /// The mistake affects all moves that it predicts, or all of one color: a step in a table.
  bool whole = false;
  /// How vague the pattern is: one that fits nearly everything is believed only if nothing better
  /// fits.
  double vague = 0;
};

/// The prediction of a class for a scene: moves that are wrong, and moves that may be.
struct Prediction {
  WrongMoves wrong;
  WrongMoves optional;
  WrongMoves filtered;  // those of `optional` that would be wrong but for the king's safety
  /// Nothing else is wrong in `scene`.
  [[nodiscard]] bool covers(const WrongMoves& observed, const Scene& scene) const;
};

/// The patterns of all classes that spoil a move list by themselves, the narrow ones first. A
/// class may have more than one.
std::span<const Pattern> all_patterns();

/// The facts of a move of the scene; null if no generator could produce it.
const MoveFacts* find_move(const Scene& scene, const std::string& text);

/// The effects of a bug of this class in `scene`.
Prediction predicted(const Pattern& pattern, const Scene& scene, const Instance& instance);

}  // namespace perft_verify::verifier
