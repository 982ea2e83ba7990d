// The legal moves of a packed board, set by set; children-inl.h makes boards of them. The plain
// generator is core/movegen.h; this one has no moves, only the boards they lead to.
//
// Compiled once for each instruction set (see counter.cpp), so without an include guard of the
// usual kind.
#if defined(PERFT_VERIFY_EXPANSION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_EXPANSION_INL_H
#undef PERFT_VERIFY_EXPANSION_INL_H
#else
#define PERFT_VERIFY_EXPANSION_INL_H
#endif

#include "core/attacks.h"
#include "core/counting/simd/lanes-inl.h"
#include "core/counting/simd/mask.h"
#include "core/counting/simd/packed_board.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

template <int steps>
constexpr Word shifted(Word squares) {
  if constexpr (steps >= 0) {
    return squares << steps;
  } else {
    return squares >> -steps;
  }
}

/// Takes the lowest square out of a set.
HWY_INLINE Word take_first(Word& squares) {
  const Word first = squares & (0 - squares);
  squares &= squares - 1;
  return first;
}

HWY_INLINE Square square_of(Word single) { return square_at(std::countr_zero(single)); }

HWY_INLINE Word knight_attacks_of_all(Word knights) {
  const Word one = ((knights << 1) & ~kFileA) | ((knights >> 1) & ~kFileH);
  const Word two = ((knights << 2) & ~kFilesAB) | ((knights >> 2) & ~kFilesGH);
  return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/// The sets of a packed board, from the view of `us`.
template <Color us>
struct View {
  static constexpr bool kWhite = us == Color::White;
  static constexpr int kForward = kWhite ? 8 : -8;
  // Captures toward the a file and toward the h file.
  static constexpr int kForwardWest = kForward - 1;
  static constexpr int kForwardEast = kForward + 1;

  Word occupied, own, theirs;
  Word en_passant;
  Word pawns, knights, bishops, rooks, queens, king, castling_rooks;
  Word their_pawns, their_knights, their_diagonal, their_straight, their_king, their_castling_rooks;

  HWY_INLINE explicit View(const PackedBoard& board) {
    const Word white = board.white();
    const Word diagonal = board.diagonal();
    const Word straight = board.straight();
    const Word other = board.other();
    occupied = diagonal | straight | other;
    en_passant = white & ~occupied;
    own = kWhite ? occupied & white : occupied & ~white;
    theirs = occupied ^ own;

    castling_rooks = diagonal & straight & other & own;
    pawns = other & ~diagonal & ~straight & own;
    knights = other & diagonal & ~straight & own;
    king = other & straight & ~diagonal & own;
    bishops = diagonal & ~straight & ~other & own;
    queens = diagonal & straight & ~other & own;
    rooks = (straight & ~diagonal & ~other & own) | castling_rooks;

    their_pawns = other & ~diagonal & ~straight & theirs;
    their_knights = other & diagonal & ~straight & theirs;
    their_king = other & straight & ~diagonal & theirs;
    their_diagonal = diagonal & ~other & theirs;
    their_straight = straight & (~other | diagonal) & theirs;
    their_castling_rooks = diagonal & straight & other & theirs;
  }
};

/// Whether an en passant capture from `from` leaves the king safe. Two pawns leave their
/// squares at once, which no pin describes, so it is tried on the board that it leaves behind.
template <Color us>
HWY_INLINE bool en_passant_is_legal(const View<us>& view, Word from) {
  const Word victim = shifted<-View<us>::kForward>(view.en_passant);
  const Bitboard left{(view.occupied ^ from ^ victim) | view.en_passant};
  const Square king = square_of(view.king);
  Word attackers = (knight_attacks(king).bits() & view.their_knights) |
                   (pawn_attacks(us, king).bits() & view.their_pawns & ~victim);
  // Lines are examined only if a slider may stand on them.
  const Word king_file = kFileA << index(file_of(king));
  const Word king_rank = kRank1 << 8 * index(rank_of(king));
  if ((view.their_straight & (king_file | king_rank)) != 0)
    attackers |= rook_attacks(king, left).bits() & view.their_straight;
  if (view.their_diagonal != 0)
    attackers |= bishop_attacks(king, left).bits() & view.their_diagonal;
  return attackers == 0;
}

/// Whether no slider moves diagonally, neither on this board nor after a move of `us`.
template <Color us, Mask without = Mask::None>
HWY_INLINE bool is_straight(const PackedBoard& board) {
  constexpr bool kWhite = us == Color::White;
  constexpr Word kSeventhRank = kWhite ? kRank8 >> 8 : kRank1 << 8;
  Word excluded = 0;
  if constexpr (without != Mask::DiagonalSlider) excluded |= board.diagonal() & ~board.other();
  if constexpr (without != Mask::MayPromote)
    excluded |= board.other() & ~board.diagonal() & ~board.straight() & kSeventhRank &
                (kWhite ? board.white() : ~board.white());
  return excluded == 0;
}

template <Color us>
HWY_INLINE Word en_passant_capturers(const View<us>& view) {
  const Word to = view.en_passant;
  return (((shifted<-View<us>::kForwardWest>(to) & ~kFileA) |
           (shifted<-View<us>::kForwardEast>(to) & ~kFileH)) &
          view.pawns);
}

/// The number of legal en passant captures.
template <Color us>
HWY_NOINLINE Word count_en_passant(const PackedBoard& board) {
  const View<us> view(board);
  Word count = 0;
  for (Word from = en_passant_capturers(view); from != 0;)
    count += en_passant_is_legal(view, take_first(from)) ? 1 : 0;
  return count;
}

/// Hands every legal move of `us` to `sink`, set by set; see core/movegen.cpp for the rules.
///   sink.template piece<code>(from, to)         one piece to each square of `to`
///   sink.template pawns<steps>(to)              pawns, each from `steps` behind its square
///   sink.double_pushes(to)                      the same, from two squares behind
///   sink.template promotions<steps>(to)         each in four ways
///   sink.en_passant(from, to, victim)
///   sink.castling(path)
template <Color us, class Lanes, class Sink>
HWY_INLINE void expand(const View<us>& view, const Sight<Lanes>& sight,
                       const CastlingPaths& castling, Sink& sink) {
  using V = View<us>;
  const Square king = square_of(view.king);
  const Lanes their_sliders = by_kind<Lanes>(view.their_straight, view.their_diagonal);
  const Lanes their_sight = sight.from(their_sliders);
  const Lanes lines = sight.from(Lanes{} | view.king);
  // Where the king's line of sight meets that of an opposing slider that looks its way: on a
  // piece of ours, which is pinned, or on the empty squares before a checker.
  const Lanes one_way = lines & opposite_lanes(their_sight);
  const Lanes met = one_way | opposite_lanes(one_way);
  const Word met_anywhere = any_lane(met);

  const Word checkers = any_lane(lines & their_sliders) |
                        (knight_attacks(king).bits() & view.their_knights) |
                        (pawn_attacks(us, king).bits() & view.their_pawns);
  Word danger = any_lane(their_sight) | knight_attacks_of_all(view.their_knights) |
                (shifted<-V::kForwardWest>(view.their_pawns) & ~kFileA) |
                (shifted<-V::kForwardEast>(view.their_pawns) & ~kFileH) |
                king_attacks(square_of(view.their_king)).bits();

  // On a checking line the king cannot shelter behind itself: it is removed.
  if (checkers != 0)
    danger |= any_lane(Sight<Lanes>(~(view.occupied ^ view.king)).from(their_sliders));
  sink.template piece<Code::King>(view.king, king_attacks(king).bits() & ~view.own & ~danger);
  if ((checkers & (checkers - 1)) != 0) return;
  Word targets = ~view.own;
  if (checkers != 0) targets &= checkers | (met_anywhere & ~view.occupied);

  const Word pinned = met_anywhere & view.own;
  for (Word rest = view.knights & ~pinned; rest != 0;) {
    const Word from = take_first(rest);
    sink.template piece<Code::Knight>(from, knight_attacks(square_of(from)).bits() & targets);
  }
  const auto sliders = [&]<Code code>(Word rest) PERFT_VERIFY_ATTR __attribute__((always_inline)) {
    constexpr auto kAttacks = code == Code::Bishop ? bishop_attacks
                              : code == Code::Rook ? rook_attacks
                                                   : queen_attacks;
    while (rest != 0) {
      const Word from = take_first(rest);
      const Square square = square_of(from);
      Word to = kAttacks(square, Bitboard{view.occupied}).bits() & targets;
      if ((from & pinned) != 0) to &= line(king, square).bits();
      sink.template piece<code>(from, to);
    }
  };
  sliders.template operator()<Code::Bishop>(view.bishops);
  sliders.template operator()<Code::Rook>(view.rooks);
  sliders.template operator()<Code::Queen>(view.queens);

  // A pinned pawn may move in a direction exactly if that is the line of its pin.
  const auto free_along = [&](Word line) { return view.pawns & (~pinned | line); };
  const Word west_line = lane<V::kWhite ? 3 : 2>(met);
  const Word east_line = lane<V::kWhite ? 2 : 3>(met);
  const Word empty = ~view.occupied;
  constexpr Word kThirdRank = V::kWhite ? kRank1 << 16 : kRank8 >> 16;
  constexpr Word kLastRank = V::kWhite ? kRank8 : kRank1;
  const Word single = shifted<V::kForward>(free_along(met[0])) & empty;
  const Word twice = shifted<V::kForward>(single & kThirdRank) & empty & targets;
  const Word push = single & targets;
  const Word victims = view.theirs & targets;
  const Word west = shifted<V::kForwardWest>(free_along(west_line)) & ~kFileH & victims;
  const Word east = shifted<V::kForwardEast>(free_along(east_line)) & ~kFileA & victims;
  sink.template pawns<V::kForward>(push & ~kLastRank);
  sink.double_pushes(twice);
  sink.template pawns<V::kForwardWest>(west & ~kLastRank);
  sink.template pawns<V::kForwardEast>(east & ~kLastRank);
  if (((push | west | east) & kLastRank) != 0) {
    sink.template promotions<V::kForward>(push & kLastRank);
    sink.template promotions<V::kForwardWest>(west & kLastRank);
    sink.template promotions<V::kForwardEast>(east & kLastRank);
  }

  if (view.en_passant != 0) {
    for (Word rest = en_passant_capturers(view); rest != 0;) {
      const Word from = take_first(rest);
      if (en_passant_is_legal(view, from))
        sink.en_passant(from, view.en_passant, shifted<-V::kForward>(view.en_passant));
    }
  }
  if (view.castling_rooks != 0 && checkers == 0) {
    for (const CastlingPath& path : castling.by(us)) {
      // A rook that is pinned on its rank hides the attacker of the king's new square
      // (Chess960 only).
      if ((path.rook & view.castling_rooks & ~pinned) != 0 &&
          (path.must_be_empty & view.occupied) == 0 && (path.must_be_safe & danger) == 0)
        sink.castling(path);
    }
  }
}

/// The same, with as many lanes as the opponent's sliders need. The vector paths take all eight:
/// choosing costs them more than it saves.
template <Color us, class Sink>
HWY_INLINE void expand(const View<us>& view, const CastlingPaths& castling, Sink& sink) {
  if (HWY_TARGET == HWY_STATIC_TARGET && view.their_diagonal == 0) {
    expand(view, Sight<StraightLanes>(~view.occupied), castling, sink);
  } else {
    expand(view, Sight<AllLanes>(~view.occupied), castling, sink);
  }
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
