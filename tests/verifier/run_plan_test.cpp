#include <gtest/gtest.h>

#include <set>
#include <stop_token>

#include "core/text/shell_words.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/finding/finding.h"
#include "verifier/run/model/plan.h"
#include "verifier/run/model/result.h"

namespace perft_verify::verifier {
namespace {

Row start_row(std::map<int, std::uint64_t> recorded) {
  Row row;
  row.fen = test::kStartFen;
  row.recorded = std::move(recorded);
  return row;
}

const std::map<int, std::uint64_t> kStartCounts{{1, 20},     {2, 400},     {3, 8902},
                                                {4, 197281}, {5, 4865609}, {6, 119060324}};

RunOptions options(std::optional<int> depth, std::optional<std::uint64_t> max_nodes = {},
                   bool recorded = false) {
  RunOptions options;
  options.depth = depth;
  options.max_nodes = max_nodes;
  options.recorded = recorded;
  return options;
}

int planned_depth(const Row& row, const RunOptions& options) {
  return plan_row(row, options).depth;
}

TEST(Plan, GoesToTheDeepestRecordedDepthElseToFour) {
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options({})), 6);
  EXPECT_EQ(planned_depth(start_row({{3, 8902}}), options({})), 3);
  EXPECT_EQ(planned_depth(start_row({}), options({})), 4);
}

TEST(Plan, DepthOfTheUserGoesBeforeWhatIsRecorded) {
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options(2)), 2);
  EXPECT_EQ(planned_depth(start_row({{2, 400}}), options(5)), 5);
}

TEST(Plan, MaxNodesIsTheDeepestDepthNotAboveIt) {
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options({}, 4865609)), 5);
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options({}, 4865608)), 4);
  EXPECT_EQ(planned_depth(start_row({}), options({}, 8902)), 3);  // counted, not recorded
  EXPECT_EQ(planned_depth(start_row({}), options({}, 1)), 1);     // never less than one ply
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options(2, 4865609)), 2);
  EXPECT_EQ(planned_depth(start_row(kStartCounts), options(5, 500)), 2);
  // The recorded depth is the limit even if more nodes are allowed.
  EXPECT_EQ(planned_depth(start_row({{2, 400}}), options({}, 1'000'000)), 2);
}

TEST(Plan, ShallowIsTheDeepestDepthBelowAHundredThousandNodes) {
  const RowPlan plan = plan_row(start_row(kStartCounts), options(6));
  EXPECT_EQ(plan.shallow, 3);
  EXPECT_EQ(plan.shallow_nodes, 8902);
  EXPECT_EQ(plan.nodes, 119060324);
  EXPECT_EQ(plan_row(start_row({}), options(2)).shallow, 2);
}

TEST(Plan, RecordedComparesAtRecordedDepthsOnly) {
  EXPECT_EQ(planned_depth(start_row({{2, 400}, {5, 4865609}}), options(4, {}, true)), 2);
  EXPECT_EQ(planned_depth(start_row({{2, 400}, {5, 4865609}}), options({}, {}, true)), 5);
  const RowPlan gap = plan_row(start_row({{5, 4865609}}), options({}, {}, true));
  EXPECT_EQ(gap.shallow, 5);
  const RowPlan none = plan_row(start_row({}), options(4, {}, true));
  EXPECT_EQ(none.depth, 0);
  EXPECT_FALSE(none.reason.empty());
  const RowPlan too_deep = plan_row(start_row({{5, 4865609}}), options({}, 1000, true));
  EXPECT_EQ(too_deep.depth, 0)
      << "nothing recorded is compared at a depth where nothing is recorded";
  EXPECT_FALSE(too_deep.reason.empty());
}

bool same_plan(const RowPlan& a, const RowPlan& b) {
  return a.depth == b.depth && a.shallow == b.shallow && a.nodes == b.nodes && a.reason == b.reason;
}

TEST(PlanRows, EqualRowsShareAPlanAndOthersHaveTheirOwn) {
  Row chess960 = start_row({});
  chess960.chess960 = true;
  Row wanted = start_row({});
  wanted.wanted_depth = 2;
  Row named = start_row({{3, 8902}});
  named.id = "again";
  named.line = 7;
  Row skipped;
  skipped.skip_reason = "unreadable";
  const RowList rows(std::vector<Row>{start_row({}), start_row({{3, 8902}}), chess960, wanted,
                                      start_row({{3, 8903}}), skipped, named, start_row({})});
  const RowPlans plans = plan_rows(rows, options({}), {});
  ASSERT_EQ(plans.size(), rows.size());
  std::set<std::size_t> numbers;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    numbers.insert(plans.number(row));
    if (!rows[row].skip_reason.empty()) continue;
    EXPECT_TRUE(same_plan(plans[row], plan_row(rows[row], options({})))) << row;
  }
  EXPECT_EQ(numbers.size(), 6U);
  EXPECT_EQ(plans.number(6), plans.number(1));
  EXPECT_EQ(plans.number(7), plans.number(0));
  EXPECT_EQ(plans[5].depth, 0);
}

TEST(PlanRows, AfterAStopThereIsNothingToSay) {
  std::stop_source stop;
  stop.request_stop();
  const RowPlans plans =
      plan_rows(RowList(std::vector<Row>{start_row({})}), options(6), stop.get_token());
  EXPECT_EQ(plans[0].depth, 1);
  EXPECT_EQ(plans[0].nodes, 0);
}

TEST(Forecast, IsExactWhereItCanBeAndGrowsBeyond) {
  const Row row = start_row({{5, 4865609}});
  NodeForecast forecast(row);
  EXPECT_EQ(forecast.nodes(3), 8902);
  EXPECT_EQ(forecast.nodes(5), 4865609);
  EXPECT_GT(forecast.nodes(6), 50e6);
  EXPECT_LT(forecast.nodes(6), 250e6);
}

TEST(Forecast, OfAMatedPositionEnds) {
  Row row;
  row.fen = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
  NodeForecast forecast(row);
  EXPECT_EQ(forecast.nodes(1), 0);
  EXPECT_EQ(forecast.nodes(9), 0);
  EXPECT_EQ(plan_row(row, options({}, 1000)).depth, kMaxDepth);
}

using Words = std::vector<std::string>;

TEST(SplitWords, SplitsLikeAShell) {
  EXPECT_EQ(split_words("a b\tc\n d").value(), (Words{"a", "b", "c", "d"}));
  EXPECT_EQ(split_words("'a b' \"c d\" e\\ f").value(), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(split_words("a'b'\"c\"d").value(), (Words{"abcd"}));
  EXPECT_EQ(split_words("'' \"\"").value(), (Words{"", ""}));
  EXPECT_EQ(split_words("\"a\\\"b\\\\c\\d\"").value(), (Words{"a\"b\\c\\d"}));
  EXPECT_EQ(split_words("'a\\b'").value(), (Words{"a\\b"}));
  EXPECT_EQ(split_words("  ").value(), Words{});
  // Nothing is expanded, nothing is run.
  EXPECT_EQ(split_words("$HOME `id` *;rm|x&").value(), (Words{"$HOME", "`id`", "*;rm|x&"}));
}

TEST(SplitWords, RefusesWhatIsNotClosed) {
  for (const char* bad : {"'a", "\"a", "a\\", "a 'b c"}) {
    const auto words = split_words(bad);
    ASSERT_FALSE(words) << bad;
    EXPECT_FALSE(words.error().empty());
  }
}

TEST(Quoted, ComesBackAsOneWord) {
  for (const std::string word :
       {"", "plain", "two words", "it's", "\"", "\\", "a\\'b", "$x", "`y`", "a\tb", "*", "'''",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
    EXPECT_EQ(split_words(shell_quoted(word)).value(), Words{word}) << shell_quoted(word);
    // Twice, as in --engine "'./my engine' --arg".
    EXPECT_EQ(split_words(shell_quoted(shell_quoted(word))).value(), Words{shell_quoted(word)});
  }
  EXPECT_EQ(shell_quoted("./engine-1.2"), "./engine-1.2");
  const Words line{"./my engine", "--mode", "a b", ""};
  EXPECT_EQ(shell_line(line), "'./my engine' --mode 'a b' ''");
  EXPECT_EQ(split_words(shell_line(line)).value(), line);
}

TEST(NodeForecast, DeadlinesDoNotTrustARecordedCount) {
  Row row;
  row.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  row.recorded = {{5, 4865}, {8, 84998}};  // digits are missing
  NodeForecast forecast(row);
  EXPECT_EQ(forecast.nodes(5), 4865);
  EXPECT_GT(forecast.at_most(5), 1e6);
  // Core does not count deep because of a recorded number either: this returns at once.
  EXPECT_GT(forecast.at_most(9), 1e9);
}

TEST(ReproduceCommand, HoldsPositionDepthAndOptions) {
  Finding finding;
  finding.reproduce_fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
  finding.reproduce_depth = 2;
  EXPECT_EQ(reproduce_command(finding, " --engine x"),
            "verify --fen '7k/8/8/8/8/8/8/K7 w - - 0 1' --depth 2 --engine x");
  finding.needs_full = true;
  finding.root.chess960 = true;
  EXPECT_EQ(reproduce_command(finding, ""),
            "verify --fen '7k/8/8/8/8/8/8/K7 w - - 0 1' --depth 2 --mode full --chess960 on");
}

TEST(ExitCode, TheWorstThatAppliesIsTaken) {
  Summary summary;
  EXPECT_EQ(exit_code_of(summary), ExitCode::NothingSelected);
  summary.rows = summary.agree = 5;
  EXPECT_EQ(exit_code_of(summary), ExitCode::Agree);
  summary.suite_errors = 1;
  EXPECT_EQ(exit_code_of(summary), ExitCode::Usage);
  summary.undecided = 1;
  EXPECT_EQ(exit_code_of(summary), ExitCode::Undecided);
  summary.findings = summary.mismatch = 1;
  EXPECT_EQ(exit_code_of(summary), ExitCode::Findings);
}

TEST(Names, AreThoseOfTheContract) {
  EXPECT_EQ(to_string(Verdict::Agree), "agree");
  EXPECT_EQ(to_string(Verdict::Mismatch), "mismatch");
  EXPECT_EQ(to_string(Verdict::Undecided), "undecided");
  EXPECT_EQ(to_string(Verdict::Skipped), "skipped");
  EXPECT_EQ(to_string(Mode::Totals), "totals");
  EXPECT_EQ(to_string(Mode::Divide), "divide");
  EXPECT_EQ(to_string(Mode::Full), "full");
}

}  // namespace
}  // namespace perft_verify::verifier
