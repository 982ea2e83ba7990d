// The children of a packed board: all positions one legal move further, or their number.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_CHILDREN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_CHILDREN_INL_H
#undef PERFT_VERIFY_CHILDREN_INL_H
#else
#define PERFT_VERIFY_CHILDREN_INL_H
#endif

#include "core/counting/simd/expansion-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// More than any position has children (218).
inline constexpr std::size_t kMostChildren = 256;

/// Counts the moves that it receives.
struct CountingSink {
  Word count = 0;

  static Word size(Word set) { return static_cast<Word>(std::popcount(set)); }
  template <Code>
  HWY_INLINE void piece(Word, Word to) {
    count += size(to);
  }
  template <int>
  HWY_INLINE void pawns(Word to) {
    count += size(to);
  }
  HWY_INLINE void double_pushes(Word to) { count += size(to); }
  template <int>
  HWY_INLINE void promotions(Word to) {
    count += 4 * size(to);
  }
  HWY_INLINE void en_passant(Word, Word, Word) { ++count; }
  HWY_INLINE void castling(const CastlingPath&) { ++count; }
};

/// Writes the child boards of the moves that it receives, one after the other.
template <Color us>
class ChildrenSink {
 public:
  HWY_INLINE ChildrenSink(const PackedBoard& board, const View<us>& view, PackedBoard* out)
      : out_(out),
        their_pawns_(view.their_pawns),
        castling_rooks_(view.castling_rooks),
        king_(view.king) {
    board_ = board.planes;
    board_[0] &= view.occupied;  // the en passant square is gone after any move
  }
  [[nodiscard]] HWY_INLINE PackedBoard* end() const { return out_; }
  template <Code code>
  HWY_INLINE void piece(Word from, Word to) {
    Planes left = taken_off(board_, from);
    if constexpr (code == Code::King) left = without_rights(left);
    while (to != 0) add(put_down<code>(left, take_first(to)));
  }
  template <int steps>
  HWY_INLINE void pawns(Word to) {
    while (to != 0) add(pawn_moved<steps>(take_first(to)));
  }
  HWY_INLINE void double_pushes(Word to) {
    const Word with_capture = seen(to);
    to ^= with_capture;
    while (to != 0) add(pawn_moved<2 * View<us>::kForward>(take_first(to)));
    for (Word rest = with_capture; rest != 0;) {
      const Word single = take_first(rest);
      Planes child = pawn_moved<2 * View<us>::kForward>(single);
      child[0] |= shifted<-View<us>::kForward>(single);
      add(child);
      ++en_passant_children_;
    }
    after_en_passant_ = out_;
  }
  /// Squares of double pushes beside which an opposing pawn stands.
  [[nodiscard]] HWY_INLINE Word seen(Word to) const {
    return to & (((their_pawns_ << 1) & ~kFileA) | ((their_pawns_ >> 1) & ~kFileH));
  }
  template <int steps>
  HWY_INLINE void promotions(Word to) {
    while (to != 0) {
      const Word single = take_first(to);
      const Planes left = taken_off(board_, shifted<-steps>(single));
      add(put_down<Code::Queen>(left, single));
      add(put_down<Code::Rook>(left, single));
      add(put_down<Code::Bishop>(left, single));
      add(put_down<Code::Knight>(left, single));
    }
  }
  HWY_INLINE void en_passant(Word from, Word to, Word victim) {
    add(put_down<Code::Pawn>(taken_off(board_, from | victim), to));
  }
  HWY_INLINE void castling(const CastlingPath& path) {
    Planes child = without_rights(taken_off(board_, king_ | path.rook));
    child = put_down<Code::King>(child, path.king_to);
    add(put_down<Code::Rook>(child, path.rook_to));
  }

  /// The children that carry an en passant square: the last `en_passant_children()` before
  /// this place.
  [[nodiscard]] HWY_INLINE const PackedBoard* after_en_passant() const { return after_en_passant_; }
  [[nodiscard]] HWY_INLINE int en_passant_children() const { return en_passant_children_; }

 private:
  static HWY_INLINE Planes spread(Word squares) { return Planes{} | squares; }
  static HWY_INLINE Planes taken_off(const Planes& planes, Word squares) {
    return planes & ~spread(squares);
  }
  template <Code code>
  static HWY_INLINE Planes put_down(const Planes& planes, Word single) {
    const Planes mask = spread(single);
    return (planes & ~mask) | (kEverywhere<us, code> & mask);
  }
  template <int steps>
  HWY_INLINE Planes pawn_moved(Word to) const {
    return (board_ & ~spread(to | shifted<-steps>(to))) |
           (kEverywhere<us, Code::Pawn> & spread(to));
  }
  /// Own castling rooks become plain ones.
  HWY_INLINE Planes without_rights(const Planes& planes) const {
    const Planes cleared{~0ULL, ~castling_rooks_, ~0ULL, ~castling_rooks_};
    return planes & cleared;
  }
  HWY_INLINE void add(const Planes& planes) { (out_++)->planes = planes; }

  Planes board_;
  PackedBoard* out_;
  const PackedBoard* after_en_passant_ = nullptr;
  int en_passant_children_ = 0;
  Word their_pawns_;
  Word castling_rooks_;
  Word king_;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
