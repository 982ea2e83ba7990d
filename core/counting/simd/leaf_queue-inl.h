// Leaves that wait to be counted: set by set, so that a vector is loaded as it is counted, and
// written a vector at a time.
//
//      white     | board 0 | board 1 | board 2 | ...
//      diagonal  | board 0 | board 1 | board 2 | ...      the planes of packed_board.h
//      straight  | board 0 | board 1 | board 2 | ...
//      other     | board 0 | board 1 | board 2 | ...
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_LEAF_QUEUE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_LEAF_QUEUE_INL_H
#undef PERFT_VERIFY_LEAF_QUEUE_INL_H
#else
#define PERFT_VERIFY_LEAF_QUEUE_INL_H
#endif

#include "core/counting/simd/children-inl.h"
#include "core/counting/simd/leaf_counter-inl.h"

#if PERFT_VERIFY_HAS_VECTORS

#if HWY_TARGET == HWY_AVX3_DL
#include <immintrin.h>
#endif

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Boards one after the other. Writing a vector at a time may reach beyond the last one.
template <std::size_t room>
struct Boards {
  alignas(64) std::array<Word, room> white;
  alignas(64) std::array<Word, room> diagonal;
  alignas(64) std::array<Word, room> straight;
  alignas(64) std::array<Word, room> other;

  HWY_INLINE void set(std::size_t at, const PackedBoard& board) {
    white[at] = board.white();
    diagonal[at] = board.diagonal();
    straight[at] = board.straight();
    other[at] = board.other();
  }
  [[nodiscard]] HWY_INLINE PackedBoard get(std::size_t at) const {
    return {Planes{white[at], diagonal[at], straight[at], other[at]}};
  }
  [[nodiscard]] HWY_INLINE LaneBoards load(std::size_t at) const {
    return {hn::LoadU(Tag(), white.data() + at), hn::LoadU(Tag(), diagonal.data() + at),
            hn::LoadU(Tag(), straight.data() + at), hn::LoadU(Tag(), other.data() + at)};
  }
  /// Empties the first vector from `at` on.
  HWY_INLINE void clear(std::size_t at) {
    for (; at < kLanes; ++at) set(at, PackedBoard{});
  }
  /// A vector of boards from another place.
  template <std::size_t other_room>
  HWY_INLINE void take(const Boards<other_room>& from, std::size_t at) {
    std::copy_n(from.white.data() + at, kLanes, white.data());
    std::copy_n(from.diagonal.data() + at, kLanes, diagonal.data());
    std::copy_n(from.straight.data() + at, kLanes, straight.data());
    std::copy_n(from.other.data() + at, kLanes, other.data());
  }
};

/// Hands the squares of a set, one a lane, to `use`, a vector at a time. The lanes beyond the last
/// square of a set hold anything.
template <class Use>
HWY_INLINE void each_vector(Word set, Use use) {
#if HWY_TARGET == HWY_AVX3_DL
  const __m512i numbers = _mm512_set_epi64(
      0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
      0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
  __m512i squares = _mm512_maskz_compress_epi8(set, numbers);
  for (int rest = std::popcount(set);;) {
    use(V{_mm512_sllv_epi64(_mm512_set1_epi64(1),
                            _mm512_cvtepu8_epi64(_mm512_castsi512_si128(squares)))});
    rest -= static_cast<int>(kLanes);
    if (rest <= 0) return;
    squares = _mm512_alignr_epi64(squares, squares, 1);
  }
#else
  alignas(64) std::array<Word, 32 + kLanes> squares;
  std::size_t size = 0;
  while (set != 0) squares[size++] = take_first(set);
  for (std::size_t at = 0; at < size; at += kLanes) use(hn::Load(Tag(), squares.data() + at));
#endif
}

/// Writes children of a board to the end of a queue.
template <Color us, std::size_t room>
class LeafWriter {
 public:
  /// `fixed` are pieces to be written as kings, whose moves are not counted.
  HWY_INLINE LeafWriter(const PackedBoard& board, const View<us>& view, Word fixed,
                        Boards<room>& out, std::size_t at)
      : white_(all(board.white() & view.occupied)),
        diagonal_(all(board.diagonal() & ~fixed)),
        straight_(all(board.straight() | fixed)),
        other_(all(board.other() | fixed)),
        out_(out),
        at_(at) {}
  [[nodiscard]] HWY_INLINE std::size_t end() const { return at_; }
  HWY_INLINE void add(const PackedBoard& board) { out_.set(at_++, board); }
  template <Code code>
  HWY_INLINE void piece(Word from, Word to) {
    const V start = all(from);
    std::size_t at = at_;
    each_vector(to, [&](V square) PERFT_VERIFY_ATTR {
      write<code>(hn::Or(start, square), square, at);
      at += kLanes;
    });
    at_ += static_cast<std::size_t>(std::popcount(to));
  }
  template <int steps>
  HWY_INLINE void pawns(Word to) {
    std::size_t at = at_;
    each_vector(to, [&](V square) PERFT_VERIFY_ATTR {
      write<Code::Pawn>(hn::Or(shifted<-steps>(square), square), square, at);
      at += kLanes;
    });
    at_ += static_cast<std::size_t>(std::popcount(to));
  }

 private:
  template <Code code>
  HWY_INLINE void write(V changed, V square, std::size_t at) {
    constexpr auto kCode = static_cast<unsigned>(code);
    const auto with = [&](V plane, bool set) PERFT_VERIFY_ATTR {
      const V left = hn::AndNot(changed, plane);
      return set ? hn::Or(left, square) : left;
    };
    hn::StoreU(with(white_, us == Color::White), Tag(), out_.white.data() + at);
    hn::StoreU(with(diagonal_, (kCode & 1) != 0), Tag(), out_.diagonal.data() + at);
    hn::StoreU(with(straight_, (kCode & 2) != 0), Tag(), out_.straight.data() + at);
    hn::StoreU(with(other_, (kCode & 4) != 0), Tag(), out_.other.data() + at);
  }

  V white_, diagonal_, straight_, other_;
  Boards<room>& out_;
  std::size_t at_;
};

/// Writes all children to a queue. Moves that change more than two squares or a piece are few, and
/// made one by one. The king's steps leave his rooks their rights, which no answer asks for.
template <Color us, std::size_t room>
class LeafSink {
 public:
  HWY_INLINE LeafSink(const PackedBoard& board, const View<us>& view, LeafWriter<us, room>& leaves)
      : leaves_(leaves), rare_(board, view, rare_boards_.data()) {}

  template <Code code>
  HWY_INLINE void piece(Word from, Word to) {
    if (to != 0) leaves_.template piece<code>(from, to);
  }
  template <int steps>
  HWY_INLINE void pawns(Word to) {
    if (to != 0) leaves_.template pawns<steps>(to);
  }
  HWY_INLINE void double_pushes(Word to) {
    const Word with_capture = seen(to);
    if (with_capture != 0) rare_.double_pushes(with_capture);
    pawns<2 * View<us>::kForward>(to ^ with_capture);
  }
  /// Squares of double pushes that an opposing pawn may answer en passant.
  [[nodiscard]] HWY_INLINE Word seen(Word to) const { return rare_.seen(to); }
  template <int steps>
  HWY_INLINE void promotions(Word to) {
    rare_.template promotions<steps>(to);
  }
  HWY_INLINE void en_passant(Word from, Word to, Word victim) {
    rare_.en_passant(from, to, victim);
  }
  HWY_INLINE void castling(const CastlingPath& path) { rare_.castling(path); }

  /// To be called at the end. Returns the number of leaves with an en passant capture.
  HWY_INLINE Word finish() {
    for (const PackedBoard* board = rare_boards_.data(); board != rare_.end(); ++board)
      leaves_.add(*board);
    Word captures = 0;
    for (int back = 1; back <= rare_.en_passant_children(); ++back)
      captures += count_en_passant<~us>(*(rare_.after_en_passant() - back));
    return captures;
  }

 private:
  LeafWriter<us, room>& leaves_;
  // At most 8 pawns on a rank promote, in 3 directions and 4 ways; 8 pawns are pushed twice; and 2
  // en passant captures and 2 castlings.
  std::array<PackedBoard, 96 + 8 + 4> rare_boards_;
  ChildrenSink<us> rare_;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
