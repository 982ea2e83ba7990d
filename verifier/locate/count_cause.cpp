// The cause of counts that are wrong while the moves are right.
#include <fmt/format.h>

#include <algorithm>

#include "reference/uci/board_text.h"
#include "verifier/locate/cause.h"

namespace perft_verify::verifier {

using reference::Divide;
using Path = std::vector<std::string>;

namespace {

std::uint64_t magnitude(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// The width of a counter that ran over, if all differences are multiples of its range.
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

bool counts_one_leaf_each(const DivideDifference& difference) {
  return std::ranges::all_of(difference.counts,
                             [](const CountDifference& line) { return line.subject == 1; });
}

}  // namespace

Step<void> CauseFinder::of_wrong_count(Finding& finding, int depth, const Pair& pair) {
  if (auto ok = decide_why_count(finding, depth, pair); !ok) return ok;
  if (finding.cause != Cause::Hash && finding.cause != Cause::Unmake) return {};
  return ask_without_table(finding);
}

/// The moves are right, each child is right when asked alone, and still the count is wrong.
Step<void> CauseFinder::decide_why_count(Finding& finding, int depth, const Pair& pair) {
  const DivideDifference wrong = difference(pair.subject, pair.reference);
  if (!inquiry_.subject().plays_moves() || !inquiry_.subject().lists_moves()) {
    // Whether it makes a move wrong, takes it back wrong or adds up wrong looks the same.
    finding.explanation = wrong.counts.empty()
                              ? fmt::format("at depth {} the total is {} instead of {}", depth,
                                            pair.subject.total, pair.reference.total)
                              : fmt::format("at depth {} {} counts {} instead of {}", depth,
                                            wrong.counts.front().move, wrong.counts.front().subject,
                                            wrong.counts.front().reference);
    finding.explanation +=
        inquiry_.subject().plays_moves()
            ? "; the number of moves is right here, and each move is counted right when asked "
              "alone: the engine prints totals only, so nobody can tell whether one wrong move "
              "stands for another, or something is not put back when a move is taken back"
            : "; given as a FEN, what comes after it is counted right: the engine is given FENs "
              "only, so nobody can tell whether it makes the move wrong or takes it back wrong";
    return {};
  }
  if (wrong.counts.empty() || depth == 1) {
    inquiry_.subject().restart();
    const auto again = inquiry_.ask_both(inquiry_.question(finding.path, depth, 0));
    if (again && !difference(again->subject, again->reference).any()) {
      finding.cause = Cause::Hash;
      finding.explanation = fmt::format(
          "the total was {} instead of {}, and a fresh process answers right: it depends on what "
          "was asked before, or on chance",
          pair.subject.total, pair.reference.total);
      return {};
    }
    finding.cause = Cause::Count;
    if (pair.reference.total == 0 && pair.subject.total == 1) {
      finding.bug_class = "mate-counts-as-leaf";
    } else if (wrong.counts.empty() && wrong.sum) {
      finding.bug_class = "total-is-not-the-sum";
    } else if (depth == 1 && !wrong.counts.empty()) {
      finding.bug_class = "count-wrong";
    }
    finding.explanation =
        wrong.sum ? fmt::format(
                        "all moves are right, and the total {} is not the sum {} of the "
                        "subject's own lines",
                        pair.subject.total, sum_of_lines(pair.subject))
        : wrong.counts.empty()
            ? fmt::format("all moves are right, and the total is {} instead of {}",
                          pair.subject.total, pair.reference.total)
            : fmt::format("all moves are right, and {} counts {} at depth {} instead of {}",
                          wrong.counts.front().move, wrong.counts.front().subject, depth,
                          wrong.counts.front().reference);
    return {};
  }
  const CountDifference& line = wrong.counts.front();
  finding.explanation = fmt::format(
      "the moves are right and each of them is counted right when asked alone, yet "
      "at depth {} {} counts {} instead of {}",
      depth, line.move, line.subject, line.reference);
  if (const auto bits = overflown_bits(wrong, pair.subject, pair.reference)) {
    finding.cause = Cause::Count;
    finding.bug_class = *bits == 16 ? "count-overflow-16-bit" : "count-overflow-32-bit";
    finding.explanation += fmt::format(
        "; all differences are multiples of 2^{}: a counter of {} bits ran over", *bits, *bits);
    return {};
  }
  // The least depth at which a fresh process is wrong here.
  for (int lesser = 2; lesser <= depth; ++lesser) {
    inquiry_.subject().restart();
    const auto answer = inquiry_.ask_both(
        inquiry_.question(finding.path, lesser, static_cast<double>(pair.reference.total)));
    if (!answer) {
      if (answer.error().undecided.stopped) return std::unexpected(answer.error());
      // The counts differ all the same; only the cause stays unknown.
      finding.explanation += "; asked again, one side failed";
      return {};
    }
    if (lesser == depth && answer->reference != pair.reference)
      return std::unexpected(Inquiry::contradiction(
          "the reference contradicts itself: asked twice, it counts differently"));
    const DivideDifference there = difference(answer->subject, answer->reference);
    if (!there.any()) continue;
    finding.subject_divide = answer->subject;
    finding.reference_divide = answer->reference;
    finding.divide_depth = lesser;
    finding.reproduce_depth = lesser;
    finding.counts = Counts{answer->subject.total, answer->reference.total};
    if (lesser > 2) {
      finding.cause = Cause::Hash;
      finding.explanation += fmt::format(
          "; it is right at every depth below {}, as with a table of positions that "
          "confuses two of them",
          lesser);
    } else if (std::ranges::all_of(
                   there.counts, [](const CountDifference& each) { return each.reference == 0; })) {
      finding.cause = Cause::Count;
      finding.bug_class = "mate-counts-as-leaf";
      finding.explanation += "; that move ends the game, and the end is counted as a leaf";
    } else if (counts_one_leaf_each(there)) {
      if (auto ok = decide_why_one_leaf(finding, *answer, lesser); !ok) return ok;
    } else {
      finding.cause = Cause::Unmake;
      finding.explanation += "; something is not put back when a move is taken back";
    }
    return reproduce_from_root_if_needed(finding, lesser);
  }
  finding.cause = Cause::Hash;
  finding.reproduce_fen = finding.root;
  finding.reproduce_depth = inquiry_.root().depth;
  finding.explanation += "; a fresh process answers right, so it depends on what was asked before";
  return {};
}

/// Every wrong line counts 1: a draw rule ends the count there, or something is not put back
/// when a move is taken back. The same position with other clocks, or without its history,
/// shows which, if such a rule can apply at all.
Step<void> CauseFinder::decide_why_one_leaf(Finding& finding, const Pair& there, int depth) {
  const DivideDifference wrong = difference(there.subject, there.reference);
  const auto is_cut = [&](const std::string& fen, const char* bug_class,
                          std::string_view why) -> Step<bool> {
    auto answer = inquiry_.ask_both(inquiry_.question_of(fen, depth));
    if (!answer) return std::unexpected(answer.error());
    if (difference(answer->subject, answer->reference).any()) return false;
    finding.cause = Cause::Count;
    finding.bug_class = bug_class;
    finding.explanation += why;
    return true;
  };
  if (!finding.path.empty()) {
    const auto cut = is_cut(
        finding.fen, "repetition-cuts-perft",
        "; without the moves that led there it is right: a repeated position ends the count");
    if (!cut) return std::unexpected(cut.error());
    if (*cut) return {};
  }
  const auto young = reference::with_fresh_clocks(finding.fen);
  if (young != finding.fen) {
    const auto cut =
        is_cut(young, "halfmove-cuts-perft",
               "; with the clocks at 0 and 1 it is right: the fifty-move rule ends the count");
    if (!cut) return std::unexpected(cut.error());
    if (*cut) return {};
  }
  bool too_little = true;
  for (const CountDifference& line : wrong.counts) {
    Path after = finding.path;
    after.push_back(line.move);
    const auto fen = inquiry_.fen_at(after);
    if (!fen) return std::unexpected(fen.error());
    too_little = too_little && reference::is_insufficient_material(*fen);
  }
  finding.cause = too_little ? Cause::Unknown : Cause::Unmake;
  if (too_little) {
    finding.candidates = {"insufficient-material-cuts-perft", "draw-rule-cuts-perft",
                          "unmake-captured-missing"};
    finding.explanation +=
        "; every wrong line counts 1, and after each of these moves neither side can mate: "
        "perhaps a draw rule ends the count there";
  } else {
    finding.explanation +=
        "; every wrong line counts 1, and no draw rule applies there: something is not put back "
        "when a move is taken back";
  }
  return {};
}

/// The same once more, in a fresh process whose table of positions is as small as its options
/// allow.
Step<void> CauseFinder::ask_without_table(Finding& finding) {
  reference::Generator& subject = inquiry_.subject();
  const auto table = subject.restart_with_least_table(inquiry_.stop());
  if (!table) return {};  // it offers no such option, or does not come up with it
  const auto question = inquiry_.question_of(finding.reproduce_fen, finding.reproduce_depth);
  const auto is_wrong = [](const Step<Pair>& answer) {
    return difference(answer->subject, answer->reference).any();
  };
  const auto without = inquiry_.ask_both(question);
  subject.restart();
  if (!without)
    return without.error().undecided.stopped ? std::unexpected(without.error()) : Step<void>();
  if (is_wrong(without)) {
    if (!table->off) return {};
    if (finding.cause == Cause::Hash) finding.cause = Cause::Unknown;
    finding.explanation +=
        fmt::format("; with {} it is wrong all the same, so no table is to blame", table->setting);
    return {};
  }
  const auto with = inquiry_.ask_both(question);
  if (!with) return with.error().undecided.stopped ? std::unexpected(with.error()) : Step<void>();
  if (!is_wrong(with)) return {};
  finding.cause = Cause::Hash;
  finding.explanation +=
      fmt::format("; with {} it is right: its table is to blame", table->setting);
  return {};
}

}  // namespace perft_verify::verifier
