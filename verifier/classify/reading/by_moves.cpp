#include "verifier/classify/reading/by_moves.h"

#include <algorithm>
#include <vector>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/fen.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/deviations.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/classify/reading/controls.h"

namespace perft_verify::verifier {
namespace {

/// Whether the list is right after a double push that gives check.
bool makes_double_push(Color color, ProbedSubject& probed) {
  const bool white = color == Color::White;
  const auto wrong = probed.wrong_moves(
      standard(white ? "8/p7/8/3k4/8/8/4P3/4K3 w - - 0 1" : "4k3/4p3/8/8/3K4/8/P7/8 b - - 0 1"),
      {white ? "e2e4" : "e7e5"});
  return wrong && !wrong->any();
}

/// Whether the list is right or wrong as if the last move were a pass, for a subject that does not
/// know how to play it.
bool may_not_have_moved(const WrongMoves& wrong, const Retraction& last, const Finding& finding,
                        ProbedSubject& probed) {
  const auto before = admitted(last.root);
  const auto position = finding.position();
  if (!before || !position) return false;
  PositionParts parts = before->parts();
  parts.side_to_move = ~parts.side_to_move;
  parts.en_passant.reset();
  const auto passed = admitted(root_of(Position(parts)));
  return passed && wrong_with(*passed, *position) == wrong &&
         !makes_double_push(before->side_to_move(), probed);
}

/// Whether the subject lists each of the moves where it is played: one that it does not know, it
/// may not be able to make.
bool knows_moves(const Root& root, const std::vector<std::string>& moves, ProbedSubject& probed) {
  std::vector<std::string> played;
  for (const std::string& move : moves) {
    const auto wrong = probed.wrong_moves(root, played);
    if (!wrong || contains(wrong->missing, move)) return false;
    played.push_back(move);
  }
  return true;
}

bool is_right_by(const reference::Question& way, ProbedSubject& probed) {
  const auto wrong = probed.wrong_moves(way.root, way.moves);
  return wrong && !wrong->any() && knows_moves(way.root, way.moves, probed);
}

/// Whether only the king's safety decides about the wrong moves.
bool are_of_kings_safety(const Finding& finding) {
  const auto position = finding.position();
  return position && finding.duplicate.empty() &&
         all_are(finding.illegal, *position,
                 [](const MoveFacts& move) { return move.pseudo_legal; });
}

/// The square of the one piece that the wrong moves are about: they are those of a board on which
/// it stands on the next file, or nothing is wrong but that moves of it are missing, or that
/// sliders jump over it.
std::optional<Square> square_of_one_piece(const WrongMoves& wrong, const Position& position) {
  if (const auto beside = piece_beside_its_square(position, wrong)) return beside;
  if (!wrong.duplicate.empty() || wrong.missing.empty() == wrong.illegal.empty())
    return std::nullopt;
  std::optional<Square> one;
  for (const std::string& text : wrong.missing.empty() ? wrong.illegal : wrong.missing) {
    const auto move = move_facts(position, text);
    if (!move || !move->moved) return std::nullopt;
    Bitboard concerned{move->from};
    if (wrong.missing.empty()) concerned = between(move->from, move->to) & position.occupied();
    if (concerned.count() != 1 || (one && !concerned.contains(*one))) return std::nullopt;
    one = *concerned.begin();
  }
  return one;
}

}  // namespace

Reading reading_by_retraction(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostRetractions = 3;
  bool is_right_by_moves = false;
  // Lists are compared.
  if (!probed.subject().plays_moves() || !finding.wrong().any()) return Reading::Untested;
  for (const Retraction& each : retractions(finding.here(), kMostRetractions)) {
    const auto wrong = probed.wrong_moves(each.root, {each.move});
    if (!wrong || is_elsewhere(*wrong, finding.here()) ||
        may_not_have_moved(*wrong, each, finding, probed))
      continue;
    // Other mistakes of the generator show however the position was reached. If there are new ones,
    // the move was not made as it should be, and its list says nothing of the FEN.
    if (wrong->any()) {
      const auto read = probed.wrong_moves(finding.here(), {});
      if (!read || !read->includes(*wrong)) continue;
    }
    if (wrong->shares_any_of(finding.wrong())) return Reading::Right;
    is_right_by_moves = is_right_by_moves || knows_moves(each.root, {each.move}, probed);
  }
  return is_right_by_moves ? Reading::Wrong : Reading::Untested;
}

bool is_right_after_a_kings_step(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostWays = 2;
  if (!probed.subject().plays_moves() || !are_of_kings_safety(finding)) return false;
  std::vector<reference::Question> ways;
  const auto add_ways = [&](const Root& root) {
    const auto position = admitted(root);
    if (!position) return;
    const Square king = position->king(position->side_to_move());
    for (auto& each : ways_by_a_step(root, king, kMostWays)) ways.push_back(std::move(each));
  };
  add_ways(finding.here());
  if (const auto smallest = finding.smallest_list()) add_ways(*smallest);
  const auto is_right = [&](const reference::Question& way) { return is_right_by(way, probed); };
  if (!probed.subject().shows_board())
    return ways.size() >= kMostWays && std::ranges::all_of(ways, is_right);
  return std::ranges::any_of(ways, [&](const reference::Question& way) {
    return is_right(way) && probed.shows_right_board(way);
  });
}

bool is_right_once_moved_there(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostWays = 2;
  if (!probed.subject().plays_moves() || probed.subject().shows_board()) return false;
  const auto is_right = [&](const reference::Question& way) { return is_right_by(way, probed); };
  const auto ways_to = [&](const Root& root, const WrongMoves& wrong) {
    const auto position = admitted(root);
    const auto square = position ? square_of_one_piece(wrong, *position) : std::nullopt;
    return square ? ways_by_a_step(root, *square, kMostWays) : std::vector<reference::Question>();
  };
  auto ways = ways_to(finding.here(), finding.wrong());
  // No step leads to where castling rights are left.
  if (ways.empty() && finding.reduced && finding.reduced->moves.empty())
    if (const auto wrong = probed.wrong_moves(finding.reduced_root(), {}))
      ways = ways_to(finding.reduced_root(), *wrong);
  return !ways.empty() && std::ranges::all_of(ways, is_right);
}

}  // namespace perft_verify::verifier
