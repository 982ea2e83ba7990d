// The bugs of the zoo as hypotheses: predicts the answers of an engine that has them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/zoo/bugs.h"
#include "verifier/classify/deviations.h"

namespace perft_verify::verifier {

/// A question to the subject, with the right answer.
struct Probe {
  reference::Question question;
  bool board = false;  // asks for its own board, not for a count
  reference::Divide right;
  Root right_board;
  /// The index among the standard probes, whose predictions are cached.
  std::optional<std::size_t> number = std::nullopt;
};

/// The most leaves of a question: models are asked many times, so each has to be cheap.
inline constexpr std::uint64_t kMostLeaves = 20'000;

/// A probe with the correct answer by the mailbox; nothing if that has none, or if there are more
/// than `most` leaves.
std::optional<Probe> make_probe(reference::Question question, bool board = false,
                                std::uint64_t most = kMostLeaves);

/// One mistake: a bug of the zoo, in the code for both colors or for one.
struct Hypothesis {
  BugId bug;
  std::optional<Color> only;
  friend auto operator<=>(const Hypothesis&, const Hypothesis&) = default;
};

/// All hypotheses; for each bug, the one for both colors comes first.
std::span<const Hypothesis> all_hypotheses();

/// While it lives, there are no hypotheses of this class: for tests of bugs that the zoo lacks.
/// None may be diagnosed while it begins or ends.
class HypothesesWithout {
 public:
  explicit HypothesesWithout(BugId bug_class);
  ~HypothesesWithout();
  HypothesesWithout(const HypothesesWithout&) = delete;
  HypothesesWithout& operator=(const HypothesesWithout&) = delete;

 private:
  std::vector<Hypothesis> all_;
};

const zoo::Bug& bug_of(const Hypothesis& hypothesis);

/// The deviations of an engine with all these bugs from the correct answer; with `totals_only`, of
/// its total alone.
Deviations predicted(std::span<const Hypothesis> bugs, const Probe& probe, bool totals_only);

/// The bugs of unmaking and of tables.
std::vector<Hypothesis> of_unmaking_and_tables();

/// Keeps those with which alone an engine would give exactly this answer; `ask` puts the question
/// to such an engine. With `totals_only`, its total alone.
void keep_those_that_answer(
    std::vector<Hypothesis>& bugs, const reference::Divide& answer, bool totals_only,
    const std::function<reference::Answer<reference::Divide>(reference::Generator&)>& ask);

/// True if the model could not play the moves, so that it predicts nothing.
bool says_nothing(const Deviations& prediction);

}  // namespace perft_verify::verifier
