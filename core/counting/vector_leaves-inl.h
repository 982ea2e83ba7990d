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

#include "core/counting/calm-inl.h"
#include "core/counting/leaf_counter-inl.h"
#include "core/counting/leaf_queue-inl.h"

#if PERFT_VERIFY_HAS_VECTORS

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Gathers boards and counts their moves a vector at a time; those of several parents share a
/// vector. Boards after calm moves wait by themselves, since less is to be counted of them. The
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
  HWY_NOINLINE void add_grandchildren(const PackedBoard& board) {
    const View<us> view(board);
    receive<~us>(view.their_king, view.king);
    const Sight sight(~view.occupied);
    const Calm<us> calm(view, sight, castling_.by(~us));
    LeafWriter<us, kRoom> calm_leaves(board, view, calm.pinned(), calm_boards_, calm_size_);
    LeafWriter<us, kRoom> leaves(board, view, 0, waiting_.boards, waiting_.size);
    Additive<us> additive(view, sight, calm.pinned());
    LeafSink<us, kRoom> sink(board, view, calm, additive, calm_leaves, leaves);
    expand(view, sight, castling_, sink);
    total_ += sink.finish() + additive.sum(calm.moves());
    waiting_.append(leaves.end() - waiting_.size, view.their_knights);
    if (waiting_.size >= kFull) count_whole_vectors<~us>();
    total_ += (calm_leaves.end() - calm_size_) * calm.moves();
    calm_size_ = calm_leaves.end();
    if (calm_size_ >= kFull) count_calm<~us>();
  }
  /// What was added since the last call, by boards of the color `us` to move.
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
  static constexpr std::size_t kFull = 256;
  static constexpr std::size_t kRoom = kFull + kMostChildren + kLanes;

  /// Boards one after the other, and beside each what is known without looking at it.
  template <std::size_t room>
  struct Queue {
    /// What Knight is, for each board.
    struct Knights {
      alignas(64) std::array<Word, room> squares;
      alignas(64) std::array<Word, room> attacks;
    };
    Boards<room> boards;
    std::array<Knights, 2> knights;
    std::size_t size = 0;
    bool kings_near = false;
    bool many_knights = false;

    /// Notes the knights of the side to move of `count` more boards, which stand at the end
    /// already: children of one parent, which differ in a captured one at most. Whole vectors are
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
    /// Becomes what `other` has from `at` on: less than a vector.
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
  /// What does not fill a vector waits until boards with the same king come again.
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
  template <Color us>
  HWY_NOINLINE void count_whole_vectors() {
    V sum = none();
    std::size_t at = 0;
    for (; at + kLanes <= waiting_.size; at += kLanes) sum = hn::Add(sum, count_vector<us>(at));
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    waiting_.take_rest(waiting_, at);
  }
  template <Color us>
  HWY_INLINE V calm_vector(std::size_t at) const {
    return count_calm_moves<us>(calm_boards_.load(at));
  }
  template <Color us>
  HWY_NOINLINE void count_calm() {
    V sum = none();
    std::size_t at = 0;
    for (; at + kLanes <= calm_size_; at += kLanes) sum = hn::Add(sum, calm_vector<us>(at));
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    calm_boards_.take(calm_boards_, at);
    calm_size_ -= at;
  }
  template <Color us>
  HWY_NOINLINE void count_all_calm() {
    count_calm<us>();
    if (calm_size_ == 0) return;
    calm_boards_.clear(calm_size_);
    const V sum = hn::IfThenElseZero(hn::FirstN(Tag(), calm_size_), calm_vector<us>(0));
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    calm_size_ = 0;
  }
  template <Color us>
  HWY_NOINLINE void count_all() {
    if (waiting_.size >= kLanes) count_whole_vectors<us>();
    if (waiting_.size == 0) return;
    waiting_.boards.clear(waiting_.size);
    const V sum = hn::IfThenElseZero(hn::FirstN(Tag(), waiting_.size), count_vector<us>(0));
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    waiting_.size = 0;
  }

  const CastlingPaths& castling_;
  Queue<kRoom> waiting_;
  std::array<Queue<kLanes>, kSquareCount> rests_;
  Boards<kRoom> calm_boards_;
  std::size_t calm_size_ = 0;
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
