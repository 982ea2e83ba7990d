// The bugs that a suite finds: tests the cover by small sums, the survey by positions with known
// answers, the gate suite by its promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/fen.h"
#include "reference/process/child_process.h"
#include "verifier/suite/built_in.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/tools/mutate/choose.h"
#include "verifier/tools/mutate/cover.h"
#include "verifier/tools/mutate/cover_problem.h"
#include "verifier/tools/mutate/coverage.h"
#include "verifier/tools/mutate/first_tier.h"
#include "verifier/tools/mutate/survey.h"

namespace perft_verify::verifier {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// --- Cover -------------------------------------------------------------------------------

TEST(Cover, TakesTheCheapestOffersThatMeetEveryGoal) {
  const std::vector<Offer> offers{
      {.cost = 10, .group = 0, .goals = {0, 1, 2}},
      {.cost = 4, .group = 1, .goals = {0, 1}},
      {.cost = 4, .group = 2, .goals = {2}},
      {.cost = 9, .group = 3, .goals = {2}},
  };
  EXPECT_THAT(cover(offers, std::vector<unsigned>{1, 1, 1}), ElementsAre(1, 2));
  EXPECT_THAT(cover(offers, std::vector<unsigned>{1, 1, 0}), ElementsAre(1));
  EXPECT_THAT(cover(offers, std::vector<unsigned>{0, 0, 0}), IsEmpty());
}

TEST(Cover, MeetsGoalsAsOftenAsIsWantedOrCanBe) {
  const std::vector<Offer> offers{
      {.cost = 1, .group = 0, .goals = {0}},
      {.cost = 2, .group = 1, .goals = {0}},
      {.cost = 3, .group = 2, .goals = {0, 1}},
  };
  EXPECT_THAT(cover(offers, std::vector<unsigned>{2, 0}), ElementsAre(0, 1));
  EXPECT_THAT(cover(offers, std::vector<unsigned>{2, 5}), ElementsAre(0, 2));
  EXPECT_THAT(cover(offers, std::vector<unsigned>{9, 0}), ElementsAre(0, 1, 2));
}

TEST(FirstTier, TakesWhatIsWorthMostForItsCostWhileThereIsRoom) {
  const std::vector<Offer> offers{
      {.cost = 10, .group = 0, .goals = {0}},
      {.cost = 10, .group = 1, .goals = {1, 2}},
      {.cost = 30, .group = 2, .goals = {0, 1, 2, 3}},
  };
  const auto of = [&](std::uint64_t room) {
    return first_tier(offers, {5, 1, 1, 1}, room, [&](std::size_t at) { return offers[at].cost; });
  };
  EXPECT_THAT(of(100), ElementsAre(0, 1, 2));
  EXPECT_THAT(of(20), ElementsAre(0, 1));
  EXPECT_THAT(of(10), ElementsAre(0));
  EXPECT_THAT(of(9), IsEmpty());
}

TEST(FirstTier, LeavesADepthThatIsNeededForWhatNoOtherRowShows) {
  std::vector<Offer> offers{
      {.cost = 1, .group = 0, .goals = {0}},
      {.cost = 9, .group = 0, .goals = {0, 1}},
      {.cost = 1, .group = 1, .goals = {2}},
      {.cost = 9, .group = 1, .goals = {1, 2}},
  };
  const auto of = [&](std::uint64_t room) {
    return first_tier(offers, {1, 1, 1}, room, [&](std::size_t at) { return offers[at].cost; });
  };
  // Either row can be cut short, and not both.
  EXPECT_THAT(of(2), ElementsAre(0));
  EXPECT_THAT(of(20), ElementsAre(0, 3));
}

TEST(Cover, TakesOneOfAGroupAndDropsWhatBecameUnnecessary) {
  const std::vector<Offer> one_row{
      {.cost = 1, .group = 0, .goals = {0}},
      {.cost = 5, .group = 0, .goals = {0, 1}},
      {.cost = 50, .group = 1, .goals = {1}},
  };
  EXPECT_THAT(cover(one_row, std::vector<unsigned>{1, 1}), ElementsAre(0, 2));
  // The cheap offer is taken first, and only the other one of its group meets everything.
  EXPECT_THAT(cover(std::span(one_row).first(2), std::vector<unsigned>{1, 1}), ElementsAre(1));
  const std::vector<Offer> greedy{
      {.cost = 3, .group = 0, .goals = {0, 1}},  // taken first
      {.cost = 4, .group = 1, .goals = {0, 2}},  // needed for 2
      {.cost = 4, .group = 2, .goals = {1, 3}},  // needed for 3: then the first is not
  };
  EXPECT_THAT(cover(greedy, std::vector<unsigned>{1, 1, 1, 1}), ElementsAre(1, 2));
}

TEST(Cover, IsTheCheapestOfAllBySolver) {
  if (!reference::find_program("glpsol"))
    GTEST_SKIP() << "no glpsol here (package glpk-utils): the exact cover is NOT tested";
  // Greedy takes the columns, of eight, four and two goals; the two rows of seven would do.
  const std::vector<Offer> offers{
      {.cost = 10, .group = 0, .goals = {0, 1, 2, 3, 4, 5, 6}},
      {.cost = 10, .group = 1, .goals = {7, 8, 9, 10, 11, 12, 13}},
      {.cost = 10, .group = 2, .goals = {0, 1, 2, 3, 7, 8, 9, 10}},
      {.cost = 10, .group = 3, .goals = {4, 5, 11, 12}},
      {.cost = 10, .group = 4, .goals = {6, 13}},
  };
  const std::vector<unsigned> once(14, 1);
  const auto greedy = cover(offers, once);
  EXPECT_THAT(greedy, ElementsAre(2, 3, 4));
  EXPECT_THAT(cheapest_cover(offers, once, greedy, {}).value(), ElementsAre(0, 1));
  // As often as is wanted or as the first choice does; and one of a group only.
  const std::vector<Offer> one_row{
      {.cost = 1, .group = 0, .goals = {0}},
      {.cost = 9, .group = 0, .goals = {0, 1}},
      {.cost = 5, .group = 1, .goals = {0}},
  };
  const std::vector<unsigned> twice{2, 1};
  EXPECT_THAT(cheapest_cover(one_row, twice, cover(one_row, twice), {}).value(), ElementsAre(1, 2));
  EXPECT_THAT(
      cheapest_cover(one_row, std::vector<unsigned>{1, 0}, std::vector<std::size_t>{2}, {}).value(),
      ElementsAre(0));
}

// --- Survey ------------------------------------------------------------------------------

std::vector<Row> rows_of(std::string_view suite) {
  Suite read = read_suite("test.epd", suite, {});
  if (!read.problems.empty()) throw std::runtime_error(to_string(read.problems.front()));
  return read.rows;
}

std::vector<std::string> seen_by(const Survey& survey) {
  std::vector<std::string> names;
  for (const BugSeen& bug : survey.bugs)
    if (bug.seen()) names.emplace_back(bug.bug.name());
  return names;
}

bool sees(const Survey& survey, std::string_view bug) {
  const auto names = seen_by(survey);
  return std::ranges::find(names, bug) != names.end();
}

TEST(Survey, AsksEveryBugThatCountsCanShow) {
  const Survey empty = survey({}, {}, {});
  std::size_t countable = 0;
  for (const zoo::Bug& bug : zoo::bugs())
    countable += shows_in_counts(bug) && !bug.beyond_games ? 1 : 0;
  EXPECT_EQ(empty.bugs.size(), countable);
  EXPECT_EQ(zoo::bugs().size() - countable, 6U);
  EXPECT_THAT(seen_by(empty), IsEmpty());
}

TEST(Survey, FindsWhatAPositionShowsAndNothingElse) {
  const auto rows = rows_of("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6\n");
  const Survey found = survey(rows, {}, {});
  EXPECT_TRUE(sees(found, "ep-horizontal-pin"));
  for (const char* unseen : {"ep-pinned-capturer", "castling-missing", "king-xray", "knight-wraps"})
    EXPECT_FALSE(sees(found, unseen)) << unseen;
  EXPECT_EQ(found.nodes, 6U);
  EXPECT_EQ(found.nodes_needed, 6U);
}

TEST(Survey, ToldByTotalsOnlyItFindsLess) {
  const auto rows = rows_of("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1 ;D1 13\n");
  EXPECT_TRUE(sees(survey(rows, {}, {}), "knight-step-typo"));
  EXPECT_FALSE(sees(survey(rows, {.totals_only = true}, {}), "knight-step-typo"));
}

TEST(Survey, TellsTheColorsApart) {
  const auto rows = rows_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15\n");
  const Survey found = survey(rows, {}, {});
  const auto bug = std::ranges::find(found.bugs, "castling-missing",
                                     [](const BugSeen& each) { return each.bug.name(); });
  ASSERT_NE(bug, found.bugs.end());
  EXPECT_TRUE(bug->seen());
  EXPECT_FALSE(bug->seen_in_full());
  EXPECT_THAT(bug->shown,
              ElementsAre(std::pair{std::optional{Color::White}, std::optional{0UL}},
                          std::pair{std::optional{Color::Black}, std::optional<std::size_t>{}}));
}

TEST(Survey, IsTheSameWithAnyNumberOfThreads) {
  const auto rows = rows_of(
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D2 568\n4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 ;D3 276\n");
  const Survey one = survey(rows, {.jobs = 1}, {});
  const Survey four = survey(rows, {.jobs = 4}, {});
  ASSERT_EQ(one.bugs.size(), four.bugs.size());
  for (std::size_t at = 0; at < one.bugs.size(); ++at)
    EXPECT_EQ(one.bugs[at].shown, four.bugs[at].shown) << one.bugs[at].bug.name();
}

TEST(Survey, GoesToTheDepthThatIsAskedFor) {
  const auto rows = rows_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n");
  EXPECT_FALSE(sees(survey(rows, {}, {}), "castling-rook-moved"));
  EXPECT_TRUE(sees(survey(rows, {.depth = 3}, {}), "castling-rook-moved"));
  EXPECT_FALSE(sees(survey(rows, {.depth = 3, .max_nodes = 100}, {}), "castling-rook-moved"));
}

// --- Choose ------------------------------------------------------------------------------

TEST(Choose, KeepsWhatIsNeededAtTheDepthThatIsNeeded) {
  const auto rows = rows_of(
      "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;id \"pin\";\n"
      "8/8/8/K2pP2r/8/8/7k/8 w - d6 0 1 ;id \"again\";\n"
      "7k/P7/8/8/8/8/8/7K w - - 0 1 ;id \"promotion\";\n");
  const Choice choice = choose(rows, {.times = 1, .situations = false, .max_nodes = 20}, {});
  std::uint64_t nodes = 0;
  for (const Count& count : choice.counts) nodes += count.nodes;
  EXPECT_EQ(choice.nodes, nodes);
  const auto found = [&](std::string_view bug) {
    return std::ranges::any_of(choice.found, [&](const Choice::Found& each) {
      return each.mutant.bug.name() == bug && !each.by_total.empty();
    });
  };
  for (const char* bug : {"ep-horizontal-pin", "underpromotion-missing", "king-wraps"})
    EXPECT_TRUE(found(bug)) << bug;
  EXPECT_FALSE(found("castling-missing"));
  for (const Count& count : choice.counts) {
    const Count again = right_count(*count.row, count.depth, {}).value();
    EXPECT_EQ(again.nodes, count.nodes);
    EXPECT_LE(count.nodes, 40 * 20U);
  }
  EXPECT_EQ(choice.left_out, all_mutants().size());
  EXPECT_LT(choice.missed_when_left_out.size(), choice.left_out);
}

TEST(Choose, PutsWhatStandardChessShowsIntoRowsOfStandardChess) {
  const auto rows = rows_of(
      "4k3/8/8/8/8/8/8/4K2R w H - 0 1 ;id \"cheap\";\n"
      "4k2r/8/8/8/8/8/7P/4K2R w Kk - 0 1 ;id \"standard\";\n");
  ASSERT_TRUE(rows[0].chess960);
  const Choice choice = choose(rows, {.times = 1, .max_nodes = 40}, {});
  for (const Choice::Found& each : choice.found) {
    if (each.mutant.bug.name() != "castling-missing" || each.mutant.only == Color::Black) continue;
    EXPECT_TRUE(std::ranges::any_of(
        each.by_total, [&](std::size_t at) { return !choice.counts[at].row->chess960; }));
  }
  EXPECT_EQ(choice.situations, choice.suite_situations);
}

TEST(Choose, LeavesOutClocksThatSomeReadersRefuse) {
  const auto rows = rows_of(
      "4k3/8/8/8/8/8/4P3/4K3 w - - 100 120\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1000\n"
      "4k3/8/8/8/8/8/4P3/4K3 w - - 99 999 ;id \"kept\";\n");
  const Choice choice = choose(rows, {.times = 3, .max_nodes = 40}, {});
  ASSERT_FALSE(choice.counts.empty());
  for (const Count& each : choice.counts) EXPECT_EQ(each.row->id, "kept");
}

// --- Coverage ----------------------------------------------------------------------------

Position position_of(std::string_view fen) { return parse_fen(fen)->position; }

std::vector<std::string> missing_of(const std::vector<TablesShown::Table>& tables,
                                    std::string_view name) {
  return std::ranges::find(tables, name, &TablesShown::Table::name)->missing;
}

TEST(Situations, ShowBlockersAndTargetsOfTheTables) {
  // The rook sees a3, and the king on e1; the king has five steps.
  const auto free = situations(position_of("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1"), 1);
  EXPECT_EQ(tables_shown(free).blockers, 2U);
  EXPECT_EQ(tables_shown(free).leaper_targets, 5U);
  const auto tables = tables_shown(free).tables;
  std::size_t all = 0;
  for (const TablesShown::Table& each : tables) all += each.all;
  EXPECT_EQ(all, TablesShown::kLeaperTargets + TablesShown::kBlockers + TablesShown::kLines);
  const std::vector<std::string> missing = missing_of(tables, "blockers for rooks");
  EXPECT_THAT(missing, testing::Not(testing::Contains("a1a3")));
  EXPECT_THAT(missing, testing::Contains("a1a4"));
  // Own pieces beyond the blocker: no move would show that it was not seen.
  const auto behind = situations(position_of("4k3/8/8/P7/N7/8/8/RK6 w - - 0 1"), 1);
  EXPECT_EQ(tables_shown(behind).blockers, 1U) << "b1 only";
  // A pinned rook, and one in check, has no moves to tell by.
  EXPECT_EQ(tables_shown(situations(position_of("4k3/4r3/8/8/8/8/4R2p/4K3 w - - 0 1"), 1)).blockers,
            0U);
}

TEST(Situations, ShowChecksAndPinsFromEdgeToEdge) {
  const auto lines = [](std::string_view fen) {
    return tables_shown(situations(position_of(fen), 1)).lines;
  };
  const auto shown = [](std::string_view fen, std::string_view table, std::string_view line) {
    const auto missing = missing_of(tables_shown(situations(position_of(fen), 1)).tables, table);
    return std::ranges::find(missing, line) == missing.end();
  };
  constexpr std::string_view kCheck = "b3k3/8/8/8/8/8/8/R6K w - - 0 1";
  EXPECT_EQ(lines(kCheck), 1U);
  EXPECT_TRUE(shown(kCheck, "checks edge to edge", "a8h1"));
  constexpr std::string_view kPin = "b3k3/8/8/3N4/8/8/8/7K w - - 0 1";
  EXPECT_EQ(lines(kPin), 1U);
  EXPECT_TRUE(shown(kPin, "pins edge to edge", "a8h1"));
  EXPECT_EQ(lines("4k3/1b6/8/8/8/8/8/R6K w - - 0 1"), 0U) << "not from the edge";
  EXPECT_EQ(lines("b3k3/8/8/8/8/8/8/7K w - - 0 1"), 0U) << "the king alone moves away all the same";
  EXPECT_EQ(lines("b3k3/8/8/3B4/8/8/6P1/7K w - - 0 1"), 0U) << "two pieces between";
}

TEST(Situations, TellGeometriesOfEnPassantApart) {
  const auto rules = [](std::string_view fen) {
    std::set<std::string_view> names;
    std::set<std::uint64_t> facts;
    for (const std::uint64_t each : situations(position_of(fen), 1))
      if (rule_of(each).starts_with("en passant")) {
        names.insert(rule_of(each));
        facts.insert(each);
      }
    return std::pair{names, facts};
  };
  const auto pinned = rules("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
  const auto free = rules("8/8/8/K2pP3/8/8/8/4k3 w - d6 0 1");
  EXPECT_NE(pinned.second, free.second);
  EXPECT_TRUE(pinned.first.contains("en passant and lines to the king"));
  EXPECT_TRUE(pinned.first.contains("en passant by squares"));
  EXPECT_TRUE(
      rules("8/4n3/8/K2pP3/8/8/8/4k3 w - d6 0 1").first.contains("en passant and pieces around"));
}

/// The situations of one rule.
std::set<std::uint64_t> facts_of(std::string_view rule, std::string_view fen, int depth) {
  std::set<std::uint64_t> facts;
  for (const std::uint64_t each : situations(position_of(fen), depth))
    if (rule_of(each) == rule) facts.insert(each);
  return facts;
}

TEST(Situations, TellAnEnPassantCaptureThatIsRefusedAtTheLastPly) {
  const auto refused = [](std::string_view fen, int depth) {
    return facts_of("en passant refused at the last ply", fen, depth);
  };
  const auto rank = refused("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", 2);
  EXPECT_EQ(rank.size(), 1U);
  const auto diagonal = refused("8/8/8/k7/1p6/8/P7/4B2K w - - 0 1", 2);
  EXPECT_EQ(diagonal.size(), 1U);
  EXPECT_NE(rank, diagonal);
  EXPECT_TRUE(refused("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 1).empty()) << "a list, and no count";
  EXPECT_TRUE(refused("8/3p4/8/K3P3/8/8/8/4k3 b - - 0 1", 2).empty()) << "it is legal";
}

TEST(Situations, TellWhetherTheOtherSideMayTakeOnTheFileThatIsForgone) {
  const auto forgone = [](std::string_view fen) {
    return facts_of("en passant not taken", fen, 2);
  };
  const auto beside = forgone("4k3/8/8/3Pp3/3p4/8/8/4K2R w K e6 0 1");
  const auto elsewhere = forgone("4k3/8/8/3Pp3/1p6/8/8/4K2R w K e6 0 1");
  EXPECT_FALSE(std::ranges::includes(elsewhere, beside));
  EXPECT_EQ(elsewhere, forgone("4k3/8/8/3Pp3/8/8/8/4K2R w K e6 0 1"));
}

TEST(Situations, TellWhichPawnOfAnEnPassantOpensALineForACheck) {
  const auto checks = [](std::string_view fen) {
    return facts_of("en passant gives check", fen, 2);
  };
  const auto victim = checks("6k1/p7/8/3pP3/8/1B6/8/7K w - d6 0 1");
  EXPECT_EQ(victim.size(), 1U);
  EXPECT_TRUE(checks("6k1/8/8/3pP3/8/1B6/8/7K w - d6 0 1").empty()) << "only the king moves";
  EXPECT_EQ(checks("6k1/n7/8/3pP3/8/1B6/8/7K w - d6 0 1"), victim);
  EXPECT_NE(checks("7k/p7/8/3pP3/8/8/1B6/4K3 w - d6 0 1"), victim) << "the capturer's line";
  EXPECT_TRUE(checks("8/p1k5/8/3pP3/8/8/8/4K3 w - d6 0 1").empty()) << "a direct check";
}

TEST(Situations, TellWhichCapturesADoublePushAllows) {
  const auto captures = [](std::string_view fen, int depth) {
    return facts_of("en passant after a double push", fen, depth);
  };
  constexpr auto kFree = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1";
  const auto free = captures(kFree, 2);
  EXPECT_EQ(free.size(), 1U);
  EXPECT_TRUE(captures(kFree, 1).empty()) << "nothing is counted below it";
  EXPECT_NE(captures("4k3/2p5/8/3P4/1K6/8/8/8 b - - 0 1", 2), free) << "with check";
  EXPECT_NE(captures("4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", 2), free) << "from the other side";
  EXPECT_TRUE(captures("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", 2).empty()) << "by the FEN";
}

TEST(Situations, TellWhichCastlingRightsATableMayConfuse) {
  const auto rights = [](std::string_view fen, int depth) {
    return facts_of("castling rights in the key of a table", fen, depth).size();
  };
  // White's right, Black's, and one instead of the other.
  constexpr auto kBoth = "4k2r/3p1p1n/3P1p2/5Pp1/5pP1/3p1P2/3P1P1N/4K2R w Kk - 0 1";
  EXPECT_EQ(rights(kBoth, 4), 0U) << "they differ only below";
  EXPECT_EQ(rights(kBoth, 5), 3U) << "White's or none, White's or Black's, both or none";
  EXPECT_EQ(rights(kBoth, 6), 4U) << "and Black's or none";
  constexpr auto kWings = "7k/7p/7P/8/8/p2p1p1p/P2P1P1P/R3K2R w KQ - 0 1";
  EXPECT_EQ(rights(kWings, 5), 2U) << "to castle on either wing is one move";
  EXPECT_EQ(rights("7k/7p/7P/8/8/p2p1p1p/P2P1P1P/R3K2R w - - 0 1", 5), 0U);
}

TEST(Situations, TellWhichEnPassantSquaresATableMayConfuse) {
  const auto squares = [](std::string_view fen, int depth) {
    return facts_of("en passant in the key of a table", fen, depth).size();
  };
  constexpr auto kTwoFiles = "8/8/8/8/1p2p3/1P2P3/P2P4/K1k5 w - - 0 1";
  EXPECT_EQ(squares(kTwoFiles, 3), 0U);
  EXPECT_EQ(squares(kTwoFiles, 4), 1U) << "none or one";
  EXPECT_EQ(squares(kTwoFiles, 5), 2U) << "and one of two";
  EXPECT_EQ(squares("8/8/8/8/8/1P2P3/P2P4/K1k5 w - - 0 1", 5), 0U) << "nothing captures";
}

TEST(Situations, TellWhetherOneDoublePushAloneMakesTheDifferenceOfATable) {
  const auto squares = [](std::string_view fen, int depth) {
    return facts_of("en passant in the key of a table", fen, depth);
  };
  // The king takes two moves for one, and the pawn one for two.
  constexpr auto kTriangle = "8/8/8/8/1p6/kp6/2P5/K7 w - - 0 1";
  auto alone = squares(kTriangle, 6);
  for (const std::uint64_t each : squares(kTriangle, 5)) alone.erase(each);
  ASSERT_FALSE(alone.empty());
  const auto two_pushes = squares("8/8/8/8/1p2p3/1P2P3/P2P4/K1k5 w - - 0 1", 5);
  EXPECT_TRUE(std::ranges::none_of(alone, [&](auto each) { return two_pushes.contains(each); }))
      << "both ways have a double push there, which may leave a key wrong for good";
}

TEST(Situations, TellOnWhichFileATableNeedsAnEnPassantSquare) {
  const auto files = [](std::string_view fen) {
    return facts_of("en passant in the key of a table, by files", fen, 5);
  };
  const auto on_f = files("k7/p2p1p2/P2P2p1/2pP4/2P2pP1/1p3P2/pP3P2/K7 b - - 0 1");
  EXPECT_EQ(on_f.size(), 1U);
  const auto on_h = files("k7/p2p3p/P2P2p1/P2P4/1p4Pp/1p5P/pP5P/K7 b - - 0 1");
  EXPECT_EQ(on_h.size(), 1U);
  EXPECT_NE(on_f, on_h);
}

TEST(Situations, TellFromWhichSideAPinHolds) {
  const auto pins = [](std::string_view fen) { return facts_of("pins from each side", fen, 1); };
  const auto below = pins("1k6/8/8/4K3/3Q4/8/1b6/8 w - - 0 1");
  EXPECT_EQ(below.size(), 1U);
  EXPECT_NE(pins("1k5b/8/5Q2/4K3/8/8/8/8 w - - 0 1"), below);
  EXPECT_TRUE(pins("4r1k1/8/8/8/8/4P3/8/4K3 w - - 0 1").empty()) << "the pawn stays on the line";
  EXPECT_EQ(pins("4r1k1/8/8/8/3n4/4P3/8/4K3 w - - 0 1").size(), 1U);
  EXPECT_TRUE(pins("1k5b/8/8/4K3/3Q4/8/1b6/8 w - - 0 1").empty()) << "it is in check besides";
}

TEST(Situations, TellPawnsThatAttackNothingAroundTheEdge) {
  const auto around = [](std::string_view fen) {
    return facts_of("pawns around the edge", fen, 1).size();
  };
  EXPECT_EQ(around("4k3/8/8/7n/7n/P6n/8/4K3 w - - 0 1"), 2U) << "h3 and h5";
  EXPECT_EQ(around("4k3/8/8/6n1/6n1/P5n1/8/4K3 w - - 0 1"), 0U);
  EXPECT_EQ(around("4k3/8/8/p7/8/8/6K1/8 w - - 0 1"), 1U) << "the king goes to h3";
  EXPECT_EQ(around("4k3/8/6b1/p7/8/7N/6K1/8 w - - 0 1"), 0U);
}

TEST(Situations, TellWhetherAKingThatHasCastledCouldDoSoAgain) {
  const auto castled = [](std::string_view fen, int depth) {
    return facts_of("castling takes both rights", fen, depth).size();
  };
  constexpr auto kOpenFiles = "7k/7p/7P/8/8/p1p1p2p/P1P1P2P/R3K2R w KQ - 0 1";
  EXPECT_EQ(castled(kOpenFiles, 4), 0U) << "the rook that castled is in the way";
  EXPECT_EQ(castled(kOpenFiles, 5), 2U);
  EXPECT_EQ(castled("7k/7p/7P/8/8/p1p1p2p/P1P1P2P/R3K2R w K - 0 1", 5), 0U);
}

TEST(Situations, TellARookOnTheCornerWhereOneWasCaptured) {
  const auto again = [](std::string_view fen, int depth) {
    return facts_of("castling rights of a captured rook", fen, depth);
  };
  const auto other = again("k7/p7/P7/8/3p1p1p/3P1P1P/3P1PpR/4K2R b K - 0 1", 4);
  EXPECT_EQ(other.size(), 1U) << "the rook of h2 comes to h1";
  EXPECT_TRUE(again("k7/p7/P7/8/3p1p1p/3P1P1P/3P1PpR/4K2R b - - 0 1", 4).empty()) << "no right";
  const auto capturer = again("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", 3);
  EXPECT_EQ(capturer.size(), 1U) << "a rook of White stands on a8, and its king on e1";
  EXPECT_TRUE(again("r3k3/1P6/8/8/8/8/4K3/8 w q - 0 1", 3).empty());
  constexpr std::string_view kBoard = "3bk1rr/2p1p1p1/2P1PpP1/5P2/6p1/2p1p1P1/2P1P1P1/4KB1R w ";
  const auto by_rook = again(std::string(kBoard) + "k - 0 1", 4);
  const auto by_castling_rook = again(std::string(kBoard) + "Kk - 0 1", 4);
  EXPECT_EQ(by_rook.size(), 1U);
  EXPECT_EQ(by_castling_rook.size(), 1U);
  EXPECT_NE(by_rook, by_castling_rook) << "it loses a right of its own by the same move";
}

/// An engine may test the corners one after the other, and stop at the first that fits.
TEST(Situations, TellARookThatReturnsFromTheOtherCorner) {
  const auto returned = [](std::string_view fen, int depth) {
    return facts_of("castling rights of a rook that returned", fen, depth);
  };
  constexpr std::string_view kBoard = "4k2r/3p1p2/3P1P2/2pPKP2/2p2P2/2P1PP2/8/8 b ";
  const auto all = returned(std::string(kBoard) + "k - 0 1", 5);
  EXPECT_EQ(all.size(), 2U) << "by the other corner, and not";
  EXPECT_TRUE(returned(std::string(kBoard) + "k - 0 1", 4).empty()) << "it does not castle yet";
  EXPECT_TRUE(returned(std::string(kBoard) + "- - 0 1", 5).empty()) << "no right";
}

/// A table of rights may be wrong for any square from which a piece goes, or to which.
TEST(Situations, TellTheSquaresOfMovesThatKeepARight) {
  const auto kept = [](std::string_view fen, int depth) {
    return facts_of("castling rights kept, by squares", fen, depth);
  };
  constexpr auto kKnight = "4k3/8/8/8/8/8/8/4K1NR w K - 0 1";
  EXPECT_TRUE(kept(kKnight, 2).empty()) << "the king has not castled yet";
  // The knight's squares, and those of the king on e8.
  EXPECT_GE(kept(kKnight, 3).size(), 5U);
  EXPECT_TRUE(std::ranges::includes(kept("4k3/8/8/8/8/8/4N3/4K2R w K - 0 1", 3),
                                    kept("4k3/8/8/8/8/8/4N3/4K2R w - - 0 1", 3)));
  EXPECT_TRUE(kept("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", 3).empty()) << "no right";
}

TEST(Situations, TellPawnsAroundTheEdgeOfAnEnPassantSquare) {
  const auto around = [](std::string_view fen) {
    return facts_of("en passant around the edge", fen, 1).size();
  };
  EXPECT_EQ(around("4k3/8/7P/p7/7P/8/8/4K3 w - a6 0 1"), 2U);
  EXPECT_EQ(around("4k3/8/P7/7p/P7/8/8/4K3 w - h6 0 1"), 2U);
  EXPECT_EQ(around("4k3/8/8/7p/P7/7p/8/4K3 b - a3 0 1"), 2U);
  EXPECT_EQ(around("4k3/7P/8/p6P/8/8/7P/4K3 w - a6 0 1"), 0U) << "other ranks";
  EXPECT_EQ(around("4k3/8/6P1/p7/6P1/8/8/4K3 w - a6 0 1"), 0U) << "another file";
}

TEST(Situations, TellWhichPieceRefusesCastlingAndOnWhichSquare) {
  const auto refused = [](std::string_view fen) {
    return facts_of("castling refused, by squares", fen, 1);
  };
  const auto blocked = refused("4k3/8/8/8/8/8/8/4KB1R w K - 0 1");
  EXPECT_EQ(blocked.size(), 1U);
  EXPECT_NE(refused("4k3/8/8/8/8/8/8/4K1BR w K - 0 1"), blocked);
  const auto attacked = refused("4k3/8/8/8/8/4n3/8/4K2R w K - 0 1");
  EXPECT_EQ(attacked.size(), 1U) << "f1";
  EXPECT_NE(refused("4k3/8/8/8/8/7n/8/4K2R w K - 0 1"), attacked) << "g1";
  EXPECT_TRUE(refused("4k3/8/8/8/8/4n2n/8/4K2R w K - 0 1").empty()) << "one would do";
  EXPECT_TRUE(refused("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1").empty()) << "only the rook passes b1";
}

TEST(Situations, TellTheFieldsOfTheFenThatMovesShow) {
  const auto fields = [](std::string_view fen) { return facts_of("fields of the FEN", fen, 1); };
  const auto plain = fields("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(plain.size(), 3U) << "two kings and no right";
  EXPECT_EQ(fields("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").size(), 4U);
  EXPECT_EQ(fields("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), plain) << "no pawn captures there";
  EXPECT_NE(fields("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), plain);
}

TEST(Situations, TellHowAPinnedPieceMovesAlongItsLine) {
  const auto moves = [](std::string_view fen) {
    return facts_of("pinned pieces that move", fen, 1);
  };
  const auto pushes = moves("4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(pushes.size(), 2U) << "by one and by two squares";
  EXPECT_TRUE(moves("6k1/8/8/8/8/8/4P3/4K3 w - - 0 1").empty());
  EXPECT_EQ(moves("4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1").size(), 3U)
      << "toward the king, away from it, and the capture";
}

TEST(Situations, TellWhichRightsAreKeptUntilCastling) {
  const auto kept = [](std::string_view fen, int depth) {
    return facts_of("castling rights kept", fen, depth);
  };
  const auto moved = kept("k7/p7/P7/8/8/5P2/8/4KR1R w K - 0 1", 3);
  EXPECT_EQ(moved.size(), 1U) << "the rook of f1 has made way";
  EXPECT_NE(kept("k7/p7/P7/8/8/8/8/R3K2R w K - 0 1", 3), moved) << "a rook of the other wing";
  const auto captured = kept("8/1p5p/1Pp4P/1kP5/p1pPp3/P1p1p3/P1PnP3/RR2K3 b Q - 0 1", 4);
  EXPECT_EQ(captured.size(), 2U) << "by the knight, which has left b1, or by its pawns";
  EXPECT_NE(kept("7k/5P1p/7P/8/p1p1p3/P1P1P3/pPP1P3/RR2K3 b Q - 0 1", 4), captured)
      << "a promotion has";
}

TEST(Situations, TellWhetherARightThatAPromotionTookIsPutBack) {
  const auto back = [](std::string_view fen) {
    return facts_of("castling rights put back", fen, 3);
  };
  EXPECT_EQ(back("k7/p7/P1p5/8/2P4p/7P/6p1/1N2KB1R w K - 0 1").size(), 2U);
  EXPECT_TRUE(back("k7/p7/P1p5/8/2P4p/7P/6p1/1N2K2R w K - 0 1").empty())
      << "the pawn of g2 attacks f1 as long as it is there";
}

TEST(Situations, TellFromWhichSideAPieceAttacksAKing) {
  const auto attacks = [](std::string_view fen) {
    return facts_of("attacks on a king from each side", fen, 1);
  };
  const auto from_below = attacks("4k3/8/8/8/3K4/4N3/5b2/8 w - - 0 1");
  const auto from_above = attacks("4k3/8/5b2/4N3/3K4/8/8/8 w - - 0 1");
  EXPECT_NE(from_below, from_above) << "a pin on one side of the king alone";
  EXPECT_FALSE(from_below.empty());
  EXPECT_TRUE(attacks("4k3/8/8/8/3K4/8/8/8 w - - 0 1").empty());
  EXPECT_EQ(attacks("7k/8/8/8/8/2n5/8/K7 w - - 0 1").size(), 2U) << "b1 and a2";
}

TEST(Situations, TellWhetherADoublePushThatIsBlockedWouldAnswerACheck) {
  const auto refused = [](std::string_view fen) { return situations(position_of(fen), 1); };
  const auto would = refused("8/6p1/6k1/8/6Q1/8/8/4K3 b - - 0 1");
  const auto would_not = refused("8/6p1/6k1/8/8/3Q4/8/4K3 b - - 0 1");
  EXPECT_FALSE(std::ranges::includes(would_not, would));
  const auto single = refused("8/8/6p1/6Q1/6k1/8/8/4K3 b - - 0 1");
  EXPECT_FALSE(std::ranges::includes(single, would)) << "a push to the square of the checker";
}

TEST(Situations, TellWhichPieceACheckAfterCastlingRefuses) {
  const auto checks = [](std::string_view fen) {
    return facts_of("checks right after castling", fen, 3);
  };
  const auto rook = checks("4k2r/7p/8/8/6N1/8/8/4K3 b k - 0 1");
  EXPECT_EQ(rook.size(), 1U);
  const auto beside = checks("1n2k2r/7p/8/8/6N1/8/8/4K3 b k - 0 1");
  const auto below = checks("4k2r/7p/1n6/8/6N1/8/8/4K3 b k - 0 1");
  EXPECT_EQ(beside.size(), 2U);
  EXPECT_EQ(below.size(), 2U);
  EXPECT_NE(beside, below) << "lists that begin with the eighth rank have it before the king";
}

TEST(Situations, TellEnPassantThatShieldsTheKingAgain) {
  const auto lines = [](std::string_view fen) {
    return facts_of("en passant and lines to the king", fen, 1);
  };
  EXPECT_EQ(lines("3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 1").size(), 2U) << "legal, and shields";
  EXPECT_EQ(lines("4k3/8/8/3pP3/8/8/8/3K4 w - d6 0 1").size(), 1U);
}

TEST(Situations, TellWhetherARightThatACaptureTakesCouldBeUsed) {
  const auto lost = [](std::string_view fen) { return facts_of("castling rights lost", fen, 2); };
  const auto bishop = lost("r3k3/8/8/8/8/8/6b1/4K2R b K - 0 1");
  EXPECT_EQ(bishop.size(), 1U);
  EXPECT_NE(lost("r3k3/8/8/8/8/8/6b1/4KN1R b K - 0 1"), bishop) << "the path is blocked";
  EXPECT_NE(lost("r3k3/8/8/8/2b5/8/6b1/4K2R b K - 0 1"), bishop) << "or attacked";
  EXPECT_FALSE(lost("r3k3/8/8/8/8/8/6b1/4K2R b Kq - 0 1").contains(*bishop.begin()))
      << "of one that has a right itself";
}

TEST(Coverage, CountsTheEntriesOfSlidersFromWhichMovesAreTaken) {
  const auto rows = rows_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const std::vector<Count> one{right_count(rows[0], 1, {}).value()};
  const Coverage shallow = coverage_of(one, 1, {});
  EXPECT_EQ(shallow.rook_entries, 3U);  // a1, h1 and the queen
  EXPECT_EQ(shallow.bishop_entries, 3U);
  const std::vector<Count> two{right_count(rows[0], 2, {}).value()};
  EXPECT_GT(coverage_of(two, 2, {}).rook_entries, 6U);
  std::size_t reached = 0;
  std::size_t all = 0;
  for (const Coverage::OfRule& each : shallow.rules) {
    reached += each.reached;
    all += each.all;
  }
  EXPECT_GT(reached, 20U);
  EXPECT_GT(all, 8'000U);
}

// --- suites/gate.epd ---------------------------------------------------------------------

std::vector<Row> gate_rows() {
  return rows_of(read_suite_file(std::string(PERFT_VERIFY_SUITES) + "/gate.epd").value());
}

TEST(Gate, FindsEveryBugInTheCodeForEitherColorWithinAMillionNodes) {
  const Survey found = survey(gate_rows(), {.jobs = 2}, {});
  for (const BugSeen& bug : found.bugs) EXPECT_TRUE(bug.seen_in_full()) << bug.bug.name();
  EXPECT_LT(found.nodes, 1'000'000U);
}

TEST(Gate, FindsThemByRecordedTotalsButWhatIsOnlyMisspelt) {
  const Survey found = survey(gate_rows(), {.totals_only = true, .jobs = 2}, {});
  for (const BugSeen& bug : found.bugs)
    EXPECT_EQ(bug.seen_in_full(), bug.bug.name() != "n-promotion-listed-as-queen")
        << bug.bug.name();
}

std::vector<Row> standard_rows_of_gate() {
  std::vector<Row> rows = gate_rows();
  std::erase_if(rows, [](const Row& row) { return row.chess960; });
  return rows;
}

TEST(Gate, ShowsByRowsOfStandardChessWhatThoseCanShow) {
  const std::vector<Row> rows = standard_rows_of_gate();
  const Survey found = survey(rows, {.jobs = 2}, {});
  for (const BugSeen& bug : found.bugs) {
    // In standard chess a king that attacks the way of a castling king also attacks its end, or
    // gives check.
    const bool only_chess960 = bug.bug.name().starts_with("chess960-") ||
                               bug.bug.name() == "fen-file-letters-ignored" ||
                               bug.bug.name() == "castling-ignores-king-attacks";
    EXPECT_TRUE(only_chess960 || bug.seen()) << bug.bug.name();
  }
  const Coverage coverage = coverage_of(found.counts, 2, {});
  EXPECT_EQ(coverage.tables.leaper_targets, TablesShown::kLeaperTargets);
  EXPECT_EQ(coverage.tables.blockers, TablesShown::kBlockers);
  EXPECT_EQ(coverage.tables.lines, TablesShown::kLines);
  // Of 7,776 moves of every piece from every square, with promotions by the piece and en passant.
  std::size_t moves = 0;
  for (const Coverage::OfRule& each : coverage.rules) {
    if (each.rule.starts_with("moves of ") || each.rule == "promotion" || each.rule == "en passant")
      moves += each.reached;
    // Each capture of 28 from and to, where it may be made and where it exposes the king.
    if (each.rule == "en passant by squares") {
      EXPECT_EQ(each.reached, 56U);
    }
  }
  EXPECT_EQ(moves, 7'776U);
}

TEST(Gate, HasClocksThatEveryReaderTakes) {
  for (const Row& row : gate_rows()) {
    const auto parsed = parse_fen(row.root());
    ASSERT_TRUE(parsed) << row.id;
    EXPECT_LE(parsed->position.halfmove_clock(), 99U) << row.id;
    EXPECT_LE(parsed->position.fullmove_number(), 999U) << row.id;
  }
}

TEST(Gate, BeginsWithATierThatFindsNearlyAll) {
  const std::vector<Row> rows = rows_of(*built_in_suite("quick"));
  const Survey found = survey(rows, {.jobs = 2}, {});
  const auto seen = std::ranges::count_if(found.bugs, &BugSeen::seen);
  EXPECT_GE(100 * static_cast<std::size_t>(seen), 97 * found.bugs.size());
  EXPECT_LE(found.nodes, kQuickNodes);
  // And for bugs that the zoo does not have: of some 9,900 situations that counts can show.
  std::size_t reached = 0;
  for (const Coverage::OfRule& each : coverage_of(found.counts, 2, {}).rules)
    reached += each.reached;
  EXPECT_GE(reached, 8'500U);
}

}  // namespace
}  // namespace perft_verify::verifier
