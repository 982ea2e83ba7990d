// A generator that does not show its board.
#pragma once

#include <memory>
#include <utility>

#include "reference/generator.h"

namespace perft_verify::verifier::test {

class Blind final : public reference::Generator {
 public:
  explicit Blind(std::unique_ptr<Generator> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] reference::Identity identity() const override { return inner_->identity(); }
  reference::Answer<reference::Divide> divide(const reference::Question& question,
                                              std::stop_token stop) override {
    return inner_->divide(question, std::move(stop));
  }
  [[nodiscard]] bool shows_board() const override { return false; }
  reference::Answer<std::string> board(const reference::Question& question,
                                       std::stop_token stop) override {
    return inner_->board(question, std::move(stop));
  }
  void restart() override { inner_->restart(); }

 private:
  std::unique_ptr<Generator> inner_;
};

}  // namespace perft_verify::verifier::test
