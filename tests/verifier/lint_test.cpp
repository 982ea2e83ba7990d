#include "verifier/tools/lint/lint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/fen.h"
#include "core/rules/plausibility.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/scripted_generator.h"
#include "tests/verifier/support/suites.h"
#include "verifier/tools/lint/proof.h"

namespace perft_verify::verifier {
namespace {

using test::kKings;
using test::kStart;
using Words = std::vector<std::string>;

const std::string kS(kStart);
const std::string kK(kKings);

/// "line:column severity rule" of each issue.
Words places(const LintResult& result) {
  Words words;
  for (const SuiteIssues& suite : result.suites)
    for (const Issue& issue : suite.issues)
      words.push_back(std::to_string(issue.place.line) + ":" + std::to_string(issue.place.column) +
                      " " + std::string(to_string(issue.severity)) + " " + std::string(issue.rule));
  return words;
}

/// The rules that one suite breaks, with their places, and the messages.
struct Linted {
  Words places;
  Words messages;
  LintResult result;  // its pointers are dead
};

LintResult lint_suites(std::vector<Suite> read, const LintOptions& options) {
  RowList rows(RowList::CountPlaces::Kept);
  std::vector<SuiteOfRows> suites;
  for (Suite& suite : read) {
    const std::size_t before = rows.size();
    for (const Row& row : suite.rows) rows.push_back(row);
    suites.push_back({std::move(suite), rows.size() - before});
  }
  return lint(suites, rows, options, {});
}

Linted lint_epd(const std::string& epd, const LintOptions& options = {}) {
  Linted linted;
  linted.result = lint_suites({read_suite("s.epd", epd, {})}, options);
  linted.places = places(linted.result);
  for (const Issue& issue : linted.result.suites[0].issues)
    linted.messages.push_back(issue.message);
  return linted;
}

const LintOptions kProve{.prove = true, .max_nodes = 100'000, .jobs = 2};

TEST(LintPositions, AnOrdinaryRowIsNotRemarkedUpon) {
  EXPECT_EQ(lint_epd(kS + " ;D1 20 ;D2 400 ;id \"x\";\n" + kK + "\n").places, Words{});
}

TEST(LintPositions, WhatCannotBeReadIsAnError) {
  const Linted linted = lint_epd("# c\n7k/8/8/9/8/8/8/K7 w - - 0 1 ;D1 3\n" + kS + " ;D1 x\n" +
                                 "8/8/8/8/8/8/8/8 w - - 0 1\n");
  EXPECT_EQ(linted.places,
            (Words{"2:8 error unreadable", "3:62 error unreadable", "4:1 error unreadable"}));
  EXPECT_TRUE(linted.messages[0].starts_with("InvalidBoard: ")) << linted.messages[0];
  EXPECT_EQ(linted.result.errors, 3U);
}

TEST(LintPositions, AnEnPassantSquareThatNobodyCanUseIsANote) {
  // No pawn stands beside; one does and is pinned; one may capture.
  const Linted linted = lint_epd(
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"
      "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2\n"
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n"
      "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 2\n");
  EXPECT_EQ(linted.places, (Words{"1:1 note ep-not-capturable", "2:1 note ep-not-capturable",
                                  "4:1 note ep-not-capturable"}));
  EXPECT_TRUE(linted.messages[0].contains("no pawn stands"));
  EXPECT_TRUE(linted.messages[1].contains("king in check"));
  EXPECT_TRUE(linted.messages[2].contains("no pawn stands")) << "h4 is not beside a4";
}

TEST(LintPositions, OddClocksAndSpellingsAndUnreachablePositionsAreNotes) {
  EXPECT_EQ(lint_epd("7k/8/8/8/8/8/8/K7 w - - 100 90\n"
                     "7k/8/8/8/8/8/8/K7 w - - 99 90\n"
                     "7k/8/8/8/8/8/8/K7 w - - 9 5\n"
                     "7k/8/8/8/8/8/8/K7 b - - 9 5\n"
                     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 9\n"
                     "  7k/8/44/8/8/8/8/K7 w - - 7\n"
                     "4k3/8/8/8/8/P7/P7/4K1NN w - - 0 1\n")
                .places,
            (Words{"1:1 note clock", "3:1 note clock", "5:1 note clock", "6:3 note clock",
                   "6:3 note spelling", "6:3 note spelling"}));
  const Linted three = lint_epd("8/8/8/2N5/4k3/2N1N3/8/4K3 b - - 0 1\n");
  EXPECT_TRUE(std::ranges::any_of(three.places, [](const std::string& place) {
    return place.ends_with("note unreachable");
  })) << "three knights give check";
}

TEST(LintCounts, WhatArithmeticForbidsIsAnError) {
  const Linted linted = lint_epd(kS + " ;D1 20 ;D2 4361\n" +  // 20 * 218 and one more
                                 kK + " ;D1 219\n" +          // more moves than there are
                                 "7k/8/8/8/8/8/8/1K6 w - - 0 1 ;D1 0 ;D2 1\n" +
                                 "7k/8/8/8/8/8/8/2K5 w - - 0 1 ;D1 3 ;D3 142573\n" +
                                 "7k/8/8/8/8/8/8/3K4 w - - 0 1 ;D1 20 ;D2 4360\n");
  EXPECT_EQ(linted.places, (Words{"1:66 error count-impossible", "2:30 error count-impossible",
                                  "3:37 error count-impossible", "4:37 error count-impossible"}));
}

TEST(LintCounts, AFallIsAWarningAndATruncatedCountIsSuspected) {
  const std::string d8 = std::to_string(84998978956ULL % (1ULL << 32U));
  const Linted linted =
      lint_epd(kS + " ;D6 119060324 ;D7 3195901860 ;D8 " + d8 + "\n" + kK + " ;D3 54 ;D4 53\n");
  EXPECT_EQ(linted.places, (Words{"1:88 warning count-truncated", "2:37 warning count-falls"}))
      << linted.messages[0];
  EXPECT_TRUE(lint_epd(kS + " ;D6 119060324 ;D7 3195901860 ;D8 84998978956\n").places.empty());
  EXPECT_TRUE(lint_epd(kS + " ;D7 3195901860 ;D5 4865609\n").places.empty()) << "order is free";
}

TEST(LintDuplicates, AreWarningsInOneFileAndNotesAcrossFiles) {
  const Linted linted = lint_epd(kS + "\n" + kK + "\n" + kS + " ;D1 20\n" +
                                 "7k/8/8/8/8/8/8/K7 w - - 0 2\n" + kS + " ;D1 20\n");
  EXPECT_EQ(linted.places, (Words{"3:1 warning duplicate", "5:1 warning duplicate"}));
  EXPECT_EQ(linted.messages[1], "the same row as s.epd:1");

  const LintResult result =
      lint_suites({read_suite("a.epd", kS, {}), read_suite("b.epd", "#\n" + kS, {})}, {});
  EXPECT_EQ(places(result), Words{"2:1 note duplicate"});
  EXPECT_EQ(result.suites[1].issues[0].row, 1U);
  EXPECT_EQ(result.suites[1].issues[0].first, 0U);
}

TEST(LintDuplicates, ThatContradictEachOtherAreErrors) {
  const Linted linted = lint_epd(kS + " ;D1 20\n" + kS + " ;D2 400\n" + kS + " ;D2 401 ;D1 20\n");
  EXPECT_EQ(linted.places, (Words{"2:1 warning duplicate", "3:1 warning duplicate",
                                  "3:59 error count-contradicted"}));
  EXPECT_EQ(linted.messages[2], "the count 401 at depth 2 is 400 at s.epd:2");
}

TEST(LintFiles, CountsThatAreNotUnderstoodAreAWarning) {
  EXPECT_EQ(lint_epd("# c\n" + kS + " ;perft1 20\n").places, Words{"2:1 warning counts-unread"});
}

TEST(LintProof, ConfirmsRightCountsAndRefutesWrongOnes) {
  const Linted linted =
      lint_epd(kS + " ;D1 20 ;D2 401 ;D3 8902\n" + kK + " ;D9 5 ;D2 9 ;D1 4\n", kProve);
  EXPECT_EQ(linted.places, (Words{"1:66 error count-refuted", "2:30 warning count-falls",
                                  "2:42 error count-refuted"}));
  EXPECT_EQ(linted.messages[0], "the count 401 at depth 2 is wrong: core and mailbox count 400");
  EXPECT_EQ(linted.result.counts, 6U);
  EXPECT_EQ(linted.result.proven, 3U);
  EXPECT_EQ(linted.result.too_deep, 1U);
  EXPECT_EQ(linted.result.suites[0].issues[0].counted, 400U);
}

TEST(LintProof, AFallOfTrueCountsIsNoFault) {
  // Mate in one for most lines: 20 moves and then fewer.
  const std::string falls = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;D1 0 ;D2 0\n";
  EXPECT_TRUE(lint_epd(falls, kProve).places.empty());
}

TEST(LintProof, SaysWhenTheLow32BitsWereRecorded) {
  EXPECT_TRUE(is_truncated(84998978956ULL % (1ULL << 32U), 84998978956ULL));
  EXPECT_FALSE(is_truncated(84998978956ULL, 84998978956ULL));
  EXPECT_FALSE(is_truncated(5, 84998978956ULL));
  EXPECT_FALSE(is_truncated(20, 20));
  // Too deep to count: judged by the growth of the true counts above it.
  const Linted linted =
      lint_epd(kS + " ;D5 4865609 ;D6 119060324 ;D7 3195901860 ;D8 3394600204\n", kProve);
  EXPECT_EQ(linted.places, Words{"1:100 warning count-truncated"});
}

TEST(LintProof, NeverBlamesTheSuiteOnTheWordOfOneGenerator) {
  const Suite suite = read_suite("s.epd", kS + " ;D2 401", {});
  test::ScriptedGenerator sides_with_the_suite(
      [](const test::Call& call) { return test::changed(call, test::plus_one); });
  const Proof proof = prove(suite.rows[0], 1000, sides_with_the_suite, {});
  ASSERT_EQ(proof.issues.size(), 1U);
  EXPECT_EQ(proof.issues[0].rule, "count-undecided");
  EXPECT_EQ(proof.issues[0].severity, Severity::Warning);

  test::ScriptedGenerator fails(
      [](const test::Call&) { return test::failure(reference::FailureKind::Unsupported); });
  EXPECT_EQ(prove(suite.rows[0], 1000, fails, {}).issues.at(0).rule, "count-undecided");
}

TEST(LintProof, OurOwnSuitesAreRight) {
  for (const char* name : {"standard.epd", "rules.epd", "gate.epd"}) {
    const Suite suite = read_suite(
        name, reference::file_content(std::string(PERFT_VERIFY_SUITES) + "/" + name), {});
    const LintResult result =
        lint_suites({suite}, {.prove = true, .max_nodes = 200'000, .jobs = 2});
    EXPECT_EQ(result.errors, 0U) << name;
    EXPECT_EQ(result.warnings, 0U) << name;
    // Correct engines differ if the king was in check before the opponent's double push.
    for (const Row& row : suite.rows) {
      const auto parsed = parse_fen(row.root());
      ASSERT_TRUE(parsed);
      for (const std::string& reason : impossible_checks(parsed->position))
        EXPECT_FALSE(reason.contains("double push")) << name << ":" << row.line << ": " << reason;
    }
    EXPECT_GT(result.proven, result.rows) << name;
    EXPECT_EQ(result.proven + result.too_deep, result.counts) << name;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
