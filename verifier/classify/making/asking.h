// Asks the subject about one move by itself: the questions that tell classes of making apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/move_facts.h"
#include "reference/generator.h"
#include "verifier/classify/classify.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier::making {

using Right = StateDifference::Right;

inline Classification certain(BugId bug_class) { return {.bug_class = bug_class}; }
inline Classification possible(std::vector<BugId> classes) {
  return {.candidates = std::move(classes)};
}

/// Moves from a position that show by themselves how a castling right is kept or lost, as White on
/// the king's side does it, and on the queen's side.
struct ByWing {
  reference::Question king_side;
  reference::Question queen_side;
};

ByWing by_wing(std::string_view king_fen, std::vector<std::string> king_moves,
               std::string_view queen_fen, std::vector<std::string> queen_moves);

/// The subject's answer to a question about White's moves, or to the same about Black's; nothing if
/// it could not be asked.
std::optional<WrongMoves> answer_for(const AskMoves& ask, Color color,
                                     reference::Question question);
/// The same by the color and on the wing of `right`, without what is wrong from the FEN as well:
/// that is of another bug.
std::optional<WrongMoves> answer_for(const AskMoves& ask, const Right& right, const ByWing& tried);

/// Whether a right that should be lost is used. Moves that are missing there are of another bug.
std::optional<bool> wrong_for(const AskMoves& ask, const Right& right, const ByWing& tried);
/// Whether anything is wrong after these moves of White, or after the same of Black.
std::optional<bool> wrong_for(const AskMoves& ask, Color color, std::string_view fen,
                              std::vector<std::string> moves);

/// The wide one of two classes if the subject is wrong in the wider case too.
Classification narrow_or_wide(std::optional<bool> wrong_in_wide_case, BugId narrow, BugId wide);

/// Whether the moved piece is otherwise correct: it moves, when it is its turn again.
bool moves_again(const MoveFacts& culprit, const Position& before, const AskMoves& ask);

}  // namespace perft_verify::verifier::making
