// The sums of additive-inl.h one move at a time, so that a test can compare each of them.
//
// Compiled once for each instruction set.
#if defined(PERFT_VERIFY_ANSWERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERFT_VERIFY_ANSWERS_INL_H
#undef PERFT_VERIFY_ANSWERS_INL_H
#else
#define PERFT_VERIFY_ANSWERS_INL_H
#endif

#include <vector>

#include "core/counting/counter.h"
#include "core/counting/simd/additive-inl.h"
#include "core/counting/simd/calm-inl.h"
#include "core/counting/simd/children-inl.h"

PERFT_VERIFY_BEFORE_NAMESPACE();
namespace perft_verify::counting::HWY_NAMESPACE {

/// Takes moves from `expand`, and notes the boards after those that are counted without a board,
/// each with the sum for this one move.
template <Color us, class Lanes, Mask without>
class AnswersSink {
 public:
  AnswersSink(const PackedBoard& board, const View<us>& view, const Sight<Lanes>& sight,
              const CastlingPaths& castling, std::vector<Answers>& out)
      : board_(board),
        view_(view),
        calm_(view, sight, castling.by(~us)),
        additive_(view, sight, calm_.pinned()),
        out_(out) {}

  template <Code code>
  void piece(Word from, Word to) {
    for (Word rest = to; rest != 0;) {
      const Word single = take_first(rest);
      auto additive = additive_;
      if (additive.template piece<code>(calm_, from, single) != 0)
        note(additive, [&](auto& child) { child.template piece<code>(from, single); });
    }
  }
  template <int steps>
  void pawns(Word to) {
    for (Word rest = calm_.template of_pawns<steps>(to); rest != 0;) {
      const Word single = take_first(rest);
      auto additive = additive_;
      if (additive.template pawns<steps>(single) != 0)
        note(additive, [&](auto& child) {
          if constexpr (steps == 2 * View<us>::kForward) {
            child.double_pushes(single);
          } else {
            child.template pawns<steps>(single);
          }
        });
    }
  }
  void double_pushes(Word to) {
    if constexpr (without != Mask::EnPassant) {
      std::array<PackedBoard, 1> unused;
      to &= ~ChildrenSink<us>(board_, view_, unused.data()).seen(to);
    }
    pawns<2 * View<us>::kForward>(to);
  }
  template <int steps>
  void promotions(Word to) {
    for (Word rest = calm_.template of_promotions<steps>(to); rest != 0;) {
      const Word single = take_first(rest);
      auto additive = additive_;
      if (additive.template pawns<steps, 4>(single) != 0)
        note<4>(additive, [&](auto& child) { child.template promotions<steps>(single); });
    }
  }
  void en_passant(Word, Word, Word) {}
  void castling(const CastlingPath&) {}

 private:
  /// Notes `count` boards, which have the same number of answers.
  template <std::size_t count = 1, class Make>
  void note(const Additive<us, Lanes, without>& additive, Make make) {
    std::array<PackedBoard, count> boards;
    ChildrenSink<us> child(board_, view_, boards.data());
    make(child);
    Word sum = additive.sum(calm_.moves());
    for (const PackedBoard& board : boards) {
      out_.push_back({board, sum / count + sum % count});
      sum -= sum % count;
    }
  }

  const PackedBoard& board_;
  const View<us>& view_;
  Calm<us, Lanes, without> calm_;
  Additive<us, Lanes, without> additive_;
  std::vector<Answers>& out_;
};

template <Color us, class Lanes, Mask without>
std::vector<Answers> answers_by_sums(const PackedBoard& board, const CastlingPaths& castling) {
  std::vector<Answers> answers;
  const View<us> view(board);
  const Sight<Lanes> sight(~view.occupied);
  AnswersSink<us, Lanes, without> sink(board, view, sight, castling, answers);
  expand(view, sight, castling, sink);
  return answers;
}
template <Color us, Mask without = Mask::None>
std::vector<Answers> answers_by_sums(const PackedBoard& board, const CastlingPaths& castling) {
  return is_straight<us, without>(board)
             ? answers_by_sums<us, StraightLanes, without>(board, castling)
             : answers_by_sums<us, AllLanes, without>(board, castling);
}

}  // namespace perft_verify::counting::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
