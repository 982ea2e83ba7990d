#include "verifier/classify/hypotheses.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "core/contains.h"
#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"

namespace perft_verify::verifier {
namespace {

const Deviation kNoAnswer{Deviation::Kind::Board, "no answer", 0};

Deviations asked_of_model(std::span<const Hypothesis> bugs, const Probe& probe, bool totals_only) {
  zoo::BugSet set;
  for (const Hypothesis& each : bugs) set.add(each.bug, each.only);
  const auto model = zoo::make_zoo_generator(set);
  if (probe.board) {
    const auto shown = model->board(probe.question, {});
    return deviations_of_board(shown.value_or(""), probe.right_board);
  }
  const auto answer = model->divide(probe.question, {});
  if (!answer) return {kNoAnswer};
  return deviations_of(*answer, probe.right, totals_only);
}

/// The bugs whose code an engine without bugs reaches while it answers.
zoo::BugSet asked_for(const Probe& probe) {
  zoo::BugSet asked;
  const auto plain = zoo::make_noting_generator(asked);
  if (probe.board)
    (void)plain->board(probe.question, {});
  else
    (void)plain->divide(probe.question, {});
  return asked;
}

/// The answers of single bugs to the standard probes, for all threads. Models are deterministic:
/// one whose code is not reached gives the right answer, and is not asked.
class Remembered {
 public:
  const Deviations& of(const Hypothesis& hypothesis, const Probe& probe, bool totals_only) {
    static const Deviations kRight;
    if (!may_matter(hypothesis, probe)) return kRight;
    const std::size_t key =
        ((*probe.number * kBugCount + static_cast<std::size_t>(hypothesis.bug)) * 3 +
         (hypothesis.only ? 1 + static_cast<std::size_t>(*hypothesis.only) : 0)) *
            2 +
        (totals_only ? 1 : 0);
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = known_.find(key); found != known_.end()) return found->second;
    }
    Deviations answer = asked_of_model(std::span(&hypothesis, 1), probe, totals_only);
    const std::lock_guard lock(mutex_);
    return known_.emplace(key, std::move(answer)).first->second;
  }

 private:
  bool may_matter(const Hypothesis& hypothesis, const Probe& probe) {
    const auto is_among = [&](const zoo::BugSet& asked) {
      return hypothesis.only ? asked.has(hypothesis.bug, *hypothesis.only)
                             : asked.has(hypothesis.bug);
    };
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = asked_.find(*probe.number); found != asked_.end())
        return is_among(found->second);
    }
    const zoo::BugSet asked = asked_for(probe);
    const std::lock_guard lock(mutex_);
    return is_among(asked_.emplace(*probe.number, asked).first->second);
  }

  std::mutex mutex_;
  std::unordered_map<std::size_t, zoo::BugSet> asked_;
  std::unordered_map<std::size_t, Deviations> known_;
};

/// Whether there are at most so many leaves. Core counts them quickly, depth by depth.
bool has_at_most(std::uint64_t most, const reference::Question& question) {
  const auto legal = admitted(question.root);
  if (!legal) return false;
  Line line(*legal);
  if (!line.push_texts(question.moves)) return false;
  for (int depth = 1; depth <= question.depth; ++depth)
    if (const auto leaves = perft(line.position(), depth); !leaves || *leaves > most) return false;
  return true;
}

std::vector<Hypothesis>& hypotheses() {
  static std::vector<Hypothesis> all = [] {
    std::vector<Hypothesis> each_bug;
    for (const zoo::Bug& bug : zoo::bugs()) {
      each_bug.push_back({bug.id, std::nullopt});
      if (!bug.has_variants_by_color()) continue;
      for (const Color color : kColors) each_bug.push_back({bug.id, color});
    }
    return each_bug;
  }();
  return all;
}

}  // namespace

std::optional<Probe> make_probe(reference::Question question, bool board, std::uint64_t most) {
  if (!has_at_most(most, question)) return std::nullopt;
  const auto mailbox = mailbox::make_mailbox_generator();
  Probe probe{std::move(question), board, {}, {}};
  if (board) {
    auto right = mailbox->board(probe.question, {});
    if (!right) return std::nullopt;
    probe.right_board = {std::move(*right), probe.question.root.chess960};
  } else {
    auto right = mailbox->divide(probe.question, {});
    if (!right) return std::nullopt;
    probe.right = std::move(*right);
  }
  return probe;
}

std::span<const Hypothesis> all_hypotheses() { return hypotheses(); }

HypothesesWithout::HypothesesWithout(BugId bug_class) : all_(hypotheses()) {
  std::erase_if(hypotheses(), [bug_class](const Hypothesis& each) {
    return bug_of(each).bug_class() == bug_class;
  });
}

HypothesesWithout::~HypothesesWithout() { hypotheses() = std::move(all_); }

const zoo::Bug& bug_of(const Hypothesis& hypothesis) { return zoo::bug_of(hypothesis.bug); }

bool says_nothing(const Deviations& prediction) {
  return prediction.size() == 1 && prediction.front() == kNoAnswer;
}

Deviations predicted(std::span<const Hypothesis> bugs, const Probe& probe, bool totals_only) {
  static Remembered remembered;
  if (bugs.empty()) return {};
  if (bugs.size() == 1 && probe.number) return remembered.of(bugs.front(), probe, totals_only);
  return asked_of_model(bugs, probe, totals_only);
}

std::vector<Hypothesis> of_unmaking_and_tables() {
  std::vector<Hypothesis> bugs;
  for (const Hypothesis& each : all_hypotheses())
    if (const Cause cause = bug_of(each).cause(); cause == Cause::Unmake || cause == Cause::Hash)
      bugs.push_back(each);
  return bugs;
}

void keep_those_that_answer(
    std::vector<Hypothesis>& bugs, const reference::Divide& answer, bool totals_only,
    const std::function<reference::Answer<reference::Divide>(reference::Generator&)>& ask) {
  std::erase_if(bugs, [&](const Hypothesis& each) {
    zoo::BugSet set;
    set.add(each.bug, each.only);
    const auto said = ask(*zoo::make_zoo_generator(set));
    return !said || (totals_only ? said->total != answer.total : *said != answer);
  });
}

}  // namespace perft_verify::verifier
