#include "verifier/report/words/finding_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/reference/support.h"
#include "verifier/report/formats/github_report.h"
#include "verifier/report/formats/html_report.h"
#include "verifier/report/formats/jsonl_report.h"
#include "verifier/report/formats/markdown_report.h"
#include "verifier/report/formats/text_report.h"
#include "verifier/report/words/divide_table.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/verdict_text.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

/// A king that steps back along a rook's line.
ReportedFinding king_xray() {
  Finding finding;
  finding.kind = FindingKind::IllegalMove;
  finding.cause = Cause::Generation;
  finding.root.fen = "4k3/8/8/8/8/8/r7/4K3 b - - 0 1";
  finding.path = {"a2a1"};
  finding.fen = "4k3/8/8/8/8/8/8/r3K3 w - - 1 2";
  finding.illegal = {"e1f1"};
  finding.reproduce = "verify --fen '4k3/8/8/8/8/8/8/r3K3 w - - 1 2' --depth 1";
  return {finding, {0}};
}

ReportedFinding diagnosed() {
  ReportedFinding reported = king_xray();
  reported.finding.bug_class = BugId::KingXray;
  reported.finding.candidates = {BugId::KingIntoCheck};
  reported.finding.reduced.emplace();
  reported.finding.reduced->fen = "8/8/8/8/8/8/8/r2K3k w - - 0 1";
  reported.finding.reduced->moves = {"d1e1"};
  reported.finding.reduced->depth = 2;
  reported.finding.reduced->pieces = 3;
  return reported;
}

RunInfo one_row(const std::string& file = {}, std::size_t line = 0) {
  Row row;
  row.file = file;
  row.line = line;
  row.fen = "4k3/8/8/8/8/8/r7/4K3 b - - 0 1";
  RunInfo run;
  run.rows.push_back(row);
  return run;
}

/// The gate cannot ask every entry of a table; a file may hold anything.
TEST(VerdictText, OfAPassOfTheGateNamesWhatIsLeftToProve) {
  const auto passed = [](const char* suite, const char* kind, const VerdictOptions& options = {}) {
    RunInfo run = one_row();
    run.suites.push_back({.file = suite, .sha256 = {}, .rows = {}, .problems = {}});
    run.subject = {.name = "my-engine", .kind = kind, .command = "./my-engine"};
    Summary summary;
    summary.rows = summary.agree = 1;
    return verdict_text(run, summary, ExitCode::Agree, {}, {}, options);
  };
  const char* const hint = "verify prove --family pins --family sliders --engine ./my-engine\n";
  EXPECT_TRUE(passed("gate", "engine").contains(hint)) << passed("gate", "engine");
  EXPECT_FALSE(passed("my.epd", "engine").contains("prove"));
  EXPECT_FALSE(passed("gate", "core").contains("prove"));
  VerdictOptions quiet;
  quiet.quiet = true;
  EXPECT_FALSE(passed("gate", "engine", quiet).contains("prove"));
}

TEST(FindingText, SaysNothingOfWhatIsNotKnown) {
  const std::string text = finding_text(0, king_xray(), one_row(), {});
  for (const char* part : {"bug", "minimal", "unclassified"})
    EXPECT_FALSE(text.contains(part)) << part << " in\n" << text;
}

TEST(FindingText, NamesTheBugAsExactlyAsItIsKnown) {
  ReportedFinding reported = diagnosed();
  reported.finding.exact = ExactBug{BugId::KingXrayDiagonal, Color::Black};
  const std::string text = finding_text(0, reported, one_row(), {});
  EXPECT_NE(
      text.find(
          "  likely bug king-xray-diagonal: The king shields itself from a slider on a diagonal "
          "(Black's\n             moves only)\n"
          "             where to look: verify explain king-xray-diagonal\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(
      bug_words(reported.finding),
      "king-xray-diagonal: The king shields itself from a slider on a diagonal (Black's moves "
      "only)");
}

TEST(FindingText, NamesTheBugAndTheMinimalPosition) {
  const std::string text = finding_text(0, diagnosed(), one_row(), {});
  for (const char* part : {"FINDING 1  illegal move e1f1 (Kf1)  cause: generation  --fen\n",
                           "  likely bug king-xray: The king shields itself from a slider\n",
                           "  minimal    8/8/8/8/8/8/8/r2K3k w - - 0 1, moves d1e1\n             3 "
                           "pieces, perft(2) = 0;",
                           "      1  r! .  .  .  K* .x .  .\n",
                           "      White to move · castling – · ep –   * from  x to  ! attacker\n"})
    EXPECT_TRUE(text.contains(part)) << part << " is not in\n" << text;
  ReportedFinding open = diagnosed();
  open.finding.bug_class.reset();
  open.finding.candidates = {BugId::KingXray, BugId::KingIntoCheck};
  EXPECT_TRUE(finding_text(0, open, one_row(), {})
                  .contains("  bugs       possible: king-xray, king-into-check\n"));
}

TEST(FindingText, MarksAMissingMoveInAnotherWay) {
  ReportedFinding reported = king_xray();
  reported.finding.kind = FindingKind::MissingMove;
  reported.finding.illegal.clear();
  reported.finding.missing = {"e1e2"};
  const std::string text = finding_text(0, reported, one_row(), {.palette = Palette(true)});
  EXPECT_TRUE(text.contains("\x1b[32m.+\x1b[0m")) << text;
  EXPECT_TRUE(text.contains("* from  + missing")) << text;
}

TEST(FindingText, TheTableNamesBothSidesAndSaysWhatDiffers) {
  ReportedFinding reported = king_xray();
  RunInfo run = one_row();
  run.subject.name = "my-engine 1.2";
  run.reference.name = "Stockfish 15.1";
  reported.finding.subject_divide = reference::Divide{{{"e1d2", 1}, {"e1e2", 1}, {"e1f1", 1}}, 3};
  reported.finding.reference_divide = reference::Divide{{{"e1d2", 1}, {"e1e2", 1}}, 2};
  FindingTextOptions options;
  EXPECT_TRUE(finding_text(0, reported, run, options)
                  .contains("  move       my-engine 1.2  Stockfish 15.1\n"
                            "  e1f1                   1               –  illegal\n"
                            "  … 2 moves on which both agree\n"
                            "  total                  3               2  +1\n"))
      << finding_text(0, reported, run, options);
  options.all_lines = true;
  EXPECT_TRUE(finding_text(0, reported, run, options).contains("  e1d2 "));
}

TEST(FindingText, CutsANameOnlyWhereTheLineHasNoRoom) {
  ReportedFinding reported = king_xray();
  reported.finding.subject_divide = reference::Divide{{{"e1f1", 1}}, 1};
  reported.finding.reference_divide = reference::Divide{};
  RunInfo run = one_row();
  run.subject.name = "An Engine With a Name of Forty Columns..";
  run.reference.name = "Stockfish 15.1";
  Row row;
  row.fen = "4k3/8/8/8/8/8/r7/4K3 b - - 0 1";
  row.id = "a row with a name that is longer alone than a terminal of eighty columns is wide";
  run.rows = std::vector<Row>{row};
  const auto shown = [&](std::size_t width) {
    return finding_text(0, reported, run, {.width = width});
  };
  EXPECT_TRUE(shown(96).contains("  An Engine With a Name of Forty Columns..  Stockfish 15.1\n"))
      << shown(96);
  EXPECT_TRUE(shown(70).contains("…")) << shown(70);
  for (const std::size_t width : {70U, 80U, 96U}) {
    std::istringstream lines(shown(width));
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(line.contains("verify ") || columns_of(line) <= width) << line;
    EXPECT_TRUE(shown(width).contains("is wide")) << "the row's name is wrapped";
  }
}

TEST(FindingText, DoesNotDrownInWrongMoves) {
  ReportedFinding reported = king_xray();
  reported.finding.subject_divide.emplace();
  reported.finding.reference_divide.emplace();
  for (int number = 0; number < 60; ++number)
    reported.finding.subject_divide->lines.push_back({"a2a" + std::to_string(number), 1});
  const std::string text = finding_text(0, reported, one_row(), {});
  EXPECT_LE(std::ranges::count(text, '\n'), 45);
  EXPECT_TRUE(text.contains("… 44 more that differ")) << text;
}

TEST(Headline, NamesAFewMoves) {
  Finding finding = king_xray().finding;
  EXPECT_EQ(headline(finding), "illegal move e1f1 (Kf1)");
  finding.illegal = {"a1a2", "a1a3", "a1a4", "a1a5", "a1a6"};
  EXPECT_EQ(headline(finding), "illegal moves a1a2 (Ra2), a1a3 (Ra3), a1a4 (Ra4) and 2 more");
  finding.illegal.clear();
  finding.kind = FindingKind::Crash;
  EXPECT_EQ(headline(finding), "crash");
}

TEST(Reports, GithubAnnotatesTheFirstTenFindings) {
  const RunInfo run = one_row();
  std::string text;
  GithubReport report([&text](std::string_view more) { text += more; }, "");
  report.run_started(run);
  for (std::size_t index = 0; index < 14; ++index) report.finding(index, king_xray());
  Summary summary;
  summary.findings = 14;
  report.run_finished(summary, ExitCode::Findings);
  std::size_t errors = 0;
  for (std::size_t at = 0; (at = text.find("::error ", at)) != std::string::npos; ++at) ++errors;
  EXPECT_EQ(errors, 10U);
  EXPECT_TRUE(text.contains("The first 10 findings are annotated")) << text;
}

TEST(Reports, CarryWhatTheDiagnosisSays) {
  const RunInfo run = one_row();
  std::string lines;
  JsonLinesReport json([&lines](std::string_view text) { lines += text; });
  std::string page;
  HtmlReport html([&page](std::string_view text) { page += text; });
  for (Reporter* report : {static_cast<Reporter*>(&json), static_cast<Reporter*>(&html)}) {
    report->run_started(run);
    report->finding(0, diagnosed());
    Summary summary;
    summary.findings = 1;
    report->run_finished(summary, ExitCode::Findings);
  }
  const std::string second = lines.substr(lines.find('\n') + 1);
  const auto event = nlohmann::json::parse(second.substr(0, second.find('\n')));
  EXPECT_EQ(event["class"], "king-xray");
  EXPECT_EQ(event["candidates"][0], "king-into-check");
  EXPECT_EQ(event["reduced"]["fen"], "8/8/8/8/8/8/8/r2K3k w - - 0 1");
  EXPECT_EQ(event["reduced"]["pieces"], 3);
  for (const char* part : {"king-xray", "king-into-check", "8/8/8/8/8/8/8/r2K3k w - - 0 1",
                           "moves d1e1, 3 pieces, perft(2)", "attacked from a1"})
    EXPECT_TRUE(page.contains(part)) << part;
}

TEST(Reports, SayOfARowThatItLooksLikeAnotherClassThanItsFinding) {
  const RunInfo run = one_row();
  std::string text;
  const Sink sink = [&text](std::string_view more) { text += more; };
  TextReport screen({.rows = true, .verbose = true}, sink);
  MarkdownReport markdown(sink);
  HtmlReport html(sink);
  for (Reporter* report : std::initializer_list<Reporter*>{&screen, &markdown, &html}) {
    text.clear();
    report->run_started(run);
    report->finding(0, king_xray());
    RowResult row;
    row.verdict = Verdict::Mismatch;
    row.depth = 1;
    row.subject_nodes = 6;
    row.findings = {0};
    row.looks_like = BugId::KnightStepTypo;
    report->row_finished(0, row);
    report->run_finished({}, ExitCode::Findings);
    EXPECT_THAT(text, testing::HasSubstr("looks like knight-step-typo"));
  }
}

/// A subject that fails at other positions, after other lines, fails alike.
TEST(Reports, CountRowsThatFailAlikeAsOneReason) {
  std::string text;
  RunInfo run;
  run.rows = std::vector<Row>(2);
  TextReport screen({.rows = true}, [&](std::string_view more) { text += more; });
  screen.run_started(run);
  std::size_t index = 0;
  for (const char* const where :
       {"`position fen 8/8 w - -`; the last line received was 'f4d8b: 1'; a fresh process answered",
        "`position fen 7/7 b - -`; the last line received was 'readyok'; a fresh process "
        "answered"}) {
    RowResult result;
    result.verdict = Verdict::Undecided;
    result.reason =
        std::string("not repeatable: it was killed by signal 11 at stage perft of ") + where;
    screen.row_finished(index++, result);
  }
  screen.run_finished({}, ExitCode::Undecided);
  EXPECT_THAT(text, testing::HasSubstr("2 rows undecided: not repeatable: it was killed"));
  EXPECT_THAT(text, testing::HasSubstr("…`; a fresh process answered\n"));
}

TEST(Reports, AHugeRunStaysAPageThatABrowserCanShow) {
  RunInfo run;
  run.rows = std::vector<Row>(5'003);
  std::string page;
  HtmlReport html([&page](std::string_view text) { page += text; });
  html.run_started(run);
  RowResult agrees;
  agrees.verdict = Verdict::Agree;
  RowResult undecided;
  undecided.reason = "no answer";
  for (std::size_t row = 0; row < 5'002; ++row) html.row_finished(row, agrees);
  html.row_finished(5'002, undecided);
  html.run_finished({}, ExitCode::Undecided);
  EXPECT_TRUE(page.contains("2 more rows are not listed"));
  EXPECT_TRUE(page.contains("no answer")) << "what is not right is listed";
}

TEST(Github, NamesFilesFromTheFolderOfTheCheckout) {
  const ReportedFinding reported = king_xray();
  const reference::ScratchFolder folder;
  std::filesystem::create_directory(folder.path("below"));
  const RunInfo run = one_row(folder.write("below/s.epd", ""), 7);
  std::string text;
  GithubReport github([&text](std::string_view part) { text += part; }, folder.path(""));
  github.run_started(run);
  github.finding(0, reported);
  EXPECT_TRUE(text.contains("file=below/s.epd,line=7,")) << text;
}

TEST(Github, NamesNoFileWhereThereIsNone) {
  const RunInfo run = one_row("gate", 7);  // a suite that is built in
  std::string text;
  GithubReport github([&text](std::string_view part) { text += part; }, "");
  github.run_started(run);
  github.finding(0, king_xray());
  EXPECT_FALSE(text.contains("file=")) << text;
}

struct Deviation {
  const char* fen;
  std::vector<std::string> illegal, missing;
};
std::optional<Kin> kin_of(const std::vector<Deviation>& all) {
  InCommon common;
  for (const auto& [fen, illegal, missing] : all) {
    Finding finding;
    finding.fen = fen;
    finding.illegal = illegal;
    finding.missing = missing;
    common.add(finding);
  }
  const auto shared = common.kin();
  return shared ? std::optional(shared->kin) : std::nullopt;
}

/// The moves that are shown are White's, and those of another row are not.
TEST(InCommon, IsNotOfOneColorWhereARowShowsTheOther) {
  InCommon common;
  for (const char* const move : {"a2a3", "a2a4", "b1a3", "b1c3", "e1d1"}) {
    Finding finding;
    finding.fen = "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1";
    finding.missing = {move};
    common.add(finding);
  }
  ASSERT_TRUE(common.kin());
  EXPECT_EQ(common.kin()->kin, Kin::WhiteMoves);
  common.saw_moves_of(Color::White);
  EXPECT_TRUE(common.kin());
  common.saw_moves_of(Color::Black);
  EXPECT_FALSE(common.kin());
}

TEST(InCommon, IsTheNarrowestKindOfMovesThatAllFindingsShow) {
  const Deviation rook{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {}, {"a1a8"}};
  const Deviation bishop{"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", {}, {"a1h8"}};
  const Deviation check{"4k3/8/8/8/4r3/8/3P4/4K3 w - - 0 1", {"d2d3"}, {}};
  const Deviation refused{"4k3/8/8/8/r7/8/8/4K3 w - - 0 1", {}, {"e1e2"}};
  const Deviation push{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", {}, {"a2a3"}};
  const Deviation right{"4k3/8/8/1p6/P7/8/8/4K3 w - - 0 1", {}, {"a4b5"}};
  const Deviation wrapped{"4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", {"h4a6"}, {}};
  const Deviation black{"4k3/8/8/8/8/1p6/P7/4K3 b - - 0 1", {}, {"b3a2"}};
  const Deviation all{"4k2b/8/8/8/8/8/8/R3K3 w - - 0 1", {}, {"a1b1", "e1e2"}};
  const Deviation castles{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {}, {"e1c1"}};
  EXPECT_EQ(kin_of({rook, rook}), std::nullopt) << "too few";
  EXPECT_EQ(kin_of({castles, castles, castles}), Kin::Castling);
  EXPECT_EQ(kin_of({castles, castles, refused}), Kin::KingMoves);
  EXPECT_EQ(kin_of({rook, rook, rook}), Kin::RookMoves);
  EXPECT_EQ(kin_of({rook, bishop, check, refused}), Kin::SlidersAndTheirAttacks);
  EXPECT_EQ(kin_of({rook, check, refused, refused, refused}), Kin::WhiteMoves) << "mostly others";
  EXPECT_EQ(kin_of({all, all, check, refused, refused}), Kin::WhiteMoves) << "as if in check";
  EXPECT_EQ(kin_of({right, right, wrapped}), Kin::CapturesTowardHFile);
  EXPECT_EQ(kin_of({right, wrapped, black}), Kin::PawnMoves);
  EXPECT_EQ(kin_of({push, push, rook, rook, bishop}), Kin::WhiteMoves);
  EXPECT_EQ(kin_of({push, rook, bishop}), std::nullopt) << "of one color by chance";
  EXPECT_EQ(kin_of({push, rook, black}), std::nullopt);
  EXPECT_EQ(kin_of({rook, rook, rook, rook, black}), Kin::RookMoves) << "and another bug";
  EXPECT_EQ(kin_of({rook, rook, rook, black}), std::nullopt);
  EXPECT_EQ(kin_of({push, push, rook, rook, black}), std::nullopt) << "colors are half of all";
}

/// The last lines where the findings without a certain class have these candidates.
std::string words_on(const std::vector<std::vector<BugId>>& candidates) {
  VerdictOptions options;
  options.width = 200;
  for (std::size_t number = 0; number < candidates.size(); ++number) {
    Finding finding;
    // Moves that have no kind in common.
    finding.fen =
        number % 2 == 0 ? "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" : "4k3/p7/8/8/8/8/8/4K3 b - - 0 1";
    finding.missing = {number % 2 == 0 ? "a1a8" : "a7a6"};
    finding.candidates = candidates[number];
    options.in_common.add(finding);
  }
  Summary summary;
  summary.rows = summary.mismatch = summary.findings = candidates.size();
  return verdict_text(RunInfo{}, summary, ExitCode::Findings, {}, {}, options);
}

TEST(VerdictText, NamesTheClassThatIsPossibleInMostFindings) {
  using enum BugId;
  const auto likely = {PinIgnored, CheckIgnored};
  EXPECT_THAT(words_on({likely, {CheckIgnored, PinIgnored}, likely, {}, {CastlingMissing}}),
              testing::HasSubstr("pin-ignored is possible in 3 of the 5 findings without a certain "
                                 "class: look there first"));
  const auto nothing = testing::Not(testing::HasSubstr("is possible in"));
  EXPECT_THAT(words_on({likely, likely, {}}), nothing) << "two";
  EXPECT_THAT(words_on({likely, likely, likely, {}, {}, {}, {}}), nothing) << "less than half";
  EXPECT_THAT(words_on({{PieceTypeMissing}, {PieceTypeMissing}, {PieceTypeMissing}}), nothing)
      << "possible wherever a move is missing";
}

TEST(VerdictText, SaysWhereRowsShowTheAttacksOfSliders) {
  using enum BugId;
  const auto words = [](const ShortFinding& finding) {
    Summary summary;
    summary.rows = summary.mismatch = finding.rows;
    summary.findings = 1;
    VerdictOptions options;
    options.width = 400;
    return verdict_text(RunInfo{}, summary, ExitCode::Findings, {finding}, {}, options);
  };
  ShortFinding finding;
  finding.rows = 232;
  finding.cause = Cause::Generation;
  finding.likeliest = KingSafeSquareRefused;
  finding.looks_like = {{SliderJumps, 119}, {InterpositionMissing, 6}};
  const auto hint =
      testing::HasSubstr("the rows of finding 1 show moves of sliders, or checks and");
  EXPECT_THAT(words(finding), hint);
  finding.looks_like = {{InterpositionMissing, 6}, {SliderJumps, 2}};
  EXPECT_THAT(words(finding), testing::Not(hint)) << "two rows";
  finding.likeliest = SliderJumps;
  EXPECT_THAT(words(finding), hint);
  finding.looks_like = {{SliderJumpsAfterCapture, 45}};
  EXPECT_THAT(words(finding), testing::Not(hint)) << "of sliders alone";
}

TEST(VerdictText, NamesTheSquareToWhichAllWrongMovesGo) {
  const auto words = [](const std::vector<Deviation>& all) {
    VerdictOptions options;
    options.width = 200;
    for (const auto& [fen, illegal, missing] : all) {
      Finding finding;
      finding.fen = fen;
      finding.illegal = illegal;
      finding.missing = missing;
      options.in_common.add(finding);
    }
    Summary summary;
    summary.rows = summary.mismatch = summary.findings = all.size();
    return verdict_text(RunInfo{}, summary, ExitCode::Findings, {}, {}, options);
  };
  const Deviation rook{"4k3/8/8/8/8/8/R7/4K3 w - - 0 1", {}, {"a2a1"}};
  const Deviation knight{"4k3/8/8/8/8/8/2N5/4K3 w - - 0 1", {}, {"c2a1"}};
  const Deviation pawn{"4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", {}, {"b2a1n", "b2a1q"}};
  const Deviation other{"4k3/8/8/8/8/8/R7/4K3 w - - 0 1", {}, {"a2a1", "a2a3"}};
  const auto on_a1 = testing::HasSubstr("all 3 findings without a certain class are moves to a1: ");
  EXPECT_THAT(words({rook, knight, pawn}), on_a1);
  EXPECT_THAT(words({rook, knight, other}), testing::Not(testing::HasSubstr("moves to a1")));
  EXPECT_THAT(words({rook, knight, pawn, rook, other}),
              testing::HasSubstr("4 of the 5 findings without a certain class are moves to a1"));
}

TEST(FindingText, CountsTheIllegalMovesThatItDoesNotExplain) {
  Finding several = king_xray().finding;
  several.illegal = {"e1f1", "e1e3", "e1e4", "e1e5"};
  EXPECT_THAT(sentence_of(several), testing::EndsWith("; 1 more illegal move"));
  several.illegal.emplace_back("e1e6");
  EXPECT_THAT(sentence_of(several), testing::EndsWith("; 2 more illegal moves"));
}

TEST(VerdictText, SeveralFindingsMayBeOneMistakeAndHideOthers) {
  const auto words = [](const std::vector<std::optional<BugId>>& classes, std::size_t rows = 1) {
    Summary summary;
    summary.rows = summary.mismatch = summary.findings = classes.size();
    std::vector<ShortFinding> findings;
    for (const auto& each : classes) {
      findings.push_back({"illegal move", "", "", rows, Cause::Unknown, each.has_value()});
      if (!each) continue;
      findings.back().cause = entry_of(*each).cause;
      findings.back().family = entry_of(*each).family;
    }
    VerdictOptions options;
    options.width = 200;
    return verdict_text(RunInfo{}, summary, ExitCode::Findings, findings, {}, options);
  };
  const auto one = testing::HasSubstr(
      "one mistake may be behind several findings, and they may hide others: fix the first ones "
      "and run again");
  EXPECT_THAT(words({std::nullopt, std::nullopt}), one);
  using enum BugId;
  EXPECT_THAT(words({EpSquareNotSet, CastlingRookStays, std::nullopt}), one);
  EXPECT_THAT(words({EpSquareNotSet, KingXray, EpSquareNotSet}),
              testing::HasSubstr("at least 2 root causes; the first ones hide others"));
  EXPECT_THAT(words({CastlingIntoCheck, CastlingKingSquareStale}), one)
      << "castling that is tried is made wrong as well";
  EXPECT_THAT(words({KingXray, KingSquareStale}), one) << "so are all moves of the king";
  EXPECT_THAT(words({EpMissing, UnmakeKingSquare, EpSquareNotSet}), one)
      << "moves that are tried are taken back wrongly";
  const auto again = testing::HasSubstr("run again");
  EXPECT_THAT(words({EpSquareNotSet}, 2), testing::Not(again));
  EXPECT_THAT(words({std::nullopt}, 2),
              testing::HasSubstr("more than one mistake may be behind it: fix one and run again"));
  EXPECT_THAT(words({std::nullopt}, 1), testing::Not(again));
  EXPECT_THAT(words({FenMisread}, 2), testing::HasSubstr("fix the reader and run again"));
  EXPECT_THAT(words({FenMisread}, 1), testing::Not(again));
}

/// Rows of a finding of wrong moves in which the engine dies.
TEST(VerdictText, FailuresThatAFindingStandsForAreNotKeptBack) {
  Summary summary;
  summary.rows = summary.mismatch = 3;
  summary.findings = 1;
  ShortFinding finding{"illegal move", "", "", 3, Cause::Make, false};
  finding.failed_rows = 2;
  finding.failure = "engine was killed by signal 6";
  const auto text =
      verdict_text(RunInfo{}, summary, ExitCode::Findings, {finding}, {}, VerdictOptions{});
  EXPECT_THAT(text,
              testing::HasSubstr("the engine fails in 2 of these rows, perhaps by these moves: "
                                 "engine was killed by signal 6"));
}

TEST(VerdictText, ClassesThatOtherRowsOfAFindingLookLikeAreNotKeptBack) {
  Summary summary;
  summary.rows = summary.mismatch = 200;
  summary.findings = 1;
  ShortFinding finding{"illegal move", "", "", 200, Cause::Generation, false};
  finding.looks_like = {{BugId::EpMissing, 12}, {BugId::KnightStepTypo, 129}, {BugId::KingXray, 2}};
  const auto text =
      verdict_text(RunInfo{}, summary, ExitCode::Findings, {finding}, {}, VerdictOptions{});
  EXPECT_THAT(text, testing::HasSubstr(
                        "of these rows 129 look like knight-step-typo, 12 like ep-missing\n"));
}

TEST(VerdictText, WrongListsMayComeFromTakingBack) {
  const auto words = [](std::size_t lists, Cause last = Cause::Generation) {
    std::vector<ShortFinding> findings(lists,
                                       {"illegal move", "", "", 1, Cause::Generation, false});
    findings.push_back({"wrong count", "", "", 1, Cause::Unmake, false});
    findings.push_back({"wrong count", "", "", 1, last, true});
    Summary summary;
    summary.rows = summary.mismatch = summary.findings = findings.size();
    VerdictOptions options;
    options.width = 200;
    return verdict_text(RunInfo{}, summary, ExitCode::Findings, findings, {}, options);
  };
  EXPECT_THAT(words(3), testing::HasSubstr("takes moves back wrongly: fix finding 4 first"));
  EXPECT_THAT(words(3, Cause::Make), testing::HasSubstr("fix findings 4 and 5 first"));
  EXPECT_THAT(words(3), testing::Not(testing::HasSubstr("one mistake")));
  EXPECT_THAT(words(2), testing::Not(testing::HasSubstr("takes moves back wrongly")));
}

TEST(VerdictText, TheDoctorOfATemplateIsAskedByTheTemplate) {
  const auto words = [](const std::string& command) {
    RunInfo run;
    run.subject.command = command;
    RowPlan plan;
    plan.reason = "the engine cannot be used";
    run.rows.push_back({});
    run.plans.push_back(plan);
    return verdict_text(run, {}, ExitCode::Undecided, {}, {}, {});
  };
  EXPECT_THAT(words("./eng {depth} {fen}"),
              testing::HasSubstr("verify doctor --engine-template './eng {depth} {fen}'"));
  EXPECT_THAT(words("./eng"), testing::HasSubstr("verify doctor --engine ./eng\n"));
}

TEST(DivideTable, SaysHowOftenAnIllegalMoveIsListed) {
  const reference::Divide right{{{"h1g1", 1}}, 1};
  const reference::Divide wrong{{{"a7a8b", 1}, {"a7a8b", 1}, {"a7a8n", 1}, {"h1g1", 1}}, 4};
  std::vector<std::string> remarks;
  for (const DivideLine& line : side_by_side(wrong, right)) remarks.push_back(line.remark());
  EXPECT_EQ(remarks, (std::vector<std::string>{"illegal, 2 times", "illegal", ""}));
}

}  // namespace
}  // namespace perft_verify::verifier
