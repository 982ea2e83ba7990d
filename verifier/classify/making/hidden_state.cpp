#include "verifier/classify/making/hidden_state.h"

#include <algorithm>

#include "core/attacks.h"
#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier::making {

using enum BugId;

namespace {

/// Whether all these illegal moves are legal with the pawn that `culprit` captured en passant still
/// there.
bool victim_explains(const Position& before, const MoveFacts& culprit, const WrongMoves& wrong,
                     const Position& there) {
  PositionParts parts = there.parts();
  parts.put(make_square(file_of(culprit.to), rank_of(culprit.from)),
            Piece{~before.side_to_move(), PieceType::Pawn});
  const Position with_victim(parts);
  return std::ranges::all_of(wrong.illegal, [&](const std::string& text) {
    return find_legal(with_victim, text).has_value();
  });
}

/// Whether all that is wrong are missing moves to the square of the pawn that `culprit` captured en
/// passant, or over it.
bool victim_is_in_the_way(const MoveFacts& culprit, const WrongMoves& wrong,
                          const Position& there) {
  if (!culprit.en_passant || !wrong.illegal.empty() || wrong.missing.empty()) return false;
  const Square victim = make_square(file_of(culprit.to), rank_of(culprit.from));
  return std::ranges::all_of(wrong.missing, [&](const std::string& text) {
    const auto move = find_legal(there, text);
    return move && (between(move->from(), move->to()) | Bitboard{move->to()}).contains(victim);
  });
}

/// Whether the list is that of a board on which the rook still stands in the way where it castled
/// from: no move is listed that is illegal, and what it blocks is missing.
bool castled_rook_blocks(const MoveFacts& culprit, const Position& before, const WrongMoves& wrong,
                         const Position& there) {
  const auto home = before.castling().rook(before.side_to_move(), culprit.side);
  if (!culprit.castling || !home || !wrong.illegal.empty() || there.piece_on(*home)) return false;
  PositionParts parts = there.parts();
  parts.put(*home, Piece{before.side_to_move(), PieceType::Rook});
  return wrong_with(Position(parts), there).missing == wrong.missing;
}

/// Whether all moves are listed as if the king were on that square: none after which it is
/// attacked, and all steps of the king or none.
bool are_tested_at(Square stale, const WrongMoves& wrong, const Position& there) {
  const Color us = there.side_to_move();
  std::size_t steps = 0;
  std::size_t missing_steps = 0;
  for (const Move move : legal_moves(there)) {
    const bool missing = contains(wrong.missing, to_uci(move, there.chess960()));
    if (move.from() == there.king(us)) {
      ++steps;
      missing_steps += missing ? 1 : 0;
    } else if (missing != there.after(move).attackers(stale, ~us).any()) {
      return false;
    }
  }
  return missing_steps == 0 || missing_steps == steps;
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
    return move && move->kind() != MoveKind::Castling &&
           is_into_check_of(*culprit.captured, ghost, there, *move);
  });
}

/// Whether the piece that `culprit` captured still moves from where it stood, in a structure that
/// was not told of the capture: the illegal moves are its own, or for its side those of the piece
/// that stands there now.
bool captured_piece_moves(const MoveFacts& culprit, const WrongMoves& wrong,
                          const Position& there) {
  if (!culprit.captured || culprit.en_passant || wrong.illegal.empty() ||
      culprit.captured->color != there.side_to_move())
    return false;
  const auto reached_by = [&](PieceType type) {
    if (type != PieceType::Pawn) return attacks(type, culprit.to, there.occupied());
    const Color us = there.side_to_move();
    return pawn_attacks(us, culprit.to) |
           (rook_attacks(culprit.to, there.occupied()) & pawn_pushes(us, culprit.to));
  };
  const Bitboard own = reached_by(culprit.captured->type);
  const auto now = there.piece_on(culprit.to);
  const Bitboard reached = now ? own | reached_by(now->type) : own;
  bool some = false;
  return std::ranges::all_of(wrong.illegal,
                             [&](const std::string& text) {
                               const auto move = move_facts(there, text);
                               some = some || (move && own.contains(move->to));
                               return move && move->from == culprit.to &&
                                      reached.contains(move->to);
                             }) &&
         some;
}

/// The class of `culprit` if it should take a right, and all that is wrong after it is a king that
/// castles as no king may: rights that are squares of rooks may be used from any square, with a
/// rook of either color.
std::optional<BugId> keeps_right_that_is_used(const MoveFacts& culprit, const Position& before,
                                              const WrongMoves& wrong, const Position& there) {
  if (!wrong.missing.empty() || !all_need(NeededField::CastlingRights, wrong, there))
    return std::nullopt;
  const Color us = before.side_to_move();
  const CastlingRights& rights = before.castling();
  const bool is_own = there.side_to_move() == us;
  if (is_own && rights.side_of(us, culprit.from)) return CastlingRookMoved;
  if (rights.side_of(~us, culprit.to))
    return culprit.to_last_rank ? CastlingRookCapturedByPromotion : CastlingRookCaptured;
  const bool any = rights.rook(us, CastlingSide::King) || rights.rook(us, CastlingSide::Queen);
  if (!any || !is_own || culprit.moved->type != PieceType::King) return std::nullopt;
  return culprit.castling ? CastlingKeepsRight : CastlingKingMoved;
}

/// Whether the illegal moves are all of pieces that may move.
bool are_pseudo_legal(const std::vector<std::string>& moves, const Position& position) {
  return all_are(moves, position, [](const MoveFacts& move) { return move.pseudo_legal; });
}

/// The square of the piece whose moves are all missing, and nothing else is wrong.
std::optional<Square> piece_without_moves(const Position& position, const WrongMoves& wrong) {
  if (wrong.missing.empty() || !wrong.illegal.empty() || !wrong.duplicate.empty())
    return std::nullopt;
  const auto first = find_legal(position, wrong.missing.front());
  if (!first) return std::nullopt;
  const auto of_it = [&](Move move) { return move.from() == first->from(); };
  const bool no_other = std::ranges::all_of(wrong.missing, [&](const std::string& text) {
    const auto move = find_legal(position, text);
    return move && of_it(*move);
  });
  const auto all = std::ranges::count_if(legal_moves(position), of_it);
  if (!no_other || static_cast<std::size_t>(all) != wrong.missing.size()) return std::nullopt;
  return first->from();
}

/// Whether the list is that of a position in which the promoted piece does nothing: it has no move,
/// or its attacks are overlooked.
bool promoted_piece_is_idle(const MoveFacts& culprit, const WrongMoves& wrong,
                            const Position& position) {
  if (piece_without_moves(position, wrong) == culprit.to) return true;
  return wrong.missing.empty() && wrong.duplicate.empty() &&
         all_are(wrong.illegal, position, [&](const MoveFacts& move) {
           return move.pseudo_legal &&
                  std::ranges::any_of(move.exposed_to, [&](const Attacker& each) {
                    return each.square == culprit.to;
                  });
         });
}

/// Whether the list has all moves of other pieces than the king that would be legal without the
/// check: an engine that takes another piece for the checker, or one of two, leaves some out.
bool lists_all_that_ignore_check(const WrongMoves& wrong, const Position& position) {
  const Bitboard others =
      position.pieces(position.side_to_move()) & ~position.pieces(PieceType::King);
  for (const Square from : others)
    for (int to = 0; to < kSquareCount; ++to) {
      const std::string text = to_string(from) + to_string(square_at(to));
      const auto move = move_facts(position, text);
      const bool only_in_check = move && move->pseudo_legal && !move->exposed_to.empty() &&
                                 std::ranges::all_of(move->exposed_to, [&](const Attacker& each) {
                                   return position.checkers().contains(each.square);
                                 });
      if (only_in_check && !contains(wrong.illegal, text) && !contains(wrong.illegal, text + 'q'))
        return false;
    }
  return true;
}

/// Lets the promoted piece move in an empty corner: the class if its moves are those of another
/// piece.
std::optional<BugId> class_of_stored_piece(const MoveFacts& culprit, Color us,
                                           const AskMoves& ask) {
  if (!ask) return std::nullopt;
  reference::Question asked =
      reference::question_at(standard("8/P6k/K7/8/8/8/8/8 w - - 0 1"),
                             {std::string("a7a8") + culprit.promotion, "h7h6"}, 1);
  if (us == Color::Black) asked = colors_flipped(std::move(asked));
  const auto wrong = ask(asked.root, asked.moves);
  Line line(admitted(asked.root).value());
  if (!wrong || !wrong->any() || !line.push_texts(asked.moves)) return std::nullopt;
  const Square corner = make_square(File::A, relative_rank(us, Rank::R8));
  for (const PieceType type :
       {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
    for (const Color color : kColors) {
      PositionParts parts = line.position().parts();
      parts.clear(corner);
      parts.put(corner, Piece{color, type});
      if (wrong_with(Position(parts), line.position()) == *wrong)
        return color == us ? BPromotionStoredAsQueen : PromotionWrongColor;
    }
  return std::nullopt;
}

}  // namespace

Classification class_of_hidden_state(const MoveFacts& culprit, const Position& before,
                                     const HiddenState& hidden, const AskMoves& ask) {
  if (culprit.to_last_rank && !hidden.board_shown)
    if (const auto stored = class_of_stored_piece(culprit, before.side_to_move(), ask))
      return certain(*stored);
  const auto position = admitted({hidden.fen, before.chess960()});
  if (position) {
    const bool check_is_ignored =
        hidden.wrong.missing.empty() && !hidden.wrong.illegal.empty() &&
        all_are(hidden.wrong.illegal, *position, [&](const MoveFacts& facts) {
          return facts.in_check && facts.pseudo_legal &&
                 std::ranges::all_of(facts.exposed_to, [&](const Attacker& attacker) {
                   return position->checkers().contains(attacker.square);
                 });
        });
    // A pawn that should be gone may stand in the way of the check.
    if (check_is_ignored && culprit.en_passant &&
        victim_explains(before, culprit, hidden.wrong, *position))
      return possible({EpVictimStays, CheckNotNoticed});
    if (victim_is_in_the_way(culprit, hidden.wrong, *position))
      return possible({EpVictimStays, StaleStateByMoves, PieceListStale});
    // The capturing pawn may have been removed in place of the captured one.
    if (check_is_ignored && culprit.en_passant)
      return possible({CheckNotNoticed, EpVictimOnWrongSide, MovedPieceLost});
    // The rook may stand elsewhere.
    if (check_is_ignored && culprit.castling)
      return possible({CastlingRookStays, CastlingRookMisplaced, CheckNotNoticed});
    if (check_is_ignored && hidden.moves == 1)
      return lists_all_that_ignore_check(hidden.wrong, *position) &&
                     moves_again(culprit, before, ask)
                 ? certain(CheckNotNoticed)
                 : possible({CheckNotNoticed, StaleStateByMoves});
    if (ghost_explains(before, culprit, hidden.wrong, *position))
      return certain(CaptureLeavesVictim);
    if (castled_rook_blocks(culprit, before, hidden.wrong, *position))
      return possible({CastlingRookStays, StaleStateByMoves});
    // A pawn that stays under the promoted piece is what is captured there.
    if (culprit.to_last_rank && hidden.wrong.illegal.empty() && !hidden.wrong.missing.empty() &&
        all_are(hidden.wrong.missing, *position,
                [&](const MoveFacts& move) { return move.to == culprit.to; }))
      return possible({PromotionLeavesPawn, PieceListStale, StaleStateByMoves});
    if (const auto idle = piece_without_moves(*position, hidden.wrong); idle && idle != culprit.to)
      return possible({PieceListStale, StaleStateByMoves});
    if (captured_piece_moves(culprit, hidden.wrong, *position))
      return hidden.board_shown && hidden.wrong.missing.empty()
                 ? certain(CaptureLeavesVictim)
                 : possible({CaptureLeavesVictim, PieceListStale, StaleStateByMoves});
    if (hidden.board_shown && !are_pseudo_legal(hidden.wrong.illegal, *position))
      return possible({StaleStateByMoves, PieceListStale});
    if (const auto kept = keeps_right_that_is_used(culprit, before, hidden.wrong, *position))
      return possible({*kept, CastlingRightAppears, StaleStateByMoves});
    // Where other promotions are made right, the captured piece is to blame.
    if (culprit.to_last_rank && culprit.captured && moves_again(culprit, before, ask))
      return possible({CaptureLeavesVictim, PieceListStale, StaleStateByMoves});
    const bool of_king = culprit.castling || culprit.moved->type == PieceType::King;
    if (hidden.board_shown && of_king &&
        (position->side_to_move() != before.side_to_move() ||
         !are_tested_at(culprit.from, hidden.wrong, *position)))
      return possible(
          {StaleStateByMoves, culprit.castling ? CastlingKingSquareStale : KingSquareStale});
  }
  std::vector<BugId> candidates;
  if (culprit.castling) {
    candidates = {CastlingKingSquareStale, CastlingRookStays, CastlingRookMisplaced,
                  CastlingKingMisplaced};
    if (before.chess960()) candidates.push_back(Chess960SwapErasesKing);
  } else if (culprit.moved->type == PieceType::King) {
    candidates = {KingSquareStale, MovedPieceStays, StaleStateByMoves};
  } else if (culprit.to_last_rank) {
    candidates = {PromotedPieceNotListed, PromotionLeavesPawn, PromotionWrongColor,
                  BPromotionStoredAsQueen, StaleStateByMoves};
    if (position && !promoted_piece_is_idle(culprit, hidden.wrong, *position))
      return possible(std::move(candidates));
  } else {
    return possible({StaleStateByMoves, PieceListStale});
  }
  return hidden.board_shown ? certain(candidates.front()) : possible(std::move(candidates));
}

}  // namespace perft_verify::verifier::making
