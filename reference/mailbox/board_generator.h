// A board of this process as a reference::Generator.
#pragma once

#include <string>
#include <utility>

#include "reference/generator.h"
#include "reference/mailbox/basic_board.h"

namespace perft_verify::mailbox {

/// Answers questions with a board that `set_up(setup)` makes from a legal position.
/// `ignores_clocks`: see Generator.
template <class SetUp>
class BoardGenerator final : public reference::Generator {
 public:
  BoardGenerator(reference::Identity identity, bool ignores_clocks, SetUp set_up)
      : identity_(std::move(identity)),
        ignores_clocks_(ignores_clocks),
        set_up_(std::move(set_up)) {}

  [[nodiscard]] reference::Identity identity() const override { return identity_; }
  [[nodiscard]] bool ignores_clocks() const override { return ignores_clocks_; }
  [[nodiscard]] bool shows_board() const override { return true; }
  void restart() override {}

  reference::Answer<reference::Divide> divide(const reference::Question& question,
                                              std::stop_token stop) override {
    using reference::FailureKind;
    if (question.depth < 1)
      return failure(FailureKind::Protocol, reference::Stage::Perft, "the depth is less than 1");
    auto board = board_after(question, stop);
    if (!board) return std::unexpected(board.error());
    auto divide = board->divide(question.depth, stop);
    if (divide) return *std::move(divide);
    return not_counted(divide.error());
  }

  reference::Answer<std::string> board(const reference::Question& question,
                                       std::stop_token stop) override {
    const auto board = board_after(question, stop);
    if (!board) return std::unexpected(board.error());
    return board->fen();
  }

 private:
  using BoardType = decltype(std::declval<SetUp>()(std::declval<const Setup&>()));

  static std::unexpected<reference::Failure> failure(reference::FailureKind kind,
                                                     reference::Stage stage, std::string message) {
    return std::unexpected(reference::Failure{kind, stage, std::move(message)});
  }

  static std::unexpected<reference::Failure> not_counted(PerftError error) {
    using reference::FailureKind;
    if (error == PerftError::Stopped)
      return failure(FailureKind::Stopped, reference::Stage::Perft, "the run was interrupted");
    return failure(FailureKind::Unsupported, reference::Stage::Perft,
                   "the count is larger than 2^64 - 1");
  }

  /// The board after the moves, and after what is counted before.
  reference::Answer<BoardType> board_after(const reference::Question& question,
                                           const std::stop_token& stop) {
    using reference::FailureKind;
    const auto setup =
        read_fen(question.root.fen, question.root.chess960 ? Chess960::On : Chess960::Off);
    if (!setup)
      return failure(FailureKind::Protocol, reference::Stage::Position,
                     "the root is refused: " + std::string(setup.error().message()));
    BoardType board = set_up_(*setup);
    for (const std::string& text : question.moves) {
      const std::optional<Move> move = board.find_move(text);
      if (!move)
        return failure(FailureKind::Protocol, reference::Stage::Position,
                       "the move " + text + " (ply " + std::to_string(board.ply() + 1) +
                           ") is not legal there");
      board.make(*move);
    }
    if (question.counted_before > 0)
      if (const auto before = board.divide(question.counted_before, stop); !before)
        return not_counted(before.error());
    return board;
  }

  reference::Identity identity_;
  bool ignores_clocks_;
  SetUp set_up_;
};

}  // namespace perft_verify::mailbox
