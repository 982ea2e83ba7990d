// Which moves leave the opponent's king alone, so that his moves and all that protects him are the
// same after them as before. After such a calm move the opponent's answers are counted without a
// look at checks, pins and attacked squares: most leaves of most trees.
//
//      . . . . r . . .     White moves. Around Black's king lies his zone: where he stands, may
//      . . . . . . . .     step and castle to. A white move is calm if no line of sight that ends
//      . . x x x . . .     in the zone opens, closes or begins by it:
//      . . x k x . . .       - it neither begins nor ends where a white slider and the zone see
//      . . x x x . . .         the same square,
//      . . . . . . . .       - nor, if a slider moves, where the zone sees along its own lines,
//      . B . . . . . .       - nor where a knight, pawn or king attacks the zone.
//      . . . . R . . .
//
// Nothing else changes what is attacked there. To see it, take a line of sight that White has from
// a slider into the zone after the move, but not before (or the other way round), along one
// direction: either the slider moved, and its square is one that the zone sees; or a square between
// the two has been emptied or filled by the move, and before or after it is the first piece for
// both ends. That the zone's sight is the parent's makes no difference: it ends at the first piece,
// and if that is the one that moves away, the zone sees it.
//
// Pins need the king's sight through one piece: if a white slider sees anything of it along a
// direction, the whole line belongs to the squares above.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_CALM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_CALM_INL_H
#undef PERFT_VERIFY_CALM_INL_H
#else
#define PERFT_VERIFY_CALM_INL_H
#endif

#include "core/counting/simd/expansion-inl.h"
#include "core/counting/simd/mask.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The calm moves of `us`, and the facts shared by all boards that they lead to. Of the opponent's
/// answers only those of sliders and pawns are left to count: his king steps as before; knights
/// would attack other squares only if one were captured, or something that they protect, and no
/// calm move does; a pinned piece moves along its line, where no calm move comes. `without` is for
/// tests of the tests.
template <Color us, Mask without = Mask::None>
class Calm {
  using V = View<us>;

 public:
  HWY_INLINE Calm(const View<us>& view, const Sight& sight,
                  const std::array<CastlingPath, 2>& their_castling) {
    if (std::popcount(view.occupied) < kFewPieces) return;
    const Word steps = king_attacks(square_of(view.their_king)).bits();
    Word zone = view.their_king | steps;
    Word paths = 0;
    if (view.their_castling_rooks != 0) {
      for (const CastlingPath& path : their_castling) {
        if ((path.rook & view.their_castling_rooks) == 0) continue;
        if constexpr (without != Mask::CastlingSafe) zone |= path.must_be_safe;
        if constexpr (without != Mask::CastlingEmpty) paths |= path.rook | path.must_be_empty;
      }
    }

    // The squares that sliders see, and those seen from the zone, direction by direction.
    const Lanes attacked =
        sight.from(by_kind(view.rooks | view.queens, view.bishops | view.queens));
    const Lanes to_meet = opposite_lanes(attacked);
    const Lanes zones_sight = sight.from(spread(zone));
    const Lanes kings_sight = sight.from(spread(view.their_king));
    const Lanes through_one = kings_sight | sight.from(kings_sight & spread(view.occupied));
    const Lanes seen = zones_sight | through_one;
    const Lanes pins = kings_sight & to_meet & spread(view.theirs);
    pinned_ = any_lane(pins);
    const Word free_knights = view.their_knights & ~pinned_;

    const Word danger = any_lane(attacked) | knight_attacks_of_all(view.knights) |
                        (shifted<V::kForwardWest>(view.pawns) & ~kFileH) |
                        (shifted<V::kForwardEast>(view.pawns) & ~kFileA) |
                        king_attacks(square_of(view.king)).bits();
    moves_ = size(steps & ~view.theirs & ~danger);
    Word knights_sight = 0;
    for (Word rest = free_knights; rest != 0;) {
      const Word attacks = knight_attacks(square_of(take_first(rest))).bits();
      knights_sight |= attacks;
      moves_ += size(attacks & ~view.theirs);
    }
    for (Word rest = pinned_; rest != 0;) {
      const Word single = take_first(rest);
      moves_ += pinned_moves(view, single, any_lane(where(pins & spread(single), through_one)));
    }
    if (paths != 0)
      for (const CastlingPath& path : their_castling)
        if ((path.rook & view.their_castling_rooks & ~pinned_) != 0 &&
            (path.must_be_empty & view.occupied) == 0 && (path.must_be_safe & danger) == 0)
          ++moves_;

    crossing_ = any_lane((zones_sight & to_meet) | where(through_one & to_meet, through_one)) |
                zone | paths | free_knights | (knights_sight & view.theirs);
    straight_ = seen[0] | seen[1] | seen[4] | seen[5];
    diagonal_ = seen[2] | seen[3] | seen[6] | seen[7];
    knights_ = knight_attacks_of_all(zone);
    pawns_ =
        (shifted<-V::kForwardWest>(zone & ~kFileH)) | (shifted<-V::kForwardEast>(zone & ~kFileA));
    const Word row = zone | ((zone << 1) & ~kFileA) | ((zone >> 1) & ~kFileH);
    kings_ = row | row << 8 | row >> 8;
  }

  /// The calm ones of a piece's moves.
  template <Code code>
  [[nodiscard]] HWY_INLINE Word of(Word from, Word to) const {
    const Word disturbing = crossing_ | by<code>();
    return (from & disturbing) == 0 ? to & ~disturbing : 0;
  }
  /// The same for pawns, each from `steps` behind its square.
  template <int steps>
  [[nodiscard]] HWY_INLINE Word of_pawns(Word to) const {
    const Word disturbing = crossing_ | pawns_;
    return to & ~disturbing & ~shifted<steps>(disturbing);
  }
  /// The opponent's moves of king, knights and pinned pieces after any calm move.
  [[nodiscard]] HWY_INLINE Word moves() const { return moves_; }
  /// The opponent's pinned pieces.
  [[nodiscard]] HWY_INLINE Word pinned() const { return pinned_; }

 private:
  /// The number of moves of a pinned piece along its line.
  static HWY_NOINLINE Word pinned_moves(const View<us>& view, Word single, Word line) {
    const Square square = square_of(single);
    const Bitboard occupied{view.occupied};
    Word to = 0;
    if ((single & view.their_diagonal) != 0) to |= bishop_attacks(square, occupied).bits();
    if ((single & view.their_straight) != 0) to |= rook_attacks(square, occupied).bits();
    if ((single & view.their_pawns) != 0) {
      const Word one = shifted<-V::kForward>(single) & ~view.occupied;
      constexpr Word kFourthRank = V::kWhite ? kRank8 >> 24 : kRank1 << 24;
      to = one | (shifted<-V::kForward>(one) & ~view.occupied & kFourthRank) |
           (pawn_attacks(~us, square).bits() & view.own);
      if ((to & line & (kRank1 | kRank8)) != 0) return 4 * size(to & line);
    }
    return size(to & line);
  }
  static HWY_INLINE Lanes spread(Word set) { return Lanes{} | set; }
  /// Those lanes of `lanes` where `condition` is not empty.
  static HWY_INLINE Lanes where(const Lanes& condition, const Lanes& lanes) {
    return lanes & static_cast<Lanes>(condition != 0);
  }
  static Word size(Word set) { return static_cast<Word>(std::popcount(set)); }
  template <Code code>
  [[nodiscard]] HWY_INLINE Word by() const {
    if constexpr (code == Code::Bishop) return diagonal_;
    if constexpr (code == Code::Rook) return straight_;
    if constexpr (code == Code::Queen) return straight_ | diagonal_;
    if constexpr (code == Code::Knight) return knights_;
    if constexpr (code == Code::Pawn) return pawns_;
    return kings_;
  }

  /// With fewer pieces a board has too few children to be worth the test: none is calm.
  static constexpr int kFewPieces = 12;

  Word pinned_ = 0;
  Word moves_ = 0;
  // Squares that no calm move leaves or enters; those of all pieces, then by piece.
  Word crossing_ = ~0ULL;
  Word straight_ = 0;
  Word diagonal_ = 0;
  Word knights_ = 0;
  Word pawns_ = 0;
  Word kings_ = 0;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
