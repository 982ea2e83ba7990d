// Calm moves leave the opponent's king alone: his moves and all that protects him are the same
// after them as before. After a calm move the opponent's answers are counted without a look at
// checks, pins and attacked squares: most leaves of most trees.
//
//      . . . . r . . .     White moves. Around Black's king are the squares that he may step to or
//      . . . . . . . .     castle across: those that White attacks (u) and those that are safe (s).
//      . . s u s . . .     A calm move attacks no safe square and leaves no other one safe:
//      . . s k p . . .       - its piece attacks nothing safe from its new square, and nothing
//      . . s p s . . .         unsafe from its old one,
//      . . . . . . . .       - it leaves no line open from a slider of White to a safe square,
//      . B . . . . . .       - nor does it block one to an unsafe square.
//      . . . Q . . . .     Where Black's own pieces stand nothing matters, unless they are
//      captured.
//
// Nothing else changes whether a square is attacked. A safe square is attacked after the move along
// a line that was closed before: the slider at its end moved there, or the square that was left had
// closed it. (If both, the slider had seen the safe square before.) An unsafe one is safe after the
// move if all that attacked it has gone, and one of these either moved or was blocked.
//
// A move is nearly calm if it gives no check and changes no pin, and only attacks other squares
// around the king than before: then only the king's own moves are counted again.
//
// The king is a safe square himself. For pins, a line goes on from his own pieces that are the
// first that he sees; it must not be attacked anew, nor left open. If it is attacked already, or if
// a piece of White is the first and such a line begins behind it, the move must not touch it.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_CALM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_CALM_INL_H
#undef PERFT_VERIFY_CALM_INL_H
#else
#define PERFT_VERIFY_CALM_INL_H
#endif

#include "core/counting/simd/expansion-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// The most knights of the opponent that additive-inl.h knows: it counts after their capture.
inline constexpr Word kMostKnights = 2;

/// The calm moves of `us`, and the facts shared by all boards that they lead to. Of the opponent's
/// answers only those of sliders and pawns are left to count: his king steps as before; knights
/// would attack other squares only if one were captured, or something that they protect, and no
/// calm move does; a pinned piece moves along its line, where no calm move comes. `without` is for
/// tests of the tests.
template <Color us, class Lanes, Mask without = Mask::None>
class Calm {
  using V = View<us>;
  // With vectors of eight boards it takes less time to count them.
  static constexpr bool kTellsNearlyCalm = !(HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3);

 public:
  HWY_INLINE Calm(const View<us>& view, const Sight<Lanes>& sight,
                  const std::array<CastlingPath, 2>& their_castling)
      : view_(view) {
    // The squares that sliders see, direction by direction, and all that are attacked.
    const Lanes attacked =
        sight.from(by_kind<Lanes>(view.rooks | view.queens, view.bishops | view.queens));
    const Lanes to_meet = opposite_lanes(attacked);
    by_pawns_and_king_ = (shifted<V::kForwardWest>(view.pawns) & ~kFileH) |
                         (shifted<V::kForwardEast>(view.pawns) & ~kFileA) |
                         king_attacks(square_of(view.king)).bits();
    danger_ = any_lane(attacked) | knight_attacks_of_all(view.knights) | by_pawns_and_king_;

    const Word neighbors = king_attacks(square_of(view.their_king)).bits();
    steps_ = neighbors & ~view.theirs;
    Word zone = view.their_king | steps_;
    Word paths = 0;
    if (view.their_castling_rooks != 0) {
      for (const CastlingPath& path : their_castling) {
        if ((path.rook & view.their_castling_rooks) == 0) continue;
        if constexpr (without != Mask::CastlingEmpty) paths |= path.rook | path.must_be_empty;
        if constexpr (without != Mask::CastlingSafe)
          if ((path.must_be_empty & view.occupied) == 0) zone |= path.must_be_safe;
      }
    }
    const Word safe = zone & ~danger_;
    const Word unsafe = zone & danger_;

    const Lanes safe_sight = sight.from(spread(safe));
    const Lanes unsafe_sight = sight.from(spread(unsafe));
    const Lanes kings_sight = sight.from(spread(view.their_king));
    // Behind the first piece that the king sees, up to and with the second.
    const Lanes behind = sight.from(kings_sight & spread(view.occupied));
    const Lanes behind_theirs = where(kings_sight & spread(view.theirs), behind);
    const Lanes behind_ours = behind ^ behind_theirs;
    const Lanes pins = kings_sight & to_meet & spread(view.theirs);
    const Lanes pin_lines = where(pins, kings_sight | behind);
    pinned_ = any_lane(pins);
    const Word free_knights = view.their_knights & ~pinned_;

    if (paths != 0)
      for (std::size_t wing = 0; wing < 2; ++wing) {
        const CastlingPath& path = their_castling[wing];
        if ((path.rook & view.their_castling_rooks & ~pinned_) != 0 &&
            (path.must_be_empty & view.occupied) == 0)
          castles_across_[wing] = path.must_be_safe;
      }
    kings_moves_ = kings_moves(danger_);
    moves_ = kings_moves_;
    by_knights_ = free_knights;
    Word knights = 0;
    Word beyond = 0;  // the captures that concern a knight that sums do not know
    for (Word rest = free_knights; rest != 0;) {
      const Word knight = take_first(rest);
      const Word attacks = knight_attacks(square_of(knight)).bits();
      by_knights_ |= attacks & view.theirs;
      if (++knights > kMostKnights) beyond |= knight | (attacks & view.theirs);
      moves_ += size(attacks & ~view.theirs);
    }
    for (Word rest = pinned_; rest != 0;) {
      const Word single = take_first(rest);
      moves_ += pinned_moves(view, single, any_lane(where(pins & spread(single), pin_lines)));
    }
    const Lanes none{};
    constexpr auto kWith = [](Mask mask) { return without != mask; };
    const Lanes opened = ((kWith(Mask::OpensLine) ? safe_sight : none) |
                          (kWith(Mask::OpensPin) ? behind_theirs : none)) &
                         to_meet;
    const Lanes exposing = where(behind_ours & to_meet & spread(view.theirs), kings_sight);
    const Lanes blocked = unsafe_sight & to_meet;
    const Word pin_line = kWith(Mask::PinLine) ? any_lane(pin_lines) : 0;
    from_ = squares(
        any_lane(opened | (kWith(Mask::ExposesToPin) ? exposing : none)) | pin_line | paths,
        kWith(Mask::EndsAttack) ? unsafe : 0, kWith(Mask::EndsAttack) ? unsafe_sight : none);
    to_ = squares((kWith(Mask::BlocksAttack) ? any_lane(blocked) : 0) | pin_line | paths |
                      (kWith(Mask::NextToKing) ? neighbors : 0) |
                      (kWith(Mask::ThirdKnight) ? beyond : 0),
                  kWith(Mask::BeginsAttack) ? safe : 0,
                  (kWith(Mask::BeginsAttack) ? safe_sight : none) |
                      (kWith(Mask::BeginsPin) ? behind_theirs : none));
    if constexpr (kTellsNearlyCalm)
      to_nearly_ = squares(to_.all, kWith(Mask::BeginsCheck) ? view.their_king : 0,
                           (kWith(Mask::BeginsCheck) ? kings_sight : none) |
                               (kWith(Mask::BeginsPin) ? behind_theirs : none));
  }

  /// The calm ones of a piece's moves.
  template <Code code>
  [[nodiscard]] HWY_INLINE Word of(Word from, Word to) const {
    return (from & from_.template by<code>()) == 0 ? to & ~to_.template by<code>() : 0;
  }
  /// The nearly calm ones, some of which are calm.
  template <Code code>
  [[nodiscard]] HWY_INLINE Word nearly(Word from, Word to) const {
    if (!kTellsNearlyCalm || code == Code::King || (from & from_.all) != 0) return 0;
    return to & ~to_nearly_.template by<code>();
  }
  /// How many moves more the opponent's king has after these moves of a piece, all nearly calm. No
  /// line to him or his steps is opened or closed by them, so it is enough to see what the piece
  /// attacks from its new square, and what the others do without it.
  template <Code code>
  [[nodiscard]] HWY_NOINLINE Word kings_gain(Word from, Word to) const {
    const Word occupied = view_.occupied & ~from;
    Word others = danger_;
    if (without != Mask::StillAttacked && (from & from_.template by<code>()) != 0)
      others = any_lane(Sight<Lanes>(~occupied).from(by_kind<Lanes>(
                   (view_.rooks | view_.queens) & ~from, (view_.bishops | view_.queens) & ~from))) |
               knight_attacks_of_all(view_.knights & ~from) | by_pawns_and_king_;
    Word gain = 0;
    while (to != 0) {
      const Square square = square_of(take_first(to));
      Bitboard attacked;
      if constexpr (code == Code::Knight) attacked = knight_attacks(square);
      if constexpr (code == Code::Bishop) attacked = bishop_attacks(square, Bitboard{occupied});
      if constexpr (code == Code::Rook) attacked = rook_attacks(square, Bitboard{occupied});
      if constexpr (code == Code::Queen) attacked = queen_attacks(square, Bitboard{occupied});
      gain += kings_moves(others | attacked.bits()) - kings_moves_;
    }
    return gain;
  }
  /// The same for pawns, each from `steps` behind its square.
  template <int steps>
  [[nodiscard]] HWY_INLINE Word of_pawns(Word to) const {
    return to & ~to_.template by<Code::Pawn>() & ~shifted<steps>(from_.template by<Code::Pawn>());
  }
  /// The same for pawns that promote, whatever they become.
  template <int steps>
  [[nodiscard]] HWY_INLINE Word of_promotions(Word to) const {
    Word left = from_.template by<Code::Pawn>();
    // A line that ended at the pawn goes on to the slider that it has become.
    if constexpr (without != Mask::PromotedBehind) left |= to_.straight | to_.diagonal;
    return to & ~(to_.template by<Code::Queen>() | to_.knights) & ~shifted<steps>(left);
  }
  /// Captures after which the opponent's knights have other moves: of a knight, or of a piece that
  /// one defends.
  [[nodiscard]] HWY_INLINE Word by_knights() const { return by_knights_; }
  /// The opponent's moves of king, knights and pinned pieces after any calm move but these.
  [[nodiscard]] HWY_INLINE Word moves() const { return moves_; }
  /// The opponent's pinned pieces.
  [[nodiscard]] HWY_INLINE Word pinned() const { return pinned_; }

 private:
  /// Squares that no calm move leaves, or that none enters: of all pieces, and of each kind.
  struct Squares {
    Word all = ~0ULL;
    Word straight = 0;
    Word diagonal = 0;
    Word knights = 0;
    Word pawns = 0;
    Word kings = 0;

    template <Code code>
    [[nodiscard]] HWY_INLINE Word by() const {
      if constexpr (code == Code::Bishop) return all | diagonal;
      if constexpr (code == Code::Rook) return all | straight;
      if constexpr (code == Code::Queen) return all | straight | diagonal;
      if constexpr (code == Code::Knight) return all | knights;
      if constexpr (code == Code::Pawn) return all | pawns;
      return all | kings;
    }
  };
  /// `all`, and by kind the squares from which `attacked` is attacked, whose sight is `seen`.
  static HWY_INLINE Squares squares(Word all, Word attacked, const Lanes& seen) {
    const Word row = attacked | ((attacked << 1) & ~kFileA) | ((attacked >> 1) & ~kFileH);
    return {.all = all,
            .straight = both_ways<0>(seen) | both_ways<1>(seen),
            .diagonal = both_ways<2>(seen) | both_ways<3>(seen),
            .knights = knight_attacks_of_all(attacked),
            .pawns = shifted<-V::kForwardWest>(attacked & ~kFileH) |
                     shifted<-V::kForwardEast>(attacked & ~kFileA),
            .kings = row | row << 8 | row >> 8};
  }
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
  [[nodiscard]] HWY_INLINE Word kings_moves(Word danger) const {
    Word moves = size(steps_ & ~danger);
    for (const Word across : castles_across_) moves += (across & danger) == 0 ? 1 : 0;
    return moves;
  }
  static HWY_INLINE Lanes spread(Word set) { return Lanes{} | set; }
  /// Those lanes of `lanes` where `condition` is not empty.
  static HWY_INLINE Lanes where(const Lanes& condition, const Lanes& lanes) {
    return lanes & static_cast<Lanes>(condition != 0);
  }
  static Word size(Word set) { return static_cast<Word>(std::popcount(set)); }

  const View<us>& view_;
  Word danger_, by_pawns_and_king_;
  Word steps_;  // those of the opponent's king, safe or not
  // The squares that must be safe for his castling; all squares where he cannot castle, since some
  // of them are never safe.
  std::array<Word, 2> castles_across_{~Word{0}, ~Word{0}};
  Word kings_moves_;
  Word pinned_ = 0;
  Word by_knights_ = 0;
  Word moves_ = 0;
  Squares from_, to_, to_nearly_;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
