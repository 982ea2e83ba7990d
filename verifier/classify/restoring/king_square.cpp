#include "verifier/classify/restoring/king_square.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/restoring/trials.h"

namespace perft_verify::verifier {
namespace {

/// Every step of White's king is into check by the queen, and the pawn may move.
constexpr const char* kStepsIntoCheck = "7k/8/8/8/2P5/1q6/8/K7 w - - 0 1";
constexpr const char* kPawnMove = "c4c5";
constexpr const char* kWithoutQueen = "7k/8/8/8/2P5/8/8/K7 w - - 0 1";
/// The same queen and pawn, and a king that has no step to try.
constexpr const char* kStuckBesideQueen = "7k/8/8/8/2P5/1q6/PP6/KN6 w - - 0 1";
/// Knight and rook may move, and the king not even into check.
constexpr const char* kKingIsStuck = "7k/8/8/8/8/p7/PN6/KR6 w - - 0 1";

/// The board after a move that only the king's safety may forbid; nothing for moves that a king's
/// square alone does not decide.
std::optional<Position> after(const Position& position, const MoveFacts& move) {
  if (!move.moved || move.moved->type == PieceType::King || move.castling ||
      (!move.legal && !move.pseudo_legal))
    return std::nullopt;
  if (move.legal) return position.after(*find_legal(position, move.text));
  PositionParts parts = position.parts();
  parts.clear(move.from);
  parts.clear(move.en_passant ? make_square(file_of(move.to), rank_of(move.from)) : move.to);
  const auto promoted = piece_of_letter(move.promotion);
  parts.put(move.to, {move.moved->color, promoted ? promoted->type : move.moved->type});
  parts.en_passant.reset();
  return parts.has_both_kings() ? std::optional(Position(parts)) : std::nullopt;
}

/// Whether something is left of moves of other pieces as well.
bool leaves_other_pieces(Color color, ProbedSubject& probed) {
  auto question = reference::question_at(standard(kKingIsStuck), {}, 1);
  if (color == Color::Black) question = colors_flipped(std::move(question));
  return other_list(question, probed).has_value();
}

}  // namespace

std::optional<Square> square_of_other_king(const WrongMoves& wrong, const Position& position) {
  if (!wrong.any() || !wrong.duplicate.empty()) return std::nullopt;
  std::vector<std::pair<Position, bool>> boards;  // after wrong moves; whether it is listed
  for (const bool listed : {false, true})
    for (const std::string& text : listed ? wrong.illegal : wrong.missing) {
      const auto move = move_facts(position, text);
      const auto board = move ? after(position, *move) : std::nullopt;
      if (!board) return std::nullopt;
      boards.emplace_back(*board, listed);
    }
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  Bitboard near = kNoSquares;
  for (const Square step : king_attacks(king)) near |= king_attacks(step);
  for (const Square square : near & ~Bitboard{king}) {
    if (std::ranges::all_of(boards, [&](const auto& each) {
          return each.first.attackers(square, ~us).any() != each.second;
        }))
      return square;
  }
  return std::nullopt;
}

bool leaves_king_elsewhere(Color color, ProbedSubject& probed) {
  const auto question_of = [&](const char* fen, std::vector<std::string> moves) {
    auto question = reference::question_at(standard(fen), std::move(moves), 1);
    return color == Color::Black ? colors_flipped(std::move(question)) : question;
  };
  const reference::Question question = question_of(kStepsIntoCheck, {kPawnMove});
  const std::string& pawn_move = question.moves.front();
  const WrongMoves pawn_stays{.illegal = {}, .missing = {pawn_move}, .duplicate = {}};
  for (const int counted_before : {0, 1}) {
    const auto wrong_at = [&](const Root& root) {
      return probed.wrong_moves(root, {}, counted_before);
    };
    const auto without_queen = wrong_at(question_of(kWithoutQueen, {}).root);
    if (!without_queen || without_queen->any()) return false;
    // A pawn that stays there too is not held by what the king's steps have left.
    const auto stuck = wrong_at(question_of(kStuckBesideQueen, {}).root);
    if (!stuck || contains(stuck->missing, pawn_move)) return false;
    if (wrong_at(question.root) == pawn_stays) return true;
  }
  return false;
}

std::optional<Unrestored> king_not_restored(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  const auto square = position ? square_of_other_king(finding.wrong(), *position) : std::nullopt;
  if (!square || !leaves_king_elsewhere(position->side_to_move(), probed) ||
      leaves_other_pieces(position->side_to_move(), probed))
    return std::nullopt;
  Unrestored left{{.fen = kStepsIntoCheck, .depth = 1, .difference = {}}, {}};
  left.board.king_on = to_string(*square);
  left.found.bug_class = BugId::UnmakeKingSquare;
  return left;
}

}  // namespace perft_verify::verifier
