// Counts the legal moves of many positions at a time, one position in each lane of a vector. The
// squares that sliders see there are found by lines_of_sight-inl.h.
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
// After a calm move (calm-inl.h) only sliders and pawns are left to count.
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

HWY_INLINE V both(V a, V b) { return hn::And(a, b); }
HWY_INLINE V either(V a, V b) { return hn::Or(a, b); }
HWY_INLINE V without(V a, V b) { return hn::AndNot(b, a); }

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

/// The four lines through the king of `us`, with what the opponent's sliders see on them, and all
/// that give check to him. A line is left empty if no board has a slider that moves along it.
template <Color us>
struct KingLines {
  Line<8> file;
  Line<1> rank;
  Line<9> rising;
  Line<7> falling;
  V checkers;

  HWY_INLINE KingLines(const LaneView<us>& men, const KingView& view, bool any_straight,
                       bool any_diagonal)
      : checkers(hn::OrAnd(both(all(view.knight_steps), both(men.knights, men.theirs)),
                           all(us == Color::White ? view.pawns_above : view.pawns_below),
                           both(men.pawns, men.theirs))) {
    const V occupied = men.occupied;
    const V upside_down = flipped(occupied);
    if (any_straight) {
      const V theirs = both(men.straight, men.theirs);
      const V north = up_to_first(occupied, view.ray_north);
      const V south = flipped(up_to_first(upside_down, view.flipped_south));
      const V east = up_to_first(occupied, view.ray_east);
      const V west = Ray<-1>(men.empty).from(all(view.king));
      file = Line<8>(men.empty, theirs, north, south);
      rank = Line<1>(men.empty, theirs, east, west);
      checkers = hn::OrAnd(checkers, theirs, either(hn::Or3(north, south, east), west));
    }
    if (any_diagonal) {
      const V theirs = both(men.diagonal, men.theirs);
      const V north_east = up_to_first(occupied, view.ray_north_east);
      const V north_west = up_to_first(occupied, view.ray_north_west);
      const V south_west = flipped(up_to_first(upside_down, view.flipped_south_west));
      const V south_east = flipped(up_to_first(upside_down, view.flipped_south_east));
      rising = Line<9>(men.empty, theirs, north_east, south_west);
      falling = Line<7>(men.empty, theirs, north_west, south_east);
      checkers = hn::OrAnd(checkers, theirs,
                           either(hn::Or3(north_east, north_west, south_west), south_east));
    }
  }
  /// The squares where the king's sight meets that of an opposing slider.
  [[nodiscard]] HWY_INLINE V met() const {
    return either(hn::Or3(file.met(), rank.met(), rising.met()), falling.met());
  }
  [[nodiscard]] HWY_INLINE V attacked() const {
    return either(hn::Or3(file.attacked(), rank.attacked(), rising.attacked()), falling.attacked());
  }
  /// The squares behind the king, where a slider gives check.
  [[nodiscard]] HWY_INLINE V behind(const KingView& view) const {
    return either(hn::Or3(file.behind(view.north, view.south), rank.behind(view.east, view.west),
                          rising.behind(view.north_east, view.south_west)),
                  falling.behind(view.north_west, view.south_east));
  }
};

/// The squares that the opponent's pieces other than sliders attack; his king only if the kings may
/// be near.
template <Color us>
HWY_INLINE V attacked_by_steppers(const LaneView<us>& men, const LaneBoards& boards,
                                  bool kings_near) {
  constexpr int kForward = us == Color::White ? 8 : -8;
  const V knights = both(men.knights, men.theirs);
  const V pawns = both(men.pawns, men.theirs);
  const V one =
      either(both(shifted<1>(knights), all(~kFileA)), both(shifted<-1>(knights), all(~kFileH)));
  const V two =
      either(both(shifted<2>(knights), all(~kFilesAB)), both(shifted<-2>(knights), all(~kFilesGH)));
  V attacked =
      hn::Or3(shifted<16>(one), shifted<-16>(one), either(shifted<8>(two), shifted<-8>(two)));
  attacked = hn::Or3(attacked, both(shifted<1 - kForward>(pawns), all(~kFileA)),
                     both(shifted<-1 - kForward>(pawns), all(~kFileH)));
  if (kings_near) {
    const V king = both(without(both(boards.other, boards.straight), boards.diagonal), men.theirs);
    const V row =
        hn::Or3(both(shifted<1>(king), all(~kFileA)), both(shifted<-1>(king), all(~kFileH)), king);
    attacked = either(attacked, hn::Or3(shifted<8>(row), shifted<-8>(row), row));
  }
  return attacked;
}

/// Moves of knights that are not pinned.
HWY_INLINE void count_knights(V knights, const std::array<Knight, 2>& known, bool many, V targets,
                              Tally& tally) {
  if (!many) {
    for (const Knight& knight : known)
      tally.add(
          hn::IfThenElseZero(hn::TestBit(knights, knight.square), both(knight.attacks, targets)));
    return;
  }
  const V off_a = both(targets, all(~kFileA));
  const V off_h = both(targets, all(~kFileH));
  const V off_ab = both(targets, all(~kFilesAB));
  const V off_gh = both(targets, all(~kFilesGH));
  tally.add(both(shifted<17>(knights), off_a));
  tally.add(both(shifted<-15>(knights), off_a));
  tally.add(both(shifted<15>(knights), off_h));
  tally.add(both(shifted<-17>(knights), off_h));
  tally.add(both(shifted<10>(knights), off_ab));
  tally.add(both(shifted<-6>(knights), off_ab));
  tally.add(both(shifted<6>(knights), off_gh));
  tally.add(both(shifted<-10>(knights), off_gh));
}

/// The ways to castle. `danger` are attacked squares, `pinned` own pieces that are pinned.
HWY_INLINE V count_castling(const LaneBoards& boards, V occupied, V checkers, V danger, V pinned,
                            const std::array<CastlingPath, 2>& castling) {
  const V rights = both(both(boards.diagonal, boards.straight), boards.other);
  V sum = none();
  for (const CastlingPath& path : castling) {
    if (path.rook == 0) continue;
    // A rook that is pinned on its rank hides the attacker of the king's new square
    // (Chess960 only).
    const V hindered = either(hn::Or3(checkers, both(occupied, all(path.must_be_empty)),
                                      both(danger, all(path.must_be_safe))),
                              both(all(path.rook), either(hn::Not(rights), pinned)));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(hindered, none()), all(1)));
  }
  return sum;
}

/// Legal moves but en passant, lane by lane. `us` moves; every board has its king on `view.king`.
/// Without `many_knights`, no board has knights of `us` but `known_knights`. Without `may_castle`,
/// no board has a right to castle. Without `kings_near`, the opponent's king is too far away to
/// matter on all boards.
template <Color us>
HWY_INLINE V count_moves(const LaneBoards& boards, const KingView& view,
                         const std::array<Knight, 2>& known_knights, bool many_knights,
                         bool may_castle, bool kings_near,
                         const std::array<CastlingPath, 2>& castling) {
  const LaneView<us> men(boards);
  const V own = men.own;
  const bool any_straight = any(men.straight);
  const bool any_diagonal = any(men.diagonal);
  const KingLines<us> lines(men, view, any_straight, any_diagonal);
  const V met = lines.met();
  const V checkers = lines.checkers;
  const V pinned = both(met, own);
  // A pinned piece may move along the line of its pin.
  const auto free_along = [&](V line)
                              PERFT_VERIFY_ATTR { return both(own, either(line, hn::Not(met))); };

  // The possible targets of pieces other than the king.
  V targets = hn::Not(own);
  const bool any_check = any(checkers);
  if (any_check) {
    const V others = both(checkers, hn::Sub(checkers, all(1)));
    const V answers = both(targets, either(checkers, both(met, men.empty)));
    targets = hn::IfThenElse(hn::Eq(checkers, none()), targets,
                             hn::IfThenElseZero(hn::Eq(others, none()), answers));
  }

  // The king. A slider that gives check also sees the square behind him.
  Tally tally;
  const V danger = either(attacked_by_steppers(men, boards, kings_near), lines.attacked());
  const V unsafe = any_check ? either(danger, lines.behind(view)) : danger;
  tally.add(without(all(view.steps), either(own, unsafe)));

  if (any_straight) {
    lines.file.count(both(men.straight, free_along(lines.file.met())), targets, tally);
    lines.rank.count(both(men.straight, free_along(lines.rank.met())), targets, tally);
  }
  if (any_diagonal) {
    lines.rising.count(both(men.diagonal, free_along(lines.rising.met())), targets, tally);
    lines.falling.count(both(men.diagonal, free_along(lines.falling.met())), targets, tally);
  }
  count_knights(both(men.knights, without(own, pinned)), known_knights, many_knights, targets,
                tally);
  constexpr bool kWhite = us == Color::White;
  const V free_west = free_along(kWhite ? lines.falling.met() : lines.rising.met());
  const V free_east = free_along(kWhite ? lines.rising.met() : lines.falling.met());
  count_pawns(men, both(men.pawns, free_along(lines.file.met())), both(men.pawns, free_west),
              both(men.pawns, free_east), targets, tally);
  return may_castle ? hn::Add(tally.sum(), count_castling(boards, men.occupied, checkers, danger,
                                                          pinned, castling))
                    : tally.sum();
}

template <int step>
HWY_INLINE void count_line(V empty, V sliders, V targets, Tally& tally) {
  const Ray<step> ahead(empty);
  tally.add(hn::And(ahead.from(sliders), targets));
  tally.add(hn::And(opposite(ahead, empty).from(sliders), targets));
}

/// Moves of sliders and pawns but en passant, lane by lane, where nothing is pinned and the king is
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
