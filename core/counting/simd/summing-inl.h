// Divides the moves of a board two plies above the leaves: answers to most are summed, and the
// boards that the others lead to are written, those after calm moves by themselves.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_SUMMING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_SUMMING_INL_H
#undef PERFT_VERIFY_SUMMING_INL_H
#else
#define PERFT_VERIFY_SUMMING_INL_H
#endif

#include <utility>

#include "core/counting/simd/additive-inl.h"
#include "core/counting/simd/calm-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// A sink of expand() that hands each move to one of three: `additive`, `calm_leaves`, where the
/// answers of sliders and pawns are left to count, or `Leaves`. These are sinks as well; the last
/// is a base since clang keeps other facts in registers then (decision 13: 1.4 times as fast).
template <Color us, class Lanes, class CalmLeaves, class Leaves>
class SummingSink : public Leaves {
  static constexpr int kTwoForward = 2 * View<us>::kForward;

 public:
  /// `leaves` are the arguments of the constructor of Leaves.
  template <class... Arguments>
  HWY_INLINE SummingSink(const Calm<us, Lanes>& calm, Additive<us, Lanes>& additive,
                         CalmLeaves& calm_leaves, Arguments&&... leaves)
      : Leaves(std::forward<Arguments>(leaves)...),
        calm_(calm),
        additive_(additive),
        calm_leaves_(calm_leaves) {}

  template <Code code>
  HWY_INLINE void piece(Word from, Word to) {
    Word calm = calm_.template of<code>(from, to);
    if (to != 0) {
      const Word counted = additive_.template piece<code>(calm_, from, to);
      to ^= counted;
      calm &= ~(counted | calm_.by_knights());
      if (to == 0) return;
    }
    if (calm != 0) calm_leaves_.template piece<code>(from, calm);
    Leaves::template piece<code>(from, to ^ calm);
  }
  template <int steps>
  HWY_INLINE void pawns(Word to) {
    Leaves::template pawns<steps>(to ^ take_calm_pawns<steps>(to));
  }
  HWY_INLINE void double_pushes(Word to) {
    Leaves::double_pushes(to ^ take_calm_pawns<kTwoForward>(to & ~Leaves::seen(to)));
  }
  template <int steps>
  HWY_INLINE void promotions(Word to) {
    const Word calm = calm_.template of_promotions<steps>(to);
    Leaves::template promotions<steps>(to ^ additive_.template pawns<steps, 4>(calm));
  }

 private:
  template <int steps>
  HWY_INLINE Word take_calm_pawns(Word to) {
    const Word calm = calm_.template of_pawns<steps>(to);
    if (calm == 0) return 0;
    const Word counted = additive_.template pawns<steps>(calm);
    const Word left = calm & ~(counted | calm_.by_knights());
    if (left != 0) calm_leaves_.template pawns<steps>(left);
    return counted | left;
  }

  const Calm<us, Lanes>& calm_;
  Additive<us, Lanes>& additive_;
  CalmLeaves& calm_leaves_;
};

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
