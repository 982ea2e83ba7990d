// Explains wrong counts where each move is correct: a taken-back move left something on the board,
// or some moves were miscounted at the last ply.
//
// Both are found by trying: a hypothesis is a board on which one move of the position was put back
// in one wrong way, or one kind of move that is not counted. It is believed if the counts that it
// predicts are those of the subject.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/catalog/catalog.h"

namespace perft_verify::verifier {

/// The subject's count below a move of a position, in a fresh process.
struct CountedLine {
  std::string move;
  std::uint64_t subject = 0;
  std::uint64_t reference = 0;
};
struct CountedPosition {
  std::string fen;
  bool chess960 = false;
  int depth = 2;  // from this position
  std::vector<CountedLine> lines;
  /// Other moves are listed than at depth 1, which none of these explanations accounts for.
  bool other_moves = false;

  /// Whether all counts are right.
  [[nodiscard]] bool is_right() const {
    return std::ranges::all_of(
        lines, [](const CountedLine& line) { return line.subject == line.reference; });
  }
};

/// An explanation of wrong counts.
struct CountExplanation {
  BugId bug_class;
  std::string text;       // "the black bishop on c3 is missing after b2c3 was taken back"
  bool counting = false;  // a fault of counting, not of unmaking
  /// The classes of faults in making a move that give these counts too. Only an engine that plays
  /// moves before it lists them can tell which it is.
  std::vector<BugId> making_classes = {};
  /// Whether it is the same explanation, perhaps of another position.
  [[nodiscard]] bool is(const CountExplanation& other) const {
    return bug_class == other.bug_class && (!counting || text == other.text);
  }
};

/// All explanations of all lines of `counted`, right and wrong: moves that are not counted at the
/// last ply, inner nodes that are counted. If no count is wrong, all that would not show there.
std::vector<CountExplanation> miscounts(const CountedPosition& counted);

/// A position below `counted` in which a miscount shows at depth 2; a fault that does not is not of
/// counting. Nothing if there is none.
std::optional<std::string> shallow_example(const CountedPosition& counted,
                                           const CountExplanation& miscount);

/// All explanations of all wrong lines: the right ones may have been counted before.
std::vector<CountExplanation> count_explanations(const CountedPosition& counted);

/// The positions with only the pieces that this explanation needs: it shows in all of them if it is
/// true.
std::set<std::string> bare_examples(const CountedPosition& counted,
                                    const CountExplanation& explanation);

}  // namespace perft_verify::verifier
