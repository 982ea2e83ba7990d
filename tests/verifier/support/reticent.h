// A generator that shows less than it could, as many engines do: no board, perhaps no moves.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "reference/generator.h"

namespace perft_verify::verifier::test {

class Reticent final : public reference::Generator {
 public:
  Reticent(std::unique_ptr<reference::Generator> generator, bool lists_moves)
      : generator_(std::move(generator)), lists_moves_(lists_moves) {}
  [[nodiscard]] reference::Identity identity() const override { return generator_->identity(); }
  reference::Answer<reference::Divide> divide(const reference::Question& question,
                                              std::stop_token stop) override {
    auto answer = generator_->divide(question, stop);
    if (!answer || lists_moves_) return answer;
    answer->lines.clear();
    for (const std::string& move : question.known_moves) {
      reference::Question below = question;
      below.moves.push_back(move);
      std::uint64_t nodes = 1;
      if (--below.depth > 0) {
        const auto counted = generator_->divide(below, stop);
        // It ignores moves that it would not play.
        nodes = counted ? counted->total : 0;
      }
      answer->lines.push_back({move, nodes});
    }
    std::ranges::sort(answer->lines);
    return answer;
  }
  [[nodiscard]] bool shows_board() const override { return false; }
  reference::Answer<std::string> board(const reference::Question&, std::stop_token) override {
    return std::unexpected(reference::Failure{reference::FailureKind::Unsupported,
                                              reference::Stage::Board, "it shows none"});
  }
  [[nodiscard]] bool lists_moves() const override { return lists_moves_; }
  void restart() override { generator_->restart(); }

 private:
  std::unique_ptr<reference::Generator> generator_;
  bool lists_moves_;
};

}  // namespace perft_verify::verifier::test
