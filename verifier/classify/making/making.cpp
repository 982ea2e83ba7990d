#include "verifier/classify/making/making.h"

#include <algorithm>
#include <array>

#include "core/attacks.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier {
namespace {

using enum BugId;
using Right = StateDifference::Right;

Classification certain(BugId bug_class) { return {.bug_class = bug_class}; }
Classification possible(std::vector<BugId> classes) { return {.candidates = std::move(classes)}; }

/// Moves from a position that show by themselves how a castling right is kept or lost, as White on
/// the king's side does it, and on the queen's side.
struct ByWing {
  reference::Question king_side;
  reference::Question queen_side;
};

ByWing by_wing(std::string_view king_fen, std::vector<std::string> king_moves,
               std::string_view queen_fen, std::vector<std::string> queen_moves) {
  return {reference::question_at(king_fen, false, std::move(king_moves), 1),
          reference::question_at(queen_fen, false, std::move(queen_moves), 1)};
}

/// The subject's answer to a question about White's moves, or to the same about Black's; nothing if
/// it could not be asked.
std::optional<WrongMoves> answer_for(const AskMoves& ask, Color color,
                                     reference::Question question) {
  if (!ask) return std::nullopt;
  if (color == Color::Black) question = colors_flipped(std::move(question));
  return ask(question.root, false, question.moves);
}
/// The same by the color and on the wing of `right`.
std::optional<WrongMoves> answer_for(const AskMoves& ask, const Right& right, const ByWing& tried) {
  const auto& [color, side] = right;
  return answer_for(ask, color, side == CastlingSide::King ? tried.king_side : tried.queen_side);
}

/// Whether a right that should be lost is used. Moves that are missing there are of another bug.
std::optional<bool> wrong_for(const AskMoves& ask, const Right& right, const ByWing& tried) {
  return answer_for(ask, right, tried).transform([](const WrongMoves& wrong) {
    return !wrong.illegal.empty();
  });
}
std::optional<bool> wrong_for(const AskMoves& ask, Color color, std::string_view fen,
                              std::vector<std::string> moves) {
  return answer_for(ask, color, reference::question_at(fen, false, std::move(moves), 1))
      .transform(&WrongMoves::any);
}

/// The wide one of two classes if the subject is wrong in the wider case too.
Classification narrow_or_wide(std::optional<bool> wrong_in_wide_case, BugId narrow, BugId wide) {
  if (!wrong_in_wide_case) return possible({wide, narrow});
  return certain(*wrong_in_wide_case ? wide : narrow);
}

/// Whether a double push of that color sets another square than the one behind it: pawns that could
/// capture there do.
bool sets_square_elsewhere(const AskMoves& ask, Color color) {
  const auto wrong =
      answer_for(ask, color,
                 reference::question_at("4k3/8/3p4/8/8/5p2/4P3/4K3 w - - 0 1", false, {"e2e4"}, 1));
  const auto captures = [](const std::string& move) {
    return (move[0] == 'd' || move[0] == 'f') && move[0] != move[2];
  };
  return wrong && std::ranges::any_of(wrong->illegal, captures);
}

const ByWing& rook_moved() {
  static const ByWing kMoved = by_wing("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"h1h2", "e8d7"},
                                       "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"a1a2", "e8d7"});
  return kMoved;
}

const ByWing& rook_captured() {
  static const ByWing kCaptured = by_wing("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", {"g2h1"},
                                          "r3k2r/8/8/8/8/8/1b6/R3K2R b KQkq - 0 1", {"b2a1"});
  return kCaptured;
}

/// Whether that right outlives the move of its rook and its capture, and no other one does either:
/// as where a table says for each square which rights a move from it or to it takes.
bool is_of_one_square(const AskMoves& ask, const Right& right) {
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      for (const ByWing* const way : {&rook_moved(), &rook_captured()})
        if (wrong_for(ask, {color, side}, *way) != (Right{color, side} == right)) return false;
  return true;
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
  const CastlingRights& rights = before.castling();
  const bool both = rights.side_of(us, culprit.from) && rights.side_of(~us, culprit.to);
  const bool only_chess960 = before.chess960() && !corner;
  // By lists alone: the FEN may have been read wrongly.
  if (!rook) return possible({CastlingRightAppears, FenMisread, StaleStateByMoves});
  const auto both_wrong = [&] {
    static const ByWing kTakes = by_wing("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", {"h1h8", "e8d7"},
                                         "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", {"a1a8", "e8d7"});
    return both && wrong_for(ask, {us, right.second}, kTakes) == true;
  };
  const auto takes_other_side = [&] {
    static const ByWing kOneOfTwo = by_wing("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"h1h2", "e8d7"},
                                            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"a1a2", "e8d7"});
    const auto other_wing = answer_for(ask, right, kOneOfTwo);
    return other_wing && !other_wing->missing.empty();
  };
  if (culprit.to == *rook && color != us) {
    static const ByWing kByPromotion = by_wing("r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1", {"g2h1n"},
                                               "r3k2r/8/8/8/8/8/1p6/R3K2R b KQkq - 0 1", {"b2a1n"});
    const auto plain = wrong_for(ask, right, rook_captured());
    if (!plain)
      return culprit.to_last_rank
                 ? possible({CastlingRookCaptured, CastlingRookCapturedByPromotion})
                 : certain(CastlingRookCaptured);
    // The squares of the rooks may be bound to the wrong sides, for their moves as well.
    if (*plain && takes_other_side()) return certain(CastlingRookMovedWrongSide);
    if (*plain)
      return {.bug_class = CastlingRookCaptured, .of_one_square = is_of_one_square(ask, right)};
    if (culprit.to_last_rank && wrong_for(ask, right, kByPromotion) == true)
      return certain(CastlingRookCapturedByPromotion);
    if (both_wrong()) return certain(CastlingRookTakesRook);
    if (only_chess960) return certain(Chess960RightsByCorner);
    if (!both) return certain(CastlingRookCaptured);
    return possible({CastlingRookCaptured, CastlingRookTakesRook});
  }
  if (culprit.from == *rook && color == us) {
    const auto plain = wrong_for(ask, right, rook_moved());
    if (!difference.rights_lost.empty() || takes_other_side())
      return certain(CastlingRookMovedWrongSide);
    if (!plain || *plain)
      return {.bug_class = CastlingRookMoved, .of_one_square = is_of_one_square(ask, right)};
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
  if (wrong_for(ask, us, "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1", {"a2a3"}) == true)
    return possible({UnmakeCastlingRights, CastlingRightLostEarly});
  if (culprit.castling && right.first != us) return certain(CastlingWipesBoth);
  for (const CastlingSide side : kCastlingSides)
    if (before.castling().rook(us, side) == culprit.from && right.first == us &&
        side != right.second) {
      // Tests whether the other wing's right is removed instead of its own, or with it.
      static const ByWing kMovedAndBack =
          by_wing("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"h1h2", "e8d7", "h2h1", "d7e8"},
                  "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"a1a2", "e8d7", "a2a1", "d7e8"});
      return narrow_or_wide(wrong_for(ask, {us, side}, kMovedAndBack), CastlingRightLostEarly,
                            CastlingRookMovedWrongSide);
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
  if (before.chess960() && squares.size() == 1 && is_lost(squares.front()))
    return lost(rook) && arrives_there
               ? possible({CastlingRookStays, Chess960SwapErasesKing, CastlingRookLost})
               : certain(Chess960SwapErasesKing);
  if (before.chess960() && lost(king) && !found(king)) return certain(Chess960SwapErasesKing);
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

/// Whether the moved piece is otherwise correct: it moves, when it is its turn again.
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
    const auto wrong =
        ask(before.fen(), before.chess960(), {culprit.text, to_uci(reply, before.chess960())});
    return wrong && !wrong->any();
  }
  return false;
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

Classification class_of_wrong_squares(const MoveFacts& culprit, const Position& before,
                                      const StateDifference& difference, const AskMoves& ask) {
  const Color us = before.side_to_move();
  const auto at = [&](Square square) -> const OnSquare* {
    const auto found = std::ranges::find(difference.squares, square, &OnSquare::square);
    return found == difference.squares.end() ? nullptr : &*found;
  };
  const auto* const from = at(culprit.from);
  const auto* const to = at(culprit.to);
  if (!culprit.castling && from == nullptr && to != nullptr && !to->found) {
    // Where other moves of the piece are made right, the captured one is to blame.
    if (culprit.captured && ask && moved_piece(*culprit.moved, ask).right)
      return possible({CaptureLeavesVictim, MovedPieceLost});
    return certain(MovedPieceLost);
  }
  const Piece moved{us, culprit.moved->type};
  if (!culprit.castling && difference.squares.size() == 1 && from != nullptr &&
      from->found == moved)
    return certain(MovedPieceStays);
  if (culprit.en_passant) return class_of_wrong_victim(culprit, before, difference.squares, ask);
  if (culprit.castling) return class_of_castled_pieces(culprit, before, difference.squares, ask);
  if (culprit.to_last_rank) return class_of_promoted_piece(culprit, before, to, ask);
  if (from != nullptr && from->found && from->found->color == us) return certain(MovedPieceStays);
  if (before.en_passant() == culprit.to && culprit.moved->type != PieceType::Pawn &&
      difference.squares.size() == 1 && !difference.squares[0].found)
    return certain(EpByAnyPiece);
  if (to != nullptr && to->found && to->found == culprit.captured && difference.squares.size() == 1)
    return certain(CaptureLeavesVictim);
  return possible({StaleStateByMoves, PieceListStale});
}

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
    const bool missing =
        std::ranges::find(wrong.missing, to_uci(move, there.chess960())) != wrong.missing.end();
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
  return std::ranges::all_of(moves, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return move && move->pseudo_legal;
  });
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
         std::ranges::all_of(wrong.illegal, [&](const std::string& text) {
           const auto move = move_facts(position, text);
           return move && move->pseudo_legal &&
                  std::ranges::any_of(move->exposed_to, [&](const Attacker& each) {
                    return each.square == culprit.to;
                  });
         });
}

/// Lets the promoted piece move in an empty corner: the class if its moves are those of another
/// piece.
std::optional<BugId> class_of_stored_piece(const MoveFacts& culprit, Color us,
                                           const AskMoves& ask) {
  if (!ask) return std::nullopt;
  reference::Question asked = reference::question_at(
      "8/P6k/K7/8/8/8/8/8 w - - 0 1", false, {std::string("a7a8") + culprit.promotion, "h7h6"}, 1);
  if (us == Color::Black) asked = colors_flipped(std::move(asked));
  const auto wrong = ask(asked.root, false, asked.moves);
  Line line(admitted(asked.root, false).value());
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

/// The board is correct but the moves are not: a state that no FEN shows.
Classification class_of_hidden_state(const MoveFacts& culprit, const Position& before,
                                     const HiddenState& hidden, const AskMoves& ask) {
  if (culprit.to_last_rank && !hidden.board_shown)
    if (const auto stored = class_of_stored_piece(culprit, before.side_to_move(), ask))
      return certain(*stored);
  const auto position = admitted(hidden.fen, before.chess960());
  if (position) {
    const bool check_is_ignored =
        hidden.wrong.missing.empty() && !hidden.wrong.illegal.empty() &&
        std::ranges::all_of(hidden.wrong.illegal, [&](const std::string& text) {
          const auto facts = move_facts(*position, text);
          return facts && facts->in_check && facts->pseudo_legal &&
                 std::ranges::all_of(facts->exposed_to, [&](const Attacker& attacker) {
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
    if (check_is_ignored && hidden.moves == 1)
      return moves_again(culprit, before, ask) ? certain(CheckNotNoticed)
                                               : possible({CheckNotNoticed, StaleStateByMoves});
    if (ghost_explains(before, culprit, hidden.wrong, *position))
      return certain(CaptureLeavesVictim);
    if (castled_rook_blocks(culprit, before, hidden.wrong, *position))
      return possible({CastlingRookStays, StaleStateByMoves});
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

/// The right that a list of moves still has where it is lost, even if king or rook is elsewhere: no
/// board of another position lists that.
std::optional<Right> right_kept_by_list(const Position& before, bool chess960,
                                        const HiddenState& hidden) {
  const auto position = admitted(hidden.fen, chess960);
  if (!position || hidden.board_shown || hidden.wrong.illegal.empty() ||
      !hidden.wrong.missing.empty())
    return std::nullopt;
  const Color us = position->side_to_move();
  std::optional<Right> kept;
  for (const std::string& text : hidden.wrong.illegal) {
    const auto move = move_facts(*position, text);
    if (!move || !move->castling || position->castling().rook(us, move->side) ||
        !before.castling().rook(us, move->side))
      return std::nullopt;
    kept = kept.value_or(Right{us, move->side});
  }
  return kept;
}

}  // namespace

Classification classify_making(const std::string& before, bool chess960, const std::string& culprit,
                               const StateDifference& difference, const HiddenState& hidden,
                               const AskMoves& ask) {
  const auto position = admitted(before, chess960);
  if (!position) return {};
  const auto facts = move_facts(*position, culprit);
  if (!facts || !facts->legal) return {};
  if (difference.side_to_move)
    return difference.squares.empty() ? certain(SideNotSwitched) : possible({SideNotSwitched});
  if (!difference.squares.empty())
    return class_of_wrong_squares(*facts, *position, difference, ask);
  if (!difference.rights_elsewhere.empty()) return possible({Chess960OutermostRook});
  if (!difference.rights_new.empty()) return certain(CastlingRightAppears);
  if (!difference.rights_kept.empty())
    return class_of_kept_right(*facts, *position, difference.rights_kept.front(), difference, ask);
  if (!difference.rights_lost.empty())
    return class_of_lost_right(*facts, *position, difference.rights_lost.front(), ask);
  if (difference.en_passant_kept) {
    if (facts->double_step || !position->en_passant()) return certain(EpSquareWrong);
    if (!facts->castling) return certain(EpSquareNotCleared);
    return narrow_or_wide(wrong_for(ask, position->side_to_move(),
                                    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e1d1", "e8d8"}),
                          EpNotClearedByCastling, EpSquareNotCleared);
  }
  if (difference.en_passant_elsewhere) return certain(EpSquareWrong);
  if (difference.en_passant_lost) {
    if (sets_square_elsewhere(ask, position->side_to_move())) return certain(EpSquareWrong);
    const File file = file_of(facts->to);
    if (file != File::A && file != File::H) return certain(EpSquareNotSet);
    // With a pawn that captures from the same side: at the edge there is only one.
    const char* const elsewhere =
        file == File::A ? "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1" : "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    return narrow_or_wide(wrong_for(ask, position->side_to_move(), elsewhere, {"e2e4"}),
                          EpAFileLost, EpSquareNotSet);
  }
  if (const auto kept = right_kept_by_list(*position, chess960, hidden))
    return class_of_kept_right(*facts, *position, *kept, difference, ask);
  return class_of_hidden_state(*facts, *position, hidden, ask);
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
  reference::Question question = reference::question_at(way.fen, false, {way.move}, 1);
  if (piece.color == Color::Black) question = colors_flipped(std::move(question));
  const auto wrong = ask(question.root, false, question.moves);
  if (!wrong || !wrong->any()) return {.right = wrong.has_value(), .bug_class = std::nullopt};
  const auto boards = inferred_boards(question.root, false, question.moves, *wrong);
  const auto position = admitted(question.root, false);
  const auto culprit = position ? move_facts(*position, question.moves.front()) : std::nullopt;
  if (boards.size() != 1 || !culprit) return {};
  return {.right = false,
          .bug_class = class_of_wrong_squares(*culprit, *position, boards.front(), ask).bug_class};
}

}  // namespace perft_verify::verifier
