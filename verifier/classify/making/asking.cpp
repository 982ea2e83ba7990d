#include "verifier/classify/making/asking.h"

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier::making {

ByWing by_wing(std::string_view king_fen, std::vector<std::string> king_moves,
               std::string_view queen_fen, std::vector<std::string> queen_moves) {
  return {reference::question_at(standard(king_fen), std::move(king_moves), 1),
          reference::question_at(standard(queen_fen), std::move(queen_moves), 1)};
}

std::optional<WrongMoves> answer_for(const AskMoves& ask, Color color,
                                     reference::Question question) {
  if (!ask) return std::nullopt;
  if (color == Color::Black) question = colors_flipped(std::move(question));
  return ask(question.root, question.moves);
}
std::optional<WrongMoves> answer_for(const AskMoves& ask, const Right& right, const ByWing& tried) {
  const auto& [color, side] = right;
  const reference::Question& question =
      side == CastlingSide::King ? tried.king_side : tried.queen_side;
  auto wrong = answer_for(ask, color, question);
  Line line(admitted(question.root).value());
  if (!wrong || !wrong->any() || !line.push_texts(question.moves)) return wrong;
  const auto from_fen =
      answer_for(ask, color, reference::question_at(root_of(line.position()), {}, question.depth));
  return from_fen ? wrong->without(*from_fen) : wrong;
}

std::optional<bool> wrong_for(const AskMoves& ask, const Right& right, const ByWing& tried) {
  return answer_for(ask, right, tried).transform([](const WrongMoves& wrong) {
    return !wrong.illegal.empty();
  });
}
std::optional<bool> wrong_for(const AskMoves& ask, Color color, std::string_view fen,
                              std::vector<std::string> moves) {
  return answer_for(ask, color, reference::question_at(standard(fen), std::move(moves), 1))
      .transform(&WrongMoves::any);
}

Classification narrow_or_wide(std::optional<bool> wrong_in_wide_case, BugId narrow, BugId wide) {
  if (!wrong_in_wide_case) return possible({wide, narrow});
  return certain(*wrong_in_wide_case ? wide : narrow);
}

bool moves_again(const MoveFacts& culprit, const Position& before, const AskMoves& ask) {
  const Color us = before.side_to_move();
  if (culprit.to_last_rank)
    return wrong_for(ask, us, "8/P6k/K7/8/8/8/8/8 w - - 0 1", {"a7a8q", "h7h6"}) == false;
  if (culprit.castling)
    return wrong_for(ask, us, "8/k7/8/8/8/8/8/4K2R w K - 0 1", {"e1g1", "a7a6"}) == false;
  const auto move = find_legal(before, culprit.text);
  if (!ask || !move) return false;
  for (const Move reply : legal_moves(before.after(*move))) {
    if (reply.to() == culprit.to) continue;  // captured, it does not move again
    const auto wrong = ask(root_of(before), {culprit.text, to_uci(reply, before.chess960())});
    return wrong && !wrong->any();
  }
  return false;
}

}  // namespace perft_verify::verifier::making
