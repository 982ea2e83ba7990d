#include "verifier/run/judge/faults_in_games.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {

using reference::Question;

namespace {

/// Whether an en passant square or a check that is not put back would show when the position is
/// counted once more, at the cost of few nodes. No count from a FEN shows it: each sets the board
/// up anew.
bool shows_what_counting_leaves(const Root& root) {
  constexpr std::size_t kMostMoves = 8;
  constexpr std::size_t kMostAnswers = 3;  // few, for many rows are in check
  const auto parsed = parse_fen(root);
  if (!parsed) return false;
  const MoveList moves = legal_moves(parsed->position);
  if (parsed->position.checkers().any() && moves.size() <= kMostAnswers) return !moves.empty();
  return moves.size() <= kMostMoves &&
         std::ranges::any_of(moves, [](Move move) { return move.kind() == MoveKind::EnPassant; });
}

struct SpecialMove {
  std::string text;
  Root after;
};

/// One move of each kind that moves more than one piece, or makes another of it, where the answers
/// are few.
std::vector<SpecialMove> special_moves(const Root& root) {
  constexpr std::size_t kMostMoves = 8;
  constexpr std::size_t kMostWithCastling = 14;
  const auto parsed = parse_fen(root);
  if (!parsed) return {};
  const Position& position = parsed->position;
  const MoveList moves = legal_moves(position);
  std::map<MoveKind, SpecialMove> first;
  for (const Move move : moves) {
    const bool castling = move.kind() == MoveKind::Castling;
    if (move.kind() == MoveKind::Normal ||
        moves.size() > (castling ? kMostWithCastling : kMostMoves))
      continue;
    std::string text = to_uci(move, position.chess960());
    SpecialMove& known = first[move.kind()];
    if (known.text.empty() || text < known.text)
      known = {std::move(text), root_of(position.after(move))};
  }
  std::vector<SpecialMove> all;
  for (auto& [kind, each] : first) all.push_back(std::move(each));
  return all;
}

}  // namespace

FaultsInGames::FaultsInGames(reference::Generator& subject, reference::Generator& reference,
                             Ruling& ruling, std::stop_token stop)
    : subject_(subject),
      reference_(reference),
      ruling_(ruling),
      once_counted_(subject, reference, stop),
      stop_(std::move(stop)) {}

void FaultsInGames::look(const Row& row, RowState& state, const std::string& options) {
  if (!subject_.plays_moves()) return;
  const Root root = row.root();
  if (shows_what_counting_leaves(root)) look_once_counted(root, state, options);
  if (state.done || stop_.stop_requested()) return;
  look_after_moves(root, state);
}

/// A search goes on with the board that counting has left behind.
void FaultsInGames::look_once_counted(const Root& root, RowState& state,
                                      const std::string& options) {
  constexpr int kDepth = 2;
  if (!once_counted_.keeps_its_position()) return;
  const Question question = reference::question_at(root, {}, kDepth);
  const auto look = [&] { return once_counted_.look(question, {}, root.fen, kDepth); };
  if (const auto seen = look(); !seen || !*seen) return;
  // Another bug may show at this depth, to which the row is not compared.
  const auto both = ask_both(subject_, reference_, question, stop_);
  if (!both || difference(both->subject, both->reference).any()) return;
  // Looks twice: anything that a FEN reader kept of the position before is gone the second time.
  auto finding = look();
  if (!finding || !*finding) return;
  const auto standing = ruling_.confirmer().confirm(**finding);
  if (!standing || !standing->blames_subject()) return;
  once_counted_.explain(**finding);
  ruling_.confirmer().confirm_reduction(**finding);
  (*finding)->reproduce = once_counted_.command_for(**finding, options);
  ruling_.write({**finding}, state);
}

/// Counting makes moves by other code than reads them from a game.
void FaultsInGames::look_after_moves(const Root& root, RowState& state) {
  constexpr int kBelow = 2;  // the answers, and what the moved pieces may do next
  // The row's count is none of these questions.
  const auto recorded = std::exchange(state.result.recorded_nodes, std::nullopt);
  const Question from = reference::question_at(root, {}, kBelow + 1);
  for (const auto& [move, there] : special_moves(root)) {
    const Question after = reference::question_at(root, {move}, kBelow);
    // Another bug may show at this depth, to which the row is not compared, however the position
    // came about.
    const Question direct = reference::question_at(there, {}, kBelow);
    const auto both = ask_both(subject_, reference_, after, stop_);
    if (!both) {
      const auto alone = ask_subject(subject_, after, stop_);
      if (alone || !ask_subject(subject_, direct, stop_)) continue;
      ruling_.subject_failed(after, alone.error(), state);
      break;
    }
    if (!difference(both->subject, both->reference).any()) continue;
    const auto from_fen = ask_both(subject_, reference_, direct, stop_);
    if (!from_fen || difference(from_fen->subject, from_fen->reference).any()) continue;
    auto finding =
        Bisection(subject_, reference_, from, stop_).locate(both->subject, both->reference, {move});
    if (!finding) continue;
    if (ruling_.settle(std::move(*finding), both->subject, both->reference, state) ==
        Ruling::Settled::Row)
      break;
  }
  state.result.recorded_nodes = recorded;
}

}  // namespace perft_verify::verifier
