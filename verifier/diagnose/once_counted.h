// The traces that counting leaves on an engine's board.
//
// An engine that forgets to put something back may be right each time it is sent a position, since
// that sets up its board anew. It may lose a game all the same: a search goes on with the board
// that it has. So the engine counts, and is asked once more without being sent the position again.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "reference/generator.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/finding/finding.h"
#include "verifier/locate/both_sides.h"

namespace perft_verify::verifier {

/// The subject as one that has always counted before it answers.
class CountedBefore final : public reference::Generator {
 public:
  explicit CountedBefore(reference::Generator& subject, int depth = 2)
      : subject_(subject), depth_(depth) {}

  /// The depth to which it counts.
  [[nodiscard]] int depth() const { return depth_; }
  void set_depth(int depth) { depth_ = depth; }
  /// Another generator, asked in the same way.
  [[nodiscard]] CountedBefore like(reference::Generator& other) const {
    return CountedBefore(other, depth_);
  }

  reference::Answer<reference::Divide> divide(const reference::Question& question,
                                              std::stop_token stop) override;
  reference::Answer<std::string> board(const reference::Question& question,
                                       std::stop_token stop) override;
  /// It shows the board that it was sent, and not what counting has made of it.
  [[nodiscard]] bool shows_board() const override { return false; }
  [[nodiscard]] reference::Identity identity() const override { return subject_.identity(); }
  [[nodiscard]] bool lists_moves() const override { return subject_.lists_moves(); }
  [[nodiscard]] bool plays_moves() const override { return subject_.plays_moves(); }
  [[nodiscard]] std::string lacks_chess960() const override { return subject_.lacks_chess960(); }
  void restart() override { subject_.restart(); }

 private:
  reference::Generator& subject_;
  int depth_;
};

class OnceCounted {
 public:
  OnceCounted(reference::Generator& subject, reference::Generator& reference, std::stop_token stop);

  /// Whether it can be asked so: an engine may drop its position once it has counted, which is no
  /// fault. Asked once, at a position where nothing can be forgotten: one that still lists moves of
  /// it keeps it.
  bool keeps_its_position();

  /// The finding where the answer is wrong once it has counted to `depth` after `path`, although it
  /// is right before; nothing where it is right.
  Step<std::optional<Finding>> look(const reference::Question& root,
                                    const std::vector<std::string>& path, const std::string& fen,
                                    int depth);
  /// Its class and its smallest position.
  void explain(Finding& finding);
  /// The only command that shows it, with a game that ends there; `options` follow it.
  static std::string command_for(const Finding& finding, const std::string& options);

 private:
  /// Keeps the bugs whose models give the same answer there.
  void keep_those_that_answer_at(const Root& root, int depth, std::vector<Hypothesis>& bugs);
  std::vector<Hypothesis> bugs_that_answer(const Finding& finding);
  void keep_those_that_answer_elsewhere(const Position& position, std::vector<Hypothesis>& bugs);

  CountedBefore subject_;
  reference::Generator& reference_;
  std::stop_token stop_;
  std::optional<bool> keeps_;
  bool spoils_any_ = false;  // wrong where nothing can be forgotten
};

}  // namespace perft_verify::verifier
