#include "verifier/classify/making/making.h"

#include <algorithm>

#include "core/fen.h"
#include "verifier/classify/making/hidden_state.h"
#include "verifier/classify/making/rights.h"
#include "verifier/classify/making/squares.h"

namespace perft_verify::verifier {
namespace making {
namespace {

/// Whether a double push of that color sets another square than the one behind it: pawns that could
/// capture there do.
bool sets_square_elsewhere(const AskMoves& ask, Color color) {
  const auto wrong = answer_for(
      ask, color,
      reference::question_at(standard("4k3/8/3p4/8/8/5p2/4P3/4K3 w - - 0 1"), {"e2e4"}, 1));
  const auto captures = [](const std::string& move) {
    return (move[0] == 'd' || move[0] == 'f') && move[0] != move[2];
  };
  return wrong && std::ranges::any_of(wrong->illegal, captures);
}

}  // namespace
}  // namespace making

Classification classify_making(const Root& before, const std::string& culprit,
                               const StateDifference& difference, const HiddenState& hidden,
                               const AskMoves& ask) {
  using enum BugId;
  using namespace making;
  const auto position = admitted(before);
  if (!position) return {};
  const auto facts = move_facts(*position, culprit);
  if (!facts || !facts->legal) return {};
  if (difference.side_to_move)
    return difference.squares.empty() ? certain(SideNotSwitched) : possible({SideNotSwitched});
  if (!difference.squares.empty())
    return class_of_wrong_squares(*facts, *position, difference, ask);
  if (!difference.rights_elsewhere.empty()) return possible({Chess960OutermostRook});
  if (!difference.rights_new.empty()) return certain(CastlingRightAppears);
  if (!difference.rights_kept.empty())
    return class_of_kept_right(*facts, *position, difference.rights_kept.front(), difference, ask);
  if (!difference.rights_lost.empty())
    return class_of_lost_right(*facts, *position, difference.rights_lost.front(), ask);
  if (difference.en_passant_kept) {
    if (facts->double_step || !position->en_passant()) return certain(EpSquareWrong);
    if (!facts->castling) return certain(EpSquareNotCleared);
    return narrow_or_wide(wrong_for(ask, position->side_to_move(),
                                    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e1d1", "e8d8"}),
                          EpNotClearedByCastling, EpSquareNotCleared);
  }
  if (difference.en_passant_elsewhere) return certain(EpSquareWrong);
  if (difference.en_passant_lost) {
    if (sets_square_elsewhere(ask, position->side_to_move())) return certain(EpSquareWrong);
    const File file = file_of(facts->to);
    if (file != File::A && file != File::H) return certain(EpSquareNotSet);
    // With a pawn that captures from the same side: at the edge there is only one.
    const char* const elsewhere =
        file == File::A ? "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1" : "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    return narrow_or_wide(wrong_for(ask, position->side_to_move(), elsewhere, {"e2e4"}),
                          EpAFileLost, EpSquareNotSet);
  }
  if (const auto kept = right_kept_by_list(*position, hidden))
    return class_of_kept_right(*facts, *position, *kept, difference, ask);
  return class_of_hidden_state(*facts, *position, hidden, ask);
}

}  // namespace perft_verify::verifier
