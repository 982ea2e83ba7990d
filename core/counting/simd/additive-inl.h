// Counts the answers to most moves without making the boards that they lead to.
//
// After a calm move (calm-inl.h) only the opponent's sliders and pawns have other moves than
// before, those of them that are not pinned; and what a slider or a pawn may do changes with the
// square that was left and the square that was entered, each by itself:
//
//      . r x x B x x .     If the bishop leaves, the rook sees two squares more (x behind it);
//      . . . . . . . .     if something else lands on the first x, the rook sees four less.
//      . . . . . . . .     Either depends on the one square alone.
//
// So each square has a worth: the moves that the opponent loses when a piece of ours stands there.
//
//      worth[s]  = squares behind s, for each opposing slider that sees it
//                + pushes that end on s or pass it
//                - pawn captures onto s
//      captured[s] = moves of the opponent's piece on s
//                  - opposing sliders and pawns that defend it and could recapture
//
// and the answers after a move are
//
//      answers to no move at all + worth[from] - (worth[to] or captured[to])
//
// The sum over all moves of a board is left to worths-inl.h.
//
// The two squares of a move depend on each other, and the move is left out (or put right), where
//   - an opposing slider sees `from` along the very line that the piece moves on;
//   - the pawn that is captured attacked `from`, or `from` blocked it;
//   - one square is in front of an opposing pawn and the other is where its double push ends.
// Our moves that castle, promote, capture en passant, or let the opponent capture en passant are
// not handed to this class at all.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_ADDITIVE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_ADDITIVE_INL_H
#undef PERFT_VERIFY_ADDITIVE_INL_H
#else
#define PERFT_VERIFY_ADDITIVE_INL_H
#endif

#include "core/counting/simd/calm-inl.h"
#include "core/counting/simd/worths-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Takes calm moves of `us` and adds up the answers to them, of the opponent's sliders and pawns.
/// `without` is for tests of the tests.
template <Color us, class Lanes, Mask without = Mask::None>
class Additive {
  using V = View<us>;
  static constexpr int kForward = V::kForward;  // of ours; the opponent's pawns come the other way
  static constexpr Word kTheirThirdRank = V::kWhite ? kRank8 >> 16 : kRank1 << 16;
  static constexpr Word kTheirLastRank = V::kWhite ? kRank1 : kRank8;

 public:
  /// `pinned` are the opponent's pieces that are not to be counted here.
  HWY_INLINE Additive(const View<us>& view, const Sight<Lanes>& sight, Word pinned)
      : pawns_(view.their_pawns & ~pinned) {
    const Word empty = ~view.occupied;
    const Word theirs = view.theirs;
    Lanes sliders = by_kind<Lanes>(view.their_straight, view.their_diagonal);
    Lanes seen = sight.from(sliders);
    if (((view.their_straight | view.their_diagonal) & pinned) != 0) {
      sliders &= spread(~pinned);
      seen = sight.from(sliders);
    }
    seen_along_ = {both_ways<0>(seen), both_ways<1>(seen), both_ways<2>(seen), both_ways<3>(seen)};
    front_ = shifted<-kForward>(pawns_);
    start_front_ = front_ & kTheirThirdRank;
    two_ = shifted<-kForward>(start_front_ & empty);
    const Word west = shifted<-V::kForwardEast>(pawns_) & ~kFileH;
    const Word east = shifted<-V::kForwardWest>(pawns_) & ~kFileA;
    apart_ = 0;
    if constexpr (without != Mask::LastRank) apart_ |= (west | east | front_) & kTheirLastRank;
    if constexpr (without != Mask::PawnOnSeventh)
      apart_ |= pawns_ & shifted<kForward>(kTheirLastRank);

    typename Worths<Lanes>::Terms terms;
    // The squares that a slider sees from a square, in one direction: at least one, two, ...
    const Lanes landing = Directions<Lanes>::kLanding;
    const Lanes free = landing & spread(empty);
    std::array<Lanes, 7> least;
    least[0] = stepped<-1>(landing & spread(~theirs));
    for (std::size_t i = 1; i < 7; ++i) least[i] = stepped<-1>(least[i - 1] & free);
    terms.slides = seen & spread(~theirs);
    const Lanes at = terms.slides | sliders;
    terms.ones = (least[0] ^ least[1] ^ least[2] ^ least[3] ^ least[4] ^ least[5] ^ least[6]) & at;
    terms.twos = (least[1] ^ least[3] ^ least[5]) & at;
    terms.fours = least[3] & at;
    terms.defended = seen & spread(theirs);

    const Word one = front_ & empty;
    const Word two = two_ & empty;
    const Word takes_west = west & view.own;
    const Word takes_east = east & view.own;
    // A push is lost where it ends or passes, and with its pawn.
    terms.lost = {(front_ & ~theirs) | shifted<kForward>(one),
                  (start_front_ & ~theirs & shifted<kForward>(empty)) | shifted<2 * kForward>(two),
                  (two_ & ~theirs) | shifted<V::kForwardEast>(takes_west),
                  shifted<V::kForwardWest>(takes_east)};
    terms.gained = {west, east};
    answers_ = size(one) + size(two) + size(takes_west) + size(takes_east) +
               3 * (size(one & kTheirLastRank) + size(takes_west & kTheirLastRank) +
                    size(takes_east & kTheirLastRank));
    Word knights = view.their_knights & ~pinned;
    for (auto& knight : terms.knights) {
      if (knights == 0) break;
      knight.square = take_first(knights);
      const Word attacks = knight_attacks(square_of(knight.square)).bits();
      knight.moves = size(attacks & ~theirs);
      knight.defended = attacks & theirs;
    }
    worths_ = Worths<Lanes>(terms);
  }

  /// Takes the moves of one piece that it can count, and returns them.
  template <Code code>
  HWY_INLINE Word piece(Word from, Word to) {
    if (apart_ != 0) {
      to &= ~apart_;
      if (without != Mask::LeftLastRank && (from & apart_) != 0) to = 0;
    }
    to &= ~bound<code>(from);
    const Word count = size(to);
    moves_ += count;
    worths_.leave(from, count);
    worths_.enter(to);
    return to;
  }
  /// The same of calm and nearly calm ones.
  template <Code code>
  HWY_INLINE Word piece(const Calm<us, Lanes, without>& calm, Word from, Word to) {
    const Word calm_moves = calm.template of<code>(from, to);
    if (calm_moves == to) return piece<code>(from, to);
    const Word counted = piece<code>(from, calm_moves | calm.template nearly<code>(from, to));
    if (const Word nearly = counted & ~calm_moves; nearly != 0)
      gain_ += calm.template kings_gain<code>(from, nearly);
    return counted;
  }
  /// The same for pawns, each from `steps` behind its square. A promotion counts for `kinds`
  /// pieces.
  template <int steps, int kinds = 1>
  HWY_INLINE Word pawns(Word to) {
    // The line of their moves.
    constexpr int kLine = steps % 8 == 0 ? 0 : (steps == 9 || steps == -9) ? 2 : 3;
    to &= ~apart_;
    if constexpr (without != Mask::PawnOnSeenLine) to &= ~shifted<steps>(seen_along_[kLine]);
    if constexpr (steps == kForward && without != Mask::PawnBetweenPushes) {
      // From the end of a double push to the square that it passes: it is blocked as before.
      gain_ -= size(to & start_front_);
    }
    if constexpr (steps % 8 != 0 && without != Mask::PawnTakesPawn) {
      // A captured pawn attacked `from`: one move is lost, not two.
      gain_ += kinds * size(to & pawns_);
    }
    moves_ += kinds * size(to);
    worths_.leave(shifted<-steps>(to), kinds);
    worths_.template enter<kinds>(to);
    return to;
  }

  /// The answers to all moves taken. `other` is the number of other answers to each of them.
  [[nodiscard]] HWY_INLINE Word sum(Word other) const {
    if (moves_ == 0) return 0;
    return moves_ * (other + answers_) + gain_ + worths_.answers(moves_);
  }

 private:
  static HWY_INLINE Lanes spread(Word set) { return Lanes{} | set; }
  static HWY_INLINE Word size(Word set) { return static_cast<Word>(std::popcount(set)); }

  /// Squares for which it matters that `from` is left at the same time.
  template <Code code>
  [[nodiscard]] HWY_INLINE Word bound(Word from) const {
    constexpr bool kStraight = code != Code::Knight && code != Code::Bishop;
    constexpr bool kDiagonal = code != Code::Knight && code != Code::Rook;
    const Square square = square_of(from);
    Word squares = 0;
    if constexpr (without != Mask::SeenLine) {
      const auto along = [&](std::size_t line, Bitboard all) PERFT_VERIFY_ATTR {
        if ((from & seen_along_[line]) != 0) squares |= all.bits();
      };
      if constexpr (kStraight) {
        along(0, Bitboard{file_of(square)});
        along(1, Bitboard{rank_of(square)});
      }
      if constexpr (kDiagonal && std::is_same_v<Lanes, AllLanes>) {
        along(2, diagonal_through(square));
        along(3, anti_diagonal_through(square));
      }
    }
    if constexpr (kDiagonal && without != Mask::Attacker)
      squares |= pawn_attacks(us, square).bits() & pawns_;
    if (kStraight && (from & (front_ | two_)) != 0) {
      if constexpr (without != Mask::BlockedPawn) squares |= shifted<kForward>(from) & pawns_;
      if constexpr (without != Mask::PawnBlockedAfterOne)
        squares |= shifted<2 * kForward>(from) & pawns_;
      if constexpr (without != Mask::BetweenPushes)
        squares |= (shifted<kForward>(from) | shifted<-kForward>(from)) & ~pawns_;
    }
    return squares;
  }

  // The squares that sliders see along each line, north, east, north-east and north-west, from
  // either end.
  std::array<Word, 4> seen_along_;
  // The squares before pawns, before those on their first square, and where their double pushes
  // end.
  Word pawns_, front_, start_front_, two_;
  // Squares that no move counted here leaves or enters, as a promotion on them counts four times.
  Word apart_;
  Word answers_;  // of pawns, to no move at all
  Worths<Lanes> worths_;
  Word moves_ = 0;
  Word gain_ = 0;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
