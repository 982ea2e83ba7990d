#include "verifier/diagnose/attribution.h"

#include <algorithm>
#include <array>

#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {
namespace {

using Bugs = std::vector<Hypothesis>;

/// Bugs that explain the same deviations, one of each set that explains the subject.
struct Share {
  Deviations claimed;
  Bugs alternatives;
  bool shows_its_form = true;
  std::optional<BugId> whole;  // the mistake of which the bug is a part
};

/// One mistake that has the answers of several bugs.
struct Whole {
  BugId bug_class;
  std::vector<BugId> parts;
  std::vector<BugId> perhaps;  // parts that do not show in every engine
};

/// The mistake of which a bug is a part, if the set has all its other parts.
std::optional<BugId> whole_of(const Hypothesis& bug, const Bugs& bugs) {
  using enum BugId;
  static const std::array kWholes = {
      Whole{EpLegalityUntested,
            {EpHorizontalPin, EpPinnedCapturer, EpInCheckNotResolving},
            {EpDiagonalPin}},
      Whole{QueenChecksIgnored, {QueenDiagonalChecksIgnored, QueenStraightChecksIgnored}, {}},
  };
  const auto is_there = [&](BugId part) { return contains(bugs, part, &Hypothesis::bug); };
  for (const auto& [bug_class, parts, perhaps] : kWholes)
    if (std::ranges::all_of(parts, is_there) &&
        (contains(parts, bug.bug) || contains(perhaps, bug.bug)))
      return bug_class;
  return std::nullopt;
}

/// Not if another bug of the set has the same class. A fault of a table shows its form only by
/// itself: two of them mix their answers, and among other bugs they look like a third one.
bool shows_its_form(const Hypothesis& bug, const Bugs& bugs) {
  if (bug_of(bug).cause() == Cause::Hash) return bugs.size() == 1;
  return std::ranges::count_if(bugs, [&](const Hypothesis& each) {
           return bug_of(each).bug_class() == bug_of(bug).bug_class();
         }) == 1;
}

std::vector<Share> shares_of(const std::vector<Bugs>& sets, const Probe& probe,
                             const Deviations& wrong, bool totals_only) {
  std::vector<Share> shares;
  for (const Bugs& bugs : sets) {
    const std::vector<Deviations> claimed = claims(bugs, probe, wrong, totals_only);
    for (std::size_t at = 0; at < bugs.size(); ++at) {
      if (claimed[at].empty()) continue;
      const auto known = std::ranges::find_if(shares, [&](const Share& share) {
        return !shared(share.claimed, claimed[at]).empty() &&
               std::ranges::none_of(share.alternatives, [&](const Hypothesis& other) {
                 return other != bugs[at] && contains(bugs, other);
               });
      });
      if (known != shares.end()) {
        add_once(known->alternatives, bugs[at]);
      } else if (&bugs == sets.data()) {
        shares.push_back(
            {claimed[at], {bugs[at]}, shows_its_form(bugs[at], bugs), whole_of(bugs[at], bugs)});
      }
    }
  }
  return shares;
}

/// Unless no other bug explains it.
void drop_bugs_of_chess960(Share& share) {
  Bugs others = share.alternatives;
  std::erase_if(others, [](const Hypothesis& each) { return is_of_chess960(each.bug); });
  if (!others.empty()) share.alternatives = std::move(others);
}

/// The last move of the path after which these deviations show, with what has to be played.
void find_culprit(Finding& finding, const Hypothesis& bug, const Deviations& claimed) {
  forget_culprit(finding);
  const auto root = admitted(finding.root);
  if (!root) return;
  std::vector<Root> roots;
  Line line(*root);
  for (const std::string& move : finding.path) {
    roots.push_back(root_of(line.position()));
    if (!line.push_text(move)) return;
  }
  for (std::size_t ply = finding.path.size(); ply > 0; --ply) {
    reference::Question tail = reference::question_at(
        roots[ply - 1],
        {finding.path.begin() + static_cast<std::ptrdiff_t>(ply) - 1, finding.path.end()}, 1);
    const auto probe = make_probe(tail);
    if (!probe) return;
    if (shared(predicted(std::span(&bug, 1), *probe, false), claimed).empty()) continue;
    finding.culprit = Culprit{ply, finding.path[ply - 1]};
    finding.culprit_fen = tail.root.fen;
    finding.culprit_moves = tail.moves;
    finding.reproduce_fen = tail.root.fen;
    finding.reproduce_depth = static_cast<int>(tail.moves.size()) + 1;
    return;
  }
}

/// The finding with these of its deviations only.
Finding restricted_to(const Finding& whole, const Deviations& some) {
  Finding part = whole;
  part.blame(wrong_moves_of(some));
  return part;
}

/// The cause is known by other means than the counts.
void forget_doubts_of_counts(Finding& finding) {
  forget(finding, {Fact::SubjectListsNoMoves, Fact::SubjectPlaysNoMoves, Fact::CountsOfOtherMoves});
}

void set_cause(Finding& part, const Share& share, bool whole) {
  const Cause before = part.cause;
  Cause cause = bug_of(share.alternatives.front()).cause();
  for (const Hypothesis& each : share.alternatives)
    if (bug_of(each).cause() != cause) cause = Cause::Unknown;
  part.cause = cause;
  if (cause != Cause::Unknown) forget_doubts_of_counts(part);
  if (cause == Cause::Make) {
    if (!whole || before != Cause::Make || !part.culprit) {
      find_culprit(part, share.alternatives.front(), share.claimed);
      if (part.culprit) part.reasons.emplace_back(RightFromFen{.culprit = part.culprit->move});
    }
    return;
  }
  forget_culprit(part);
  if (cause != Cause::Unmake) forget(part, {Fact::NotPutBack, Fact::CountsOneAndNoDrawRuleApplies});
  if (cause == Cause::Generation && before == Cause::Make) {
    part.reproduce_fen = part.fen;
    part.reproduce_depth = 1;
  }
  if (cause != Cause::Setup) return;
  part.root.fen = part.fen;
  part.path.clear();
  part.descent.clear();
  part.reproduce_fen = part.fen;
  part.reproduce_depth = part.divide_depth;
}

/// A bug that belongs to one color by its nature needs no further condition; any other would be in
/// the code of that color only.
Bugs likeliest(const Bugs& alternatives) {
  Bugs simple;
  for (const Hypothesis& each : alternatives)
    if (!each.only) simple.push_back(each);
  const bool by_nature = simple.size() == 1 && bug_of(simple.front()).of_one_color &&
                         bug_of(simple.front()).cause() == Cause::Generation;
  return by_nature ? simple : alternatives;
}

/// Whether its bugs are of moves that are made wrong, and its moves are wrong from the FEN as well.
bool is_refuted_by_fen(const Share& share, const Finding& finding, ProbedSubject& probed) {
  if (finding.cause != Cause::Generation || finding.path.empty() ||
      !std::ranges::all_of(share.alternatives, [](const Hypothesis& each) {
        return bug_of(each).cause() == Cause::Make;
      }))
    return false;
  const auto from_fen = probed.wrong_moves(finding.here(), {});
  return from_fen && from_fen->shares_any_of(wrong_moves_of(share.claimed));
}

/// Drops the bugs of lists and of moves that are made, if each move is counted right when asked
/// alone. Not at depth 2, where the moves after it are listed then, perhaps by other code. Returns
/// whether any bug is left.
bool drop_refuted_by_children(Share& share, const Finding& finding) {
  const WrongCount* const count = reason_of<WrongCount>(finding);
  if (count != nullptr && count->count == CountOf::ChildrenRight && count->depth > 2)
    std::erase_if(share.alternatives, [](const Hypothesis& each) {
      const Cause cause = bug_of(each).cause();
      return cause == Cause::Generation || cause == Cause::Make;
    });
  return !share.alternatives.empty();
}

/// `certain`: the sets behind the share explain all answers, and no other set does.
Finding part_of(const Finding& whole, const Share& share, bool certain, bool all) {
  Finding part = all ? whole : restricted_to(whole, share.claimed);
  part.bug_class.reset();
  part.candidates.clear();
  part.exact.reset();
  part.modeled = true;
  const Bugs alternatives = likeliest(share.alternatives);
  for (const Hypothesis& each : alternatives)
    add_once(part.candidates, share.whole.value_or(bug_of(each).bug_class()));
  // Two mistakes together have the answers of this one, and are no rarer.
  if (contains(part.candidates, BugId::EpVictimStaysInTest))
    for (const BugId each : {BugId::EpEvasionMissing, BugId::EpHorizontalPin})
      add_once(part.candidates, each);
  if (part.candidates.size() == 1 && certain) {
    part.bug_class = part.candidates.front();
    part.candidates.clear();
    if (alternatives.size() == 1 && share.shows_its_form && !share.whole)
      part.exact = ExactBug{alternatives.front().bug, alternatives.front().only};
  }
  set_cause(part, share, all);
  return part;
}

/// The observation at the finding's position, against the correct answer.
std::optional<Sighting> sighting_of(const Finding& finding, std::optional<Probe>& probe,
                                    bool totals_only) {
  if (!finding.subject_divide) return std::nullopt;
  probe = make_probe(reference::question_at(finding.root, finding.path, finding.divide_depth));
  if (!probe) return std::nullopt;
  return Sighting{&*probe, deviations_of(*finding.subject_divide, probe->right, totals_only)};
}

/// The part of the observed deviations that the finding is about.
Deviations deviations_in(const Finding& finding, const Sighting& here) {
  if (!finding.wrong().any()) return here.wrong;
  Deviations found;
  for (const Deviation& each : here.wrong)
    if (contains(finding.illegal, each.what) || contains(finding.missing, each.what) ||
        contains(finding.duplicate, each.what))
      found.push_back(each);
  return found;
}

/// For a fault that depends on earlier questions: the only bug that can be the cause. Where a fresh
/// process is right, nobody knows what was confused.
std::optional<Finding> finding_of_hash_bug(const Finding& finding, const std::vector<Bugs>& sets,
                                           bool complete) {
  if (finding.cause != Cause::Hash || sets.empty()) return std::nullopt;
  Share share;
  for (const Bugs& bugs : sets)
    for (const Hypothesis& each : bugs)
      if (bug_of(each).cause() == Cause::Hash) add_once(share.alternatives, each);
  if (share.alternatives.empty()) return std::nullopt;
  // Which of several faults of the table this answer shows is not known.
  share.shows_its_form = false;
  Finding part = part_of(finding, share, complete && !depends_on_questions_before(finding), true);
  if (!part.bug_class)
    for (const BugId each : table_candidates(finding)) add_once(part.candidates, each);
  return part;
}

/// The bugs that replace it in the other sets that explain the subject as well.
Bugs alternatives_to(const Hypothesis& bug, ProbedSubject& probed) {
  const auto& sets = probed.explained().sets;
  Bugs others = sets.front().bugs;
  std::erase(others, bug);
  Bugs alternatives{bug};
  for (const Explanation& each : sets) {
    if (!std::ranges::includes(each.bugs, others)) continue;
    for (const Hypothesis& one : each.bugs)
      if (!contains(others, one)) add_once(alternatives, one);
  }
  return alternatives;
}

/// The position where an engine with that bug alone is wrong, if the subject is wrong there too.
std::optional<Finding> located_alone(const Hypothesis& bug, const Probe& root,
                                     ProbedSubject& probed) {
  const auto mailbox = mailbox::make_mailbox_generator();
  zoo::BugSet set;
  set.add(bug.bug, bug.only);
  const auto model = zoo::make_zoo_generator(set);
  auto answer = model->divide(root.question, probed.stop());
  if (!answer || *answer == root.right) return std::nullopt;
  auto finding = Bisection(*model, *mailbox, root.question, probed.stop())
                     .locate(std::move(*answer), root.right);
  if (!finding || !finding->subject_divide) return std::nullopt;
  std::optional<Probe> probe;
  const auto alone = sighting_of(*finding, probe, false);
  if (!alone) return std::nullopt;
  const auto seen = probed.observe(probe->question);
  if (!seen) return std::nullopt;
  const Deviations wrong = deviations_of(seen->answer, probe->right);
  const Bugs& all = probed.explained().sets.front().bugs;
  const Mask& apart = probed.explained().apart;
  if (apart.visible(*probe, wrong) != apart.visible(*probe, predicted(all, *probe, false)))
    return std::nullopt;
  const auto at = static_cast<std::size_t>(std::ranges::find(all, bug) - all.begin());
  const Deviations claimed = claims(all, *probe, wrong, false)[at];
  if (claimed.empty()) return std::nullopt;
  finding->subject_divide = seen->answer;
  finding->counts = Counts{seen->answer.total, probe->right.total};
  finding->questions = 0;
  const Share share{claimed, alternatives_to(bug, probed), shows_its_form(bug, all),
                    whole_of(bug, all)};
  return part_of(*finding, share, probed.explained().complete, claimed == wrong);
}

/// The lists that were seen to be right when the finding was located: from the FEN, where a move
/// left a wrong state; and of the positions after moves with a wrong count.
std::vector<Probe> seen_right(const Finding& finding, bool totals_only) {
  constexpr std::size_t kMostLists = 4;
  std::vector<Probe> right;
  const auto add = [&](Root root) {
    if (auto probe = make_probe(reference::question_at(std::move(root), {}, 1)))
      right.push_back(std::move(*probe));
  };
  if (reason_of<RightFromFen>(finding) && !others_are_wrong_from_fen(finding)) add(finding.here());
  const auto position = finding.position();
  if (totals_only || !position || finding.divide_depth != 2 || !reason_of<WrongCount>(finding) ||
      !finding.subject_divide || !finding.reference_divide)
    return right;
  const DivideDifference wrong = difference(*finding.subject_divide, *finding.reference_divide);
  if (wrong.moves()) return right;
  for (const CountDifference& each : wrong.counts) {
    if (right.size() == kMostLists) break;
    Line child(*position);
    if (child.push_text(each.move)) add(root_of(child.position()));
  }
  return right;
}

bool gives_all(const Bugs& bugs, const std::vector<Probe>& right, bool totals_only) {
  return std::ranges::all_of(right, [&](const Probe& probe) {
    const Deviations wrong = predicted(bugs, probe, totals_only);
    return wrong.empty() || says_nothing(wrong);
  });
}

}  // namespace

std::vector<Finding> attributed(Finding finding, ProbedSubject& probed) {
  const bool totals_only = probed.totals_only();
  std::optional<Probe> probe;
  const auto here = sighting_of(finding, probe, totals_only);
  if (!here || here->wrong.empty()) return {std::move(finding)};
  probed.focus_on(*here);
  std::vector<Bugs> sets;
  const bool complete = probed.explained().complete;
  const std::vector<Probe> right = seen_right(finding, totals_only);
  for (const Explanation& each : probed.explained().sets)
    if (gives_all(each.bugs, right, totals_only)) sets.push_back(each.bugs);
  const Mask& apart = probed.explained().apart;
  const Deviations explicable = apart.visible(*probe, here->wrong);
  std::vector<Bugs> exact;
  for (const Bugs& bugs : sets)
    if (apart.visible(*probe, predicted(bugs, *probe, totals_only)) == explicable)
      exact.push_back(bugs);
  if (exact.empty())
    if (auto hash = finding_of_hash_bug(finding, sets, complete)) return {std::move(*hash)};
  std::vector<Share> shares =
      shares_of(exact.empty() ? sets : exact, *probe, here->wrong, totals_only);
  // Moves that a bug without a model makes wrong as well are no sign of another one.
  std::erase_if(shares, [&](Share& each) {
    return apart.visible(*probe, each.claimed).empty() ||
           !drop_refuted_by_children(each, finding) || is_refuted_by_fen(each, finding, probed);
  });
  if (shares.empty()) return {std::move(finding)};
  if (!probed.may_play_chess960())
    for (Share& each : shares) drop_bugs_of_chess960(each);
  Deviations left = here->wrong;
  for (const Share& each : shares) left = only_in(left, each.claimed);
  std::vector<Finding> parts;
  for (const Share& each : shares)
    parts.push_back(
        part_of(finding, each, !exact.empty() && complete, shares.size() == 1 && left.empty()));
  if (left.empty()) return parts;
  parts.push_back(restricted_to(finding, left));
  for (std::size_t at = 0; at < shares.size(); ++at) {
    const auto listed =
        std::ranges::find(shares[at].claimed, Deviation::Kind::Illegal, &Deviation::kind);
    if (parts[at].cause != Cause::Make || listed == shares[at].claimed.end()) continue;
    parts.back().reasons.emplace_back(
        BesideIllegalMove{listed->what, classes_of(parts[at]).front()});
    break;
  }
  return parts;
}

std::vector<Finding> hidden_behind(const Finding& finding, std::span<const Finding> parts,
                                   int depth, ProbedSubject& probed) {
  std::vector<Finding> found;
  const auto& sets = probed.explained().sets;
  if (sets.empty() || sets.front().bugs.size() < 2 || probed.totals_only()) return found;
  const Bugs& bugs = sets.front().bugs;
  // Only a few models count this, so it may be deeper than other probes.
  constexpr std::uint64_t kMost = 10 * kMostLeaves;
  std::optional<Probe> root;
  while (!root && depth > 0)
    root = make_probe(reference::question_at(finding.root, {}, depth--), false, kMost);
  if (!root) return found;
  const Deviations together = predicted(bugs, *root, false);
  for (const Hypothesis& each : bugs) {
    const auto speaks_of_it = [bug_class = bug_of(each).bug_class()](const Finding& part) {
      return part.bug_class == bug_class || contains(part.candidates, bug_class);
    };
    if (std::ranges::any_of(parts, speaks_of_it) || std::ranges::any_of(found, speaks_of_it))
      continue;
    Bugs others = bugs;
    std::erase(others, each);
    if (predicted(others, *root, false) == together) continue;  // it has no share in this row
    if (auto hidden = located_alone(each, *root, probed)) found.push_back(std::move(*hidden));
  }
  return found;
}

std::optional<Classification> explained_with(Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMost = 3;
  // Bugs that do not explain the standard probes do not explain those and this finding either.
  const auto was_wrong = [](const Sighting& each) { return !each.wrong.empty(); };
  const Explained& standard = probed.explained();
  if ((standard.sets.empty() || !standard.apart.empty()) &&
      std::ranges::any_of(probed.probe_answers(), was_wrong))
    return std::nullopt;
  const bool totals_only = probed.totals_only();
  std::optional<Probe> probe;
  const auto here = sighting_of(finding, probe, totals_only);
  if (!here || here->wrong.empty()) return std::nullopt;
  std::vector<Sighting> seen = probed.probe_answers();
  seen.push_back(*here);
  const std::vector<Probe> right = seen_right(finding, totals_only);
  for (const Probe& each : right) seen.push_back({&each, {}});
  std::vector<Bugs> sets;
  const Explained explained = explain(seen, kMost, totals_only);
  for (const Explanation& each : explained.sets) sets.push_back(each.bugs);
  const Deviations asked = deviations_in(finding, *here);
  for (Share& share : shares_of(sets, *probe, here->wrong, totals_only)) {
    if (shared(share.claimed, asked).empty() || !drop_refuted_by_children(share, finding)) continue;
    // A draw rule that cuts a count only beside other bugs gives it by chance as well.
    const bool by_chance = bug_of(share.alternatives.front()).cause() == Cause::Count &&
                           !finding.wrong().any() && sets.front().size() > 1;
    const bool certain = explained.complete && !probed.fails_at_probes() && !by_chance;
    Finding part = part_of(finding, share, certain, true);
    finding.cause = part.cause;
    if (finding.cause != Cause::Unknown) forget_doubts_of_counts(finding);
    finding.exact = part.exact;
    finding.culprit = part.culprit;
    finding.culprit_fen = part.culprit_fen;
    finding.culprit_moves = part.culprit_moves;
    return Classification{part.bug_class, part.candidates, {}};
  }
  return std::nullopt;
}

bool shows_beyond_games_only(BugId bug_class) {
  bool known = false;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.bug_class() != bug_class) continue;
    if (!bug.beyond_games) return false;
    known = true;
  }
  return known;
}

}  // namespace perft_verify::verifier
