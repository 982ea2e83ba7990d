// The walk down the tree. Compiled once for each instruction set (Highway's foreach_target), so
// that everything in the loop may use it.
//
//   depth > 2   the children of a board, one after the other
//   depth 2     the children go to the leaves, which count the moves of many boards at a time
//
// With a table, each child that is not found in it is counted by itself, down to depth 2.
#include "core/counting/counter.h"

// Wide vectors are returned only by functions that are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "core/counting/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/counting/counter.cpp"
#include <hwy/foreach_target.h>

#include "core/counting/expansion-inl.h"
#include "core/counting/leaf_counter-inl.h"
#include "core/counting/table_key-inl.h"

HWY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// More than any position has children (218).
inline constexpr std::size_t kMostChildren = 256;

/// Below this depth a subtree ends too soon for the stop token to be worth a look.
inline constexpr int kStopDepth = 5;

/// Counts leaves one board at a time.
class ScalarLeaves {
 public:
  explicit ScalarLeaves(const CastlingPaths& castling) : castling_(castling) {}

  template <Color us>
  void add_children(const PackedBoard& board) {
    CountingSink sink;
    expand(View<us>(board), castling_, sink);
    total_ += sink.count;
  }
  template <Color us>
  HWY_NOINLINE void add_grandchildren(const PackedBoard& board) {
    const View<us> view(board);
    std::array<PackedBoard, kMostChildren> children;
    ChildrenSink<us> sink(board, view, children.data());
    expand(view, castling_, sink);
    for (const PackedBoard* child = children.data(); child != sink.end(); ++child)
      add_children<~us>(*child);
  }
  /// What was added since the last call.
  template <Color>
  Word take_total() {
    return std::exchange(total_, 0);
  }

 private:
  const CastlingPaths& castling_;
  Word total_ = 0;
};

#if PERFT_VERIFY_HAS_VECTORS
/// Gathers boards and counts their moves a vector at a time. The boards that wait together have the
/// king of the side to move on one square; those of several parents share a vector.
class VectorLeaves {
 public:
  explicit VectorLeaves(const CastlingPaths& castling)
      : castling_(castling), kings_leap_(king_leaps_far(castling)) {}

  template <Color us>
  void add_children(const PackedBoard& board) {
    const View<us> view(board);
    receive<us>(view.king, view.their_king);
    waiting_.boards[waiting_.size] = board;
    waiting_.append(1, view.knights);
    if (view.en_passant != 0) total_ += count_en_passant<us>(board);
  }
  template <Color us>
  HWY_NOINLINE void add_grandchildren(const PackedBoard& board) {
    const View<us> view(board);
    receive<~us>(view.their_king, view.king);
    PackedBoard* const begin = waiting_.boards.data() + waiting_.size;
    ChildrenSink<us> sink(board, view, begin);
    expand(view, castling_, sink);
    for (int back = 1; back <= sink.en_passant_children(); ++back)
      total_ += count_en_passant<~us>(*(sink.after_en_passant() - back));
    waiting_.append(static_cast<std::size_t>(sink.end() - begin), view.their_knights);
    if (waiting_.size >= kFull) count_whole_vectors<~us>();
  }
  /// What was added since the last call, by boards of the colour `us` to move.
  template <Color us>
  Word take_total() {
    count_all<us>();
    while (put_aside_ != 0) {
      change_king<us>(put_aside_ & (0 - put_aside_));
      count_all<us>();
    }
    return std::exchange(total_, 0);
  }

 private:
  static constexpr std::size_t kFull = 256;

  /// Boards one after the other, and beside each what is known without looking at it.
  template <std::size_t room>
  struct Queue {
    /// What Knight is, for each board.
    struct Knights {
      alignas(64) std::array<Word, room> squares;
      alignas(64) std::array<Word, room> attacks;
    };
    alignas(64) std::array<PackedBoard, room> boards;
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
      std::copy_n(other.boards.data() + at, kLanes, boards.data());
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
    // The enemy's king may be about to move: one square, or two by castling.
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
    V white, diagonal, straight, other;
    hn::LoadInterleaved4(Tag(), reinterpret_cast<const Word*>(waiting_.boards.data() + at), white,
                         diagonal, straight, other);
    const auto knight = [&](std::size_t number) HWY_ATTR {
      return Knight{hn::Load(Tag(), waiting_.knights[number].squares.data() + at),
                    hn::Load(Tag(), waiting_.knights[number].attacks.data() + at)};
    };
    return count_moves<us>(white, diagonal, straight, other, kKingViews[index(square_of(king_))],
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
  HWY_NOINLINE void count_all() {
    if (waiting_.size >= kLanes) count_whole_vectors<us>();
    if (waiting_.size == 0) return;
    std::fill(waiting_.boards.begin() + waiting_.size, waiting_.boards.begin() + kLanes,
              PackedBoard{});
    const V sum = hn::IfThenElseZero(hn::FirstN(Tag(), waiting_.size), count_vector<us>(0));
    total_ += hn::GetLane(hn::SumOfLanes(Tag(), sum));
    waiting_.size = 0;
  }

  const CastlingPaths& castling_;
  Queue<kFull + kMostChildren> waiting_;
  std::array<Queue<kLanes>, kSquareCount> rests_;
  Word put_aside_ = 0;  // kings with boards in rests_
  Word total_ = 0;
  Word king_ = 0;
  bool kings_leap_;
  bool may_castle_ = false;
};
#endif

template <class Leaves>
class Walk final : public Counter {
 public:
  explicit Walk(CounterOptions options)
      : options_(std::move(options)), leaves_(options_.castling) {}

  std::expected<Word, PerftFailure> count(const PackedBoard& board, Color side_to_move,
                                          int depth) override {
    failure_.reset();
    const Word nodes = side_to_move == Color::White ? count<Color::White>(board, depth)
                                                    : count<Color::Black>(board, depth);
    if (failure_) return std::unexpected(*failure_);
    return nodes;
  }

  /// glibc before 2.38 does not find freed blocks of a larger alignment again, so that each of many
  /// short counts would take ten more kilobytes for good. Blocks of any alignment it does find.
  static void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto align = static_cast<std::size_t>(alignment);
    std::size_t room = size + align;
    void* const whole = ::operator new(room + sizeof(void*));
    void* at = static_cast<std::byte*>(whole) + sizeof(void*);
    std::align(align, size, at, room);
    std::memcpy(static_cast<std::byte*>(at) - sizeof(void*), static_cast<const void*>(&whole),
                sizeof(void*));
    return at;
  }
  static void operator delete(void* at, std::align_val_t /*alignment*/) {
    void* whole = nullptr;
    std::memcpy(static_cast<void*>(&whole), static_cast<std::byte*>(at) - sizeof(void*),
                sizeof(void*));
    ::operator delete(whole);
  }
  static void* operator new(std::size_t size) { return ::operator new(size); }
  static void operator delete(void* at) { ::operator delete(at); }

 private:
  template <Color us>
  HWY_INLINE Word count(const PackedBoard& board, int depth) {
    if (options_.table != nullptr && depth >= 2) return look_up<us>(board, depth);
    add_below<us>(board, depth);
    return depth % 2 == 0 ? leaves_.template take_total<~us>() : leaves_.template take_total<us>();
  }

  [[nodiscard]] bool gives_up(int depth) {
    if (depth >= kStopDepth && options_.stop.stop_requested()) failure_ = PerftFailure::Stopped;
    return failure_.has_value();
  }

  /// Hands all leaves of a subtree to leaves_. Their sum cannot overflow: a lifetime is too
  /// short to add up 2^64 moves.
  template <Color us>
  void add_below(const PackedBoard& board, int depth) {
    if (depth == 1) return leaves_.template add_children<us>(board);
    if (depth == 2) return leaves_.template add_grandchildren<us>(board);
    if (gives_up(depth)) return;
    const View<us> view(board);
    std::array<PackedBoard, kMostChildren> children;
    ChildrenSink<us> sink(board, view, children.data());
    expand(view, options_.castling, sink);
    for (const PackedBoard* child = children.data(); child != sink.end(); ++child)
      add_below<~us>(*child, depth - 1);
  }

  template <Color us>
  Word look_up(const PackedBoard& board, int depth) {
    return look_up<us>(board, depth, table_key(board, us, depth));
  }
  template <Color us>
  HWY_INLINE Word look_up(const PackedBoard& board, int depth, const PerftKey& key) {
    const bool fits = depth <= PerftTable::kDeepest;
    if (fits)
      if (const auto nodes = options_.table->find(key)) return *nodes;
    const Word nodes = count_children<us>(board, depth);
    if (fits && !failure_) options_.table->store(key, nodes);
    return nodes;
  }
  /// The table's entries are asked for all at once, so that memory answers while they are
  /// walked.
  template <Color us>
  Word count_children(const PackedBoard& board, int depth) {
    if (depth == 2) {
      leaves_.template add_grandchildren<us>(board);
      return leaves_.template take_total<~us>();
    }
    if (gives_up(depth)) return 0;
    const View<us> view(board);
    std::array<PackedBoard, kMostChildren> children;
    std::array<PerftKey, kMostChildren> keys;
    ChildrenSink<us> sink(board, view, children.data());
    expand(view, options_.castling, sink);
    const auto size = static_cast<std::size_t>(sink.end() - children.data());
    for (std::size_t i = 0; i < size; ++i) {
      keys[i] = table_key(children[i], ~us, depth - 1);
      options_.table->prefetch(keys[i].hash);
    }
    Word sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const Word nodes = look_up<~us>(children[i], depth - 1, keys[i]);
      if (__builtin_add_overflow(sum, nodes, &sum)) failure_ = PerftFailure::Overflow;
      if (failure_) return 0;
    }
    return sum;
  }

  CounterOptions options_;
  Leaves leaves_;
  std::optional<PerftFailure> failure_;
};

std::unique_ptr<Counter> make_scalar(CounterOptions options) {
  return std::make_unique<Walk<ScalarLeaves>>(std::move(options));
}
#if PERFT_VERIFY_HAS_VECTORS
std::unique_ptr<Counter> make_vector(CounterOptions options) {
  return std::make_unique<Walk<VectorLeaves>>(std::move(options));
}
#endif

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perft_verify::counting {

std::unique_ptr<Counter> make_counter(SimdPath path, CounterOptions options) {
  switch (path) {
#if HWY_TARGETS & HWY_AVX3_DL
    case SimdPath::Avx512:
      return N_AVX3_DL::make_vector(std::move(options));
#endif
#if HWY_TARGETS & HWY_AVX3
    case SimdPath::Skylake512:
      return N_AVX3::make_vector(std::move(options));
#endif
#if HWY_TARGETS & HWY_AVX2
    case SimdPath::Avx2:
      return N_AVX2::make_vector(std::move(options));
#endif
#if HWY_TARGETS & HWY_SSE4
    case SimdPath::Sse4:
      return N_SSE4::make_vector(std::move(options));
#endif
#if HWY_TARGETS & HWY_NEON
    case SimdPath::Neon:
      return N_NEON::make_vector(std::move(options));
#endif
    default:
      return HWY_STATIC_DISPATCH(make_scalar)(std::move(options));
  }
}

}  // namespace perft_verify::counting
#endif
