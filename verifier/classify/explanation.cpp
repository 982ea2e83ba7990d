#include "verifier/classify/explanation.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/contains.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/move_kinds.h"

namespace perft_verify::verifier {
namespace {

/// Whether a bug may account for some of the deviations that are left: it predicts some of them, or
/// lists a move once more that others list already.
bool helps(const Deviations& predicted, const Deviations& left) {
  if (!shared(predicted, left).empty()) return true;
  return std::ranges::any_of(left, [&](const Deviation& each) {
    return each.kind == Deviation::Kind::Duplicate &&
           contains(predicted, Deviation{Deviation::Kind::Illegal, each.what});
  });
}

/// The most sets to report.
constexpr std::size_t kMostSets = 24;
/// The most sets to try in one search: it has to end, and the same way on every machine.
constexpr std::size_t kMostTried = 6'000;
/// The same for sets with hypotheses that are wrong about some probe.
constexpr std::size_t kMostTriedInDoubt = 2'000;
/// The most nodes that the models may count in a search, with and without doubt: a second of one
/// core at most.
constexpr std::uint64_t kMostNodes = 10'000'000;
constexpr std::uint64_t kMostNodesInDoubt = 3'000'000;
/// The cost of asking a model, beside the nodes.
constexpr std::uint64_t kNodesOfQuestion = 30;
/// Hypotheses that are wrong about more probes are not worth combining with others.
constexpr std::size_t kMostMistakes = 12;
/// The number of the likeliest hypotheses to try among those wrong about some probe.
constexpr std::size_t kMostDoubtful = 24;

struct Suspect {
  Hypothesis hypothesis;
  std::size_t hits = 0;      // probes where it predicts something that was seen
  std::size_t mistakes = 0;  // probes where it predicts something that was not
};

class ExplanationSearch {
 public:
  ExplanationSearch(std::span<const Sighting> seen, bool totals_only, const Mask* apart = nullptr)
      : totals_only_(totals_only), apart_(apart) {
    for (const Sighting& each : seen)
      if (!each.wrong.empty()) wrong_.push_back(&each);
    for (const Sighting& each : seen)
      if (each.wrong.empty()) right_.push_back(&each);
    // Probes that are cheap to predict, with few wrong answers, tell most.
    std::ranges::stable_sort(wrong_, {}, [](const Sighting* each) {
      return std::pair(each->probe->question.depth, each->wrong.size());
    });
    std::ranges::stable_sort(right_, {},
                             [](const Sighting* each) { return each->probe->question.depth; });
  }

  Explained run(std::size_t most) {
    Explained result;
    if (wrong_.empty()) return result;
    find_suspects();
    for (const bool doubtful : {false, true}) {
      choose_suspects(doubtful);
      for (std::size_t size = 1; size <= most; ++size) {
        find_sets(size);
        if (found_.empty()) continue;
        result.complete = complete_;
        // One bug of a set may hide where another would show.
        if (!doubtful && size > 1) {
          choose_suspects(true);
          find_sets(size);
        }
        std::set<Explanation> sets;
        for (const Explanation& each : found_) sets.insert(without_needless_reader(each));
        result.sets.assign(sets.begin(), sets.end());
        return result;
      }
    }
    return result;
  }

  /// The rules that are broken by deviations for which no bug accounts. Only bugs that are right
  /// about all other answers count.
  Mask unaccounted() {
    find_suspects();
    Mask rules;
    for (const Sighting* each : wrong_) {
      Deviations left = each->wrong;
      for (const Suspect& suspect : suspects_)
        if (suspect.mistakes == 0) left = only_in(left, of(suspect.hypothesis, *each));
      rules.hide(*each->probe, left);
    }
    return rules;
  }

 private:
  /// Adds the sets of that size.
  void find_sets(std::size_t size) {
    tried_.clear();
    complete_ = true;
    extend({}, size);
  }
  /// Costs the same whether the answer is cached or not: the progress of a search must not depend
  /// on earlier searches.
  [[nodiscard]] Deviations predict(std::span<const Hypothesis> bugs, const Sighting& sighting) {
    pay_for(sighting);
    Deviations answer = predicted(bugs, *sighting.probe, totals_only_);
    return apart_ == nullptr ? answer : apart_->visible(*sighting.probe, std::move(answer));
  }
  void pay_for(const Sighting& sighting) {
    nodes_left_ -= std::min(nodes_left_, sighting.probe->right.total + kNodesOfQuestion);
  }
  [[nodiscard]] const Deviations& of(const Hypothesis& hypothesis, const Sighting& sighting) {
    const auto [known, is_new] = of_one_bug_.try_emplace({&sighting, hypothesis});
    if (is_new)
      known->second = predict(std::span(&hypothesis, 1), sighting);
    else
      pay_for(sighting);
    return known->second;
  }

  /// Deep questions last: a model takes long to answer them, and most are refuted before.
  void find_suspects() {
    if (!suspects_.empty()) return;
    const auto first_deep = std::ranges::find_if(wrong_, is_deep);
    const std::span<const Sighting* const> shallow(wrong_.begin(), first_deep);
    const std::span<const Sighting* const> deep(first_deep, wrong_.end());
    for (const Hypothesis& each : all_hypotheses()) {
      Suspect suspect{each};
      for (const Sighting* sighting : shallow) add_answer(*sighting, suspect);
      if (suspect.hits == 0 && deep.empty()) continue;
      for (const Sighting* sighting : right_) add_answer(*sighting, suspect);
      for (const Sighting* sighting : deep) add_answer(*sighting, suspect);
      if (suspect.hits > 0 && suspect.mistakes <= kMostMistakes) suspects_.push_back(suspect);
    }
  }

  static bool is_deep(const Sighting* sighting) { return sighting->probe->question.depth > 1; }

  /// What the model says of one sighting; it is not asked once it has made too many mistakes.
  void add_answer(const Sighting& sighting, Suspect& suspect) {
    if (suspect.mistakes > kMostMistakes) return;
    const Deviations& answer = of(suspect.hypothesis, sighting);
    if (answer.empty() || says_nothing(answer)) return;
    const bool wrong_and_deep = !sighting.wrong.empty() && is_deep(&sighting);
    if (wrong_and_deep || !shared(answer, sighting.wrong).empty()) ++suspect.hits;
    if (!wrong_and_deep && !includes(sighting.wrong, answer)) ++suspect.mistakes;
  }

  /// The set without a bug of the reader of FENs that only boards show. Readers drop the square of
  /// an en passant capture, for example, that the engine's own generator does not list.
  Explanation without_needless_reader(const Explanation& set) {
    for (const Hypothesis& reader : set.bugs) {
      if (bug_of(reader).cause() != Cause::Setup) continue;
      Explanation others = set;
      std::erase(others.bugs, reader);
      const auto lists_the_same = [&](const Sighting* each) {
        return each->probe->board || predicted(others.bugs, *each->probe, totals_only_) ==
                                         predicted(set.bugs, *each->probe, totals_only_);
      };
      if (!others.bugs.empty() && std::ranges::all_of(wrong_, lists_the_same) &&
          std::ranges::all_of(right_, lists_the_same))
        return others;
    }
    return set;
  }

  void choose_suspects(bool doubtful) {
    steps_left_ = doubtful ? kMostTriedInDoubt : kMostTried;
    nodes_left_ = doubtful ? kMostNodesInDoubt : kMostNodes;
    chosen_.clear();
    std::vector<Suspect> some;
    for (const Suspect& each : suspects_) {
      if (each.mistakes == 0) chosen_.push_back(each.hypothesis);
      if (doubtful && each.mistakes > 0) some.push_back(each);
    }
    std::ranges::stable_sort(some, {}, [](const Suspect& each) {
      return static_cast<double>(each.mistakes) / static_cast<double>(each.hits);
    });
    if (some.size() > kMostDoubtful) some.resize(kMostDoubtful);
    for (const Suspect& each : some) chosen_.push_back(each.hypothesis);
    // A bug of one color may show in both where another one does not hide it, or be one that has
    // one color by its nature.
    for (const Suspect& each : suspects_) {
      const auto stands_for_it = [&](const Hypothesis& other) {
        return other.only &&
               (other.bug == each.hypothesis.bug || bug_of(each.hypothesis).of_one_color);
      };
      if (!each.hypothesis.only && std::ranges::any_of(chosen_, stands_for_it))
        add_once(chosen_, each.hypothesis);
    }
  }

  /// The first answer that these bugs do not give; null if they give all.
  [[nodiscard]] const Sighting* contradiction(const std::vector<Hypothesis>& bugs) {
    for (const auto* const list : {&wrong_, &right_})
      for (const Sighting* each : *list) {
        const Deviations answer = predict(bugs, *each);
        if (answer != each->wrong && !says_nothing(answer)) return each;
      }
    return nullptr;
  }

  void extend(const std::vector<Hypothesis>& bugs, std::size_t size) {
    if (found_.size() >= kMostSets || steps_left_ == 0 || nodes_left_ == 0) {
      complete_ = false;
      return;
    }
    const Sighting* const open = bugs.empty() ? wrong_.front() : contradiction(bugs);
    --steps_left_;
    if (open == nullptr) {
      if (bugs.size() == size) found_.insert({bugs});
      return;
    }
    if (bugs.size() == size) return;
    const Deviations now = predict(bugs, *open);
    const Deviations left = only_in(open->wrong, now);
    const bool deep = is_deep(open);
    const auto extend_by = [&](const Hypothesis& each) {
      const std::vector<Hypothesis> more = with(bugs, each);
      if (tried_.insert(more).second) extend(more, size);
    };
    bool any_helps = false;
    for (const Hypothesis& each : chosen_) {
      if (contains(bugs, each.bug, &Hypothesis::bug)) continue;
      const Deviations& answer = of(each, *open);
      // A set that predicts too much is extended as well: another bug may hide the rest.
      if (answer.empty() || (!deep && !left.empty() && !helps(answer, left))) continue;
      any_helps = true;
      extend_by(each);
    }
    if (any_helps || deep || bugs.empty()) return;
    // A bug may show beside others where it does not by itself: in the text of an illegal move.
    for (const Hypothesis& each : chosen_)
      if (bug_of(each).cause() == Cause::Generation &&
          !contains(bugs, each.bug, &Hypothesis::bug) &&
          !shared(predict(with(bugs, each), *open), left).empty())
        extend_by(each);
  }

  [[nodiscard]] static std::vector<Hypothesis> with(std::vector<Hypothesis> bugs,
                                                    const Hypothesis& one) {
    bugs.push_back(one);
    std::ranges::sort(bugs);
    return bugs;
  }

  bool totals_only_;
  const Mask* apart_;  // the rules that are left out
  std::vector<const Sighting*> wrong_;
  std::vector<const Sighting*> right_;
  std::vector<Suspect> suspects_;
  std::vector<Hypothesis> chosen_;
  std::map<std::pair<const Sighting*, Hypothesis>, Deviations> of_one_bug_;
  std::set<std::vector<Hypothesis>> tried_;
  std::set<Explanation> found_;
  bool complete_ = true;
  std::size_t steps_left_ = 0;
  std::uint64_t nodes_left_ = 0;
};

/// Whether this bug explains some wrong answers in which nothing is left apart. Otherwise it is
/// rather a part of the unknown bug.
bool stands_alone(const Hypothesis& bug, std::span<const Sighting> lists, const Mask& apart) {
  constexpr std::ptrdiff_t kFewest = 2;
  return std::ranges::count_if(lists, [&](const Sighting& each) {
           return !shared(predicted(std::span(&bug, 1), *each.probe, false), each.wrong).empty() &&
                  apart.visible(*each.probe, each.wrong) == each.wrong;
         }) >= kFewest;
}

/// Whether the lists show a mistake of this bug that the deviations left apart do not show as well.
/// Otherwise it is rather a part of the unknown bug, too.
bool has_its_own_mistake(const Hypothesis& bug, std::span<const Sighting> lists,
                         const Mask& apart) {
  std::set<std::string> own;
  std::set<std::string> of_the_others;
  for (const Sighting& each : lists) {
    const Deviations visible = apart.visible(*each.probe, each.wrong);
    own.merge(mistakes_in(*each.probe,
                          shared(predicted(std::span(&bug, 1), *each.probe, false), visible)));
    of_the_others.merge(mistakes_in(*each.probe, only_in(each.wrong, visible)));
  }
  return !std::ranges::includes(of_the_others, own);
}

}  // namespace

Explained explain(std::span<const Sighting> seen, std::size_t most, bool totals_only) {
  return ExplanationSearch(seen, totals_only).run(most);
}

Explained explain_apart(std::span<const Sighting> lists, std::size_t most) {
  // More bugs than these beside an unknown one are rather parts of it.
  constexpr std::size_t kMostCertain = 2;
  Mask apart = ExplanationSearch(lists, false).unaccounted();
  if (apart.empty()) return {};
  for (;;) {
    std::vector<Sighting> seen;
    for (const Sighting& each : lists)
      seen.push_back({each.probe, apart.visible(*each.probe, each.wrong)});
    Explained explained = ExplanationSearch(seen, false, &apart).run(most);
    explained.apart = apart;
    bool all_stand_alone = true;
    for (const Explanation& set : explained.sets)
      for (const Hypothesis& bug : set.bugs) {
        if (stands_alone(bug, lists, explained.apart)) continue;
        all_stand_alone = false;
        for (const Sighting& each : seen)
          apart.hide(*each.probe,
                     shared(predicted(std::span(&bug, 1), *each.probe, false), each.wrong));
      }
    if (apart != explained.apart) continue;
    if (!explained.sets.empty() && explained.sets.front().bugs.size() > kMostCertain)
      all_stand_alone = false;
    for (const Explanation& set : explained.sets)
      for (const Hypothesis& bug : set.bugs)
        if (!has_its_own_mistake(bug, lists, explained.apart)) all_stand_alone = false;
    explained.complete = explained.complete && all_stand_alone;
    return explained;
  }
}

std::vector<Deviations> claims(std::span<const Hypothesis> bugs, const Probe& probe,
                               const Deviations& wrong, bool totals_only) {
  std::vector<Deviations> claimed;
  const Deviations explained = shared(wrong, predicted(bugs, probe, totals_only));
  for (std::size_t at = 0; at < bugs.size(); ++at) {
    std::vector<Hypothesis> others(bugs.begin(), bugs.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
    const Deviations alone = predicted(bugs.subspan(at, 1), probe, totals_only);
    const Deviations without = predicted(others, probe, totals_only);
    claimed.push_back(together(shared(wrong, alone), only_in(explained, without)));
  }
  return claimed;
}

}  // namespace perft_verify::verifier
