#include "verifier/classify/making/squares.h"

#include <algorithm>
#include <array>

#include "core/fen.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier::making {

using enum BugId;

namespace {

using OnSquare = StateDifference::OnSquare;

bool is_lost(const OnSquare& each) { return each.expected && !each.found; }

/// En passant: the captured pawn is still there, or a square beside it was emptied instead.
Classification class_of_wrong_victim(const MoveFacts& culprit, const Position& before,
                                     const std::vector<OnSquare>& squares, const AskMoves& ask) {
  const Square victim = make_square(file_of(culprit.to), rank_of(culprit.from));
  const bool stays = std::ranges::any_of(squares, [&](const OnSquare& each) {
    return each.square == victim && each.found == culprit.captured;
  });
  const bool others_lost = std::ranges::all_of(
      squares, [&](const OnSquare& each) { return each.square == victim || is_lost(each); });
  if (!stays || !others_lost) return possible({EpVictimOnWrongSide, EpVictimStays});
  if (squares.size() > 1) return certain(EpVictimOnWrongSide);
  // The square on the wrong side is empty after a double push: if only one color is wrong, the
  // engine may have looked for the pawn there. Where the FEN is misread, both are.
  static constexpr const char* kCaptures = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  const Color them = ~before.side_to_move();
  if (wrong_for(ask, them, kCaptures, {"e5d6"}) == true &&
      wrong_for(ask, them, kCaptures, {}) == false)
    return certain(EpVictimStays);
  return possible({EpVictimStays, EpVictimOnWrongSide});
}

Classification class_of_castled_pieces(const MoveFacts& culprit, const Position& before,
                                       const std::vector<OnSquare>& squares, const AskMoves& ask) {
  const Piece king{before.side_to_move(), PieceType::King};
  const Piece rook{before.side_to_move(), PieceType::Rook};
  const auto found = [&](Piece piece) {
    return std::ranges::any_of(squares, [&](const auto& each) { return each.found == piece; });
  };
  const auto lost = [&](Piece piece) {
    return std::ranges::any_of(squares, [&](const auto& each) { return each.expected == piece; });
  };
  const auto only = [&](Piece piece) {
    return std::ranges::all_of(squares, [&](const auto& each) {
      return (!each.expected || each.expected == piece) && (!each.found || each.found == piece);
    });
  };
  if (lost(king) && found(king) && only(king)) return certain(CastlingKingMisplaced);
  // A rook that stays where the king arrives is erased as well.
  const auto home = before.castling().rook(king.color, culprit.side);
  const bool kings_side = culprit.side == CastlingSide::King;
  const File target = kings_side ? File::G : File::C;
  const File rook_target = kings_side ? File::F : File::D;
  const bool arrives_there = before.chess960() && home && file_of(*home) == target;
  static constexpr const char* kCastles = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
  if (only(rook) && !found(rook) && !arrives_there &&
      (!before.chess960() || wrong_for(ask, king.color, kCastles, {"e1g1"}) == true))
    return certain(CastlingRookLost);
  if (before.chess960() && squares.size() == 1 && is_lost(squares.front())) {
    if (!lost(rook)) return certain(Chess960SwapErasesKing);
    return arrives_there ? possible({CastlingRookStays, Chess960SwapErasesKing, CastlingRookLost})
                         : possible({CastlingRookLost, CastlingRookStays, Chess960SwapErasesKing});
  }
  const bool replaced_by_theirs = std::ranges::any_of(
      squares, [&](const OnSquare& each) { return each.found && each.found->color != king.color; });
  if (before.chess960() && lost(king) && !found(king) && !replaced_by_theirs)
    return certain(Chess960SwapErasesKing);
  const auto of_both = [&](const OnSquare& each) {
    const auto is_one = [&](const auto& piece) { return !piece || piece == king || piece == rook; };
    return is_one(each.expected) && is_one(each.found);
  };
  if (found(king) && found(rook) && std::ranges::all_of(squares, of_both))
    return possible({CastlingKingMisplaced, CastlingRookMisplaced});
  if (!only(rook) || !found(rook)) return {};
  const bool stays = std::ranges::any_of(
      squares, [&](const OnSquare& each) { return home == each.square && each.found == rook; });
  if (stays) return certain(CastlingRookStays);
  // The other rook may have moved as well.
  return lost(rook) && std::ranges::any_of(squares,
                                           [&](const OnSquare& each) {
                                             return each.expected == rook &&
                                                    file_of(each.square) == rook_target;
                                           })
             ? certain(CastlingRookMisplaced)
             : possible({CastlingRookMisplaced, StaleStateByMoves});
}

Classification class_of_promoted_piece(const MoveFacts& culprit, const Position& before,
                                       const OnSquare* target, const AskMoves& ask) {
  const auto& captured = culprit.captured;
  if (target == nullptr || !target->found) return possible({PromotionLeavesPawn});
  if (target->found == captured) return possible({CaptureLeavesVictim, PromotionWrongColor});
  const BugId bug_class = target->found->color != before.side_to_move() ? PromotionWrongColor
                          : target->found->type == PieceType::Pawn      ? PromotionLeavesPawn
                                                                        : BPromotionStoredAsQueen;
  // Where promotions without a capture are made right, both pieces may be on the square.
  if (captured && moves_again(culprit, before, ask))
    return possible({CaptureLeavesVictim, bug_class});
  return certain(bug_class);
}

}  // namespace

Classification class_of_wrong_squares(const MoveFacts& culprit, const Position& before,
                                      const StateDifference& difference, const AskMoves& ask) {
  const Color us = before.side_to_move();
  const auto at = [&](Square square) -> const OnSquare* {
    const auto found = std::ranges::find(difference.squares, square, &OnSquare::square);
    return found == difference.squares.end() ? nullptr : &*found;
  };
  const auto* const from = at(culprit.from);
  const auto* const to = at(culprit.to);
  const Piece moved{us, culprit.moved->type};
  if (!culprit.castling && from == nullptr && to != nullptr && !to->found) {
    // It may have arrived somewhere else, or what appears there be another mistake.
    if (std::ranges::any_of(difference.squares,
                            [](const OnSquare& each) { return each.found.has_value(); }))
      return possible({MovedPieceLost, StaleStateByMoves, PieceListStale});
    // Where other moves of the piece are made right, the captured one is to blame.
    if (culprit.captured && ask && moved_piece(*culprit.moved, ask).right)
      return possible({CaptureLeavesVictim, MovedPieceLost});
    return certain(MovedPieceLost);
  }
  if (!culprit.castling && difference.squares.size() == 1 && from != nullptr &&
      from->found == moved)
    return certain(MovedPieceStays);
  if (culprit.en_passant) return class_of_wrong_victim(culprit, before, difference.squares, ask);
  if (culprit.castling) return class_of_castled_pieces(culprit, before, difference.squares, ask);
  if (culprit.to_last_rank) return class_of_promoted_piece(culprit, before, to, ask);
  if (from != nullptr && from->found == moved) return certain(MovedPieceStays);
  if (before.en_passant() == culprit.to && culprit.moved->type != PieceType::Pawn &&
      difference.squares.size() == 1 && !difference.squares[0].found)
    return certain(EpByAnyPiece);
  if (to != nullptr && to->found && to->found == culprit.captured && difference.squares.size() == 1)
    return certain(CaptureLeavesVictim);
  return possible({StaleStateByMoves, PieceListStale});
}

MovedPiece moved_piece(Piece piece, const AskMoves& ask) {
  struct Way {
    const char* fen;
    const char* move;
  };
  // By PieceType, as White moves it. The king leaves a line, and keeps the other one away.
  constexpr std::array kWays{
      Way{"K6k/8/8/8/7r/8/3P3r/8 w - - 0 1", "d2d4"}, Way{"rr5k/8/8/8/N7/8/8/7K w - - 0 1", "a4b2"},
      Way{"rr5k/8/8/8/B7/8/8/7K w - - 0 1", "a4b3"},  Way{"rr5k/8/8/8/R7/8/8/7K w - - 0 1", "a4b4"},
      Way{"rr5k/8/8/8/Q7/8/8/7K w - - 0 1", "a4b4"},  Way{"r7/8/8/8/K7/3k4/8/8 w - - 0 1", "a4b3"}};
  const Way& way = kWays[static_cast<std::size_t>(piece.type)];
  reference::Question question = reference::question_at(standard(way.fen), {way.move}, 1);
  if (piece.color == Color::Black) question = colors_flipped(std::move(question));
  const auto wrong = ask(question.root, question.moves);
  if (!wrong || !wrong->any()) return {.right = wrong.has_value(), .bug_class = std::nullopt};
  const auto boards = inferred_boards(question.root, question.moves, *wrong);
  const auto position = admitted(question.root);
  const auto culprit = position ? move_facts(*position, question.moves.front()) : std::nullopt;
  if (boards.size() != 1 || !culprit) return {};
  return {.right = false,
          .bug_class = class_of_wrong_squares(*culprit, *position, boards.front(), ask).bug_class};
}

}  // namespace perft_verify::verifier::making
