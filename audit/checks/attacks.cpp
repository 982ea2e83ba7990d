// in_check, checkers, pinned, attackers and gives_check against their definition on the board.
#include <fmt/format.h>

#include "audit/checks.h"
#include "core/rules/move_facts.h"

namespace perft_verify::audit {
namespace {

std::string squares_of(Bitboard squares) {
  std::string text;
  for (const Square square : squares) text += (text.empty() ? "" : " ") + to_string(square);
  return text.empty() ? "none" : text;
}

/// The pieces of the side to move that stand alone between their king and a slider.
Bitboard pinned_pieces(const Position& position) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  Bitboard pinned;
  for (const Square slider : position.aligned_sliders(king, ~us)) {
    const Bitboard blockers = between(king, slider) & position.occupied();
    if (blockers.count() == 1) pinned |= blockers & position.pieces(us);
  }
  return pinned;
}

std::string_view piece_name(const Position& position, Square square) {
  const auto piece = position.piece_on(square);
  return piece ? to_string(piece->type) : "empty-square";
}

/// Compares a set of pieces; the circumstance is the piece, or for pins their direction.
void compare(Session& session, const Position& position, Bitboard right, Bitboard theirs,
             std::string_view what, Fault missing, Fault wrong) {
  if (right == theirs) return;
  const Square king = position.king(position.side_to_move());
  const auto circumstance = [&](Square square) -> std::string_view {
    if (missing != Fault::PinnedMissing) return piece_name(position, square);
    return line_kind(king, square) == LineKind::Diagonal ? "diagonal" : "straight";
  };
  for (const Square square : right & ~theirs)
    session.report(missing, circumstance(square),
                   fmt::format("{}: {} are right, and {} is missing", what, squares_of(right),
                               to_string(square)));
  for (const Square square : theirs & ~right)
    session.report(wrong, circumstance(square),
                   fmt::format("{}: {} are right, and {} is one too many", what, squares_of(right),
                               to_string(square)));
}

void check_attackers(Session& session, const Position& position, Square square) {
  const auto& calls = session.subject.calls();
  const Bitboard right =
      position.attackers(square, Color::White) | position.attackers(square, Color::Black);
  const Bitboard theirs{calls.attackers(calls.self, index(square))};
  if (right == theirs) return;
  compare(session, position, right, theirs, "attackers of " + to_string(square),
          Fault::AttackersMissing, Fault::AttackersWrong);
}

}  // namespace

void check_attacks(Session& session, const Node& node, bool all_squares) {
  const auto& calls = session.subject.calls();
  const Position& position = node.position;
  const Bitboard checkers = position.checkers();
  if (calls.in_check != nullptr) {
    session.tally.count(Probe::InCheck);
    const bool theirs = calls.in_check(calls.self) != 0;
    if (theirs != checkers.any())
      session.report(
          Fault::InCheckWrong, theirs ? "false" : "missed",
          fmt::format("in_check is {}, and the checkers are {}", theirs, squares_of(checkers)));
  }
  if (calls.checkers != nullptr) {
    session.tally.count(Probe::Checkers);
    compare(session, position, checkers, Bitboard{calls.checkers(calls.self)}, "checkers",
            Fault::CheckersMissing, Fault::CheckersWrong);
  }
  if (calls.pinned != nullptr) {
    session.tally.count(Probe::Pinned);
    compare(session, position, pinned_pieces(position), Bitboard{calls.pinned(calls.self)},
            "pinned", Fault::PinnedMissing, Fault::PinnedWrong);
  }
  if (calls.attackers == nullptr) return;
  if (!all_squares) {
    session.tally.count(Probe::Attackers);
    check_attackers(session, position, square_at(static_cast<int>(session.random() % 64)));
    return;
  }
  session.tally.count(Probe::Attackers, kSquareCount);
  for (int square = 0; square < kSquareCount; ++square)
    check_attackers(session, position, square_at(square));
}

void check_gives_check(Session& session, const Node& node, Step step, const Position& after) {
  const auto& calls = session.subject.calls();
  session.tally.count(Probe::GivesCheck);
  const Bitboard checkers = after.checkers();
  const bool theirs = calls.gives_check(calls.self, step.code) != 0;
  if (theirs == checkers.any()) return;
  const std::string text = to_uci(step.move, node.position.chess960());
  session.report(theirs ? Fault::GivesCheckFalse : Fault::GivesCheckMissed,
                 check_kind(node.position, step.move, after),
                 fmt::format("gives_check({}) is {}, and after it the checkers are {}", text,
                             theirs, squares_of(checkers)),
                 text);
}

}  // namespace perft_verify::audit
