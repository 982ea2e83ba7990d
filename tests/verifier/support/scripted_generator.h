// Generators that are correct except for errors that a test chooses.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "reference/core_generator.h"
#include "reference/generator.h"
#include "tests/verifier/support/positions.h"
#include "verifier/run/model/options.h"

namespace perft_verify::verifier::test {

using reference::Answer;
using reference::Divide;
using reference::Failure;
using reference::FailureKind;
using reference::Question;
using reference::Stage;

/// One question put to a scripted generator.
struct Call {
  const Question& question;
  int number = 0;                         // from 1, over all questions
  int since_restart = 0;                  // from 1
  int restarts = 0;                       // restarts so far
  std::function<Answer<Divide>()> right;  // the answer of core
};

class ScriptedGenerator final : public reference::Generator {
 public:
  using Script = std::function<Answer<Divide>(const Call&)>;
  using BoardScript = std::function<Answer<std::string>(const Question&, Answer<std::string>)>;

  explicit ScriptedGenerator(Script script, BoardScript board = nullptr, bool shows_board = true)
      : script_(std::move(script)), board_(std::move(board)), shows_board_(shows_board) {}

  [[nodiscard]] reference::Identity identity() const override {
    return {name_, "engine", "scripted"};
  }
  void call_itself(std::string name) { name_ = std::move(name); }
  [[nodiscard]] bool plays_moves() const override { return plays_moves_; }
  void take_fens_only() { plays_moves_ = false; }
  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    ++number_;
    ++since_restart_;
    const auto right = [&] { return core_->divide(question, stop); };
    const Script& script = uses_least_table_ ? without_table_ : script_;
    return script ? script({question, number_, since_restart_, restarts_, right}) : right();
  }
  [[nodiscard]] bool shows_board() const override { return shows_board_; }
  Answer<std::string> board(const Question& question, std::stop_token stop) override {
    auto right = core_->board(question, stop);
    return board_ ? board_(question, std::move(right)) : right;
  }
  void restart() override {
    ++restarts_;
    since_restart_ = 0;
    uses_least_table_ = false;
  }

  /// From now on it has an option for its table. With the smallest table `script` answers.
  void offer_table(reference::LeastTable table, Script script) {
    table_ = std::move(table);
    without_table_ = std::move(script);
  }
  Answer<reference::LeastTable> restart_with_least_table(std::stop_token stop) override {
    if (!table_) return Generator::restart_with_least_table(stop);
    restart();
    uses_least_table_ = true;
    return *table_;
  }

  [[nodiscard]] int asked() const { return number_; }
  [[nodiscard]] int restarts() const { return restarts_; }

 private:
  std::string name_ = "scripted";
  bool plays_moves_ = true;
  Script script_;
  BoardScript board_;
  bool shows_board_;
  std::optional<reference::LeastTable> table_;
  Script without_table_;
  bool uses_least_table_ = false;
  std::unique_ptr<reference::Generator> core_ = reference::make_core_generator();
  int number_ = 0;
  int since_restart_ = 0;
  int restarts_ = 0;
};

inline reference::GeneratorFactory scripted(ScriptedGenerator::Script script) {
  return [script] { return std::make_unique<ScriptedGenerator>(script); };
}

inline std::unexpected<Failure> failure(FailureKind kind) {
  return std::unexpected(Failure{kind, Stage::Perft, "it failed as it was told to"});
}

/// core's answer, changed by `change`.
template <typename Change>
Answer<Divide> changed(const Call& call, Change change) {
  auto answer = call.right();
  if (answer) change(*answer);
  return answer;
}

inline void plus_one(Divide& divide) {
  if (divide.lines.empty()) return;
  ++divide.lines.front().nodes;
  ++divide.total;
}

inline Question question(std::string_view root, int depth, std::vector<std::string> moves = {}) {
  return reference::question_at(standard(root), std::move(moves), depth);
}

}  // namespace perft_verify::verifier::test
