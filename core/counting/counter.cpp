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

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "core/counting/counter_memory.h"
#include "core/counting/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/counting/counter.cpp"
#include <hwy/foreach_target.h>

#include "core/counting/answers-inl.h"
#include "core/counting/simd/children-inl.h"
#include "core/counting/simd/summing-inl.h"
#include "core/counting/simd/vector_leaves-inl.h"
#include "core/counting/table_key-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Below this depth a subtree ends too soon for a check of the stop token to be worthwhile.
inline constexpr int kStopDepth = 5;

#if HWY_TARGET == HWY_STATIC_TARGET
// Without vectors: for the instructions that the compiler assumes.

/// Counts leaves one board at a time.
class ScalarLeaves {
 public:
  explicit ScalarLeaves(const CastlingPaths& castling) : castling_(castling) {}

  template <Color us>
  void add_children(const PackedBoard& board) {
    CountingSink sink;
    const View<us> view(board);
    expand(view, castling_, sink);
    total_ += sink.count;
  }
  template <Color us>
  HWY_INLINE void add_grandchildren(const PackedBoard& board) {
    if (is_straight<us>(board)) {
      add_grandchildren<us, StraightLanes>(board);
    } else {
      add_grandchildren<us, AllLanes>(board);
    }
  }
  template <Color us, class Lanes>
  HWY_NOINLINE void add_grandchildren(const PackedBoard& board) {
    const View<us> view(board);
    const Sight<Lanes> sight(~view.occupied);
    const Calm<us, Lanes> calm(view, sight, castling_.by(~us));
    Additive<us, Lanes> additive(view, sight, calm.pinned());
    std::array<PackedBoard, kMostChildren> children;
    std::array<PackedBoard, kMostChildren> calm_children;
    ChildrenSink<us> calm_leaves(board, view, calm_children.data());
    SummingSink<us, Lanes, ChildrenSink<us>, ChildrenSink<us>> sink(calm, additive, calm_leaves,
                                                                    board, view, children.data());
    expand(view, sight, castling_, sink);
    total_ += additive.sum(calm.moves());
    for (const PackedBoard* child = children.data(); child != sink.end(); ++child)
      add_children<~us>(*child);
    for (const PackedBoard* child = calm_children.data(); child != calm_leaves.end(); ++child)
      total_ += calm.moves() + count_calm<~us, Lanes>(*child, calm.pinned());
  }
  template <Color us>
  void add_grandchildren(const PackedBoard& board, Word& sum) {
    add_grandchildren<us>(board);
    sum = take_total<~us>();
  }
  template <Color>
  void finish_sums() {}
  /// The total since the last call.
  template <Color>
  Word take_total() {
    return std::exchange(total_, 0);
  }

 private:
  /// The moves of sliders and pawns but en passant, without `pinned` ones, on a board after a calm
  /// move.
  template <Color us, class Lanes>
  static Word count_calm(const PackedBoard& board, Word pinned) {
    using V = View<us>;
    const V view(board);
    const auto size = [](Word set) { return static_cast<Word>(std::popcount(set)); };
    const Word free = view.own & ~pinned;
    const Word empty = ~view.occupied;
    const Lanes seen = Sight<Lanes>(empty).from(
        by_kind<Lanes>((view.rooks | view.queens) & free, (view.bishops | view.queens) & free));
    const Word pawns = view.pawns & free;
    constexpr Word kThirdRank = V::kWhite ? kRank1 << 16 : kRank8 >> 16;
    constexpr Word kLastRank = V::kWhite ? kRank8 : kRank1;
    const Word one = shifted<V::kForward>(pawns) & empty;
    const Word two = shifted<V::kForward>(one & kThirdRank) & empty;
    const Word west = shifted<V::kForwardWest>(pawns) & ~kFileH & view.theirs;
    const Word east = shifted<V::kForwardEast>(pawns) & ~kFileA & view.theirs;
    Word moves = sum_of(sizes(seen & (Lanes{} | ~view.own))) + size(one) + size(two) + size(west) +
                 size(east);
    if (((one | west | east) & kLastRank) != 0)
      moves += 3 * (size(one & kLastRank) + size(west & kLastRank) + size(east & kLastRank));
    return moves;
  }

  const CastlingPaths& castling_;
  Word total_ = 0;
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

  std::vector<Answers> answers_by_sums(const PackedBoard& board, Color side_to_move) override {
    return side_to_move == Color::White
               ? HWY_NAMESPACE::answers_by_sums<Color::White>(board, options_.castling)
               : HWY_NAMESPACE::answers_by_sums<Color::Black>(board, options_.castling);
  }

  static void* operator new(std::size_t size, std::align_val_t alignment) {
    return take_counter_memory(size, alignment);
  }
  static void operator delete(void* at, std::align_val_t /*alignment*/) { keep_counter_memory(at); }
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
  /// Requests all entries of the table at once, so that memory answers while they are visited.
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
    if (depth == 3) return look_up_all<us>({children.data(), size}, keys);
    Word sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const Word nodes = look_up<~us>(children[i], depth - 1, keys[i]);
      if (__builtin_add_overflow(sum, nodes, &sum)) failure_ = PerftFailure::Overflow;
      if (failure_) return 0;
    }
    return sum;
  }

  /// Boards of depth 2 that are not in the table are counted together: one by one they would fill
  /// no vectors.
  template <Color us>
  Word look_up_all(std::span<const PackedBoard> boards,
                   const std::array<PerftKey, kMostChildren>& keys) {
    std::array<Word, kMostChildren> sums;
    std::array<std::uint8_t, kMostChildren> missing;
    std::size_t misses = 0;
    Word total = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      if (const auto nodes = options_.table->find(keys[i])) {
        total += *nodes;
        continue;
      }
      sums[misses] = 0;
      leaves_.template add_grandchildren<~us>(boards[i], sums[misses]);
      missing[misses++] = static_cast<std::uint8_t>(i);
    }
    leaves_.template finish_sums<us>();
    for (std::size_t miss = 0; miss < misses; ++miss) {
      options_.table->store(keys[missing[miss]], sums[miss]);
      total += sums[miss];
    }
    return total;
  }

  CounterOptions options_;
  Leaves leaves_;
  std::optional<PerftFailure> failure_;
};

#if HWY_TARGET == HWY_STATIC_TARGET
std::unique_ptr<Counter> make_scalar(CounterOptions options) {
  return std::make_unique<Walk<ScalarLeaves>>(std::move(options));
}
#endif
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
