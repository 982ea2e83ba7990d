#include "verifier/store/remembering_generator.h"

#include <algorithm>
#include <utility>

#include "reference/uci/stockfish.h"

namespace perft_verify::verifier {
namespace {

using reference::Answer;
using reference::Divide;
using reference::Generator;
using reference::Identity;
using reference::Question;

class RememberingGenerator final : public Generator {
 public:
  RememberingGenerator(std::unique_ptr<Generator> live, std::shared_ptr<Store> store,
                       StoreReference reference, Learning learning)
      : live_(std::move(live)),
        store_(std::move(store)),
        reference_(std::move(reference)),
        learning_(std::move(learning)) {}

  [[nodiscard]] Identity identity() const override {
    Identity identity = live_->identity();
    // A generator that has not been started yet does not know its name.
    if (learning_.on) identity.name = reference_.name;
    return identity;
  }

  Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    const auto key = key_for(question);
    const bool again = std::exchange(again_, false);
    if (key && !again)
      if (auto answer = store_->find(reference_, *key)) return std::move(*answer);
    auto answer = live_->divide(question, std::move(stop));
    if (answer) remember(question, *answer);
    return answer;
  }

  std::optional<Divide> recall(const Question& question) override {
    const auto key = key_for(question);
    return key && !again_ ? store_->find(reference_, *key) : std::nullopt;
  }
  void remember(const Question& question, const Divide& answer) override {
    const auto key = key_for(question);
    if (key && learning_.on && is_the_reference()) store_->remember(reference_, *key, answer);
  }

  [[nodiscard]] bool shows_board() const override { return live_->shows_board(); }
  Answer<std::string> board(const Question& question, std::stop_token stop) override {
    return live_->board(question, std::move(stop));
  }
  Answer<std::vector<Divide>> divides(const std::vector<Question>& questions,
                                      std::stop_token stop) override {
    const auto is_keyed = [this](const Question& question) {
      return key_for(question).has_value();
    };
    if (std::ranges::any_of(questions, is_keyed))
      return Generator::divides(questions, std::move(stop));
    return live_->divides(questions, std::move(stop));
  }
  Answer<std::vector<std::string>> boards(const std::vector<Question>& questions,
                                          std::stop_token stop) override {
    return live_->boards(questions, std::move(stop));
  }
  [[nodiscard]] bool lists_moves() const override { return live_->lists_moves(); }
  [[nodiscard]] bool plays_moves() const override { return live_->plays_moves(); }
  [[nodiscard]] std::string remarks() const override { return live_->remarks(); }

  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const override {
    return live_->cpu_time();
  }

  [[nodiscard]] std::expected<reference::RunningProgram, std::string> program() override {
    return live_->program();
  }

  [[nodiscard]] bool ignores_clocks() const override { return learning_.ignores_clocks; }
  [[nodiscard]] bool is_linked_core() const override { return live_->is_linked_core(); }

  void restart() override {
    again_ = true;
    live_->restart();
  }

 private:
  /// Nothing for questions that another generator answers in place of the reference.
  [[nodiscard]] std::optional<AnswerKey> key_for(const Question& question) const {
    if (reference::answered_in_place_of(reference_.name, question.root).empty())
      return key_of(question, learning_.ignores_clocks);
    return std::nullopt;
  }

  /// A program that was replaced meanwhile is another reference.
  [[nodiscard]] bool is_the_reference() {
    if (live_->identity().name != reference_.name) return false;
    return !learning_.program || live_->program() == *learning_.program;
  }

  std::unique_ptr<Generator> live_;
  std::shared_ptr<Store> store_;
  StoreReference reference_;
  Learning learning_;
  bool again_ = false;
};

}  // namespace

std::unique_ptr<Generator> make_remembering_generator(std::unique_ptr<Generator> live,
                                                      std::shared_ptr<Store> store,
                                                      StoreReference reference, Learning learning) {
  return std::make_unique<RememberingGenerator>(std::move(live), std::move(store),
                                                std::move(reference), std::move(learning));
}

}  // namespace perft_verify::verifier
