#include "verifier/classify/making.h"

#include <algorithm>

#include "core/fen.h"
#include "core/notation.h"

namespace perft_verify::verifier {
namespace {

using enum BugId;
using Right = StateDifference::Right;

Classification certain(BugId bug_class) { return {.bug_class = bug_class}; }
Classification possible(std::vector<BugId> classes) { return {.candidates = std::move(classes)}; }

/// Whether the subject is wrong after these moves; nothing if it could not be asked.
std::optional<bool> wrong_after(const AskMoves& ask, const char* fen, bool chess960,
                                const std::vector<std::string>& moves) {
  if (!ask) return std::nullopt;
  const auto answer = ask(fen, chess960, moves);
  if (!answer) return std::nullopt;
  return answer->any();
}

/// The wide one of two classes if the subject is wrong in the wider case too.
Classification narrow_or_wide(std::optional<bool> wrong_in_wide_case, BugId narrow, BugId wide) {
  if (!wrong_in_wide_case) return possible({wide, narrow});
  return certain(*wrong_in_wide_case ? wide : narrow);
}

Classification class_of_kept_right(const MoveFacts& culprit, const Position& before,
                                   const Right& right, const StateDifference& difference,
                                   const AskMoves& ask) {
  const auto& [color, side] = right;
  const auto rook = before.castling().rook(color, side);
  const Color us = before.side_to_move();
  const bool corner = rook && (file_of(*rook) == File::A || file_of(*rook) == File::H);
  if (culprit.castling && color == us) return certain(CastlingKeepsRight);
  if (culprit.moved->type == PieceType::King && color == us) return certain(CastlingKingMoved);
  const auto also_home = [&](Color other, Square square) {
    return std::ranges::any_of(kCastlingSides, [&](CastlingSide each) {
      return before.castling().rook(other, each) == square;
    });
  };
  const bool both = also_home(us, culprit.from) && also_home(~us, culprit.to);
  const bool only_chess960 = before.chess960() && !corner;
  const auto both_wrong = [&] {
    return both &&
           wrong_after(ask, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", false, {"h1h8", "e8d7"}) == true;
  };
  if (rook && culprit.to == *rook && color != us) {
    const auto plain = wrong_after(ask, "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", false, {"g2h1"});
    if (!plain)
      return culprit.to_last_rank
                 ? possible({CastlingRookCaptured, CastlingRookCapturedByPromotion})
                 : certain(CastlingRookCaptured);
    if (*plain) return certain(CastlingRookCaptured);
    if (culprit.to_last_rank &&
        wrong_after(ask, "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", false, {"b7a8n"}) == true)
      return certain(CastlingRookCapturedByPromotion);
    if (both_wrong()) return certain(CastlingRookTakesRook);
    if (only_chess960) return certain(Chess960RightsByCorner);
    if (!both) return certain(CastlingRookCaptured);
    return possible({CastlingRookCaptured, CastlingRookTakesRook});
  }
  if (rook && culprit.from == *rook && color == us) {
    const auto plain = wrong_after(ask, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false, {"h1h2", "e8d7"});
    const auto other_wing =
        ask ? ask("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, {"h1h2", "e8d7"}) : std::nullopt;
    if (!difference.rights_lost.empty() || (other_wing && !other_wing->missing.empty()))
      return certain(CastlingRookMovedWrongSide);
    if (!plain || *plain) return certain(CastlingRookMoved);
    if (both_wrong()) return certain(CastlingRookTakesRook);
    if (only_chess960) return certain(Chess960RightsByCorner);
    if (!both) return certain(CastlingRookMoved);
    return possible({CastlingRookMoved, CastlingRookTakesRook});
  }
  return possible({StaleStateByMoves});
}

Classification class_of_lost_right(const MoveFacts& culprit, const Position& before,
                                   const Right& right, const AskMoves& ask) {
  const Color us = before.side_to_move();
  // A move that does not affect any castling right.
  if (wrong_after(ask, "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1", false, {"a2a3"}) == true)
    return possible({UnmakeCastlingRights, CastlingRightLostEarly});
  if (culprit.castling && right.first != us) return certain(CastlingWipesBoth);
  for (const CastlingSide side : kCastlingSides)
    if (before.castling().rook(us, side) == culprit.from && right.first == us &&
        side != right.second) {
      // Tests whether the other wing's right is removed instead of its own, or with it.
      const auto own_kept = wrong_after(ask, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false,
                                        {"h1h2", "e8d7", "h2h1", "d7e8"});
      return narrow_or_wide(own_kept, CastlingRightLostEarly, CastlingRookMovedWrongSide);
    }
  return certain(CastlingRightLostEarly);
}

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
  // engine may have looked for the pawn there.
  const auto other = before.side_to_move() == Color::White
                         ? wrong_after(ask, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", false, {"d4e3"})
                         : wrong_after(ask, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, {"e5d6"});
  if (other == true) return certain(EpVictimStays);
  return possible({EpVictimStays, EpVictimOnWrongSide});
}

Classification class_of_castled_pieces(const MoveFacts& culprit, const Position& before,
                                       const std::vector<OnSquare>& squares) {
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
  if (before.chess960() && squares.size() == 1 && is_lost(squares.front())) {
    // A rook that stays where the king arrives is erased as well.
    const auto home = before.castling().rook(king.color, culprit.side);
    const File target = culprit.side == CastlingSide::King ? File::G : File::C;
    if (lost(rook) && home && file_of(*home) == target)
      return possible({CastlingRookStays, Chess960SwapErasesKing});
    return certain(Chess960SwapErasesKing);
  }
  if (before.chess960() && lost(king) && !found(king)) return certain(Chess960SwapErasesKing);
  if (!only(rook) || !found(rook)) return {};
  const auto corner = before.castling().rook(before.side_to_move(), culprit.side);
  const bool stays = std::ranges::any_of(
      squares, [&](const OnSquare& each) { return corner == each.square && each.found == rook; });
  return certain(stays ? CastlingRookStays : CastlingRookMisplaced);
}

Classification class_of_promoted_piece(Color us, const OnSquare* target) {
  if (target == nullptr || !target->found) return possible({PromotionLeavesPawn});
  if (target->found->color != us) return certain(PromotionWrongColor);
  if (target->found->type == PieceType::Pawn) return certain(PromotionLeavesPawn);
  return certain(BPromotionStoredAsQueen);
}

Classification class_of_wrong_squares(const MoveFacts& culprit, const Position& before,
                                      const StateDifference& difference, const AskMoves& ask) {
  const Color us = before.side_to_move();
  const auto at = [&](Square square) -> const OnSquare* {
    const auto found = std::ranges::find(difference.squares, square, &OnSquare::square);
    return found == difference.squares.end() ? nullptr : &*found;
  };
  if (culprit.en_passant) return class_of_wrong_victim(culprit, before, difference.squares, ask);
  if (culprit.castling) return class_of_castled_pieces(culprit, before, difference.squares);
  if (culprit.to_last_rank) return class_of_promoted_piece(us, at(culprit.to));
  const auto* const from = at(culprit.from);
  if (from != nullptr && from->found && from->found->color == us) return certain(MovedPieceStays);
  if (before.en_passant() == culprit.to && culprit.moved->type != PieceType::Pawn &&
      difference.squares.size() == 1 && !difference.squares[0].found)
    return certain(EpByAnyPiece);
  return possible({StaleStateByMoves, PieceListStale});
}

/// Whether the moved piece is otherwise correct: it moves, when it is its turn again.
bool only_its_check_is_missed(const MoveFacts& culprit, const Position& before,
                              const AskMoves& ask) {
  const bool black = before.side_to_move() == Color::Black;
  using Moves = std::vector<std::string>;
  if (culprit.to_last_rank)
    return wrong_after(ask, black ? "8/8/8/8/8/k7/p6K/8 b - - 0 1" : "8/P6k/K7/8/8/8/8/8 w - - 0 1",
                       false, black ? Moves{"a2a1q", "h2h3"} : Moves{"a7a8q", "h7h6"}) == false;
  if (culprit.castling)
    return wrong_after(ask,
                       black ? "4k2r/8/8/8/8/8/K7/8 b k - 0 1" : "8/k7/8/8/8/8/8/4K2R w K - 0 1",
                       false, black ? Moves{"e8g8", "a2a3"} : Moves{"e1g1", "a7a6"}) == false;
  return true;
}

/// Whether the piece captured by `culprit` still attacks, and that is the only error in the
/// position `there`: every missing move exposes the king to it.
bool ghost_explains(const Position& before, const MoveFacts& culprit, const WrongMoves& wrong,
                    const Position& there) {
  if (!culprit.captured || !wrong.illegal.empty() || wrong.missing.empty()) return false;
  if (there.side_to_move() != before.side_to_move()) return false;
  const Square ghost =
      culprit.en_passant ? make_square(file_of(culprit.to), rank_of(culprit.from)) : culprit.to;
  return std::ranges::all_of(wrong.missing, [&](const std::string& text) {
    const auto move = find_legal(there, text);
    if (!move || move->kind() == MoveKind::Castling) return false;
    const Position after = there.after(*move);
    const Square king = after.king(there.side_to_move());
    if (king == ghost) return false;
    // Attacks like a piece of its color on that square.
    PositionParts parts = after.parts();
    parts.clear(ghost);
    parts.put(ghost, *culprit.captured);
    return Position(parts).attackers(king, culprit.captured->color).contains(ghost);
  });
}

/// The board is correct but the moves are not: a state that no FEN shows.
Classification class_of_hidden_state(const MoveFacts& culprit, const Position& before,
                                     const HiddenState& hidden, const AskMoves& ask) {
  if (const auto position = admitted(hidden.fen, before.chess960())) {
    const bool check_is_ignored =
        hidden.wrong.missing.empty() && !hidden.wrong.illegal.empty() &&
        std::ranges::all_of(hidden.wrong.illegal, [&](const std::string& text) {
          const auto facts = move_facts(*position, text);
          return facts && facts->in_check && facts->pseudo_legal;
        });
    if (check_is_ignored && hidden.moves == 1 && only_its_check_is_missed(culprit, before, ask))
      return certain(CheckNotNoticed);
    if (ghost_explains(before, culprit, hidden.wrong, *position))
      return certain(CaptureLeavesVictim);
  }
  std::vector<BugId> candidates;
  if (culprit.castling) {
    candidates = {CastlingKingSquareStale, CastlingRookStays, CastlingRookMisplaced,
                  CastlingKingMisplaced};
    if (before.chess960()) candidates.push_back(Chess960SwapErasesKing);
  } else if (culprit.moved->type == PieceType::King) {
    candidates = {KingSquareStale, MovedPieceStays};
  } else if (culprit.to_last_rank) {
    candidates = {PromotedPieceNotListed, PromotionLeavesPawn, PromotionWrongColor,
                  BPromotionStoredAsQueen};
  } else {
    return possible({StaleStateByMoves, PieceListStale});
  }
  return hidden.board_shown ? certain(candidates.front()) : possible(std::move(candidates));
}

}  // namespace

StateDifference inferred_state(const std::string& fen, bool chess960, const WrongMoves& wrong) {
  StateDifference difference;
  const auto position = admitted(fen, chess960);
  if (!position) return difference;
  const Color us = position->side_to_move();
  const auto add = [](std::vector<Right>& rights, Right right) {
    if (std::ranges::find(rights, right) == rights.end()) rights.push_back(right);
  };
  for (const std::string& text : wrong.illegal) {
    const auto facts = move_facts(*position, text);
    if (!facts) continue;
    if (facts->castling && facts->why->reason == Illegality::CastlingWithoutRight)
      add(difference.rights_kept, {us, facts->side});
    if (facts->why->reason == Illegality::PawnCapturesNothing) difference.en_passant_kept = true;
  }
  for (const std::string& text : wrong.missing) {
    const auto facts = move_facts(*position, text);
    if (!facts) continue;
    if (facts->castling) add(difference.rights_lost, {us, facts->side});
    if (facts->en_passant) difference.en_passant_lost = true;
  }
  if (difference.en_passant_kept && difference.en_passant_lost) {
    difference.en_passant_kept = difference.en_passant_lost = false;
    difference.en_passant_elsewhere = true;
  }
  return difference;
}

Classification classify_making(const std::string& before, bool chess960, const std::string& culprit,
                               const StateDifference& difference, const HiddenState& hidden,
                               const AskMoves& ask) {
  const auto position = admitted(before, chess960);
  if (!position) return {};
  const auto facts = move_facts(*position, culprit);
  if (!facts || !facts->legal) return {};
  if (difference.side_to_move) return certain(SideNotSwitched);
  if (!difference.squares.empty())
    return class_of_wrong_squares(*facts, *position, difference, ask);
  if (!difference.rights_elsewhere.empty()) return possible({Chess960OutermostRook});
  if (!difference.rights_kept.empty())
    return class_of_kept_right(*facts, *position, difference.rights_kept.front(), difference, ask);
  if (!difference.rights_lost.empty())
    return class_of_lost_right(*facts, *position, difference.rights_lost.front(), ask);
  if (difference.en_passant_kept) {
    if (facts->double_step) return certain(EpSquareWrong);
    if (!position->en_passant()) return certain(EpWithoutSquare);
    if (!facts->castling) return certain(EpSquareNotCleared);
    return narrow_or_wide(
        wrong_after(ask, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, {"e1d1", "e8d8"}),
        EpNotClearedByCastling, EpSquareNotCleared);
  }
  if (difference.en_passant_elsewhere) return certain(EpSquareWrong);
  if (difference.en_passant_lost) {
    const File file = file_of(facts->to);
    if (file != File::A && file != File::H) return certain(EpSquareNotSet);
    return narrow_or_wide(wrong_after(ask, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", false, {"e2e4"}),
                          EpAFileLost, EpSquareNotSet);
  }
  return class_of_hidden_state(*facts, *position, hidden, ask);
}

}  // namespace perft_verify::verifier
