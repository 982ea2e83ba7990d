// How well findings separate bugs, in figures: engines with one, two and three bugs of the zoo run
// the gate, and the report is compared with their bugs. CI runs a seeded share of it; `./dev long
// classify` runs all (PERFT_VERIFY_LONG=1).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <ranges>
#include <set>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/core_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/support/suite_positions.h"
#include "tests/verifier/support/run_rows.h"
#include "verifier/classify/hypotheses.h"

namespace perft_verify::verifier {
namespace {

using reference::Divide;
using reference::Question;
using zoo::Bug;

/// Wraps a generator and asks it each question only once.
class Remembering final : public reference::Generator {
 public:
  using Known =
      std::map<std::tuple<Root, std::vector<std::string>, int>, reference::Answer<Divide>>;
  Remembering(std::unique_ptr<Generator> inner, Known& known)
      : inner_(std::move(inner)), known_(known) {}

  [[nodiscard]] reference::Identity identity() const override { return inner_->identity(); }
  reference::Answer<Divide> divide(const Question& question, std::stop_token stop) override {
    const auto key = std::tuple(question.root, question.moves, question.depth);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_.emplace(key, inner_->divide(question, stop)).first->second;
  }
  [[nodiscard]] bool shows_board() const override { return inner_->shows_board(); }
  reference::Answer<std::string> board(const Question& question, std::stop_token stop) override {
    return inner_->board(question, stop);
  }
  void restart() override {}

 private:
  std::unique_ptr<Generator> inner_;
  Known& known_;
};

/// Ten rows of the gate have two thirds of its nodes: their last depth is left to the long run.
std::vector<Row> gate_rows() {
  std::vector<Row> rows;
  for (const auto& position : perft_verify::test::suite_positions("gate.epd")) {
    const auto parsed = parse_fen(position.fen);
    if (!parsed) continue;
    Row row;
    row.fen = parsed->position.fen();
    row.chess960 = parsed->position.chess960();
    for (const auto& [depth, nodes] : position.counts)
      if (nodes <= 5000 || is_long()) row.recorded[depth] = nodes;
    rows.push_back(std::move(row));
  }
  return rows;
}

zoo::BugSet set_of(const std::vector<Bug>& bugs) {
  zoo::BugSet set;
  for (const Bug& bug : bugs) set.add(bug.id);
  return set;
}

std::string names_of(const std::vector<Bug>& bugs) {
  std::string text;
  for (const Bug& bug : bugs) text += (text.empty() ? "" : " + ") + std::string(bug.name());
  return text;
}

struct Gate {
  std::vector<Row> rows = gate_rows();
  Remembering::Known reference;

  verifier::test::Ran run(const std::vector<Bug>& bugs) {
    RunOptions options;
    options.subject = [&] { return zoo::make_zoo_generator(set_of(bugs)); };
    options.reference = [&] {
      return std::make_unique<Remembering>(reference::make_core_generator(), reference);
    };
    return verifier::test::run_rows(rows, options);
  }
  /// Whether one of the bugs is named, perhaps without its bulk counting: the title is true then.
  static bool is_named_right(BugId named, const std::vector<Bug>& bugs) {
    return std::ranges::count_if(bugs, [&](const Bug& bug) {
             return bug.id == named || bug.name() == fmt::format("{}-bulk", to_string(named));
           }) == 1;
  }
  /// The same of bugs that all have a model: no other bug is named.
  verifier::test::Ran run_of_known(const std::vector<Bug>& bugs) {
    auto ran = run(bugs);
    for (const ReportedFinding& each : ran.findings)
      if (const auto& exact = each.finding.exact)
        EXPECT_TRUE(!exact->only && is_named_right(exact->bug, bugs))
            << to_string(exact->bug) << " is named in " << names_of(bugs);
    return ran;
  }

  /// The answers of an engine with these bugs at the depth of each row.
  std::vector<std::optional<Divide>> answers(const std::vector<Bug>& bugs) {
    const auto subject = zoo::make_zoo_generator(set_of(bugs));
    std::vector<std::optional<Divide>> all;
    for (const Row& row : rows) {
      Question question;
      question.root = row.root();
      question.depth = row.recorded.rbegin()->first;
      auto answer = subject->divide(question, {});
      all.push_back(answer ? std::optional(std::move(*answer)) : std::nullopt);
    }
    return all;
  }
};

Gate& gate() {
  static Gate gate;
  return gate;
}

/// The bugs that a count can show.
std::vector<Bug> bugs_of_the_gate() {
  std::vector<Bug> bugs;
  for (const Bug& bug : zoo::bugs())
    if (bug.probe != zoo::Probe::Board) bugs.push_back(bug);
  return bugs;
}

bool names(const Finding& finding, const Bug& bug) { return finding.bug_class == bug.bug_class(); }
bool mentions(const Finding& finding, const Bug& bug) {
  return names(finding, bug) ||
         std::ranges::find(finding.candidates, bug.bug_class()) != finding.candidates.end();
}
bool mentions(const verifier::test::Ran& ran, const Bug& bug) {
  return std::ranges::any_of(
      ran.findings, [&](const ReportedFinding& each) { return mentions(each.finding, bug); });
}

std::string words(const verifier::test::Ran& ran) {
  std::string text;
  for (const ReportedFinding& each : ran.findings) {
    text += fmt::format("    {} {} {} ({} rows)", to_string(each.finding.kind),
                        to_string(each.finding.cause), class_name(each.finding), each.rows.size());
    for (const auto name : names_of(each.finding.candidates)) text += fmt::format(" ?{}", name);
    text += fmt::format(
        "  {}  {}\n", each.finding.fen,
        fmt::join(each.finding.illegal.empty() ? each.finding.missing : each.finding.illegal, " "));
  }
  return text;
}

std::string share(std::size_t part, std::size_t whole) {
  return fmt::format(
      "{}/{} ({:.1f} %)", part, whole,
      whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}
/// In thousandths.
std::size_t rate(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1000 : 1000 * part / whole;
}

/// The causes of findings. Each is compared with the cause of the bug whose class the finding
/// names, or else with the causes of its candidates: a cause can be known where the class is not.
struct Causes {
  std::size_t right = 0;
  std::size_t unknown = 0;
  std::size_t wrong = 0;
  void add(const Finding& finding, const std::vector<Bug>& bugs) {
    const auto is_right = [&](const Bug& bug) { return finding.cause == bug.cause(); };
    auto meant = bugs | std::views::filter([&](const Bug& bug) { return names(finding, bug); });
    auto possible =
        bugs | std::views::filter([&](const Bug& bug) { return mentions(finding, bug); });
    if (finding.cause == Cause::Unknown || possible.empty()) {
      ++unknown;
      std::cout << "  cause unknown of a finding in " << names_of(bugs) << "\n";
    } else if (meant.empty() ? std::ranges::any_of(possible, is_right)
                             : std::ranges::all_of(meant, is_right)) {
      ++right;
    } else {
      ++wrong;
      std::cout << "  cause " << to_string(finding.cause) << " in " << names_of(bugs) << "\n";
    }
  }
  [[nodiscard]] std::size_t all() const { return right + unknown + wrong; }
};

std::vector<std::vector<Bug>> random_sets(std::size_t size, std::size_t count, unsigned seed) {
  const std::vector<Bug> bugs = bugs_of_the_gate();
  std::mt19937 random(seed);
  std::vector<std::vector<Bug>> sets;
  while (sets.size() < count) {
    std::set<std::size_t> chosen;
    while (chosen.size() < size) chosen.insert(random() % bugs.size());
    std::vector<Bug> set;
    for (const std::size_t each : chosen) set.push_back(bugs[each]);
    sets.push_back(std::move(set));
  }
  return sets;
}

TEST(SeveralBugs, OneAtATime) {
  std::size_t runs = 0;
  std::size_t one = 0;
  std::size_t right = 0;
  std::size_t candidate = 0;
  std::size_t unclassified = 0;
  std::size_t wrong = 0;
  Causes causes;
  std::vector<std::size_t> questions;
  const std::vector<Bug> bugs = bugs_of_the_gate();
  const auto right_answers = gate().answers({});
  for (std::size_t at = 0; at < bugs.size(); at += is_long() ? 1 : 12) {
    const Bug& bug = bugs[at];
    if (gate().answers({bug}) == right_answers) {
      std::cout << bug.name() << " does not show in the gate\n";
      continue;
    }
    const auto ran = gate().run_of_known({bug});
    ++runs;
    if (ran.findings.size() == 1) ++one;
    bool all_right = !ran.findings.empty();
    bool some_wrong = false;
    for (const ReportedFinding& each : ran.findings) {
      all_right = all_right && names(each.finding, bug);
      some_wrong = some_wrong || (each.finding.bug_class && !names(each.finding, bug));
      causes.add(each.finding, {bug});
      questions.push_back(each.finding.questions);
    }
    if (some_wrong) {
      ++wrong;
    } else if (all_right) {
      ++right;
    } else if (mentions(ran, bug)) {
      ++candidate;
    } else {
      ++unclassified;
    }
    if (ran.findings.size() != 1 || !all_right)
      std::cout << bug.name() << " (" << to_string(bug.bug_class()) << ")\n" << words(ran);
  }
  std::ranges::sort(questions);
  std::cout << "single bugs          " << runs << "\n"
            << "  exactly one finding " << share(one, runs) << "\n"
            << "  class right         " << share(right, runs) << "\n"
            << "  candidate           " << share(candidate, runs) << "\n"
            << "  unclassified        " << share(unclassified, runs) << "\n"
            << "  class wrong         " << share(wrong, runs) << "\n"
            << "  cause right         " << share(causes.right, causes.all()) << ", unknown "
            << causes.unknown << ", wrong " << causes.wrong << "\n"
            << "  questions a finding " << questions[questions.size() / 2] << " (median)\n";
  EXPECT_GE(rate(one, runs), 970U);
  // The one in the share whose answers two others have together is a candidate.
  EXPECT_GE(rate(right, runs), is_long() ? 950U : 930U);
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(causes.wrong, 0U);
}

/// Whether two engines list or count moves differently anywhere in the row, or at a lower depth:
/// the sums of the row's depth may be equal all the same.
bool differ_within(reference::Generator& some, reference::Generator& other, const Row& row) {
  const auto differs = [&](const std::vector<std::string>& moves, int depth) {
    const Question question = reference::question_at(row.root(), moves, depth);
    const auto ours = some.divide(question, {});
    const auto theirs = other.divide(question, {});
    return !ours || !theirs || *ours != *theirs;
  };
  const int depth = row.recorded.rbegin()->first;
  for (int lesser = 1; lesser < depth; ++lesser)
    if (differs({}, lesser)) return true;
  const auto below = [&](const auto& self, const Position& position,
                         std::vector<std::string>& moves) -> bool {
    if (differs(moves, 1)) return true;
    if (static_cast<int>(moves.size()) + 1 == depth) return false;
    for (const Move move : legal_moves(position)) {
      moves.push_back(to_uci(move, row.chess960));
      const bool wrong = self(self, position.after(move), moves);
      moves.pop_back();
      if (wrong) return true;
    }
    return false;
  };
  std::vector<std::string> moves;
  return below(below, parse_fen(row.root())->position, moves);
}

/// Whether a bug has a share in what is wrong in the row: by itself, or beside the other one, as
/// where a move that only the other one lists is written wrongly.
bool has_a_share(const Bug& bug, const Bug& other, const Row& row) {
  const auto with = [](const std::vector<Bug>& bugs) {
    return zoo::make_zoo_generator(set_of(bugs));
  };
  return differ_within(*with({bug}), *reference::make_core_generator(), row) ||
         differ_within(*with({bug, other}), *with({other}), row);
}

/// Whether a finding about `bug` alone claims a row that is wrong only because of `other`.
bool claims_foreign_rows(const verifier::test::Ran& ran, const Bug& bug, const Bug& other,
                         const std::vector<std::optional<Divide>>& of_bug,
                         const std::vector<std::optional<Divide>>& of_other,
                         const std::vector<std::optional<Divide>>& of_both,
                         const std::vector<std::optional<Divide>>& right) {
  for (std::size_t row = 0; row < ran.rows.size(); ++row) {
    if (of_bug[row] != right[row] || of_other[row] != of_both[row]) continue;
    // Then only asking once more shows what is wrong.
    if (of_both[row] == right[row]) continue;
    for (const std::size_t index : ran.rows[row].findings) {
      const Finding& finding = ran.findings[index].finding;
      if (mentions(finding, bug) && !mentions(finding, other) &&
          !has_a_share(bug, other, gate().rows[row])) {
        std::cout << "  " << gate().rows[row].fen << " is not wrong by " << bug.name() << "\n";
        return true;
      }
    }
  }
  return false;
}

TEST(SeveralBugs, Pairs) {
  std::size_t hidden = 0;
  std::size_t runs = 0;
  std::size_t both = 0;
  std::size_t two = 0;
  std::size_t clean = 0;
  Causes causes;
  const auto right = gate().answers({});
  for (const std::vector<Bug>& pair : random_sets(2, is_long() ? 300 : 20, 20)) {
    const auto first = gate().answers({pair[0]});
    const auto second = gate().answers({pair[1]});
    const auto together = gate().answers(pair);
    const auto ran = gate().run_of_known(pair);
    if (together == first || together == second) {
      ++hidden;
      if (ran.findings.size() != 1) std::cout << names_of(pair) << " (hidden)\n" << words(ran);
      continue;
    }
    ++runs;
    const bool all = mentions(ran, pair[0]) && mentions(ran, pair[1]);
    const bool foreign =
        claims_foreign_rows(ran, pair[0], pair[1], first, second, together, right) ||
        claims_foreign_rows(ran, pair[1], pair[0], second, first, together, right);
    const bool same_class = pair[0].bug_class() == pair[1].bug_class();
    if (all) ++both;
    if (ran.findings.size() == (same_class ? 1 : 2)) ++two;
    if (!foreign) ++clean;
    for (const ReportedFinding& each : ran.findings) causes.add(each.finding, pair);
    if (!all || ran.findings.size() != 2 || foreign)
      std::cout << names_of(pair) << (foreign ? " (foreign rows)" : "") << "\n" << words(ran);
  }
  std::cout << "pairs                " << runs << ", and " << hidden
            << " in which one hides the other\n"
            << "  both named          " << share(both, runs) << "\n"
            << "  exactly two         " << share(two, runs) << "\n"
            << "  no foreign rows     " << share(clean, runs) << "\n"
            << "  cause right         " << share(causes.right, causes.all()) << ", unknown "
            << causes.unknown << ", wrong " << causes.wrong << "\n";
  // In a share of twenty pairs, one may be told apart only in part.
  EXPECT_GE(rate(both, runs), is_long() ? 950U : 850U);
  EXPECT_GE(rate(two, runs), 900U);
  EXPECT_EQ(clean, runs);
  EXPECT_EQ(causes.wrong, 0U);
  EXPECT_GE(rate(causes.right, causes.all()), is_long() ? 990U : 940U);
}

/// Whether the gate's answers are the same without one of the bugs.
bool one_is_hidden(const std::vector<Bug>& bugs) {
  const auto together = gate().answers(bugs);
  return std::ranges::any_of(bugs, [&](const Bug& bug) {
    std::vector<Bug> others = bugs;
    std::erase_if(others, [&](const Bug& other) { return other.id == bug.id; });
    return gate().answers(others) == together;
  });
}

/// A real engine has bugs that no model knows beside others.
TEST(SeveralBugs, OneOfTwoIsUnknown) {
  std::size_t runs = 0;
  std::size_t named = 0;
  std::size_t mentioned = 0;
  std::size_t wrong = 0;
  std::vector<std::size_t> findings;
  const auto right = gate().answers({});
  for (const std::vector<Bug>& pair : random_sets(2, is_long() ? 300 : 12, 24)) {
    const Bug& unknown = pair[0];
    const Bug& known = pair[1];
    const auto together = gate().answers(pair);
    if (unknown.bug_class() == known.bug_class() || together == gate().answers({unknown}) ||
        together == gate().answers({known}))
      continue;
    const HypothesesWithout without(unknown.bug_class());
    const auto ran = gate().run(pair);
    ++runs;
    const bool is_named = std::ranges::any_of(
        ran.findings, [&](const ReportedFinding& each) { return names(each.finding, known); });
    const bool is_mentioned = mentions(ran, known);
    const bool is_wrong = std::ranges::any_of(ran.findings, [&](const ReportedFinding& each) {
      return each.finding.bug_class && !names(each.finding, known) && !names(each.finding, unknown);
    });
    if (is_named) ++named;
    if (is_mentioned) ++mentioned;
    if (is_wrong) ++wrong;
    findings.push_back(ran.findings.size());
    if (!is_named || is_wrong || ran.findings.size() > 2)
      std::cout << names_of(pair) << (is_wrong ? " (a like bug)" : "") << "\n" << words(ran);
  }
  std::ranges::sort(findings);
  std::cout << "pairs with an unknown bug " << runs << "\n"
            << "  the known one named " << share(named, runs) << "\n"
            << "  or a candidate      " << share(mentioned, runs) << "\n"
            << "  a like bug named    " << share(wrong, runs) << "\n"
            << "  findings            " << findings[runs / 2] << " (median), "
            << findings[runs * 9 / 10] << " (of nine tenths at most)\n";
  EXPECT_GE(rate(named, runs), is_long() ? 650U : 500U);
  EXPECT_GE(rate(mentioned, runs), 900U);
}

/// One bug shows in another mixture of wrong moves in every position.
TEST(SeveralBugs, OneThatIsUnknownIsFewFindings) {
  std::size_t runs = 0;
  std::size_t one = 0;
  std::size_t all = 0;
  const std::vector<Bug> bugs = bugs_of_the_gate();
  for (std::size_t at = 0; at < bugs.size(); at += is_long() ? 1 : 16) {
    const HypothesesWithout without(bugs[at].bug_class());
    const auto ran = gate().run({bugs[at]});
    ++runs;
    all += ran.findings.size();
    if (ran.findings.size() == 1) ++one;
    if (ran.findings.size() > 2) std::cout << bugs[at].name() << "\n" << words(ran);
  }
  std::cout << "unknown bugs         " << runs << "\n"
            << "  exactly one finding " << share(one, runs) << "\n"
            << "  findings            " << all << "\n";
  EXPECT_GE(rate(one, runs), is_long() ? 860U : 800U);
  EXPECT_LE(rate(all, runs), is_long() ? 1150U : 1200U);
}

/// Two unknown bugs must not become one by what they have in common: no finding claims rows of each
/// of them alone.
TEST(SeveralBugs, TwoThatAreUnknownAreToldApart) {
  std::size_t runs = 0;
  std::size_t all = 0;
  std::size_t apart = 0;
  const auto right = gate().answers({});
  for (const std::vector<Bug>& pair : random_sets(2, is_long() ? 150 : 12, 25)) {
    const auto first = gate().answers({pair[0]});
    const auto second = gate().answers({pair[1]});
    const auto together = gate().answers(pair);
    if (pair[0].bug_class() == pair[1].bug_class() || together == first || together == second)
      continue;
    const HypothesesWithout without(pair[0].bug_class());
    const HypothesesWithout nor(pair[1].bug_class());
    const auto ran = gate().run(pair);
    ++runs;
    all += ran.findings.size();
    // The findings that claim rows of one bug alone.
    std::array<std::set<std::size_t>, 2> claiming;
    for (std::size_t row = 0; row < ran.rows.size(); ++row) {
      const bool is_second = second[row] != right[row];
      if (is_second == (first[row] != right[row])) continue;
      const auto& findings = ran.rows[row].findings;
      claiming[is_second ? 1 : 0].insert(findings.begin(), findings.end());
    }
    const auto is_of_both = [&](std::size_t finding) { return claiming[1].contains(finding); };
    if (std::ranges::none_of(claiming[0], is_of_both)) {
      ++apart;
    } else {
      std::cout << names_of(pair) << " (one finding for both)\n" << words(ran);
    }
  }
  std::cout << "two unknown bugs     " << runs << "\n"
            << "  findings            " << all << "\n"
            << "  told apart          " << share(apart, runs) << "\n";
  EXPECT_GE(rate(apart, runs), is_long() ? 750U : 800U);
  EXPECT_LE(rate(all, runs), is_long() ? 2300U : 2600U);
}

TEST(SeveralBugs, Triples) {
  std::size_t hidden = 0;
  std::size_t runs = 0;
  std::size_t all_named = 0;
  for (const std::vector<Bug>& triple : random_sets(3, is_long() ? 100 : 8, 30)) {
    if (one_is_hidden(triple)) {
      ++hidden;
      continue;
    }
    const auto ran = gate().run_of_known(triple);
    ++runs;
    const bool all =
        std::ranges::all_of(triple, [&](const Bug& bug) { return mentions(ran, bug); });
    if (all) {
      ++all_named;
    } else {
      std::cout << names_of(triple) << "\n" << words(ran);
    }
  }
  std::cout << "triples              " << runs << ", and " << hidden << " in which one is hidden\n"
            << "  all three named     " << share(all_named, runs) << "\n";
  EXPECT_GE(rate(all_named, runs), 850U);
}

/// Three tests of its legality are missing, because its legality is not tested at all.
TEST(SeveralBugs, EnPassantThatIsNotTestedIsOneFinding) {
  const auto ran =
      gate().run({zoo::bug_of(BugId::EpHorizontalPin), zoo::bug_of(BugId::EpPinnedCapturer),
                  zoo::bug_of(BugId::EpInCheckNotResolving)});
  ASSERT_EQ(ran.findings.size(), 1U) << words(ran);
  EXPECT_EQ(class_name(ran.findings.front().finding), "ep-legality-untested");
  EXPECT_FALSE(ran.findings.front().finding.exact);
}

/// A list of nine is full: no reader gave the tenth knight a wrong place.
TEST(SeveralBugs, TheTenthKnightIsOfItsList) {
  const auto ran = gate().run({zoo::bug_of(BugId::PieceListOverflow)});
  ASSERT_EQ(ran.findings.size(), 1U) << words(ran);
  EXPECT_EQ(ran.findings.front().finding.cause, Cause::Generation);
  EXPECT_EQ(class_name(ran.findings.front().finding), "last-piece-missing");
}

/// The attack test looks at no queens.
TEST(SeveralBugs, QueensThatAreNotLookedAtAreOneFinding) {
  const auto ran = gate().run({zoo::bug_of(BugId::QueenDiagonalChecksIgnored),
                               zoo::bug_of(BugId::QueenStraightChecksIgnored)});
  ASSERT_EQ(ran.findings.size(), 1U) << words(ran);
  EXPECT_EQ(class_name(ran.findings.front().finding), "queen-checks-ignored");
  EXPECT_FALSE(ran.findings.front().finding.exact);
}

/// No model gives the count; that of a bug of moves would be no likelier than that of the table.
TEST(SeveralBugs, ACountLikeThoseOfATableIsNotOfAMove) {
  Gate deeper = gate();
  const auto row =
      std::ranges::find(deeper.rows, "k4r2/1b2P3/8/8/8/Q3BQ2/2K1pq1p/5N2 b f - 0 1", &Row::fen);
  ASSERT_NE(row, deeper.rows.end());
  row->recorded[4] = 84'170;
  const auto at = static_cast<std::size_t>(row - deeper.rows.begin());
  const auto ran =
      deeper.run({zoo::bug_of(BugId::PinnedPawnFrozen), zoo::bug_of(BugId::HashOmitsKingsBulk)});
  ASSERT_EQ(ran.findings.size(), 2U) << words(ran);
  ASSERT_FALSE(ran.rows[at].findings.empty());
  for (const std::size_t index : ran.rows[at].findings)
    EXPECT_EQ(ran.findings[index].finding.cause, Cause::Hash) << words(ran);
}

/// Castling through a check that is not seen is listed in the other bug's spelling: neither bug
/// lists that move by itself.
TEST(SeveralBugs, OneMayShowOnlyInMovesOfAnother) {
  const std::vector<Bug> both = {zoo::bug_of(BugId::CastlingPrintedAsRookCapture),
                                 zoo::bug_of(BugId::CheckRangeShort)};
  const auto ran = gate().run_of_known(both);
  EXPECT_EQ(ran.findings.size(), 2U) << words(ran);
  for (const Bug& bug : both)
    EXPECT_TRUE(std::ranges::any_of(ran.findings,
                                    [&](const ReportedFinding& each) {
                                      return each.finding.exact &&
                                             each.finding.exact->bug == bug.id;
                                    }))
        << bug.name() << "\n"
        << words(ran);
}

/// Below one position a table gives the counts of a bug of lists. Each move is counted right there
/// when asked alone, so its lists are right.
TEST(SeveralBugs, CountsOfMovesThatAreRightWhenAskedAloneAreNoBugOfLists) {
  Row row;
  row.fen = "6k1/8/P7/8/8/8/8/4K3 w - - 0 1";
  row.recorded[3] = 0;
  const std::shared_ptr<reference::Generator> wrong =
      zoo::make_zoo_generator(set_of({zoo::bug_of(BugId::UnderpromotionMissing)}));
  RunOptions options;
  options.subject = verifier::test::scripted([&](const verifier::test::Call& call) {
    const bool is_right = call.question.root.fen == row.fen && call.question.depth < 3;
    return is_right ? call.right() : wrong->divide(call.question, {});
  });
  const auto ran = verifier::test::run_rows({row}, options);
  ASSERT_EQ(ran.findings.size(), 1U) << words(ran);
  EXPECT_EQ(ran.findings.front().finding.cause, Cause::Unknown) << words(ran);
  EXPECT_FALSE(ran.findings.front().finding.bug_class) << words(ran);
}

/// Black's positions are read as White's, which hides what is wrong for Black: the other bugs are
/// no bugs of White alone.
TEST(SeveralBugs, OneThatIsHiddenForOneColorIsNoBugOfTheOther) {
  gate().run_of_known({zoo::bug_of(BugId::CastlingIgnoresDiagonalAttacks),
                       zoo::bug_of(BugId::CapturedKnightStillAttacks),
                       zoo::bug_of(BugId::HashTakesDeeper), zoo::bug_of(BugId::FenSideIgnored)});
}

/// Rows that a table confuses look alike. Each is told by its own answer, so neither finding has
/// rows of the other.
TEST(SeveralBugs, TwoOfATableAreTwoFindings) {
  const auto ran = gate().run_of_known(
      {zoo::bug_of(BugId::HashOmitsEpBulk), zoo::bug_of(BugId::HashOmitsDepthBulk)});
  ASSERT_EQ(ran.findings.size(), 2U) << words(ran);
  EXPECT_EQ(class_name(ran.findings[0].finding), "hash-omits-ep");
  EXPECT_EQ(class_name(ran.findings[1].finding), "hash-omits-depth");
}

/// An author who fixes each named bug and reruns the gate reaches green.
TEST(SeveralBugs, RunsToGreen) {
  std::size_t sets = 0;
  std::size_t stuck = 0;
  std::size_t slow = 0;
  std::size_t looked = 0;
  std::vector<double> shares;
  for (std::size_t size = 1; size <= 5; ++size) {
    for (std::vector<Bug> bugs :
         random_sets(size, is_long() ? 20 : 2, 40 + static_cast<unsigned>(size))) {
      ++sets;
      const std::string all = names_of(bugs);
      std::size_t rounds = 0;
      while (!bugs.empty() && rounds <= size) {
        const auto ran = gate().run_of_known(bugs);
        if (ran.findings.empty()) break;  // green
        ++rounds;
        const std::size_t before = bugs.size();
        std::erase_if(bugs, [&](const Bug& bug) {
          return std::ranges::any_of(
              ran.findings, [&](const ReportedFinding& each) { return names(each.finding, bug); });
        });
        // If no bug is named, the author examines the candidates.
        if (bugs.size() == before) {
          ++looked;
          std::erase_if(bugs, [&](const Bug& bug) { return mentions(ran, bug); });
        }
        if (bugs.size() == before) {
          std::cout << all << " gets stuck:\n" << words(ran);
          rounds = size + 1;
          ++stuck;
          break;
        }
      }
      if (rounds > size) ++slow;
      shares.push_back(static_cast<double>(rounds) / static_cast<double>(size));
    }
  }
  std::ranges::sort(shares);
  std::cout << "runs to green        " << sets << "\n"
            << "  more runs than bugs " << slow << ", stuck " << stuck << "\n"
            << "  rounds by candidates " << looked << "\n"
            << fmt::format("  runs a bug          {:.2f} (median)\n", shares[shares.size() / 2]);
  EXPECT_EQ(slow, 0U);
  EXPECT_LE(shares[shares.size() / 2], 0.5);
}

}  // namespace
}  // namespace perft_verify::verifier
