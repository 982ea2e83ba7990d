#include "verifier/classify/restoring/shared_list.h"

#include <algorithm>

#include "core/contains.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/restoring/trials.h"

namespace perft_verify::verifier {

bool lists_next_ply(const Finding& finding) {
  const auto position = finding.position();
  if (!position || !has_fact(finding, Fact::RightAtDepthOne) || finding.illegal.size() < 2)
    return false;
  std::vector<Position> below;
  for (const Move move : legal_moves(*position))
    if (!contains(finding.missing, to_uci(move, finding.root.chess960)))
      below.push_back(position->after(move));
  return std::ranges::all_of(finding.illegal, [&](const std::string& text) {
    return std::ranges::any_of(
        below, [&](const Position& after) { return find_legal(after, text).has_value(); });
  });
}

bool board_is_put_back(const Finding& finding, ProbedSubject& probed) {
  if (!keeps_its_board(probed)) return false;
  return !other_list(reference::question_at(finding.here(), {}, finding.divide_depth), probed);
}

}  // namespace perft_verify::verifier
