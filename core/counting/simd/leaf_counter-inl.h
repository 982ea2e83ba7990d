// Counts the legal moves of many positions at a time, one position in each lane of a vector. What
// sliders see there is in lines_of_sight-inl.h.
//
// Pins and checks are where two lines of sight meet, the king's and that of an opposing slider
// in the opposite direction:
//
//      K x x N . . r         the king sees as far as the knight
//      K . . N y y r         the rook sees as far as the knight: both have it, it is pinned
//
//      K x x x r             the king sees the rook
//      K y y y r             both have the empty squares between: a check, and where it can
//                            be blocked
//
// A pinned piece is left out of the fills along the other lines; along its own it runs as
// usual, to the king at one end and onto the pinning piece at the other. So there is no table
// of lines, and a pin costs one bit operation.
//
// All boards of a call have the king of the side to move on one square, since they are
// grandchildren by moves of other pieces: what depends on that square alone is a constant.
// En passant is not counted here: it takes two pawns off at once, is rare, and is left to
// count_en_passant().
//
// After a calm move (calm-inl.h) nothing is left of all this but sliders and pawns.
#if defined(PERFT_VERIFY_LEAF_COUNTER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LEAF_COUNTER_INL_H
#undef PERFT_VERIFY_LEAF_COUNTER_INL_H
#else
#define PERFT_VERIFY_LEAF_COUNTER_INL_H
#endif

#include "core/counting/simd/king_view.h"
#include "core/counting/simd/lines_of_sight-inl.h"

#if PERFT_VERIFY_HAS_VECTORS

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The planes of packed_board.h, a board in each lane.
struct LaneBoards {
  V white, diagonal, straight, other;
};

/// The placement of the pieces from the view of `us`.
template <Color us>
struct LaneView {
  V occupied, empty, own, theirs;
  V pawns, knights, diagonal, straight;  // the latter two move along these lines

  HWY_INLINE explicit LaneView(const LaneBoards& boards)
      : occupied(hn::Or3(boards.diagonal, boards.straight, boards.other)),
        empty(hn::Not(occupied)),
        own(us == Color::White ? hn::And(occupied, boards.white)
                               : hn::AndNot(boards.white, occupied)),
        theirs(us == Color::White ? hn::AndNot(boards.white, occupied)
                                  : hn::And(occupied, boards.white)),
        pawns(hn::AndNot(hn::Or(boards.diagonal, boards.straight), boards.other)),
        knights(hn::AndNot(boards.straight, hn::And(boards.other, boards.diagonal))),
        diagonal(hn::AndNot(boards.other, boards.diagonal)),
        straight(hn::AndNot(hn::AndNot(boards.diagonal, boards.other), boards.straight)) {}
};

/// Moves of pawns but en passant. No two land on one square by pushes: the nearer stands in the
/// other's way.
template <Color us>
HWY_INLINE void count_pawns(const LaneView<us>& view, V pushing, V capturing_west, V capturing_east,
                            V targets, Tally& tally) {
  constexpr bool kWhite = us == Color::White;
  constexpr int kForward = kWhite ? 8 : -8;
  constexpr Word kFourthRank = kWhite ? kRank1 << 24 : kRank8 >> 24;
  constexpr Word kSeventhRank = kWhite ? kRank8 >> 8 : kRank1 << 8;
  constexpr Word kLastRank = kWhite ? kRank8 : kRank1;
  const auto both = [](V a, V b) PERFT_VERIFY_ATTR { return hn::And(a, b); };
  const auto either = [](V a, V b) PERFT_VERIFY_ATTR { return hn::Or(a, b); };

  const V one = both(shifted<kForward>(pushing), view.empty);
  const V two = both(both(shifted<kForward>(one), view.empty), all(kFourthRank));
  const V pushes = both(either(one, two), targets);
  const V victims = both(view.theirs, targets);
  const V west = both(both(shifted<kForward - 1>(capturing_west), all(~kFileH)), victims);
  const V east = both(both(shifted<kForward + 1>(capturing_east), all(~kFileA)), victims);
  tally.add(either(pushes, west));
  tally.add(east);
  if (any(both(both(view.pawns, view.own), all(kSeventhRank)))) {
    const V last = all(kLastRank);
    tally.add_three_times(both(either(pushes, west), last));
    tally.add_three_times(both(east, last));
  }
}

/// A knight of each board: its square, unless it was captured, and what it attacks from there.
/// Nothing, where there is none.
struct Knight {
  V square, attacks;
};

/// Legal moves but en passant, lane by lane. `us` moves; every board has its king on
/// `view.king`. Without `many_knights` no board has knights of `us` but `known_knights`; without
/// `may_castle` no board has a right to; without `kings_near` the opponent's king is too far away
/// to matter on all of them.
template <Color us>
HWY_INLINE V count_moves(const LaneBoards& boards, const KingView& view,
                         const std::array<Knight, 2>& known_knights, bool many_knights,
                         bool may_castle, bool kings_near,
                         const std::array<CastlingPath, 2>& castling) {
  const auto [white, diagonal, straight, other] = boards;
  constexpr bool kWhite = us == Color::White;
  constexpr int kForward = kWhite ? 8 : -8;
  constexpr int kForwardWest = kForward - 1;
  constexpr int kForwardEast = kForward + 1;
  const auto both = [](V a, V b) PERFT_VERIFY_ATTR { return hn::And(a, b); };
  const auto either = [](V a, V b) PERFT_VERIFY_ATTR { return hn::Or(a, b); };
  const auto without = [](V a, V b) PERFT_VERIFY_ATTR { return hn::AndNot(b, a); };

  const LaneView<us> men(boards);
  const V sliding_diagonally = men.diagonal;
  const V sliding_straight = men.straight;
  const V occupied = men.occupied;
  const V empty = men.empty;
  const V own = men.own;
  const V theirs = men.theirs;
  const V knights = men.knights;
  const V their_diagonal = both(sliding_diagonally, theirs);
  const V their_straight = both(sliding_straight, theirs);
  const V their_knights = both(knights, theirs);
  const V their_pawns = both(men.pawns, theirs);

  // The four lines. A line is skipped if no board has a slider that moves along it.
  Line<8> file;
  Line<1> rank;
  Line<9> rising;
  Line<7> falling;
  V checkers = hn::OrAnd(both(all(view.knight_steps), their_knights),
                         all(kWhite ? view.pawns_above : view.pawns_below), their_pawns);
  const V upside_down = flipped(occupied);
  const bool any_straight = any(sliding_straight);
  if (any_straight) {
    const V north = up_to_first(occupied, view.ray_north);
    const V south = flipped(up_to_first(upside_down, view.flipped_south));
    const V east = up_to_first(occupied, view.ray_east);
    const V west = Ray<-1>(empty).from(all(view.king));
    file = Line<8>(empty, their_straight, north, south);
    rank = Line<1>(empty, their_straight, east, west);
    checkers = hn::OrAnd(checkers, their_straight, either(hn::Or3(north, south, east), west));
  }
  const bool any_diagonal = any(sliding_diagonally);
  if (any_diagonal) {
    const V north_east = up_to_first(occupied, view.ray_north_east);
    const V north_west = up_to_first(occupied, view.ray_north_west);
    const V south_west = flipped(up_to_first(upside_down, view.flipped_south_west));
    const V south_east = flipped(up_to_first(upside_down, view.flipped_south_east));
    rising = Line<9>(empty, their_diagonal, north_east, south_west);
    falling = Line<7>(empty, their_diagonal, north_west, south_east);
    checkers = hn::OrAnd(checkers, their_diagonal,
                         either(hn::Or3(north_east, north_west, south_west), south_east));
  }
  const V met = either(hn::Or3(file.met(), rank.met(), rising.met()), falling.met());
  const V pinned = both(met, own);
  const V free = without(own, pinned);
  const auto free_along = [&](V line)
                              PERFT_VERIFY_ATTR { return both(own, either(line, hn::Not(met))); };

  // The possible targets of pieces other than the king.
  V targets = hn::Not(own);
  const bool any_check = any(checkers);
  if (any_check) {
    const V others = both(checkers, hn::Sub(checkers, all(1)));
    const V answers = both(targets, either(checkers, both(met, empty)));
    targets = hn::IfThenElse(hn::Eq(checkers, none()), targets,
                             hn::IfThenElseZero(hn::Eq(others, none()), answers));
  }

  // The king. A slider that gives check also sees the square behind him.
  Tally tally;
  const V knight_one = either(both(shifted<1>(their_knights), all(~kFileA)),
                              both(shifted<-1>(their_knights), all(~kFileH)));
  const V knight_two = either(both(shifted<2>(their_knights), all(~kFilesAB)),
                              both(shifted<-2>(their_knights), all(~kFilesGH)));
  V danger = hn::Or3(shifted<16>(knight_one), shifted<-16>(knight_one),
                     either(shifted<8>(knight_two), shifted<-8>(knight_two)));
  danger = hn::Or3(danger, both(shifted<-kForwardWest>(their_pawns), all(~kFileA)),
                   both(shifted<-kForwardEast>(their_pawns), all(~kFileH)));
  danger = hn::Or3(danger, file.attacked(), rank.attacked());
  danger = hn::Or3(danger, rising.attacked(), falling.attacked());
  if (kings_near) {
    const V their_king = both(without(both(other, straight), diagonal), theirs);
    const V row = hn::Or3(both(shifted<1>(their_king), all(~kFileA)),
                          both(shifted<-1>(their_king), all(~kFileH)), their_king);
    danger = either(danger, hn::Or3(shifted<8>(row), shifted<-8>(row), row));
  }
  V unsafe = danger;
  if (any_check) {
    unsafe =
        hn::Or3(unsafe, file.behind(view.north, view.south), rank.behind(view.east, view.west));
    unsafe = hn::Or3(unsafe, rising.behind(view.north_east, view.south_west),
                     falling.behind(view.north_west, view.south_east));
  }
  tally.add(without(all(view.steps), either(own, unsafe)));

  // Sliders.
  if (any_straight) {
    file.count(both(sliding_straight, free_along(file.met())), targets, tally);
    rank.count(both(sliding_straight, free_along(rank.met())), targets, tally);
  }
  if (any_diagonal) {
    rising.count(both(sliding_diagonally, free_along(rising.met())), targets, tally);
    falling.count(both(sliding_diagonally, free_along(falling.met())), targets, tally);
  }

  // Knights: a pinned one never moves.
  const V riders = both(knights, free);
  const V off_a = both(targets, all(~kFileA));
  const V off_h = both(targets, all(~kFileH));
  if (many_knights) {
    const V off_ab = both(targets, all(~kFilesAB));
    const V off_gh = both(targets, all(~kFilesGH));
    tally.add(both(shifted<17>(riders), off_a));
    tally.add(both(shifted<-15>(riders), off_a));
    tally.add(both(shifted<15>(riders), off_h));
    tally.add(both(shifted<-17>(riders), off_h));
    tally.add(both(shifted<10>(riders), off_ab));
    tally.add(both(shifted<-6>(riders), off_ab));
    tally.add(both(shifted<6>(riders), off_gh));
    tally.add(both(shifted<-10>(riders), off_gh));
  } else {
    for (const Knight& knight : known_knights)
      tally.add(
          hn::IfThenElseZero(hn::TestBit(riders, knight.square), both(knight.attacks, targets)));
  }

  const V free_west = free_along(kWhite ? falling.met() : rising.met());
  const V free_east = free_along(kWhite ? rising.met() : falling.met());
  count_pawns(men, both(men.pawns, free_along(file.met())), both(men.pawns, free_west),
              both(men.pawns, free_east), targets, tally);
  V sum = tally.sum();

  if (may_castle) {
    const V rights = both(both(diagonal, straight), other);
    for (const CastlingPath& path : castling) {
      if (path.rook == 0) continue;
      // A rook that is pinned on its rank hides the attacker of the king's new square
      // (Chess960 only).
      const V hindered = either(hn::Or3(checkers, both(occupied, all(path.must_be_empty)),
                                        both(danger, all(path.must_be_safe))),
                                both(all(path.rook), either(hn::Not(rights), pinned)));
      sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(hindered, none()), all(1)));
    }
  }
  return sum;
}

template <int step>
HWY_INLINE void count_line(V empty, V sliders, V targets, Tally& tally) {
  const Ray<step> ahead(empty);
  tally.add(hn::And(ahead.from(sliders), targets));
  tally.add(hn::And(opposite(ahead, empty).from(sliders), targets));
}

/// Moves of sliders and pawns but en passant, lane by lane, where nothing is pinned and the king
/// not in check.
template <Color us>
HWY_INLINE V count_calm_moves(const LaneBoards& boards) {
  const LaneView<us> view(boards);
  const V targets = hn::Not(view.own);
  const V pawns = hn::And(view.pawns, view.own);
  const V diagonal = hn::And(view.diagonal, view.own);
  const V straight = hn::And(view.straight, view.own);
  Tally tally;
  count_line<8>(view.empty, straight, targets, tally);
  count_line<1>(view.empty, straight, targets, tally);
  count_line<9>(view.empty, diagonal, targets, tally);
  count_line<7>(view.empty, diagonal, targets, tally);

  count_pawns(view, pawns, pawns, pawns, targets, tally);
  return tally.sum();
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
