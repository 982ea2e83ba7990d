// The program with engines whose answers are spoiled: an unreadable line must not become a missing
// move, nor a wrong answer a missing one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/reference/support.h"
#include "tests/support/share.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"
#include "tests/verifier/support/verified.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::ScratchFolder;

/// The rook has the move a5a4, and every move but captures.
constexpr const char* kRook = "7k/8/8/r7/8/8/8/1K6 b - - 0 1";
/// At most eight moves.
constexpr const char* kTwoKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
/// A correct engine behind filters of its input and its output.
std::string filtered(const ScratchFolder& folder, const std::string& in, const std::string& out) {
  return folder.write(
      "filtered",
      fmt::format("#!/bin/sh\nsed -u -e '{}' | '{}' --mode no-board | sed -u -e '{}'\n", in,
                  PERFT_VERIFY_FAKE_UCI, out),
      true);
}

std::string spoiled(const ScratchFolder& folder, const std::string& out) {
  return filtered(folder, "", out);
}

/// The finding of a run that has only this one.
json only_finding(const Verified& run, const char* kind, const std::string& what = "") {
  EXPECT_EQ(run.exit_code, 1) << what << run.err;
  const json& findings = run.report["findings"];
  EXPECT_EQ(findings.size(), 1U) << what << run.err;
  json finding = findings.empty() ? json() : findings[0];
  EXPECT_EQ(finding["kind"], kind) << what << finding.dump(1);
  return finding;
}

class SpoiledLine : public testing::TestWithParam<const char*> {};

TEST_P(SpoiledLine, IsNoMissingMove) {
  const ScratchFolder folder;
  for (const char* depth : {"1", "2"}) {
    const Verified run =
        verified({"--fen", kRook, "--depth", depth, "--engine", spoiled(folder, GetParam())});
    const json finding = only_finding(run, "protocol");
    EXPECT_TRUE(finding["missing"].empty()) << finding["explanation"];
    EXPECT_EQ(finding["class"], "unclassified");
  }
}

INSTANTIATE_TEST_SUITE_P(Odd, SpoiledLine,
                         testing::Values("s/^a5a4:/[dbg]a5a4:/", "s/^a5a4:/hash fulla5a4:/",
                                         "s/^a5a4:/\\x00a5a4:/", "s/^a5a4:/\\x1ba5a4:/",
                                         "s/^a5a4:/\\xef\\xbb\\xbfa5a4:/", "s/^a5a4:/5a4:/",
                                         "s/^a5a4:/a5a4;/", "s/^a5a4:/>a5a4:/", "s/^a5a4:/(a5a4):/",
                                         "s/^a5a4:/\"a5a4\":/", "s/^a5a4:/a5a4 :x:/",
                                         "s/^a5a4:/info string a5a4:/"));

/// How the total is printed: as Stockfish does, with another label, or not at all.
constexpr const char* kTotals[] = {"", "; s/^Nodes searched:/Total:/", "; /^Nodes searched/d"};

TEST(LostLine, WithoutItsCountIsNoMissingMove) {
  const ScratchFolder folder;
  for (const char* line : {"s/^a5a4: \\(.*\\)/\\1: a5a4/", "s/^a5a4: .*/a5a4/",
                           "s/^a5a4: .*/bestmove a5a4/", "s/^a5a4:/a5a9:/"}) {
    for (const char* total : {kTotals[0], kTotals[1]}) {
      const Verified run = verified(
          {"--fen", kRook, "--depth", "1", "--engine", spoiled(folder, std::string(line) + total)});
      const json finding = only_finding(run, "protocol", std::string(line) + total);
      EXPECT_TRUE(finding["missing"].empty()) << line << total << finding["explanation"];
    }
  }
}

/// An engine that counts a move which is in no line may have the list right, or not: nobody knows.
/// Each line and total is asked at one depth, in a long run at both.
TEST(LostLine, ThatIsLeftOutIsAWrongSumAndNoMissingMove) {
  int turn = 0;
  const ScratchFolder folder;
  for (const char* line : {"/^a5a4:/d", "s/^a5a4:/a 5 a 4:/"}) {
    for (const char* total : {kTotals[0], kTotals[1]}) {
      for (const char* depth : {"1", "2"}) {
        if (turn++ % 4 % 3 != 0 && !is_long()) continue;
        const Verified run = verified({"--fen", kRook, "--depth", depth, "--engine",
                                       spoiled(folder, std::string(line) + total)});
        const json finding = only_finding(run, "wrong-count", std::string(line) + total);
        EXPECT_EQ(finding["cause"], "count") << line << total << finding["explanation"];
        EXPECT_TRUE(finding["missing"].empty()) << line << total << finding["explanation"];
      }
    }
  }
}

TEST(LostLine, OfAnEngineWithoutTotalsIsNoMissingMoveIfItHasThatMove) {
  const ScratchFolder folder;
  const auto finding_of = [&](const std::string& line) {
    const Verified run =
        verified({"--fen", kRook, "--depth", "2", "--engine", spoiled(folder, line + kTotals[2])});
    EXPECT_EQ(run.report["findings"].size(), 1U) << line << run.err;
    return run.report["findings"].empty() ? json() : run.report["findings"][0];
  };
  for (const char* line : {"s/^a5a4:/[dbg]a5a4:/", "s/^a5a4:/\\xef\\xbb\\xbfa5a4:/",
                           "s/^a5a4:/\\x1ba5a4:/", "s/^a5a4: .*/&x/"})
    EXPECT_EQ(finding_of(line)["kind"], "protocol") << line << finding_of(line)["explanation"];
  const json missing = finding_of("s/^a5a4:.*/[dbg]a5a3: 7/");
  EXPECT_EQ(missing["missing"], json({"a5a4"})) << "a5a3 is there";
}

TEST(SpoiledAnswer, ThreeTotalsThatContradictEachOtherAreNoAnswer) {
  const ScratchFolder folder;
  for (const char* total : {"Nodes searched:", "Total:"}) {
    const std::string engine = spoiled(
        folder, fmt::format("s/^Nodes searched: \\(.*\\)/{0} \\1\\n{0} 1\\1\\n{0} \\1/", total));
    for (const char* depth : {"1", "2", "3"}) {
      const Verified run = verified({"--fen", kKiwipete, "--depth", depth, "--engine", engine});
      only_finding(run, "protocol", std::string(total) + depth);
    }
  }
}

TEST(SpoiledAnswer, AnotherWrongTotalEachTimeIsNoAnswer) {
  const ScratchFolder folder;
  const std::string engine =
      folder.write("engine",
                   fmt::format("#!/bin/sh\n'{}' --mode no-board | sed -u -e \"s/^Nodes searched: "
                               "/&$$/\"\n",
                               PERFT_VERIFY_FAKE_UCI),
                   true);
  const Verified run = verified({"--fen", kRook, "--depth", "2", "--engine", engine});
  only_finding(run, "protocol");
}

TEST(SpoiledAnswer, TwoTotalsThatContradictEachOtherAreNoAnswer) {
  const ScratchFolder folder;
  const std::string engine =
      spoiled(folder, "s/^Nodes searched: \\(.*\\)/Nodes searched: \\1\\nNodes searched: 1\\1/");
  for (const char* depth : {"1", "2", "3"}) {
    const Verified run = verified({"--fen", kKiwipete, "--depth", depth, "--engine", engine});
    only_finding(run, "protocol", depth);
  }
}

TEST(WrongStart, AnEngineThatFindsNothingThereSpeaksPerftAllTheSame) {
  const ScratchFolder folder;
  for (const std::string& out :
       {std::string("/^[a-h][1-8][a-h][1-8]/d; s/^Nodes searched: .*/Nodes searched: 0/"),
        std::string("/^[a-h][1-8][a-h][1-8]/d; s/^Nodes searched: .*/Nodes: 0/")}) {
    const Verified run =
        verified({"--fen", kKiwipete, "--depth", "1", "--engine", spoiled(folder, out)});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(run.report["summary"]["mismatch"], 1);
  }
}

/// A signed counter of eight bits: its total ends the answer, though it is none.
TEST(WrongStart, ANegativeCountIsNoAnswerWithoutAnEnd) {
  const ScratchFolder folder;
  const std::pair<std::string, std::string> engines[] = {{"s/^c7c6: 209$/c7c6: -47/", "Nodes: "},
                                                         {"/^[a-h][1-8][a-h][1-8]/d", ""}};
  for (const auto& [lists, total] : engines) {
    const std::string engine =
        spoiled(folder, fmt::format("{}; s/^Nodes searched: 209$/{}-47/; s/^Nodes searched: /{}/",
                                    lists, total, total));
    const Verified run = verified({"--fen", "3Q4/1Qp3Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk b - - 0 1",
                                   "--depth", "2", "--engine", engine});
    const json finding = only_finding(run, "protocol", lists);
    EXPECT_NE(finding["explanation"].get<std::string>().find("is negative: a signed counter"),
              std::string::npos)
        << finding["explanation"];
  }
}

/// The squares of its moves are misprinted, and its totals are right.
TEST(WrongStart, LinesThatAreNoMovesAreQuoted) {
  const ScratchFolder folder;
  const Verified run =
      verified({"--fen", kKiwipete, "--depth", "1", "--engine",
                spoiled(folder, "s/^\\([a-h]\\)[1-8]\\([a-h]\\)[1-8]\\(.*: \\)/\\10\\20\\3/")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("0: 1', which is no move of the start position"), std::string::npos)
      << run.err;
}

/// The engine takes White for stalemated wherever White is to move.
TEST(WrongStart, AnEngineThatFindsOnlyBlacksMovesListsThem) {
  const ScratchFolder folder;
  const std::string stalemate = "position fen 7k/8/8/8/8/1q6/8/K7 w - - 0 1";
  const std::string engine = filtered(
      folder, fmt::format("s#^position startpos$#{0}#; s#^position fen .* w .*#{0}#", stalemate),
      "");
  const Verified run = verified({"--fen", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", "--fen", kRook,
                                 "--depth", "1", "--engine", engine});
  EXPECT_EQ(run.err.find("totals only"), std::string::npos) << run.err;
  EXPECT_EQ(run.report["rows"][1]["verdict"], "agree");
  only_finding(run, "missing-move");
}

TEST(WrongStart, AnEngineThatHasTheOtherSideToMoveThereIsWrong) {
  const ScratchFolder folder;
  const Verified run =
      verified({"--fen", "startpos", "--depth", "2", "--engine",
                filtered(folder, "s/PPPPPPPP.RNBQKBNR w KQkq/PPPPPPPP\\/RNBQKBNR b KQkq/", "")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.report["findings"].size(), 1U);
}

TEST(WrongStart, ATotalAloneMayBeWrongThere) {
  const ScratchFolder folder;
  const auto totals_of = [&](std::string_view dialect, const std::string& out) {
    return folder.write("bare",
                        fmt::format("#!/bin/sh\nsed -u -e '' | '{}' --dialect {} | "
                                    "sed -u -e '{}'\n",
                                    PERFT_VERIFY_ODD_ENGINE, dialect, out),
                        true);
  };
  const auto expect_wrong = [](const std::string& engine, const char* depth) {
    const Verified run =
        verified({"--fen", "startpos", "--fen", kTwoKings, "--depth", depth, "--engine", engine});
    only_finding(run, "wrong-count");
    EXPECT_EQ(run.report["rows"][1]["verdict"], "agree");
  };
  for (const char* out : {"s/^8902$/8126/", "s/^20$/19/; s/^400$/361/; s/^8902$/7000/"})
    expect_wrong(totals_of("bare-total", out), "3");
  int turn = 0;  // each number and each dialect once, in a long run each number with each
  for (const char* number : {"1", "1000000000"})
    for (const char* dialect : {"bare-total", "equation"}) {
      if (turn++ % 3 != 0 && !is_long()) continue;
      expect_wrong(totals_of(dialect, fmt::format("s/\\b\\(20\\|400\\|8902\\)$/{}/", number)), "2");
    }
}

/// A correct engine that dies of questions of at least `depth` at the start position, or at all.
std::string dying(const ScratchFolder& folder, int depth, bool everywhere = false) {
  return folder.write(
      "dying",
      fmt::format("#!/bin/sh\n"
                  "mkfifo \"$0.$$\"\n'{}' <\"$0.$$\" & exec 3>\"$0.$$\"\n"
                  "while read -r line; do\n"
                  "  case $line in\n"
                  "  position*) case $line in {}) at=yes;; *) at=no;; esac;;\n"
                  "  'go perft '*)\n"
                  "    [ $at = no ] || [ ${{line#go perft }} -lt {} ] || {{\n"
                  "      kill $!; kill -SEGV $$; }};;\n"
                  "  esac\n"
                  "  echo \"$line\" >&3\n"
                  "  [ \"$line\" != quit ] || exit 0\n"
                  "done\n",
                  PERFT_VERIFY_FAKE_UCI, everywhere ? "*" : "*rnbqkbnr/pppppppp/8*", depth),
      true);
}

TEST(DiesAtTheStart, ItsRowsShowThatAndTheOthersAreCounted) {
  const ScratchFolder folder;
  for (const int depth : {1, 2, 3}) {
    const Verified run = verified({"--fen", "startpos", "--fen", kKiwipete, "--depth", "3",
                                   "--engine", dying(folder, depth)});
    only_finding(run, "crash", std::to_string(depth));
    EXPECT_EQ(run.report["rows"][1]["verdict"], "agree") << depth;
  }
}

TEST(DiesAtTheStart, OneThatPrintsTotalsToo) {
  const ScratchFolder folder;
  const std::string engine = folder.write(
      "bare",
      fmt::format("#!/bin/sh\n"
                  "sed -u -e '/^perft [3-9]/{{s/.*/die/;q}}' | '{}' --dialect bare-total &&\n"
                  "kill -SEGV $$\n",
                  PERFT_VERIFY_ODD_ENGINE),
      true);
  const Verified run = verified({"--fen", "startpos", "--depth", "3", "--engine", engine});
  only_finding(run, "crash");
}

TEST(DiesAtTheStart, OneThatDiesOfEachQuestionIsAFinding) {
  const ScratchFolder folder;
  const Verified run = verified(
      {"--fen", kKiwipete, "--fen", kRook, "--depth", "2", "--engine", dying(folder, 1, true)});
  only_finding(run, "crash");
  EXPECT_EQ(run.report["summary"]["mismatch"], 2);
  EXPECT_TRUE(run.err.contains("dies whenever it is asked `go perft {depth}`"));
}

// --- The environment -------------------------------------------------------------------------

/// An engine that dies of words that it does not know may have a right generator.
TEST(DiesAtTheStart, OneThatDiesOfUnusualCommandsCannotBeUsed) {
  const ScratchFolder folder;
  const std::string engine = folder.write("no-perft",
                                          "#!/bin/sh\n"
                                          "while read -r line; do\n"
                                          "  case $line in\n"
                                          "  uci) echo uciok;;\n"
                                          "  isready) echo readyok;;\n"
                                          "  'go perft divide'*|*split*) kill -SEGV $$;;\n"
                                          "  quit) exit 0;;\n"
                                          "  esac\n"
                                          "done\n",
                                          true);
  const Verified run = verified({"--fen", kRook, "--depth", "1", "--engine", engine});
  EXPECT_EQ(run.exit_code, 3) << run.report["findings"].dump(1);
}

TEST(Environment, SecretsAreNotPassedOnUnlessTheUserWantsIt) {
  const ScratchFolder folder;
  const std::string seen = folder.path("seen");
  const std::string engine = folder.write(
      "engine", fmt::format("#!/bin/sh\nenv > '{}'\nexec '{}'\n", seen, PERFT_VERIFY_FAKE_UCI),
      true);
  const auto environment = [&](const Words& more) {
    const Words words = joined({"--fen", kRook, "--depth", "1", "--engine", engine}, more);
    const CommandOptions options{
        .environment = {{"API_TOKEN", "secret"}, {"JAVA_HOME", "/java"}, {"LC_TIME", "C"}}};
    EXPECT_EQ(verified(words, options).exit_code, 0);
    return reference::file_content(seen);
  };
  const std::string minimal = environment({});
  EXPECT_FALSE(minimal.contains("API_TOKEN")) << minimal;
  for (const char* part : {"PATH=", "JAVA_HOME=/java", "LC_TIME=C"})
    EXPECT_TRUE(minimal.contains(part)) << part;
  EXPECT_TRUE(environment({"--engine-env", "API_TOKEN"}).contains("API_TOKEN=secret\n"));
  EXPECT_TRUE(environment({"--engine-env", "API_TOKEN=other"}).contains("API_TOKEN=other\n"));
  EXPECT_TRUE(environment({"--engine-env-all"}).contains("API_TOKEN=secret\n"));
  EXPECT_EQ(verify({"--fen", kRook, "--engine", engine, "--engine-env", "=x"}).exit_code, 2);
  // Values are not printed, so that a command for reproducing may lack one.
  const auto unset = verify({"--fen", kRook, "--engine", engine, "--engine-env", "NOT_SET_HERE"});
  EXPECT_TRUE((unset.out + unset.err).contains("--engine-env NOT_SET_HERE: no such variable"))
      << unset.out << unset.err;
}

TEST(Sandbox, ReachesTheEngineAndTheCommandThatReproduces) {
  if (reference::kSanitized) GTEST_SKIP() << "a sanitizer needs more memory than a sandbox has";
  const ScratchFolder folder;
  const std::string seen = folder.path("seen");
  const std::string engine =
      folder.write("engine",
                   fmt::format("#!/bin/sh\nulimit -n > '{}'\nexec '{}' --bug king-xray\n", seen,
                               PERFT_VERIFY_BUG_ZOO),
                   true);
  for (const bool sandbox : {true, false}) {
    Words words{"--fen", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "--depth", "1", "--engine", engine};
    if (sandbox) words.emplace_back("--sandbox");
    const Verified run = verified(words);
    ASSERT_FALSE(run.report["findings"].empty()) << run.err;
    EXPECT_EQ(reference::file_content(seen) == "256\n", sandbox);
    EXPECT_EQ(run.report["findings"][0]["reproduce"].get<std::string>().contains("--sandbox"),
              sandbox);
  }
}

TEST(Environment, AStartThatFailsNamesTheOption) {
  const ScratchFolder folder;
  const std::string engine = folder.write(
      "engine", "#!/bin/sh\nread x\n[ -n \"$ENGINE_DATA\" ] || exit 1\necho uciok\n", true);
  const CommandResult result =
      verify({"--fen", kRook, "--engine", engine}, {.environment = {{"ENGINE_DATA", "/data"}}});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(result.err.contains("--engine-env-all")) << result.err;
}

// --- Engines that fail in every row ----------------------------------------------------------

TEST(FailsEverywhere, TheRestIsLeftOutAndTheRunSaysSo) {
  const auto run_of = [](const std::string& fault, int rows) {
    Words words{"--jobs",   "1",
                "--depth",  "2",
                "--engine", fake_engine("--mode crash --at before-total --only-fen " + fault)};
    for (int row = 1; row <= rows; ++row)
      words.insert(words.end(), {"--fen", fmt::format("4k3/8/8/8/8/8/P7/4K3 w - - 0 {}", row)});
    return verified(words);
  };
  const Verified run = run_of("4k3", 12);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.report["summary"]["mismatch"], 8);
  EXPECT_EQ(run.report["summary"]["complete"], false);
  EXPECT_EQ(run.report["rows"][11]["verdict"], "undecided");
  EXPECT_EQ(run.report["rows"][11]["reason"], "not run");
  EXPECT_TRUE(run.err.contains("the other 4 rows were not run: each of the first 8 rows"))
      << run.err;
  // One answered row is enough to continue.
  const Verified mixed = run_of("\"0 1\"", 12);
  EXPECT_EQ(mixed.report["summary"]["complete"], true) << mixed.err;
}

}  // namespace
}  // namespace perft_verify::verifier
