// The leaves of a tree, gathered until they fill vectors.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_VECTOR_LEAVES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_VECTOR_LEAVES_INL_H
#undef PERFT_VERIFY_VECTOR_LEAVES_INL_H
#else
#define PERFT_VERIFY_VECTOR_LEAVES_INL_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "core/counting/simd/leaf_counter-inl.h"
#include "core/counting/simd/leaf_queue-inl.h"
#include "core/counting/simd/summing-inl.h"

#if PERFT_VERIFY_HAS_VECTORS

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Gathers boards and counts their moves a vector at a time; those of several parents share a
/// vector. Boards after calm moves wait separately, since less has to be counted for them. The
/// others wait together as long as the king of the side to move stands on one square.
class VectorLeaves {
 public:
  explicit VectorLeaves(const CastlingPaths& castling)
      : castling_(castling), kings_leap_(king_leaps_far(castling)) {}

  template <Color us>
  void add_children(const PackedBoard& board) {
    const View<us> view(board);
    receive<us>(view.king, view.their_king);
    waiting_.boards.set(waiting_.size, board);
    waiting_.append(1, view.knights);
    if (view.en_passant != 0) total_ += count_en_passant<us>(board);
  }
  template <Color us>
  void add_grandchildren(const PackedBoard& board) {
    add_grandchildren<us, false>(board, total_);
  }
  /// The same for several boards, each with a sum of its own; complete after finish_sums().
  template <Color us>
  void add_grandchildren(const PackedBoard& board, Word& sum) {
    add_grandchildren<us, true>(board, sum);
  }
  /// The color `us` is to move on the leaves.
  template <Color us>
  void finish_sums() {
    count_all_calm<us, true>();
    count_all<us, true>();
  }
  /// The total since the last call, of boards with the color `us` to move.
  template <Color us>
  Word take_total() {
    count_all_calm<us>();
    count_all<us>();
    while (put_aside_ != 0) {
      change_king<us>(put_aside_ & (0 - put_aside_));
      count_all<us>();
    }
    return std::exchange(total_, 0);
  }

 private:
  template <Color us, bool apart>
  HWY_INLINE void add_grandchildren(const PackedBoard& board, Word& sum) {
    if (is_straight<us>(board)) {
      add_grandchildren<us, StraightLanes, apart>(board, sum);
    } else {
      add_grandchildren<us, AllLanes, apart>(board, sum);
    }
  }
  template <Color us, class Lanes, bool apart>
  HWY_NOINLINE void add_grandchildren(const PackedBoard& board, Word& sum) {
    const View<us> view(board);
    // Boards that are set aside would lose their sums.
    if (apart && view.their_king != king_) count_all<~us, true>();
    receive<~us>(view.their_king, view.king);
    const Sight<Lanes> sight(~view.occupied);
    LeafWriter<us, kRoom> leaves(board, view, 0, waiting_.boards, waiting_.size);
    if (has_few_moves(view)) {
      LeafSink<us, kRoom> sink(board, view, leaves);
      expand(view, sight, castling_, sink);
      sum += sink.finish();
    } else {
      const Calm<us, Lanes> calm(view, sight, castling_.by(~us));
      LeafWriter<us, kRoom> calm_leaves(board, view, calm.pinned(), calm_boards_, calm_size_);
      Additive<us, Lanes> additive(view, sight, calm.pinned());
      SummingSink<us, Lanes, LeafWriter<us, kRoom>, LeafSink<us, kRoom>> sink(
          calm, additive, calm_leaves, board, view, leaves);
      expand(view, sight, castling_, sink);
      sum += sink.finish() + additive.sum(calm.moves()) +
             (calm_leaves.end() - calm_size_) * calm.moves();
      if constexpr (apart)
        std::fill(calm_sums_.data() + calm_size_, calm_sums_.data() + calm_leaves.end(), &sum);
      calm_size_ = calm_leaves.end();
      if (calm_size_ >= kFull) count_calm<~us, apart>();
    }
    if constexpr (apart) std::fill(sums_.data() + waiting_.size, sums_.data() + leaves.end(), &sum);
    waiting_.append(leaves.end() - waiting_.size, view.their_knights);
    if (waiting_.size >= kFull) count_whole_vectors<~us, apart>();
  }
  /// Whether it takes less time to count all children than to find the calm moves first. That pays
  /// on the widest path only (decision 13).
  template <Color us>
  static HWY_INLINE bool has_few_moves(const View<us>& view) {
    return HWY_TARGET == HWY_AVX3_DL && std::popcount(view.occupied) < kFewPieces &&
           view.queens == 0;
  }
  static constexpr int kFewPieces = 16;
  static constexpr std::size_t kFull = 256;
  static constexpr std::size_t kRoom = kFull + kMostChildren + kLanes;
  using Sums = std::array<Word*, kRoom>;

  /// Boards one after the other, each with the facts known without examining it.
  template <std::size_t room>
  struct Queue {
    /// The fields of Knight, for each board.
    struct Knights {
      alignas(64) std::array<Word, room> squares;
      alignas(64) std::array<Word, room> attacks;
    };
    Boards<room> boards;
    std::array<Knights, 2> knights;
    std::size_t size = 0;
    bool kings_near = false;
    bool many_knights = false;

    /// Notes the knights of the side to move of `count` more boards, which are at the end already:
    /// children of one parent, which differ in at most one captured knight. Whole vectors are
    /// written, so there must be room for one more.
    HWY_INLINE void append(std::size_t count, Word their_knights) {
      for (Knights& each : knights) {
        const Word square = take_first(their_knights);
        const Word attacks = square == 0 ? 0 : knight_attacks(square_of(square)).bits();
        for (std::size_t at = size; at < size + count; at += kLanes) {
          hn::StoreU(all(square), Tag(), each.squares.data() + at);
          hn::StoreU(all(attacks), Tag(), each.attacks.data() + at);
        }
      }
      many_knights |= their_knights != 0;
      size += count;
    }
    /// Takes over the boards of `other` from `at` on: less than a vector.
    template <std::size_t other_room>
    HWY_INLINE void take_rest(const Queue<other_room>& other, std::size_t at) {
      boards.take(other.boards, at);
      for (std::size_t each = 0; each < knights.size(); ++each) {
        std::copy_n(other.knights[each].squares.data() + at, kLanes, knights[each].squares.data());
        std::copy_n(other.knights[each].attacks.data() + at, kLanes, knights[each].attacks.data());
      }
      size = other.size - at;
      kings_near = other.kings_near;
      many_knights = other.many_knights;
    }
  };

  /// Makes sure that boards with this king may join those that wait.
  template <Color us>
  HWY_INLINE void receive(Word king, Word their_king) {
    if (king != king_) change_king<us>(king);
    if (waiting_.size == 0) waiting_.kings_near = waiting_.many_knights = false;
    // The opponent's king may be about to move: one square, or two by castling.
    waiting_.kings_near |= kings_leap_ || distance(square_of(king), square_of(their_king)) < 5;
  }
  /// Boards that do not fill a vector wait until others with the same king arrive.
  template <Color us>
  HWY_NOINLINE void change_king(Word king) {
    if (waiting_.size >= kLanes) count_whole_vectors<us>();
    if (waiting_.size != 0) {
      rests_[index(square_of(king_))].take_rest(waiting_, 0);
      put_aside_ |= king_;
    }
    king_ = king;
    may_castle_ = castles_from<us>(king);
    waiting_.size = 0;
    if ((put_aside_ & king) != 0) {
      waiting_.take_rest(rests_[index(square_of(king))], 0);
      put_aside_ ^= king;
    }
  }
  static std::size_t index(Square square) { return static_cast<std::size_t>(square); }
  /// In Chess960 a king may castle across the board.
  static bool king_leaps_far(const CastlingPaths& castling) {
    for (const Color color : kColors)
      for (const CastlingPath& path : castling.by(color))
        if (path.rook != 0 && distance(square_of(path.king), square_of(path.king_to)) > 2)
          return true;
    return false;
  }
  static int distance(Square a, Square b) {
    return std::max(std::abs(perft_verify::index(file_of(a)) - perft_verify::index(file_of(b))),
                    std::abs(perft_verify::index(rank_of(a)) - perft_verify::index(rank_of(b))));
  }
  template <Color us>
  [[nodiscard]] bool castles_from(Word king) const {
    return std::ranges::any_of(castling_.by(us), [king](const CastlingPath& path) {
      return path.rook != 0 && path.king == king;
    });
  }

  template <Color us>
  HWY_INLINE V count_vector(std::size_t at) const {
    const auto knight = [&](std::size_t number) PERFT_VERIFY_ATTR {
      return Knight{hn::Load(Tag(), waiting_.knights[number].squares.data() + at),
                    hn::Load(Tag(), waiting_.knights[number].attacks.data() + at)};
    };
    return count_moves<us>(waiting_.boards.load(at), kKingViews[index(square_of(king_))],
                           {knight(0), knight(1)}, waiting_.many_knights, may_castle_,
                           waiting_.kings_near, castling_.by(us));
  }
  /// Adds the counts of the first `size` boards of a vector to the total, or to their own sums.
  template <bool apart>
  HWY_INLINE void add_counts(V counts, Word* const* sums, std::size_t size) {
    if constexpr (apart) {
      alignas(64) std::array<Word, kLanes> each;
      hn::Store(counts, Tag(), each.data());
      for (std::size_t at = 0; at < size; ++at) *sums[at] += each[at];
    } else {
      const V counted = hn::IfThenElseZero(hn::FirstN(Tag(), size), counts);
      total_ += hn::GetLane(hn::SumOfLanes(Tag(), counted));
    }
  }
  /// Counts whole vectors of `size` boards, and returns how many boards that were.
  template <bool apart, class Count>
  HWY_INLINE std::size_t count_vectors(std::size_t size, Sums& sums, Count count) {
    V sum = none();
    std::size_t at = 0;
    for (; at + kLanes <= size; at += kLanes) {
      if constexpr (apart) {
        add_counts<apart>(count(at), sums.data() + at, kLanes);
      } else {
        sum = hn::Add(sum, count(at));
      }
    }
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    if constexpr (apart) std::copy_n(sums.data() + at, kLanes, sums.data());
    return at;
  }
  template <Color us, bool apart = false>
  HWY_NOINLINE void count_whole_vectors() {
    const auto count = [this](std::size_t at) PERFT_VERIFY_ATTR { return count_vector<us>(at); };
    waiting_.take_rest(waiting_, count_vectors<apart>(waiting_.size, sums_, count));
  }
  template <Color us>
  HWY_INLINE V calm_vector(std::size_t at) const {
    return count_calm_moves<us>(calm_boards_.load(at));
  }
  template <Color us, bool apart = false>
  HWY_NOINLINE void count_calm() {
    const auto count = [this](std::size_t at) PERFT_VERIFY_ATTR { return calm_vector<us>(at); };
    const std::size_t counted = count_vectors<apart>(calm_size_, calm_sums_, count);
    calm_boards_.take(calm_boards_, counted);
    calm_size_ -= counted;
  }
  template <Color us, bool apart = false>
  HWY_NOINLINE void count_all_calm() {
    count_calm<us, apart>();
    if (calm_size_ == 0) return;
    calm_boards_.clear(calm_size_);
    add_counts<apart>(calm_vector<us>(0), calm_sums_.data(), calm_size_);
    calm_size_ = 0;
  }
  template <Color us, bool apart = false>
  HWY_NOINLINE void count_all() {
    if (waiting_.size >= kLanes) count_whole_vectors<us, apart>();
    if (waiting_.size == 0) return;
    waiting_.boards.clear(waiting_.size);
    add_counts<apart>(count_vector<us>(0), sums_.data(), waiting_.size);
    waiting_.size = 0;
  }

  const CastlingPaths& castling_;
  Queue<kRoom> waiting_;
  std::array<Queue<kLanes>, kSquareCount> rests_;
  Boards<kRoom> calm_boards_;
  std::size_t calm_size_ = 0;
  // The sum to which each board that waits will be added, where it is not the total.
  Sums sums_;
  Sums calm_sums_;
  Word put_aside_ = 0;  // kings with boards in rests_
  Word total_ = 0;
  Word king_ = 0;
  bool kings_leap_;
  bool may_castle_ = false;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
