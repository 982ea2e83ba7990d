#include "verifier/tools/mutate/castling_situations.h"

#include <algorithm>

#include "core/attacks.h"
#include "core/castling.h"
#include "core/movegen.h"
#include "verifier/tools/mutate/situation_code.h"

namespace perft_verify::verifier {
namespace {

using Facts = std::set<std::uint64_t>;

bool is_capture(const Step& step) {
  return step.move.kind() != MoveKind::Castling && step.before.occupied().contains(step.move.to());
}

/// A king that has castled and could castle again from there, if it had kept the other right: for
/// engines that castle from any square, as in Chess960.
void castled_once(const Step& castling, const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  if (castling.move.kind() != MoveKind::Castling || castling.before.side_to_move() != us) return;
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = castling.before.castling().rook(us, side);
    if (!rook || *rook == castling.move.to()) continue;
    const auto piece = position.piece_on(*rook);
    if (piece && *piece == Piece{us, PieceType::Rook} && is_path_free(position, *rook))
      facts.insert(code(SituationFact::CastledOnce,
                        {number_of(us), number_of(castling_side(position.king(us), *rook))}));
  }
}

/// A king that could go to both wings from the square from which it castles as a rule.
bool is_free_to_both_wings(const Position& position) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  if (king != make_square(File::E, relative_rank(us, Rank::R1))) return false;
  return std::ranges::all_of(kCastlingSides, [&](CastlingSide side) {
    const Square target = castled_king(us, side);
    return (between(king, target) & position.occupied()).empty() &&
           !position.occupied().contains(target) && is_path_free(position, target);
  });
}

/// A rook on the square where the rook of a right was captured: another one of the same side, or
/// one that captured it or was promoted to there. If the right stayed, the king could castle. A
/// rook that captured it may have lost a right of its own by the same move.
void corner_again(const Step& capture, const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  const Color owner = ~capture.before.side_to_move();
  const Square corner = capture.move.to();
  if (!is_capture(capture) || position.piece_on(corner) != Piece{us, PieceType::Rook}) return;
  const auto side = capture.before.castling().side_of(owner, corner);
  if (!side || position.castling().side_of(us, corner)) return;
  const bool could_castle =
      owner == us ? position.king(us) == capture.before.king(us) && is_path_free(position, corner)
                  : is_free_to_both_wings(position);
  if (could_castle)
    facts.insert(code(SituationFact::CornerAgain,
                      {number_of(us), number_of(owner), number_of(*side),
                       number_of(capture.before.piece_on(capture.move.from())->type),
                       capture.before.castling().side_of(~owner, capture.move.from()) ? 1U : 0U}));
}

/// A rook that lost its right by leaving its square, and is there again: if the right stayed, the
/// king could castle. Its way out and its way back may go to the corner of the other side.
void rook_returned(std::span<const Step> way, const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  const auto first = std::ranges::find_if(way, [&](const Step& step) {
    return step.move.kind() != MoveKind::Castling && step.before.side_to_move() == us &&
           step.before.castling().side_of(us, step.move.from());
  });
  if (first == way.end()) return;
  const Square corner = first->move.from();
  const auto side = *first->before.castling().side_of(us, corner);
  const auto last = std::ranges::find_if(first, way.end(), [&](const Step& step) {
    return step.before.side_to_move() == us && step.move.to() == corner;
  });
  if (last == way.end() || position.king(us) != first->before.king(us) ||
      position.piece_on(corner) != Piece{us, PieceType::Rook} ||
      position.castling().side_of(us, corner) || !is_path_free(position, corner))
    return;
  const auto is_other_corner = [&](Square square) { return square == flip_rank(corner) ? 1U : 0U; };
  facts.insert(code(SituationFact::RookReturned,
                    {number_of(us), number_of(side), is_other_corner(first->move.to()),
                     is_other_corner(last->move.from())}));
}

/// A right that is still there after a move around the rooks of that side: a rook of no right or of
/// the other one leaves its square, or a piece is captured on the back rank.
void right_kept(const Step& step, CastlingSide side, Facts& facts) {
  const Position& before = step.before;
  const bool captures = is_capture(step);
  const Color owner = captures ? ~before.side_to_move() : before.side_to_move();
  const Square square = captures ? step.move.to() : step.move.from();
  const auto piece = before.piece_on(square);
  if (step.move.kind() == MoveKind::Castling || relative_rank(owner, rank_of(square)) != Rank::R1)
    return;
  if (!captures && piece->type != PieceType::Rook) return;
  const std::uint64_t moved = !captures ? 0 : step.move.kind() == MoveKind::Promotion ? 2 : 1;
  const std::uint64_t of_right = before.castling().side_of(owner, square) ? 2 : 1;
  const bool same_wing = castling_side(before.king(owner), square) == side;
  facts.insert(code(SituationFact::RightKept,
                    {number_of(owner), number_of(side), moved,
                     piece->type == PieceType::Rook ? of_right : 0U, same_wing ? 1U : 0U}));
}

}  // namespace

bool is_path_free(const Position& position, Square rook) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  const Square target = castled_king(us, castling_side(king, rook));
  if ((between(king, rook) & position.occupied()).any()) return false;
  for (const Square square : between(king, target) | Bitboard{king} | Bitboard{target})
    if (position.attackers(square, ~us).any()) return false;
  return true;
}

void castling_refused(const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = position.castling().rook(us, side);
    if (!rook) continue;
    const Square king_to = castled_king(us, side);
    const Square rook_to = castled_rook(us, side);
    const Bitboard king_way = between(king, king_to) | Bitboard{king_to};
    const Bitboard rook_way = between(*rook, rook_to) | Bitboard{rook_to};
    const Bitboard blockers =
        (king_way | rook_way) & position.occupied() & ~Bitboard{king} & ~Bitboard{*rook};
    Bitboard attacked;
    Bitboard attackers;
    for (const Square square : king_way | Bitboard{king}) {
      const Bitboard here = position.attackers(square, ~us);
      if (here.empty()) continue;
      attacked |= Bitboard{square};
      attackers |= here;
    }
    const auto add = [&](Square square, Square cause, std::uint64_t way_to_cause) {
      const Piece piece = *position.piece_on(cause);
      facts.insert(code(SituationFact::CastlingRefused,
                        {number_of(us), number_of(side), number_of(file_of(square)),
                         number_of(piece.color), number_of(piece.type), way_to_cause}));
    };
    constexpr std::uint64_t kBlocks = 40;  // beyond all ways to an attacker
    if (blockers.count() == 1 && attacked.empty())
      add(*blockers.begin(), *blockers.begin(),
          kBlocks + ((blockers & king_way).any() ? 1 : 0) + ((blockers & rook_way).any() ? 2 : 0));
    else if (blockers.empty() && attacked.count() == 1 && attackers.count() == 1)
      add(*attacked.begin(), *attackers.begin(),
          1 + way_to(*attacked.begin(), *attackers.begin(), position));
  }
}

void castling_on_the_way(std::span<const Step> way, const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  for (const Step& step : way) {
    castled_once(step, position, facts);
    corner_again(step, position, facts);
  }
  rook_returned(way, position, facts);
  if (!position.castling().any()) return;
  for (const Move move : legal_moves(position)) {
    if (move.kind() != MoveKind::Castling) continue;
    const CastlingSide side = castling_side(move.from(), move.to());
    for (const Step& step : way) {
      if ((step.before.side_to_move() == us) != is_capture(step)) right_kept(step, side, facts);
      // A table may say for each square which rights a move from it or to it takes.
      for (const Square square : {step.move.from(), step.move.to()})
        facts.insert(code(SituationFact::RightKeptBeside,
                          {number_of(us), number_of(side), number_of(square)}));
    }
  }
}

void rights_put_back(const Position& position, Facts& facts) {
  const Color us = position.side_to_move();
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = position.castling().rook(us, side);
    if (!rook) continue;
    // The origins of first moves: a promotion may capture the rook after them, or castling follows.
    Bitboard lost;
    Bitboard castled;
    for (const Move first : legal_moves(position)) {
      const Position after = position.after(first);
      for (const Move answer : legal_moves(after)) {
        if (answer.kind() == MoveKind::Promotion && answer.to() == *rook)
          lost |= Bitboard{first.from()};
        for (const Move last : legal_moves(after.after(answer)))
          if (last.kind() == MoveKind::Castling && last.to() == *rook)
            castled |= Bitboard{first.from()};
      }
    }
    for (const Square one : lost)
      for (const Square other : castled & ~Bitboard{one})
        facts.insert(code(SituationFact::RightPutBack,
                          {number_of(us), number_of(side), one < other ? 1U : 0U}));
  }
}

}  // namespace perft_verify::verifier
