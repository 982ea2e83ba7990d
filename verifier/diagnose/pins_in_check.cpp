#include "verifier/diagnose/pins_in_check.h"

#include <string>

#include "core/attacks.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/making/asking.h"
#include "verifier/diagnose/classify_finding.h"

namespace perft_verify::verifier {
namespace {

bool answers_check(const MoveFacts& move) { return move.interposes || move.captures_checker; }

/// Whether a piece that is not pinned has a move that does not answer the check, and is not listed.
bool has_free_piece_that_must_answer(const Position& position) {
  const Color us = position.side_to_move();
  const Bitboard pieces =
      position.pieces(us) & ~position.pieces(PieceType::Pawn) & ~position.pieces(PieceType::King);
  for (const Square from : pieces)
    for (const Square to : attacks(position.piece_on(from)->type, from, position.occupied())) {
      const auto move = move_facts(position, to_string(from) + to_string(to));
      if (move && move->pseudo_legal && !move->pinned_by && !answers_check(*move)) return true;
    }
  return false;
}

/// Whether pins hold where there is no check.
bool heeds_pins(Color us, ProbedSubject& probed) {
  const auto heeds = [&](const char* fen) {
    return making::wrong_for(asking(probed), us, fen, {}) == false;
  };
  return heeds("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1") && heeds("7k/8/8/8/7b/8/5R2/4K3 w - - 0 1");
}

}  // namespace

std::optional<Fact> overlooked_by_pinned(const Position& position, const WrongMoves& wrong,
                                         ProbedSubject& probed) {
  if (position.checkers().count() != 1 || wrong.illegal.empty() || !wrong.missing.empty() ||
      !wrong.duplicate.empty())
    return std::nullopt;
  const Square king = position.king(position.side_to_move());
  const auto of_pinned = [&](auto test) {
    return all_are(wrong.illegal, position, [&](const MoveFacts& move) {
      return move.pinned_by && move.pseudo_legal && test(move);
    });
  };
  const bool along_the_pin = of_pinned([&](const MoveFacts& move) {
    return !answers_check(move) && line(king, move.from).contains(move.to);
  });
  if (along_the_pin && has_free_piece_that_must_answer(position))
    return Fact::PinnedPiecesOverlookCheck;
  if (of_pinned(answers_check) && heeds_pins(position.side_to_move(), probed))
    return Fact::AnswersOverlookPins;
  return std::nullopt;
}

}  // namespace perft_verify::verifier
