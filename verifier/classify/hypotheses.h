// The bugs of the zoo as hypotheses: what would an engine that has them answer here?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/zoo/bugs.h"
#include "verifier/classify/deviations.h"

namespace perft_verify::verifier {

/// A question to the subject, with the right answer.
struct Probe {
  reference::Question question;
  bool board = false;  // its own board is asked for, and not what it counts
  reference::Divide right;
  std::string right_board;
  /// Among the probes that every subject is asked, whose predictions are remembered.
  std::optional<std::size_t> number = std::nullopt;
};

/// Models are asked again and again, so only where that is cheap: leaves of a question.
inline constexpr std::uint64_t kMostLeaves = 20'000;

/// With the right answer by the mailbox; nothing if that has none, or if there are more than
/// `most` leaves.
std::optional<Probe> make_probe(reference::Question question, bool board = false,
                                std::uint64_t most = kMostLeaves);

/// One mistake: a bug of the zoo, in the code for both colors or for one.
struct Hypothesis {
  zoo::BugId bug;
  std::optional<Color> only;
  friend auto operator<=>(const Hypothesis&, const Hypothesis&) = default;
};

/// All of them; of one bug, that of both colors comes first.
std::span<const Hypothesis> all_hypotheses();

const zoo::Bug& bug_of(const Hypothesis& hypothesis);

/// How the answer of an engine with all these bugs differs from the right one; with
/// `totals_only`, its total alone.
Deviations predicted(std::span<const Hypothesis> bugs, const Probe& probe, bool totals_only);

/// Whether that is no prediction: such an engine does not find the moves that lead there, and
/// nobody can say what it does then.
bool says_nothing(const Deviations& prediction);

}  // namespace perft_verify::verifier
