#include "verifier/classify/making/rights.h"

#include "core/fen.h"

namespace perft_verify::verifier::making {

using enum BugId;

namespace {

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

/// Whether the right may have been read as that of another rook, which stands on the same side of
/// the king: where two stand there, castling is listed wrongly from the FEN too.
bool may_be_of_other_rook(const Position& position, const Right& right, const AskMoves& ask) {
  const auto& [color, side] = right;
  const char* const two_rooks = side == CastlingSide::King ? "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"
                                                           : "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1";
  const Square king = position.king(color);
  const auto rook = position.castling().rook(color, side);
  for (const Square square : position.pieces(color, PieceType::Rook))
    if (square != rook && rank_of(square) == rank_of(king) && castling_side(king, square) == side)
      return wrong_for(ask, color, two_rooks, {}) == true;
  return false;
}

}  // namespace

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
  const auto corners_are_confused = [&] {
    if (!both && culprit.to != flip_rank(culprit.from)) return false;
    static const ByWing kTakes = by_wing("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", {"h1h8", "e8d7"},
                                         "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", {"a1a8", "e8d7"});
    return wrong_for(ask, {us, right.second}, kTakes) == true;
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
    if (corners_are_confused()) return certain(CastlingRookTakesRook);
    if (only_chess960) return certain(Chess960RightsByCorner);
    if (may_be_of_other_rook(before, right, ask))
      return possible({CastlingRookCaptured, FenMisread});
    if (!both) return certain(CastlingRookCaptured);
    return possible({CastlingRookCaptured, CastlingRookTakesRook});
  }
  if (culprit.from == *rook && color == us) {
    const auto plain = wrong_for(ask, right, rook_moved());
    if (!difference.rights_lost.empty() || takes_other_side()) {
      // Where it is kept after some moves of the rook only, squares are confused, not sides.
      static const ByWing kFurther = by_wing("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"h1h3", "e8d7"},
                                             "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"a1a3", "e8d7"});
      return plain == true && wrong_for(ask, right, kFurther) == false
                 ? possible({CastlingRookMoved, CastlingRookMovedWrongSide})
                 : certain(CastlingRookMovedWrongSide);
    }
    if (!plain || *plain)
      return {.bug_class = CastlingRookMoved, .of_one_square = is_of_one_square(ask, right)};
    if (corners_are_confused()) return certain(CastlingRookTakesRook);
    if (only_chess960) return certain(Chess960RightsByCorner);
    if (may_be_of_other_rook(before, right, ask)) return possible({CastlingRookMoved, FenMisread});
    if (!both && culprit.to != flip_rank(culprit.from)) return certain(CastlingRookMoved);
    return possible({CastlingRookMoved, CastlingRookTakesRook});
  }
  return possible({StaleStateByMoves});
}

Classification class_of_lost_right(const MoveFacts& culprit, const Position& before,
                                   const Right& right, const AskMoves& ask) {
  const Color us = before.side_to_move();
  // A move that does not affect any castling right.
  if (wrong_for(ask, us, "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1", {"a2a3"}) == true)
    return possible({UnmakeCastlingRights, CastlingRightLostEarly, FenMisread});
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
  if (may_be_of_other_rook(before, right, ask))
    return possible({CastlingRightLostEarly, FenMisread});
  return certain(CastlingRightLostEarly);
}

std::optional<Right> right_kept_by_list(const Position& before, const HiddenState& hidden) {
  const auto position = admitted({hidden.fen, before.chess960()});
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

}  // namespace perft_verify::verifier::making
