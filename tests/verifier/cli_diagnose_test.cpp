// explain, called as a user calls it.
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "audit/catalog.h"
#include "reference/catalog/catalog.h"
#include "tests/reference/support.h"
#include "tests/support/share.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;

TEST(Explain, ListsAllClasses) {
  const CommandResult text = verify({"explain", "--list"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  const json list = json::parse(verify({"explain", "--list", "--json"}).out);
  std::size_t classes = 0;
  for (const CatalogEntry& each : catalog()) {
    if (!each.is_class()) continue;
    EXPECT_TRUE(text.out.contains(each.text.name)) << each.text.name;
    EXPECT_EQ(list.at(classes++)["class"], each.text.name);
  }
  for (const audit::FaultText& fault : audit::all_faults()) {
    EXPECT_TRUE(text.out.contains(fault.title)) << fault.name;
    EXPECT_EQ(list.at(classes++)["class"], fault.name);
  }
  EXPECT_EQ(list.size(), classes);
}

TEST(Explain, PrintsAFindingOfTheAudit) {
  const CommandResult result = verify({"explain", "captures-missing-en-passant"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(
      result.out.starts_with("captures-missing-en-passant: Captures and quiets together "
                             "lack a capture: en passant\n"))
      << result.out;
  for (const char* part : {"  what ", "  where ", "  fix ", "quiescence"})
    EXPECT_TRUE(result.out.contains(part)) << part;
  const json report = json::parse(verify({"explain", "key-collision", "--json"}).out);
  EXPECT_EQ(report["class"], "key-collision");
  // With a circumstance that there is not.
  EXPECT_EQ(verify({"explain", "captures-missing-en-pasant"}).exit_code, 2);
}

TEST(Explain, PrintsAClass) {
  const CommandResult result = verify({"explain", "king-xray"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("king-xray: ")) << result.out;
  for (const char* part : {"  what ", "  where ", "  fix ", "occupancy"})
    EXPECT_TRUE(result.out.contains(part)) << part;
  EXPECT_EQ(json::parse(verify({"explain", "king-xray", "--json"}).out)["class"], "king-xray");
}

/// docs/gate.md lists them by their names.
TEST(Explain, NamesTheClassOfABugOfTheZoo) {
  for (const CatalogEntry& each : catalog())
    EXPECT_EQ(verify({"explain", std::string(each.text.name)}).exit_code, 0) << each.text.name;
  const CommandResult result = verify({"explain", "check-range-short"});
  EXPECT_TRUE(result.out.starts_with(
      "check-range-short: The check test looks six squares far\n\n  class    "))
      << result.out;
  const std::string_view its_class = to_string(entry_of(BugId::CheckRangeShort).bug_class);
  EXPECT_TRUE(result.out.contains(std::string(its_class) + ": ")) << result.out;
  EXPECT_TRUE(result.out.contains("  where ")) << result.out;
  const json report = json::parse(verify({"explain", "check-range-short", "--json"}).out);
  EXPECT_EQ(report["class"], its_class);
  EXPECT_EQ(report["variant"], "check-range-short");
}

TEST(Explain, SuggestsANameThatIsClose) {
  const CommandResult result = verify({"explain", "king-xry"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.contains("did you mean king-xray")) << result.err;
}

TEST(Explain, SaysWhyAMoveIsIllegalOrLegalWithoutAnyEngine) {
  const CommandOptions no_engine{.environment = {{"PATH", ""}, {"STOCKFISH", std::nullopt}}};
  const std::string fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
  const CommandResult illegal = verify({"explain", fen, "e5e6", "e5d5"}, no_engine);
  EXPECT_EQ(illegal.exit_code, 0) << illegal.err;
  EXPECT_TRUE(
      illegal.out.contains("e5e6 is illegal: the king steps back along the line of the "
                           "rook on e1"))
      << illegal.out;
  EXPECT_TRUE(illegal.out.contains("e5d5 is legal: ")) << illegal.out;
  EXPECT_TRUE(illegal.out.contains(fen)) << "the position is shown";
  // A FEN in words, and one move after --moves.
  const CommandResult words =
      verify({"explain", "8/8/8/2k5/2pP4/8/B7/4K3", "b", "-", "d3", "0", "3", "c4d3"}, no_engine);
  EXPECT_TRUE(words.out.contains("the captured pawn on d4 gives the check")) << words.err;
  const CommandResult played = verify({"explain", "startpos", "--moves", "e2e4 e7e5", "e4e5"});
  EXPECT_TRUE(played.out.contains("the pawn on e4 cannot advance")) << played.out << played.err;
  const json report = json::parse(verify({"explain", fen, "e5e6", "--json"}).out);
  EXPECT_EQ(report["moves"][0]["legal"], false);
}

TEST(Explain, RefusesWhatItCannotUnderstand) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"explain"},
                                             {"explain", "startpos"},
                                             {"explain", "startpos", "foo"},
                                             {"explain", "8/8/8/8/8/8/8/8 w - - 0 1", "e2e4"},
                                             {"explain", "king-xray", "ep-missing"},
                                             {"explain", "--list", "king-xray"},
                                             {"explain", "startpos", "--moves", "e2e5", "e7e5"},
                                             {"explain", "\x1b[31m"}}) {
    const CommandResult result = verify(words);
    EXPECT_EQ(result.exit_code, 2) << words.back();
    EXPECT_EQ(result.out, "") << words.back();
    EXPECT_FALSE(result.err.contains('\x1b'));
    EXPECT_TRUE(result.err.starts_with("verify: ")) << result.err;
  }
}

// --- Findings ----------------------------------------------------------------------------

const std::string kRules = std::string(PERFT_VERIFY_SUITES) + "/rules.epd";
constexpr const char* kRookCaptured = "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1";

json report_of(std::vector<std::string> arguments, int exit_code = 1) {
  arguments.insert(arguments.end(), {"--report", "json"});
  const CommandResult result = verify(arguments, {.limit = std::chrono::seconds(100)});
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  return parsed_report(result.out);
}

TEST(Finding, NamesClassCulpritAndSmallestPosition) {
  const json report = report_of({"--fen", kRookCaptured, "--depth", "3", "--reference", "mailbox",
                                 "--engine", zoo_engine("castling-rook-captured")});
  const json& finding = report["findings"].at(0);
  EXPECT_EQ(finding["class"], "castling-rook-captured");
  EXPECT_TRUE(finding["candidates"].empty());
  EXPECT_EQ(finding["culprit"]["move"], "g2h1");
  EXPECT_TRUE(finding["explanation"].get<std::string>().contains(
      "White's kingside castling right is kept and should be lost"))
      << finding["explanation"];
  EXPECT_EQ(finding["reduced"]["moves"], json::array({"g2h1"}));
  EXPECT_EQ(finding["reduced"]["pieces"], 4);
}

TEST(Finding, AWrongStateHasAClassAsWell) {
  // The knight prevents castling: only the board that the engine prints shows it.
  const json report =
      report_of({"--fen", "4k3/8/8/8/8/8/6b1/4KN1R b K - 0 1", "--depth", "2", "--mode", "full",
                 "--reference", "mailbox", "--engine", zoo_engine("castling-rook-captured")});
  const json& finding = report["findings"].at(0);
  EXPECT_EQ(finding["kind"], "wrong-state");
  EXPECT_EQ(finding["cause"], "make");
  EXPECT_EQ(finding["culprit"]["move"], "g2h1");
  EXPECT_EQ(finding["class"], "castling-rook-captured") << finding.dump(1);
}

TEST(Finding, RowsWithOneRootCauseAreOneFindingWithAnyNumberOfJobs) {
  for (const char* bug : {"king-xray", "ep-horizontal-pin", "unmake-castling-rook"}) {
    json first;
    for (const char* jobs : share_of(std::array{"1", "2", "3"}, 2)) {
      json report = report_of({kRules, "--depth", "2", "--reference", "mailbox", "--jobs", jobs,
                               "--engine", zoo_engine(bug)});
      EXPECT_EQ(report["findings"].size(), 1U) << bug;
      EXPECT_GT(report["findings"][0]["rows"].size(), 2U) << bug;
      EXPECT_EQ(report["findings"][0]["class"], bug);
      if (first.is_null()) first = report["findings"];
      EXPECT_EQ(report["findings"], first) << bug << " with --jobs " << jobs;
    }
  }
}

TEST(Finding, ATableIsTriedWithoutAndTheHistoryIsPartOfTheSmallestPosition) {
  const std::string game = "4k2r/pp4p1/8/8/3p4/8/P1P1P2P/4K3 w - - 0 1";
  const json hash = report_of({"--fen", game, "--depth", "4", "--reference", "mailbox", "--engine",
                               zoo_engine("hash-omits-ep")})["findings"]
                        .at(0);
  EXPECT_EQ(hash["cause"], "hash");
  EXPECT_TRUE(hash["explanation"].get<std::string>().contains("with Hash at 0 it is right"))
      << hash["explanation"];
  ASSERT_FALSE(hash["reduced"].is_null()) << hash.dump(1);
  EXPECT_LE(hash["reduced"]["pieces"], 8);
  const json repetition =
      report_of({"--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "5", "--reference",
                 "mailbox", "--engine", zoo_engine("repetition-cuts-perft")})["findings"]
          .at(0);
  EXPECT_EQ(repetition["class"], "repetition-cuts-perft");
  ASSERT_FALSE(repetition["reduced"].is_null()) << repetition.dump(1);
  EXPECT_LE(repetition["reduced"]["pieces"], 3);
}

/// The board that the engine itself prints, by Stockfish's dialect and by the general reader of
/// dialects: each bug by one of them, in a long run by both.
TEST(Finding, AReaderOfFensIsBlamedByItsOwnBoard) {
  int turn = 0;
  for (const char* const bug :
       {"fen-castling-ignored", "fen-black-rights-ignored", "fen-side-ignored",
        "fen-file-letters-ignored", "chess960-outermost-rook"}) {
    for (const char* const dialect : {"auto", "uci"}) {
      if (turn++ % 4 % 3 != 0 && !is_long()) continue;
      const json report =
          report_of({"quick", "--engine", zoo_engine(bug), "--dialect", dialect, "--jobs", "1"});
      ASSERT_EQ(report["findings"].size(), 1U) << bug << " " << dialect;
      const json& finding = report["findings"][0];
      EXPECT_EQ(finding["cause"], "setup") << bug << " " << dialect;
      EXPECT_EQ(finding["class"], bug) << dialect;
      EXPECT_TRUE(finding["path"].empty()) << bug;
      EXPECT_TRUE(finding["culprit"].is_null()) << bug;
    }
  }
}

/// Its counts are those of a king that is not put back; and with no table they are right.
TEST(Finding, WhatIsRightWithoutATableIsAFaultOfTheTable) {
  const json report = report_of({"--fen", "8/8/8/8/8/5k2/5p1K/8 b - - 0 1", "--depth", "3",
                                 "--reference", "mailbox", "--engine",
                                 zoo_engine("hash-omits-color") + " --bug hash-omits-kings-bulk"});
  ASSERT_EQ(report["findings"].size(), 1U);
  const json& finding = report["findings"][0];
  EXPECT_TRUE(finding["explanation"].get<std::string>().contains("its table is to blame"));
  EXPECT_EQ(finding["cause"], "hash");
  EXPECT_FALSE(finding["explanation"].get<std::string>().contains("is not put back"));
  EXPECT_NE(finding["class"], "unmake-king-square");
}

TEST(Finding, ABugBehindAMisreadFenIsShownFromARootThatIsRead) {
  const std::string root = "3r1kr1/8/8/qpP4K/8/8/8/8 w gd b6 0 1";
  const json report = report_of(
      {"--fen", root, "--chess960", "on", "--depth", "3", "--reference", "mailbox", "--engine",
       zoo_engine("chess960-rook-already-there") + " --bug fen-side-ignored"});
  ASSERT_EQ(report["findings"].size(), 1U);
  const json& finding = report["findings"][0];
  EXPECT_EQ(finding["class"], "chess960-rook-already-there");
  EXPECT_EQ(finding["cause"], "generation");
  EXPECT_EQ(finding["path"], json::array({"c5c6"}));
  EXPECT_TRUE(finding["reproduce"].get<std::string>().contains("'" + root + "' --depth 2"))
      << finding["reproduce"];
}

TEST(Finding, ItsPathHasTheCountsThatLedThere) {
  const std::vector<std::string> words{"--fen",       "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1",
                                       "--depth",     "3",
                                       "--reference", "mailbox",
                                       "--engine",    zoo_engine("castling-rook-captured")};
  const std::string said = "g2h1 at depth 2: 17 instead of 16";
  EXPECT_FALSE(verify(words).out.contains(said));
  std::vector<std::string> verbose = words;
  verbose.emplace_back("-v");
  EXPECT_TRUE(verify(verbose).out.contains(said)) << verify(verbose).out;
  const std::string page = testing::TempDir() + "descent.html";
  std::vector<std::string> html = words;
  html.insert(html.end(), {"--report", "html=" + page});
  verify(html);
  EXPECT_TRUE(reference::file_content(page).contains("g2h1 17 instead of 16"));
}

TEST(Finding, TwoBugsAreTwoFindings) {
  const std::string engine = zoo_engine("king-xray") + " --bug underpromotion-missing";
  const json report = report_of(
      {kRules, "--depth", "1", "--reference", "mailbox", "--engine", engine, "--jobs", "1"});
  EXPECT_GE(report["findings"].size(), 2U);
}

TEST(SaveFindings, WritesASuiteThatFailsForTheBugAndAgreesWithoutIt) {
  const std::string file = testing::TempDir() + "findings.epd";
  report_of({kRules, "--depth", "2", "--reference", "mailbox", "--engine",
             zoo_engine("ep-pinned-capturer"), "--save-findings", file});
  report_of({file, "--reference", "mailbox", "--engine", zoo_engine("ep-pinned-capturer")}, 1);
  report_of({file, "--reference", "mailbox"}, 0);
  const CommandResult taken = verify({kRules, "--save-findings", kRules});
  EXPECT_EQ(taken.exit_code, 2);
  EXPECT_TRUE(taken.err.contains("--save-findings")) << taken.err;
}

/// The bishop gave check already before the double push.
TEST(BeyondGames, AFindingSaysSoAndExcusesNoOther) {
  const std::string said = "no game reaches this position";
  const std::vector<std::string> words{"--depth", "1", "--reference", "mailbox", "--engine"};
  const auto findings_at = [&](std::vector<std::string> what, const char* bug) {
    what.insert(what.end(), words.begin(), words.end());
    what.push_back(zoo_engine(bug));
    return report_of(what, 1)["findings"];
  };
  const json alone =
      findings_at({"--fen", "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1"}, "ep-diagonal-pin");
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_EQ(alone[0]["illegal"], (json{"d5e6"}));
  EXPECT_TRUE(alone[0]["explanation"].get<std::string>().contains(said)) << alone[0].dump(1);
  // A bug that games reach as well is not excused by the row that shows it.
  const json both = findings_at(
      {"--fen", "5bk1/8/8/3pP3/1K6/8/8/8 w - d6 0 1", "--fen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
      "ep-missing");
  ASSERT_EQ(both.size(), 1U) << both.dump(1);
  EXPECT_EQ(both[0]["rows"], (json{0, 1}));
  EXPECT_FALSE(both[0]["explanation"].get<std::string>().contains(said)) << both.dump(1);
}

TEST(SecondReference, SaysWhoStandsAlone) {
  const auto explanation = [](const std::vector<std::string>& options) {
    const Words words =
        joined({"--fen", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "--depth", "1"}, options);
    return report_of(words)["findings"].at(0)["explanation"].get<std::string>();
  };
  const std::string wrong = zoo_engine("king-xray");
  EXPECT_TRUE(explanation({"--engine", wrong, "--reference", "core"})
                  .ends_with("mailbox agrees with perft-verify core"));
  for (const char* mode : {"totals", "divide", "full"}) {
    const json alone =
        report_of({"--fen", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "--depth", "1", "--mode", mode,
                   "--reference", wrong, "--second-reference", "mailbox"},
                  3);
    EXPECT_TRUE(alone["findings"].empty()) << alone.dump(1);
    EXPECT_TRUE(alone["rows"][0]["reason"].get<std::string>().starts_with(
        "the reference stands alone: mailbox agrees with the engine"))
        << alone["rows"][0].dump(1);
  }
  EXPECT_FALSE(explanation({"--engine", wrong, "--reference", "core", "--second-reference", "none"})
                   .contains("agrees"));
}

TEST(Reduce, PrintsARowATranscriptAndATest) {
  const std::vector<std::string> words{
      "reduce",      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "--depth",     "3",
      "--reference", "mailbox",
      "--engine",    zoo_engine("unmake-ep-pawn")};
  const CommandResult text = verify(words);
  EXPECT_EQ(text.exit_code, 1) << text.err;
  for (const char* part :
       {"unmake-ep-pawn", ";D2 ", "position fen ", "go perft 2", "EXPECT_EQ(perft("})
    EXPECT_TRUE(text.out.contains(part)) << part << "\n" << text.out;
  EXPECT_EQ(verify(words).out, text.out) << "the same again";
  const CommandResult right = verify({"reduce", "startpos", "--depth", "2", "--reference",
                                      "mailbox", "--engine", zoo_engine("unmake-ep-pawn")});
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_TRUE(right.out.contains("agree")) << right.out;
  EXPECT_EQ(verify({"reduce", "no fen", "--depth", "2"}).exit_code, 2);
}

TEST(Reduce, BeginsAfterMoves) {
  const auto reduce = [](const std::string& moves) {
    return verify({"reduce", kRookCaptured, "--moves", moves, "--depth", "1", "--json",
                   "--reference", "mailbox", "--engine", zoo_engine("castling-rook-captured")});
  };
  const CommandResult found = reduce("g2h1");
  EXPECT_EQ(found.exit_code, 1) << found.err;
  const json report = json::parse(found.out);
  EXPECT_EQ(report["cause"], "make");
  EXPECT_EQ(report["reduced"]["moves"], json::array({"g2h1"}));
  EXPECT_EQ(reduce("e8e7").exit_code, 0) << "that move is made right";
  const CommandResult illegal = reduce("g2h2");
  EXPECT_EQ(illegal.exit_code, 2);
  EXPECT_TRUE(illegal.err.contains("--moves: g2h2 (ply 1) is not a legal move")) << illegal.err;
}

}  // namespace
}  // namespace perft_verify::verifier
