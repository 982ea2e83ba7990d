// Which moves a class of bugs gets wrong, as predicates on the facts of a move. A class that
// predicts the wrong moves of a position is a candidate for what is wrong with them. The patterns
// themselves stand in patterns/, by family.
#pragma once

#include <set>
#include <span>

#include "verifier/classify/scene.h"

namespace perft_verify::verifier {

/// What varies from one instance of a class to the next, as the wrong moves show it: colors,
/// files, steps, kinds of pieces and promotion letters.
struct Instance {
  std::set<Color> colors;       // of the sides whose moves are wrong
  std::set<int> missing_steps;  // differences of squares, seen from the mover's side
  std::set<int> illegal_steps;
  std::set<int> duplicate_steps;
  using ColorAndStep = std::pair<Color, int>;  // the step as it is, whoever moves
  std::set<ColorAndStep> missing_by_color;
  std::set<ColorAndStep> illegal_by_color;
  std::set<ColorAndStep> duplicate_by_color;
  std::set<File> missing_files;  // of the target
  std::set<int> missing_directions;
  std::set<char> missing_letters;
  std::set<char> illegal_letters;
  std::set<char> duplicate_letters;
  std::set<PieceType> missing_types;
  std::set<PieceType> illegal_types;
  std::set<PieceType> exposing_types;
  std::set<CastlingSide> sides;
  std::set<Square> missing_from;
  bool sliders_wrap = false;
  bool outer_rooks = false;  // castling is missing where another rook stands outside
  int least_distance = 8;    // of missing moves
};
/// Adds what the wrong moves of one position show.
void learn(Instance& instance, const Scene& scene, const WrongMoves& wrong);

/// A move, the position that it belongs to, and what the wrong moves show.
struct Case {
  const MoveFacts& move;
  const Scene& scene;
  const Instance& seen;
};

struct Pattern {
  using Predicate = bool (*)(const Case&);
  std::string_view name;  // of the class
  /// Asked of illegal moves, of legal ones, of legal ones; null for none.
  Predicate illegal = nullptr;
  Predicate missing = nullptr;
  Predicate duplicate = nullptr;
  /// Moves of any kind that may be wrong too, or not: it depends on how the bug is written.
  Predicate optional = nullptr;
  /// A mistake that all moves have which it predicts, or all of one color: a step in a table.
  bool whole = false;
  /// How far it is from saying what the mistake is: a pattern that fits nearly everything is
  /// believed only where nothing better does.
  double vague = 0;
};

/// What a class says of a scene: moves that are wrong, and moves that may be.
struct Prediction {
  WrongMoves wrong;
  WrongMoves optional;
  WrongMoves filtered;  // those of `optional` that would be wrong but for the king's safety
  /// Nothing else is wrong.
  [[nodiscard]] bool covers(const WrongMoves& observed) const;
  /// Nothing else is wrong, and everything that has to be is.
  [[nodiscard]] bool is(const WrongMoves& observed) const;
};

/// The patterns of all classes that spoil a move list by themselves, the narrow ones first. A
/// class may have more than one.
std::span<const Pattern> all_patterns();

/// The facts of a move of the scene; null if it is none that could be one.
const MoveFacts* find_move(const Scene& scene, const std::string& text);

/// What a bug of this class does in `scene`.
Prediction predicted(const Pattern& pattern, const Scene& scene, const Instance& instance);

}  // namespace perft_verify::verifier
