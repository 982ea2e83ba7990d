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
// The sum over all moves of a board uses bit planes: for the worths, all directions at a time, and
// for the number of moves that enter each square.
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
#include "core/counting/simd/lane_sizes-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// All squares up to the edge, from each square in each lane's direction.
template <class Lanes>
inline constexpr auto kRays = [] {
  std::array<typename Directions<Lanes>::Numbers, kSquareCount> rays{};
  for (int number = 0; number < kSquareCount; ++number) {
    const auto ray = [&](int files, int ranks) {
      return detail::ray(square_at(number), {files, ranks}).bits();
    };
    auto& each = rays[static_cast<std::size_t>(number)];
    if constexpr (std::is_same_v<Lanes, StraightLanes>) {
      each = {ray(0, 1), ray(1, 0), ray(0, -1), ray(-1, 0)};
    } else {
      each = {ray(0, 1),  ray(1, 0),  ray(1, 1),   ray(-1, 1),
              ray(0, -1), ray(-1, 0), ray(-1, -1), ray(1, -1)};
    }
  }
  return rays;
}();

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
      : own_(view.own), theirs_(view.theirs), knights_(view.their_knights & ~pinned) {
    const Word empty = ~view.occupied;
    sliders_ = by_kind<Lanes>(view.their_straight, view.their_diagonal);
    seen_ = sight.from(sliders_);
    if (((view.their_straight | view.their_diagonal) & pinned) != 0) {
      sliders_ &= spread(~pinned);
      seen_ = sight.from(sliders_);
    }
    // The squares that a slider sees from a square, in one direction: at least one, two, ...
    const Lanes landing = Directions<Lanes>::kLanding;
    const Lanes free = landing & spread(empty);
    std::array<Lanes, 7> least;
    least[0] = stepped<-1>(landing & spread(~theirs_));
    for (std::size_t i = 1; i < 7; ++i) least[i] = stepped<-1>(least[i - 1] & free);
    const Lanes at = (seen_ & spread(~theirs_)) | sliders_;
    ones_ = (least[0] ^ least[1] ^ least[2] ^ least[3] ^ least[4] ^ least[5] ^ least[6]) & at;
    twos_ = (least[1] ^ least[3] ^ least[5]) & at;
    fours_ = least[3] & at;
    pawns_ = view.their_pawns & ~pinned;
    west_ = shifted<-V::kForwardEast>(pawns_) & ~kFileH;
    east_ = shifted<-V::kForwardWest>(pawns_) & ~kFileA;
    front_ = shifted<-kForward>(pawns_);
    const Word start_front = front_ & kTheirThirdRank;
    // The squares in front of pawns that could go on from there, and their targets.
    before_two_ = start_front & shifted<kForward>(empty);
    two_ = shifted<-kForward>(start_front & empty);
    pair_front_ = start_front;
    // Squares left out, as a promotion on them counts four times.
    apart_ = 0;
    if constexpr (without != Mask::LastRank) apart_ |= (west_ | east_ | front_) & kTheirLastRank;
    if constexpr (without != Mask::PawnOnSeventh)
      apart_ |= pawns_ & shifted<kForward>(kTheirLastRank);
    touched_ = any_lane(seen_) | west_ | east_ | front_ | two_;
  }

  /// Takes the moves of one piece that it can count, and returns them.
  HWY_INLINE Word piece(Word from, Word to) {
    to &= ~apart_;
    if ((from & touched_) != 0) {
      to &= ~bound(from);
      gain_ += size(to) * worth(from);
    }
    add(to);
    return to;
  }
  /// The same of calm and nearly calm ones.
  template <Code code>
  HWY_INLINE Word piece(const Calm<us, Lanes, without>& calm, Word from, Word to) {
    const Word calm_moves = calm.template of<code>(from, to);
    if (calm_moves == to) return piece(from, to);
    const Word counted = piece(from, calm_moves | calm.template nearly<code>(from, to));
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
    if constexpr (without != Mask::PawnOnSeenLine) to &= ~shifted<steps>(both_ways<kLine>(seen_));
    for (Word rest = shifted<-steps>(to) & touched_; rest != 0;)
      gain_ += kinds * worth(take_first(rest));
    if constexpr (steps == kForward && without != Mask::PawnBetweenPushes) {
      // From the end of a double push to the square that it passes: it is blocked as before.
      gain_ -= size(to & pair_front_);
    }
    if constexpr (steps % 8 != 0 && without != Mask::PawnTakesPawn) {
      // A captured pawn attacked `from`: one move is lost, not two.
      gain_ += kinds * size(to & pawns_);
    }
    add<kinds>(to);
    return to;
  }

  /// The answers to all moves taken. `other` is the number of other answers to each of them.
  [[nodiscard]] HWY_INLINE Word sum(Word other) const {
    if (moves_ == 0) return 0;
    const Word empty = ~(own_ | theirs_);
    const Word one = front_ & empty;
    const Word two = two_ & empty;
    const Word west = west_ & own_;
    const Word east = east_ & own_;
    Word answers = other + size(one) + size(two) + size(west) + size(east);
    answers += 3 * (size(one & kTheirLastRank) + size(west & kTheirLastRank) +
                    size(east & kTheirLastRank));

    const Lanes defended = seen_ & spread(theirs_);
    // The pieces that each knight defends. The moves of a knight are on its own square, as fours
    // and ones.
    std::array<Word, kMostKnights> by_knight{};
    Lanes ones = ones_;
    Lanes fours = fours_;
    Word knights = knights_;
    for (Word& each : by_knight) {
      if (knights == 0) break;
      const Word knight = take_first(knights);
      const Word attacks = knight_attacks(square_of(knight)).bits();
      each = attacks & theirs_;
      const Word moves = size(attacks & ~theirs_);
      ones |= first_lanes(moves % 4) & spread(knight);
      fours |= first_lanes(moves / 4) & spread(knight);
    }
    const auto four = [](Word a, Word b, Word c, Word d) PERFT_VERIFY_ATTR {
      return __builtin_bit_cast(StraightLanes, std::array{a, b, c, d});
    };
    const StraightLanes lost_one =
        four(one | shifted<kForward>(one), (before_two_ & empty) | shifted<2 * kForward>(two),
             two | shifted<V::kForwardEast>(west), shifted<V::kForwardWest>(east));
    const StraightLanes gained_one = four(west_, east_, by_knight[0], by_knight[1]);

    Sizes<Lanes> lost{};
    Sizes<StraightLanes> lost_ones{};
    const auto add_plane = [&](Word plane, int weight) PERFT_VERIFY_ATTR {
      const Lanes entered = spread(plane);
      lost += (sizes(entered & ones) + 2 * sizes(entered & twos_) + 4 * sizes(entered & fours) -
               sizes(entered & defended))
              << weight;
      lost_ones += (sizes(lost_one & plane) - sizes(gained_one & plane)) << weight;
    };
    add_plane(entered_[0], 0);
    add_plane(entered_[1], 1);
    if ((entered_[2] | entered_[3] | entered_[4]) != 0) {
      add_plane(entered_[2], 2);
      if ((entered_[3] | entered_[4]) != 0) {
        add_plane(entered_[3], 3);
        add_plane(entered_[4], 4);
      }
    }
    lost -= sizes(seen_ & spread(~theirs_)) * moves_;
    return moves_ * answers + gain_ - sum_of(lost) - sum_of(lost_ones);
  }

 private:
  static HWY_INLINE Lanes spread(Word set) { return Lanes{} | set; }
  static HWY_INLINE Word size(Word set) { return static_cast<Word>(std::popcount(set)); }

  static HWY_INLINE Lanes rays(Word from) {
    return __builtin_bit_cast(Lanes, kRays<Lanes>[static_cast<std::size_t>(square_of(from))]);
  }
  /// All squares in the first `count` lanes.
  static HWY_INLINE Lanes first_lanes(Word count) {
    return static_cast<Lanes>(Directions<Lanes>::kNumbers < spread(count));
  }
  /// Squares for which it matters that `from` is left at the same time.
  [[nodiscard]] HWY_INLINE Word bound(Word from) const {
    Word squares = 0;
    if constexpr (without != Mask::SeenLine) {
      const Lanes sees = seen_ & spread(from);
      const Lanes line = static_cast<Lanes>((sees | opposite_lanes(sees)) != 0);
      squares |= any_lane(rays(from) & line);
    }
    if constexpr (without != Mask::Attacker)
      squares |= pawn_attacks(us, square_of(from)).bits() & pawns_;
    if ((from & (front_ | two_)) != 0) {
      if constexpr (without != Mask::BlockedPawn) squares |= shifted<kForward>(from) & pawns_;
      if constexpr (without != Mask::PawnBlockedAfterOne)
        squares |= shifted<2 * kForward>(from) & pawns_;
      if constexpr (without != Mask::BetweenPushes)
        squares |= (shifted<kForward>(from) | shifted<-kForward>(from)) & ~pawns_;
    }
    if constexpr (without != Mask::LeftLastRank)
      if ((from & apart_) != 0) squares = ~Word{0};
    return squares;
  }
  /// The worth of a square (see above) with a piece of ours.
  [[nodiscard]] HWY_INLINE Word worth(Word from) const {
    return times_in(ones_, twos_, fours_, from) + size(from & front_) + size(from & before_two_) +
           size(from & two_) - size(from & west_) - size(from & east_);
  }
  /// Adds a move to each of these squares, or four.
  template <int times = 1>
  HWY_INLINE void add(Word to) {
    moves_ += times * size(to);
    // Eight moves to one square are rare.
    for (std::size_t plane = times == 4 ? 2 : 0; plane < entered_.size(); ++plane) {
      if (plane == 3 && to == 0) return;
      const Word carry = entered_[plane] & to;
      entered_[plane] ^= to;
      to = carry;
    }
  }

  Word own_, theirs_, knights_;
  Lanes sliders_, seen_;
  Lanes ones_, twos_, fours_;  // in binary, how many squares a slider sees beyond a square
  Word pawns_, west_, east_, front_, before_two_, two_, pair_front_;
  Word apart_;    // squares that no move counted here leaves or enters
  Word touched_;  // squares with a worth
  std::array<Word, 5> entered_{};
  Word moves_ = 0;
  Word gain_ = 0;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
