// Fuzzing: which positions, what is found on them, and what is not.
#include "verifier/tools/fuzz/fuzz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <set>

#include "core/fen.h"
#include "core/rules/plausibility.h"
#include "core/stopwatch.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/verifier/support/lying_generator.h"
#include "tests/verifier/support/reticent.h"
#include "verifier/report/words/sentence.h"
#include "verifier/tools/fuzz/scenes.h"
#include "verifier/tools/mutate/mutant.h"
#include "verifier/tools/mutate/situations.h"

namespace perft_verify::verifier {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

FuzzOptions options_for(std::uint64_t positions) {
  FuzzOptions options;
  options.source.seed = 1;
  options.positions = positions;
  options.reference = mailbox::make_mailbox_generator;
  options.inspector.live_reference = mailbox::make_mailbox_generator;
  options.reproduce = [](std::uint64_t) { return std::string("verify fuzz"); };
  return options;
}

BugId bug(std::string_view name) { return zoo::find_bug(name).value().id; }

FuzzOptions options_for(std::vector<std::string> bugs, std::uint64_t positions) {
  FuzzOptions options = options_for(positions);
  zoo::BugSet set;
  for (const std::string& each : bugs) set.add(bug(each), std::nullopt);
  options.subject = [set] { return zoo::make_zoo_generator(set); };
  return options;
}

FuzzOptions with_itself(FuzzOptions options) {
  options.reference = nullptr;
  return options;
}

std::vector<std::string> classes_of(const FuzzResult& result) {
  std::vector<std::string> classes;
  for (const FuzzFinding& each : result.findings) classes.emplace_back(class_name(each.finding));
  std::ranges::sort(classes);
  return classes;
}

std::vector<std::string> questions_of(PositionSource& source, std::size_t batches) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < batches; ++at) {
    const auto batch = source.batch(at);
    source.learn(batch);
    for (const FuzzCase& each : batch) {
      texts.push_back(each.question.root.fen + std::to_string(each.question.depth));
      for (const std::string& move : each.question.moves) texts.back() += " " + move;
    }
  }
  return texts;
}

TEST(PositionSource, GivesTheSamePositionsForTheSameSeed) {
  PositionSource first({.seed = 7});
  PositionSource again({.seed = 7});
  PositionSource other({.seed = 8});
  const auto positions = questions_of(first, 8);
  EXPECT_EQ(positions, questions_of(again, 8));
  EXPECT_NE(positions, questions_of(other, 8));
  EXPECT_GT(std::set(positions.begin(), positions.end()).size(), positions.size() / 2);
}

TEST(PositionSource, GivesAdmittedPositionsToWhichAGameMayLead) {
  for (const bool unreachable : {false, true}) {
    PositionSource source({.seed = 3, .unreachable = unreachable});
    std::size_t beyond = 0;
    for (std::size_t at = 0; at < 12; ++at) {
      for (const FuzzCase& each : source.batch(at)) {
        const auto parsed = parse_fen(each.question.root);
        ASSERT_TRUE(parsed) << each.question.root.fen;
        beyond += unreachable_because(each.position).empty() ? 0 : 1;
        EXPECT_LT(each.position.halfmove_clock(), 200U);
      }
    }
    EXPECT_EQ(beyond > 0, unreachable);
  }
}

TEST(PositionSource, LeavesChess960AndMovesOutWhereTheyAreNotWanted) {
  PositionSource both({.seed = 1});
  PositionSource neither({.seed = 1, .chess960 = false, .paths = false});
  std::size_t chess960 = 0;
  std::size_t paths = 0;
  for (std::size_t at = 0; at < 12; ++at) {
    for (const FuzzCase& each : both.batch(at)) {
      chess960 += each.question.root.chess960 ? 1 : 0;
      paths += each.question.moves.empty() ? 0 : 1;
    }
    for (const FuzzCase& each : neither.batch(at)) {
      EXPECT_FALSE(each.question.root.chess960);
      EXPECT_THAT(each.question.moves, IsEmpty());
    }
  }
  EXPECT_GT(chess960, 20U);
  EXPECT_GT(paths, 100U);
}

TEST(PositionSource, ReachesEveryRule) {
  PositionSource source({.seed = 1});
  questions_of(source, 100);
  std::set<std::string_view> rules;
  for (const auto& [situation, times] : source.reached()) rules.insert(rule_of(situation));
  for (const char* rule : {"castling", "en passant", "promotion", "double checks",
                           "discovered checks", "illegal: pinned", "illegal: castling",
                           "moves out of double check", "castling rights lost"})
    EXPECT_THAT(rules, Contains(rule));
  EXPECT_THAT(rules, Not(Contains("")));
  EXPECT_THAT(source.kept(), Not(IsEmpty()));
}

TEST(Fuzz, FindsBugsOfTheZoo) {
  const std::array all{"ep-horizontal-pin",      "castling-through-check", "pin-ignored",
                       "underpromotion-missing", "unmake-ep-pawn",         "total-is-not-the-sum"};
  for (const char* name : share_of(all, 2)) {
    const FuzzResult result = fuzz(options_for({name}, 4096), {});
    EXPECT_THAT(classes_of(result), ElementsAre(to_string(zoo::find_bug(name)->bug_class())))
        << name;
    EXPECT_THAT(result.undecided, IsEmpty()) << name;
  }
}

TEST(Fuzz, FindsWhatStandsBehindTheFirstBug) {
  const std::vector<std::string> bugs{"ep-missing", "castling-through-check", "king-xray"};
  const FuzzResult result = fuzz(options_for(bugs, 640), {});
  std::vector<std::string> sorted = bugs;
  std::ranges::sort(sorted);
  EXPECT_EQ(classes_of(result), sorted);
  for (const FuzzFinding& each : result.findings) {
    EXPECT_GT(each.positions, 1U);
    ASSERT_TRUE(each.finding.reduced);
    EXPECT_LE(each.finding.reduced->pieces, 6U);
  }
}

TEST(Fuzz, SaysTheSameWithMoreWorkers) {
  FuzzOptions options = options_for({"ep-missing", "king-xray"}, 1024);
  const FuzzResult one = fuzz(options, {});
  options.jobs = 3;
  const FuzzResult three = fuzz(options, {});
  ASSERT_EQ(one.findings.size(), three.findings.size());
  for (std::size_t at = 0; at < one.findings.size(); ++at) {
    EXPECT_EQ(one.findings[at].finding.fen, three.findings[at].finding.fen);
    EXPECT_EQ(one.findings[at].positions, three.findings[at].positions);
  }
  EXPECT_EQ(one.reached, three.reached);
}

TEST(Fuzz, HasNoFalseAlarm) {
  FuzzOptions options = options_for(4096);
  options.source.unreachable = true;
  options.subject = [] { return reference::make_core_generator(); };
  const FuzzResult result = fuzz(options, {});
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_THAT(result.undecided, IsEmpty());
  EXPECT_EQ(result.suspects, 0U);
  EXPECT_EQ(result.positions, 4096U);
  EXPECT_GT(result.boards, 50U);
}

TEST(Fuzz, BlamesNoRightSubjectWhereTheReferenceLies) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    const test::Lie lie = test::drawn_lie(random);
    FuzzOptions options = options_for(64);
    options.source.seed = seed;
    options.subject = [seed]() -> std::unique_ptr<reference::Generator> {
      auto core = reference::make_core_generator();
      if (seed % 3 == 0) return core;
      return std::make_unique<test::Reticent>(std::move(core), seed % 3 == 1);
    };
    options.reference = options.inspector.live_reference =
        liar(mailbox::make_mailbox_generator, lie, std::make_shared<test::LiesTold>());
    options.inspector.second_reference = mailbox::make_mailbox_generator;
    const FuzzResult result = fuzz(options, {});
    for (const FuzzFinding& each : result.findings)
      ADD_FAILURE() << seed << ": " << to_string(lie) << ": " << sentence_of(each.finding);
  }
}

TEST(Fuzz, HasNoFalseAlarmOfASubjectComparedWithItself) {
  FuzzOptions options = with_itself(options_for({}, 1024));
  const FuzzResult result = fuzz(options, {});
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.suspects, 0U);
}

TEST(Fuzz, FindsContradictionsOfASubjectComparedWithItself) {
  const std::vector<std::pair<const char*, OwnAnswer::Relation>> bugs{
      {"ep-missing-for-black", OwnAnswer::Relation::ColorsFlipped},
      {"double-push-missing-on-h-file", OwnAnswer::Relation::FilesMirrored},
      {"ep-victim-stays", OwnAnswer::Relation::FenAndMoves},
      {"castling-twice", OwnAnswer::Relation::EachMoveOnce}};
  for (const auto& [name, relation] : bugs) {
    const FuzzResult result = fuzz(with_itself(options_for({name}, 1024)), {});
    std::vector<OwnAnswer::Relation> relations;
    for (const FuzzFinding& each : result.findings) {
      // In this process it refuses moves that it does not know.
      if (is_failure(each.finding.kind)) continue;
      EXPECT_EQ(each.finding.kind, FindingKind::WrongCount);
      EXPECT_EQ(each.finding.cause, Cause::Unknown);
      relations.push_back(reason_of<OwnAnswer>(each.finding)->relation);
    }
    EXPECT_THAT(relations, Contains(relation)) << name;
  }
}

TEST(Fuzz, DoesNotAskBatchesAgainThatAgreedBefore) {
  constexpr std::uint64_t kPositions = 4096;
  FuzzOptions options = options_for({"ep-horizontal-pin"}, kPositions);
  std::map<std::uint64_t, std::uint64_t> agreed;
  options.note = [&agreed](std::uint64_t batch, std::uint64_t nodes) { agreed[batch] = nodes; };
  const FuzzResult whole = fuzz(options, {});
  EXPECT_EQ(classes_of(whole), std::vector<std::string>{"ep-horizontal-pin"});
  EXPECT_GT(agreed.size(), 4U);
  EXPECT_LT(agreed.size(), kPositions / PositionSource::kBatch);
  options.agreed_before = agreed;
  agreed.clear();
  const FuzzResult again = fuzz(options, {});
  EXPECT_EQ(classes_of(again), classes_of(whole));
  EXPECT_EQ(again.positions, whole.positions);
  EXPECT_EQ(again.nodes, whole.nodes);
  EXPECT_THAT(agreed, IsEmpty()) << "those with findings did not agree this time either";
  for (std::uint64_t batch = 0; batch < kPositions / PositionSource::kBatch; ++batch)
    options.agreed_before.emplace(batch, 1);
  EXPECT_THAT(fuzz(options, {}).findings, IsEmpty()) << "nothing was asked";
}

TEST(Fuzz, AsksFailuresOfOldFirst) {
  FuzzOptions options = options_for({"ep-missing"}, 1);
  const char* fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  FuzzCase old;
  old.position = parse_fen(fen)->position;
  old.question = reference::question_at(standard(fen), {}, 1);
  options.replay = {old};
  options.max_findings = 1;
  const FuzzResult result = fuzz(options, {});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].finding.fen, fen);
  EXPECT_EQ(result.positions, 1U);
}

TEST(KnownBugs, AccountsForWhatTheModelPredictsOnly) {
  const FuzzResult found = fuzz(options_for({"ep-missing"}, 512), {});
  ASSERT_EQ(found.findings.size(), 1U);
  KnownBugs known(false);
  known.add(found.findings[0].finding, 0);
  const reference::Question question =
      reference::question_at(standard("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), {}, 1);
  auto answer = *zoo::make_zoo_generator(zoo::BugSet(bug("ep-missing")))->divide(question, {});
  std::vector<std::size_t> accounting;
  EXPECT_THAT(known.unpredicted(question, answer, accounting), IsEmpty());
  EXPECT_THAT(accounting, ElementsAre(0));
  EXPECT_THAT(known.that_give(question, answer), ElementsAre(0));
  // One move more that is missing, and one that is not legal.
  std::erase_if(answer.lines, [](const auto& line) { return line.move == "e5e6"; });
  answer.lines.push_back({"e5e8", 1});
  EXPECT_THAT(known.that_give(question, answer), IsEmpty());
  EXPECT_EQ(known.unpredicted(question, answer, accounting).size(), 2U);
}

TEST(Scenes, AreMirroredAndFlipped) {
  const auto parts = parse_fen("r3k3/8/8/2pP4/8/8/8/4K2R w Kq c6 0 1")->position.parts();
  EXPECT_EQ(Position(colors_flipped(parts)).fen(), "4k2r/8/8/8/2Pp4/8/8/R3K3 b Qk c3 0 1");
  EXPECT_EQ(Position(files_mirrored(parts)).fen(), "3k3r/8/8/4Pp2/8/8/8/R2K4 w - f6 0 1");
}

/// All bugs that counts of positions from games can show: how many are found in how many seconds.
TEST(FuzzLong, FindsTheZoo) {
  if (!is_long()) GTEST_SKIP() << "./dev long fuzz-zoo";
  const char* seconds = std::getenv("PERFT_VERIFY_FUZZ_SECONDS");
  for (const bool itself : {false, true}) {
    std::size_t all = 0;
    std::size_t soon = 0;
    std::size_t found = 0;
    for (const zoo::Bug& each : zoo::bugs()) {
      if (!shows_in_counts(each) || each.beyond_games) continue;
      FuzzOptions options = options_for({std::string(each.name())}, 0);
      options.positions.reset();
      options.seconds = seconds != nullptr ? std::atof(seconds) : 60;
      options.max_findings = 1;
      if (itself) options = with_itself(std::move(options));
      const Stopwatch watch;
      const FuzzResult result = fuzz(options, {});
      ++all;
      if (result.findings.empty()) {
        std::cout << (itself ? "self " : "") << "not found: " << each.name() << " in "
                  << result.positions << " positions\n";
        continue;
      }
      ++found;
      if (watch.seconds() <= 5) ++soon;
    }
    std::cout << (itself ? "with itself: " : "with a reference: ") << found << " of " << all
              << " bugs, " << soon << " of them in 5 s" << std::endl;
    EXPECT_GE(found, itself ? (all + 1) / 2 : all);
  }
}

}  // namespace
}  // namespace perft_verify::verifier
