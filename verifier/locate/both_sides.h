// Asks both sides the same, for a bisection: each answer is asked for as in ask.h, and a failure
// of the subject is a finding by itself.
#pragma once

#include <stop_token>

#include "verifier/finding/finding.h"
#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

/// The reason why a bisection ended without a finding.
struct Undecided {
  std::string reason;
  bool stopped = false;  // the run was interrupted
  /// The reference contradicts itself: nothing follows for the subject.
  bool reference_unreliable = false;
};

/// The subject's failure, which is a finding, or no decision.
struct Stop {
  std::optional<Finding> finding;
  Undecided undecided;
};
template <typename T>
using Step = std::expected<T, Stop>;

/// The answers of both sides.
struct Pair {
  reference::Divide subject;
  reference::Divide reference;
};

/// Both answers to one question, or nothing where a side has none. A subject that lists no moves is
/// asked for those of the reference.
std::optional<Pair> ask_both(reference::Generator& subject, reference::Generator& reference,
                             reference::Question question, const std::stop_token& stop);

/// The finding for a subject that fails repeatably on a question.
Finding finding_of_failure(const reference::Question& root, const reference::Question& question,
                           const reference::Failure& failure);

class BothSides {
 public:
  /// `root` has no moves; its depth is where the two sides differ.
  BothSides(reference::Generator& subject, reference::Generator& reference,
            reference::Question root, std::stop_token stop);

  [[nodiscard]] reference::Generator& subject() { return subject_; }
  [[nodiscard]] const reference::Question& root() const { return root_; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }

  /// The root question after `path`, to `depth`.
  [[nodiscard]] reference::Question question(const std::vector<std::string>& path, int depth,
                                             double expected_nodes = 0) const;
  /// The same position given as a FEN, without its history.
  [[nodiscard]] reference::Question question_of(const std::string& fen, int depth) const;

  /// The moves that were played before the two sides were asked: none, or those of a game.
  void differ_after(std::vector<std::string> played) { played_ = std::move(played); }
  /// A question that shows the fault by way of the root: the whole tree, or what comes after the
  /// moves that were played, which nobody counts.
  [[nodiscard]] reference::Question from_root(int depth) const;

  Step<Pair> ask_both(reference::Question question);
  /// The FEN as the mailbox plays the moves: a reference with a wrong board must not lead to an
  /// impossible position.
  Step<std::string> fen_at(const std::vector<std::string>& path);

  /// Whether the move lists differ, at depth 1; for an engine that lists none, their lengths.
  [[nodiscard]] bool wrong_list(const Pair& pair) const;
  /// Whether `pair` is wrong in the same way as `shown`.
  [[nodiscard]] bool same_list(const Pair& pair, const Pair& shown) const;
  /// Whether some move that is wrong in `shown` is wrong in `pair` as well; for an engine that
  /// lists none, whether both lengths are wrong.
  [[nodiscard]] bool share_a_mistake(const Pair& pair, const Pair& shown) const;
  static Stop contradiction(const std::string& what);

  /// The number of questions to the subject.
  [[nodiscard]] std::size_t questions() const { return questions_; }

 private:
  reference::Generator& subject_;
  reference::Generator& reference_;
  reference::Question root_;
  std::vector<std::string> played_;
  std::stop_token stop_;
  std::unique_ptr<reference::Generator> mailbox_;
  std::size_t questions_ = 0;
};

}  // namespace perft_verify::verifier
