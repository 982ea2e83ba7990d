// The cause of counts that are wrong although the moves are correct.
#include <algorithm>

#include "reference/uci/board_text.h"
#include "verifier/locate/cause.h"

namespace perft_verify::verifier {

using reference::Divide;
using Path = std::vector<std::string>;

namespace {

std::uint64_t magnitude(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// The width of a counter that overflowed, if all differences are multiples of its range.
std::optional<int> overflown_bits(const DivideDifference& difference, const Divide& subject,
                                  const Divide& reference) {
  for (const int bits : {32, 16}) {
    const std::uint64_t range = std::uint64_t{1} << bits;
    const auto wraps = [range](std::uint64_t ours, std::uint64_t theirs) {
      return magnitude(ours, theirs) % range == 0;
    };
    if (reference.total >= range && wraps(subject.total, reference.total) &&
        std::ranges::all_of(difference.counts, [&](const CountDifference& line) {
          return wraps(line.subject, line.reference);
        }))
      return bits;
  }
  return std::nullopt;
}

/// Whether each wrong count is one that a table may have stored for another move.
bool are_of_other_moves(const DivideDifference& wrong, const Divide& right) {
  return std::ranges::all_of(wrong.counts, [&](const CountDifference& line) {
    return std::ranges::any_of(right.lines, [&](const reference::RootCount& other) {
      return other.move != line.move && other.nodes == line.subject;
    });
  });
}

/// Whether each wrong count of depth 1 may be that of moves that stand in the list more than once.
bool may_be_copies(const DivideDifference& wrong, const Divide& right) {
  constexpr std::uint64_t kMostCopies = 4;
  return !wrong.counts.empty() && 2 * wrong.counts.size() <= right.lines.size() &&
         std::ranges::all_of(wrong.counts, [](const CountDifference& line) {
           return line.subject > 1 && line.subject <= kMostCopies;
         });
}

bool all_count(const DivideDifference& difference, std::uint64_t nodes) {
  return std::ranges::all_of(
      difference.counts, [nodes](const CountDifference& line) { return line.subject == nodes; });
}

}  // namespace

Step<void> CauseFinder::of_wrong_count(Finding& finding, int depth, const Pair& pair) {
  if (auto ok = decide_why_count(finding, depth, pair); !ok) return ok;
  if (finding.cause != Cause::Hash && finding.cause != Cause::Unmake &&
      !has_fact(finding, Fact::CountsOfOtherMoves) && !reason_of<RightFromFen>(finding))
    return {};
  return ask_without_table(finding);
}

/// The moves are correct, or the sum shows that the list is not whole; each child is correct when
/// asked alone, but the count is wrong.
Step<void> CauseFinder::decide_why_count(Finding& finding, int depth, const Pair& pair) {
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  const auto say = [&](CountOf count) {
    finding.reasons.emplace_back(
        WrongCount{count,
                   depth,
                   {pair.subject.total, pair.reference.total},
                   wrong.counts.empty() ? std::nullopt : std::optional(wrong.counts.front())});
  };
  reference::Generator& subject = sides_.subject();
  if (!subject.plays_moves() || !subject.lists_moves()) {
    // Faults in making, unmaking and adding up look the same here.
    say(CountOf::Unseparated);
    finding.reasons.emplace_back(subject.plays_moves() ? Fact::SubjectListsNoMoves
                                                       : Fact::SubjectPlaysNoMoves);
    return {};
  }
  if (wrong.counts.empty() || depth == 1 || wrong.moves()) {
    subject.restart();
    const auto again = sides_.ask_both(sides_.question(finding.path, depth, 0));
    if (again && !difference(again->subject, again->reference).any()) {
      finding.cause = Cause::Hash;
      say(CountOf::GoneWhenAskedAgain);
      return {};
    }
    finding.cause = Cause::Count;
    if (pair.reference.total == 0 && pair.subject.total == 1) {
      finding.bug_class = BugId::MateCountsAsLeaf;
    } else if (wrong.counts.empty() && wrong.sum) {
      finding.bug_class = BugId::TotalIsNotTheSum;
    } else if (depth == 1 && may_be_copies(wrong, pair.reference)) {
      finding.cause = Cause::Unknown;
      finding.candidates = {BugId::DuplicateMove, BugId::CountWrong};
      finding.reasons.emplace_back(Fact::CountMayBeOfCopies);
    } else if (depth == 1 && !wrong.counts.empty()) {
      finding.bug_class = BugId::CountWrong;
    }
    if (wrong.sum) {
      finding.reasons.emplace_back(WrongSum{pair.subject.total, sum_of_lines(pair.subject)});
    } else {
      say(CountOf::MovesRight);
    }
    return {};
  }
  say(CountOf::ChildrenRight);
  if (const auto bits = overflown_bits(wrong, pair.subject, pair.reference)) {
    finding.cause = Cause::Count;
    finding.bug_class = *bits == 16 ? BugId::CountOverflow16Bit : BugId::CountOverflow32Bit;
    finding.reasons.emplace_back(CounterRanOver{*bits});
    return {};
  }
  return decide_by_least_depth(finding, depth, pair);
}

/// The smallest depth at which a fresh process is wrong here shows the kind of fault.
Step<void> CauseFinder::decide_by_least_depth(Finding& finding, int depth, const Pair& pair) {
  for (int lesser = 2; lesser <= depth; ++lesser) {
    sides_.subject().restart();
    const auto answer = sides_.ask_both(
        sides_.question(finding.path, lesser, static_cast<double>(pair.reference.total)));
    if (!answer) {
      if (answer.error().undecided.stopped) return std::unexpected(answer.error());
      // The counts still differ; only the cause stays unknown.
      finding.reasons.emplace_back(Fact::OneSideFailedWhenAskedAgain);
      return {};
    }
    if (lesser == depth && answer->reference != pair.reference)
      return std::unexpected(BothSides::contradiction(
          "the reference contradicts itself: asked twice, it counts differently"));
    const DivideDifference there = difference(answer->subject, answer->reference);
    if (!there.any()) continue;
    show_at(finding, lesser, *answer);
    if (lesser > 2) {
      finding.cause = Cause::Hash;
      finding.reasons.emplace_back(RightBelowDepth{lesser});
    } else if (all_count(there, 1) &&
               std::ranges::all_of(
                   there.counts, [](const CountDifference& each) { return each.reference == 0; })) {
      finding.cause = Cause::Count;
      finding.bug_class = BugId::MateCountsAsLeaf;
      finding.reasons.emplace_back(Fact::EndCountedAsLeaf);
    } else if (all_count(there, 1) || all_count(there, 0)) {
      if (auto ok = decide_why_one_leaf(finding, *answer, lesser); !ok) return ok;
    } else if (are_of_other_moves(there, answer->reference)) {
      finding.reasons.emplace_back(Fact::CountsOfOtherMoves);
    } else {
      finding.cause = Cause::Unmake;
      finding.reasons.emplace_back(Fact::NotPutBack);
    }
    return reproduce_from_root_if_needed(finding, lesser);
  }
  blame_what_was_asked_before(finding);
  return {};
}

/// Every wrong line counts 1, or every one 0: a draw rule ends the count there, or something is not
/// put back when a move is taken back. The same position with other clocks, or without its history,
/// shows which, if such a rule can apply at all.
Step<void> CauseFinder::decide_why_one_leaf(Finding& finding, const Pair& there, int depth) {
  const DivideDifference wrong = difference(there.subject, there.reference);
  const auto is_cut = [&](const std::string& fen, BugId bug_class, Fact right) -> Step<bool> {
    auto answer = sides_.ask_both(sides_.question_of(fen, depth));
    if (!answer) return std::unexpected(answer.error());
    if (difference(answer->subject, answer->reference).any()) return false;
    finding.cause = Cause::Count;
    finding.bug_class = bug_class;
    finding.reasons.emplace_back(right);
    return true;
  };
  if (!finding.path.empty()) {
    const auto cut = is_cut(finding.fen, BugId::RepetitionCutsPerft, Fact::RightWithoutHistory);
    if (!cut) return std::unexpected(cut.error());
    if (*cut) return {};
  }
  if (reference::has_halfmoves(finding.fen)) {
    const auto cut = is_cut(reference::with_fresh_clocks(finding.fen), BugId::HalfmoveCutsPerft,
                            Fact::RightWithFreshClocks);
    if (!cut) return std::unexpected(cut.error());
    if (*cut) return {};
  }
  if (!wrong.counts.empty() && wrong.counts.front().subject == 0) {
    finding.cause = Cause::Unmake;
    finding.reasons.emplace_back(Fact::NotPutBack);
    return {};
  }
  bool too_little = true;
  for (const CountDifference& line : wrong.counts) {
    Path after = finding.path;
    after.push_back(line.move);
    const auto fen = sides_.fen_at(after);
    if (!fen) return std::unexpected(fen.error());
    too_little = too_little && reference::is_insufficient_material(*fen);
  }
  finding.cause = too_little ? Cause::Unknown : Cause::Unmake;
  if (too_little) {
    finding.candidates = {BugId::InsufficientMaterialCutsPerft, BugId::DrawRuleCutsPerft,
                          BugId::UnmakeCapturedMissing};
    if (wrong.counts.size() == there.reference.lines.size())
      finding.candidates.push_back(BugId::CountDepthOffByOne);
  }
  finding.reasons.emplace_back(too_little ? Fact::CountsOneAndCannotMate
                                          : Fact::CountsOneAndNoDrawRuleApplies);
  return {};
}

/// Asks the same again, in a fresh process with the smallest table of positions that its options
/// allow.
Step<void> CauseFinder::ask_without_table(Finding& finding) {
  reference::Generator& subject = sides_.subject();
  const auto table = subject.restart_with_least_table(sides_.stop());
  if (!table) return {};  // it offers no such option, or does not come up with it
  const auto question = finding.reproduce_fen == finding.root.fen
                            ? sides_.from_root(finding.reproduce_depth)
                            : sides_.question_of(finding.reproduce_fen, finding.reproduce_depth);
  const auto is_wrong = [](const Step<Pair>& answer) {
    return difference(answer->subject, answer->reference).any();
  };
  const auto without = sides_.ask_both(question);
  subject.restart();
  if (!without)
    return without.error().undecided.stopped ? std::unexpected(without.error()) : Step<void>();
  if (is_wrong(without)) {
    if (!table->off) return {};
    if (finding.cause == Cause::Hash) finding.cause = Cause::Unknown;
    if (has_fact(finding, Fact::CountsOfOtherMoves)) {
      forget(finding, {Fact::CountsOfOtherMoves});
      finding.cause = Cause::Unmake;
      finding.reasons.emplace_back(Fact::NotPutBack);
    }
    finding.reasons.emplace_back(AskedWithoutTable{table->setting, false});
    return {};
  }
  const auto with = sides_.ask_both(question);
  if (!with) return with.error().undecided.stopped ? std::unexpected(with.error()) : Step<void>();
  if (!is_wrong(with)) return {};
  forget(finding, {Fact::CountsOfOtherMoves});
  finding.cause = Cause::Hash;
  finding.reasons.emplace_back(AskedWithoutTable{table->setting, true});
  return {};
}

}  // namespace perft_verify::verifier
