// A generator that is correct except for one lie, chosen at random: its subject, its time, its
// frequency, its error, and whether it tells the same each time.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "core/fen.h"
#include "reference/generator.h"

namespace perft_verify::verifier::test {

struct Lie {
  enum class About : std::uint8_t { Anything, Roots, Lines };
  enum class Times : std::uint8_t { Once, Always, NowAndThen, FromThenOn };
  enum class What : std::uint8_t {
    MoreNodes,
    FewerNodes,
    SwappedCounts,
    OneMoveMore,
    OneMoveLess,
    AnotherMove,
    NoMoves,
    AnotherTotal,
    RightsLost,
    PieceLost,
    OtherSide,
    PreviousBoard,
    PreviousAnswer,  // as after a lost line
    StartPosition,   // as if the position had been refused
    Fails,
  };
  static constexpr int kKinds = 16;
  /// Whether the lie is about the same move, count or piece each time, or changes with each answer
  /// or each process.
  enum class Which : std::uint8_t { Same, OfEachAnswer, OfEachProcess };
  About about = About::Anything;
  Times times = Times::Once;
  What what = What::MoreNodes;
  int depth = 0;          // of the questions it is about; 0 for all
  int first = 1;          // the number, among those, of the first one with a lie
  std::uint64_t lot = 0;  // which line, and when, for NowAndThen
  Which which = Which::Same;
};

inline std::string to_string(const Lie& lie) {
  return fmt::format("about {} times {} what {} depth {} first {} lot {} which {}",
                     static_cast<int>(lie.about), static_cast<int>(lie.times),
                     static_cast<int>(lie.what), lie.depth, lie.first, lie.lot,
                     static_cast<int>(lie.which));
}

inline Lie drawn_lie(std::mt19937_64& random) {
  const auto up_to = [&random](int last) {
    return std::uniform_int_distribution<int>(0, last)(random);
  };
  Lie lie;
  lie.about = static_cast<Lie::About>(up_to(2));
  lie.times = static_cast<Lie::Times>(up_to(3));
  lie.what = static_cast<Lie::What>(up_to(Lie::kKinds - 1));
  lie.depth = up_to(3);
  lie.first = 1 + up_to(lie.about == Lie::About::Roots ? 1 : 5);
  lie.lot = random();
  lie.which = static_cast<Lie::Which>(up_to(2));
  return lie;
}

/// The state that all generators of one run share: only one of them tells a lie told once.
struct LiesTold {
  int asked = 0;
  int told = 0;
  std::uint64_t processes = 0;
  /// The answer for each root, by FEN and depth.
  std::map<std::pair<std::string, int>, reference::Divide> of_roots;
};

class LyingGenerator final : public reference::Generator {
 public:
  LyingGenerator(std::unique_ptr<reference::Generator> honest, const Lie& lie,
                 std::shared_ptr<LiesTold> told)
      : honest_(std::move(honest)),
        lie_(lie),
        told_(std::move(told)),
        process_(++told_->processes) {}

  [[nodiscard]] reference::Identity identity() const override { return {"liar", "engine", "liar"}; }
  reference::Answer<reference::Divide> divide(const reference::Question& question,
                                              std::stop_token stop) override {
    auto answer = honest_->divide(question, stop);
    const auto previous = std::exchange(previous_, answer);
    if (answer && !is_about_boards() && lies_now(question)) {
      if (lie_.what == Lie::What::Fails)
        return std::unexpected(reference::Failure{reference::FailureKind::Died,
                                                  reference::Stage::Perft, "the liar died"});
      if (lie_.what == Lie::What::PreviousAnswer) {
        answer = previous.value_or(answer);
      } else if (lie_.what == Lie::What::StartPosition) {
        reference::Question start;
        start.root.fen = kStartPosition;
        start.depth = question.depth;
        answer = honest_->divide(start, std::move(stop));
      } else {
        change(*answer);
      }
    }
    if (answer && question.moves.empty())
      told_->of_roots[{question.root.fen, question.depth}] = *answer;
    return answer;
  }
  [[nodiscard]] bool shows_board() const override { return honest_->shows_board(); }
  reference::Answer<std::string> board(const reference::Question& question,
                                       std::stop_token stop) override {
    auto fen = honest_->board(question, std::move(stop));
    const auto previous = std::exchange(previous_board_, fen);
    if (fen && is_about_boards() && lies_now(question))
      fen = lie_.what == Lie::What::PreviousBoard ? previous.value_or(fen) : changed_board(*fen);
    return fen;
  }
  void restart() override {
    previous_.reset();
    previous_board_.reset();
    process_ = ++told_->processes;
    honest_->restart();
  }

 private:
  [[nodiscard]] bool is_about_boards() const {
    return lie_.what == Lie::What::RightsLost || lie_.what == Lie::What::PieceLost ||
           lie_.what == Lie::What::OtherSide || lie_.what == Lie::What::PreviousBoard;
  }

  [[nodiscard]] std::uint64_t lot() const {
    switch (lie_.which) {
      case Lie::Which::Same:
        return lie_.lot;
      case Lie::Which::OfEachAnswer:
        return lie_.lot + static_cast<std::uint64_t>(told_->asked);
      case Lie::Which::OfEachProcess:
        return lie_.lot + process_;
    }
    return lie_.lot;
  }

  bool lies_now(const reference::Question& question) {
    if (lie_.about == Lie::About::Roots && !question.moves.empty()) return false;
    if (lie_.about == Lie::About::Lines && question.moves.empty()) return false;
    if (!is_about_boards() && lie_.depth != 0 && question.depth != lie_.depth) return false;
    const int number = ++told_->asked;
    const bool lies = [&] {
      switch (lie_.times) {
        case Lie::Times::Once:
          return number == lie_.first;
        case Lie::Times::Always:
          return true;
        case Lie::Times::FromThenOn:
          return number >= lie_.first;
        case Lie::Times::NowAndThen:
          return (lie_.lot >> (number % 61) & 3U) == 0;
      }
      return false;
    }();
    if (lies) ++told_->told;
    return lies;
  }

  void change(reference::Divide& divide) const {
    auto& lines = divide.lines;
    const std::uint64_t lot = this->lot();
    const auto at = [&](std::uint64_t which) {
      return lines.begin() + static_cast<std::ptrdiff_t>(which % lines.size());
    };
    const reference::RootCount invented{"a1a8", 1 + lot % 3};
    switch (lie_.what) {
      case Lie::What::MoreNodes:
        if (!lines.empty()) at(lot)->nodes += 1 + lot % 5;
        break;
      case Lie::What::FewerNodes:
        if (!lines.empty() && at(lot)->nodes > 0) --at(lot)->nodes;
        break;
      case Lie::What::SwappedCounts:
        if (lines.size() < 2 || at(lot + 1)->nodes == 0) break;
        ++at(lot)->nodes;
        --at(lot + 1)->nodes;
        break;
      case Lie::What::OneMoveMore:
        lines.push_back(invented);
        break;
      case Lie::What::OneMoveLess:
        if (!lines.empty()) lines.erase(at(lot));
        break;
      case Lie::What::AnotherMove:
        if (!lines.empty()) at(lot)->move = invented.move;
        break;
      case Lie::What::NoMoves:
        lines.clear();
        break;
      case Lie::What::AnotherTotal:
        divide.total += 1 + lot % 3;
        return;
      default:
        break;
    }
    std::ranges::sort(lines);
    divide.total = sum_of_lines(divide);
  }

  [[nodiscard]] std::string changed_board(std::string fen) const {
    const std::size_t side = fen.find(' ') + 1;
    if (lie_.what == Lie::What::OtherSide) {
      fen[side] = fen[side] == 'w' ? 'b' : 'w';
    } else if (lie_.what == Lie::What::RightsLost) {
      const std::size_t end = fen.find(' ', side + 2);
      fen.replace(side + 2, end - side - 2, "-");
    } else {
      const std::size_t piece = fen.find_first_of("pPnNbBrRqQ");
      if (piece < side) fen[piece] = '1';
    }
    return fen;
  }

  std::unique_ptr<reference::Generator> honest_;
  Lie lie_;
  std::shared_ptr<LiesTold> told_;
  std::uint64_t process_;
  std::optional<reference::Answer<reference::Divide>> previous_;
  std::optional<reference::Answer<std::string>> previous_board_;
};

/// Makes generators that tell `lie` together.
inline reference::GeneratorFactory liar(reference::GeneratorFactory honest, const Lie& lie,
                                        std::shared_ptr<LiesTold> told) {
  return [=] { return std::make_unique<LyingGenerator>(honest(), lie, told); };
}

}  // namespace perft_verify::verifier::test
