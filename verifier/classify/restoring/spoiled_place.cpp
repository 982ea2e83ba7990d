#include "verifier/classify/restoring/spoiled_place.h"

#include <algorithm>
#include <string>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

/// Whether some move is counted at depth 2 with another number of moves than the subject lists
/// after it from the FEN, as on a board that the moves before it have spoiled.
bool counts_other_moves_than_it_lists(const Root& root, ProbedSubject& probed) {
  constexpr std::size_t kMostAsked = 16;
  const auto position = admitted(root);
  const auto counted = probed.answer_now(reference::question_at(root, {}, 2));
  if (!position || !counted) return false;
  std::size_t asked = 0;
  return std::ranges::any_of(counted->lines, [&](const reference::RootCount& line) {
    const auto move = find_legal(*position, line.move);
    if (!move || ++asked > kMostAsked) return false;
    const auto list =
        probed.answer_now(reference::question_at(root_of(position->after(*move)), {}, 1));
    return list && list->total != line.nodes;
  });
}

}  // namespace

Root smallest_place(const Finding& finding) {
  const bool made = finding.cause == Cause::Make && finding.culprit;
  if (finding.reduced && finding.reduced->moves.empty() != made) return finding.reduced_root();
  return made ? finding.before_culprit() : finding.here();
}

Spoiled spoiled_at(const Root& root, bool of_list, ProbedSubject& probed) {
  if (other_list(reference::question_at(root, {}, 1), probed)) return Spoiled::ItAnswers;
  const auto counted = counts_otherwise_again(root, probed);
  if (!counted && counted.error().kind == reference::FailureKind::Died) return Spoiled::ItDies;
  const bool answers = counted.value_or(std::nullopt).has_value() ||
                       (of_list && counts_other_moves_than_it_lists(root, probed));
  return answers ? Spoiled::ItAnswers : Spoiled::No;
}

std::optional<Unrestored> left_there(const Position& position, ProbedSubject& probed) {
  constexpr std::size_t kMostMoves = 30;
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position)) moves.push_back(to_uci(move, position.chess960()));
  if (moves.empty() || moves.size() > kMostMoves) return std::nullopt;
  return left_of(position, moves, {BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete}, probed);
}

}  // namespace perft_verify::verifier
