// The program with engines that speak other dialects than Stockfish's: at the first try, and
// without blaming a correct one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

#include "core/text/shell_words.h"
#include "tests/reference/support.h"
#include "tests/support/share.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"
#include "tests/verifier/support/verified.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::ScratchFolder;

const std::string kStandard = std::string(PERFT_VERIFY_SUITES) + "/standard.epd";
/// White may not capture en passant: both pawns would leave the fifth rank.
constexpr const char* kPinnedCapture = "4k3/8/3p4/KPp4r/8/8/8/8 w - c6 0 2";
/// The capture of kPinnedCapture is a move away.
constexpr const char* kBeforePinnedCapture = "4k3/2p5/3p4/KP5r/8/8/8/8 b - - 0 1";
/// An answer without any move.
constexpr const char* kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
std::string odd_engine(std::string_view dialect, std::string_view bug = "") {
  return fmt::format("'{}' --dialect {}{}", PERFT_VERIFY_ODD_ENGINE, dialect,
                     bug.empty() ? "" : fmt::format(" --bug {}", bug));
}

/// The zoo's engine behind an edit of what it is sent, by `sed`.
std::string zoo_that_reads(const ScratchFolder& folder, std::string_view edit,
                           std::string_view options = "") {
  return folder.write(
      "engine",
      fmt::format("#!/bin/sh\nsed -u '{}' | {} {}\n", edit, PERFT_VERIFY_BUG_ZOO, options), true);
}

std::string small_engine(std::string_view name) {
  return fmt::format("'{}/{}'", PERFT_VERIFY_ENGINES, name);
}

Words names_of_dialects() {
  Words names;
  const CommandResult list = run_command({PERFT_VERIFY_ODD_ENGINE, "--list"});
  std::string name;
  for (const char c : list.out) {
    if (c == '\n') {
      // These have tests of their own.
      if (name != "keeps-start" && name != "promotions-twice-first" &&
          !name.starts_with("standard-castling"))
        names.push_back(name);
      name.clear();
    } else {
      name += c;
    }
  }
  return names;
}

/// A short run has one of the two wrong engines for each dialect, in turn.
class EveryDialect : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static bool is_left_to_a_long_run(std::ptrdiff_t turn) {
    static const Words names = names_of_dialects();
    return (std::ranges::find(names, GetParam()) - names.begin()) % 2 != turn && !is_long();
  }
};

TEST_P(EveryDialect, ARightEngineAgreesAtTheFirstTry) {
  // An engine that must be asked again takes a moment for each question.
  const std::string most_nodes = GetParam().starts_with("flushes-late") ? "60" : "600";
  const Verified run = verified({kStandard, "--fen", kStalemate, "--depth", "4", "--max-nodes",
                                 most_nodes, "--engine", odd_engine(GetParam())});
  EXPECT_EQ(run.exit_code, 0) << run.err << run.report["findings"].dump(1);
  EXPECT_EQ(run.report["summary"]["agree"], run.report["summary"]["rows"]);
  for (const json& row : run.report["rows"])
    EXPECT_EQ(row["proven"]["divide"], row["depth"]) << row.dump();
  // A badly read engine can be checked in other ways, which would hide that it was not read.
  const std::set<std::string> totals_only{
      "fen-optional",  "bare-total", "equation",     "one-line",  "fen-argument",
      "xboard-totals", "for-depth",  "flushes-late", "searching", "flushes-late-once-known"};
  EXPECT_EQ(run.err.contains("prints totals only"), totals_only.contains(GetParam())) << run.err;
  EXPECT_EQ(run.err.contains("leaves out the piece"), GetParam() == "no-promotion") << run.err;
  EXPECT_EQ(run.err.contains("prints no total"),
            GetParam() == "no-total" || GetParam() == "unique-first")
      << run.err;
}

TEST_P(EveryDialect, AWrongMoveIsNamed) {
  if (is_left_to_a_long_run(0)) return;
  const Verified run = verified({"--fen", kPinnedCapture, "--depth", "2", "--engine",
                                 odd_engine(GetParam(), "ep-horizontal-pin")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  ASSERT_EQ(run.report["findings"].size(), 1U);
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["fen"], kPinnedCapture);
  if (GetParam().starts_with("fen-") && GetParam() != "fen-behind") {
    // With FENs only and totals only it can be shown to count too many, but not which moves.
    EXPECT_EQ(finding["kind"], "wrong-count");
    EXPECT_TRUE(finding["explanation"].get<std::string>().contains("one move more"));
    return;
  }
  EXPECT_EQ(finding["kind"], "illegal-move") << finding["explanation"];
  EXPECT_EQ(finding["illegal"], (json{"b5c6"}));
}

TEST_P(EveryDialect, AMoveThatSpoilsTheStateIsNamed) {
  if (is_left_to_a_long_run(1)) return;
  const Verified run = verified({"--fen", "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "--depth", "3",
                                 "--engine", odd_engine(GetParam(), "castling-rook-captured")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  ASSERT_FALSE(run.report["findings"].empty());
  const json& finding = run.report["findings"][0];
  if (GetParam().starts_with("fen-") && GetParam() != "fen-behind") {
    // From the FEN after the capture everything is correct: no more can be found out.
    EXPECT_EQ(finding["cause"], "unknown") << finding["explanation"];
    return;
  }
  EXPECT_EQ(finding["cause"], "make") << finding["explanation"];
  if (GetParam() == "console") return;  // inferred from its counts alone
  EXPECT_EQ(finding["culprit"]["move"], "g2h1");
  EXPECT_EQ(finding["illegal"], (json{"e1g1"}));
}

/// Engines that are put together at random from what is seen among engines: all but two in a
/// hundred are understood, each bug in those is found, and a right one is never blamed. `./dev long
/// dialects` tries 500 of them, PERFT_VERIFY_SEED says which come first.
TEST(SeededDialects, AreUnderstood) {
  const auto number = [](const char* name, unsigned usual) {
    const char* const text = std::getenv(name);
    return text == nullptr ? usual : static_cast<unsigned>(std::atoi(text));
  };
  const unsigned first = number("PERFT_VERIFY_SEED", 20);
  const unsigned count = number("PERFT_VERIFY_DIALECTS", 6);
  unsigned understood = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string name = fmt::format("seed-{}", seed);
    const Words rows{"--fen", kPinnedCapture, "--depth", "2", "--engine"};
    const auto run = [&](const std::string& engine) {
      Words words = rows;
      words.push_back(engine);
      return verified(words);
    };
    const Verified right = run(odd_engine(name));
    EXPECT_NE(right.exit_code, 1) << name << " is blamed\n" << right.report["findings"].dump(1);
    if (right.exit_code != 0) {
      std::cout << name << " is not understood: " << right.err;
      continue;
    }
    ++understood;
    EXPECT_EQ(run(odd_engine(name, "ep-horizontal-pin")).exit_code, 1) << name;
  }
  std::cout << understood << " of " << count << " understood\n";
  EXPECT_GE(100 * understood, 98 * count);
}

std::string name_of_dialect(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Odd, EveryDialect, testing::ValuesIn(names_of_dialects()),
                         name_of_dialect);

/// Which of two numbers is the count, where both are right at the start position, can show in
/// another one, if the engine is right there.
TEST(Dialect, OfTwoNumbersTheOneThatIsRightElsewhereIsTheCount) {
  const Verified right =
      verified({kStandard, "--max-nodes", "600", "--engine", odd_engine("promotions-twice-first")});
  EXPECT_EQ(right.exit_code, 0) << right.err << right.report["findings"].dump(1);
  const Verified wrong = verified({"--fen", "startpos", "--engine",
                                   odd_engine("promotions-twice-first", "castling-rook-captured")});
  EXPECT_EQ(wrong.exit_code, 3) << wrong.err;
  EXPECT_TRUE(wrong.err.contains("nobody can tell which is the count")) << wrong.err;
}

TEST(Dialect, CountsWithSeparatorsBetweenThousandsAreRead) {
  const Verified run =
      verified({"--fen", kKiwipete, "--depth", "3", "--engine", odd_engine("thousands")});
  EXPECT_EQ(run.exit_code, 0) << run.err << run.report["findings"].dump(1);
  EXPECT_EQ(run.report["rows"][0]["subject_nodes"], 97862);
}

TEST(Dialect, AnEngineThatKeepsItsPositionIsNotBlamedForItsCounts) {
  const Verified run =
      verified({"--fen", kKiwipete, "--depth", "2", "--engine", odd_engine("keeps-start")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.report["findings"][0]["kind"], "rejected-position");
  EXPECT_TRUE(run.err.contains("whatever position it is sent")) << run.err;
}

/// Programs without a known protocol: the advice is printed, and soon.
/// Its count of the position after e2e4 is wrong as well, but that of the start position again.
TEST(Dialect, AWrongEngineThatPlaysNoMovesIsSentNone) {
  const Verified run = verified(
      {"--fen", kKiwipete, "--depth", "2", "--engine", odd_engine("console", "knight-wraps")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_TRUE(run.err.contains("is given FENs only")) << run.err;
  ASSERT_EQ(run.report["findings"].size(), 1U) << run.report["findings"].dump(1);
  EXPECT_EQ(run.report["findings"][0]["cause"], "generation");
}

/// The numbers of the FEN that it repeats are no count.
TEST(Dialect, AnEngineThatRepeatsWhatItDoesNotKnowCountsNothing) {
  const ScratchFolder folder;
  const std::string program =
      folder.write("echo",
                   "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n"
                   "uci) echo 'id name Echo'; echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n"
                   "position*|ucinewgame|setoption*) ;;\ngo*) echo 'bestmove e2e4';;\n"
                   "*) echo \"Didn't understand $line\";;\nesac; done\n",
                   true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", program});
  EXPECT_EQ(run.exit_code, 3) << run.report["findings"].dump(1);
  EXPECT_TRUE(run.err.contains("answers no perft command that is known")) << run.err;
}

/// Its command for a position is not known, so that it counts the start position again and again.
TEST(Dialect, AConsoleThatKeepsItsPositionIsAskedForItsCommand) {
  const ScratchFolder folder;
  const std::string program =
      folder.write("console",
                   "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\n"
                   "quit) exit;;\nperft) case $rest in 1) echo 'Nodes: 20';; 2) echo 'Nodes: "
                   "400';; 3) echo 'Nodes: 8902';; *) echo 'too deep';; esac;;\n"
                   "*) echo 'unknown command';;\nesac; done\n",
                   true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", program});
  EXPECT_EQ(run.exit_code, 3) << run.report["findings"].dump(1);
  EXPECT_TRUE(run.err.contains("whatever position it is sent: its command for a position is not"))
      << run.err;
  EXPECT_TRUE(run.err.contains("--perft-command 'load {fen} ; perft {depth}'")) << run.err;
}

TEST(Dialect, AnEngineThatTakesNoPositionIsNotAskedForEach) {
  const Verified run = verified({"gate", "--engine", odd_engine("keeps-start")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_TRUE(run.err.contains("each of the first 8 rows ended in the same fault")) << run.err;
}

TEST(Dialect, ASlowStartIsNotWaitedForInSilence) {
  const ScratchFolder folder;
  const std::string program =
      folder.write("slow", "#!/bin/sh\nsleep 7\nexec " + odd_engine("console") + "\n", true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "1", "--engine", program});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(
      run.err.contains("note: still finding out how `" + program + "` is asked to count: 1"))
      << run.err;
}

TEST(Dialect, AProgramThatReadsNoCommandsIsToldOfTheTemplate) {
  const ScratchFolder folder;
  for (const std::string& program :
       {folder.write("usage", "#!/bin/sh\necho 'usage: usage DEPTH FEN' >&2\nexit 2\n", true),
        folder.write("counts", "#!/bin/sh\necho 'perft 5 = 4865609'\n", true)}) {
    const Stopwatch watch;
    const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", program});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_TRUE(run.err.contains("--engine-template \"" + program + " {depth} '{fen}'\""))
        << run.err;
    EXPECT_TRUE(was_soon(watch));
  }
  // A program that reads commands, and ends because it does not know them, is not such a one.
  const Verified other =
      verified({"--fen", kKiwipete, "--depth", "2", "--engine",
                folder.write("ends", "#!/bin/sh\nread line\necho \"what is $line\"\n", true)});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_FALSE(other.err.contains("--engine-template")) << other.err;
}

TEST(Dialect, OneThatCrashesAtItsStartIsToldWhatItDiedOf) {
  const ScratchFolder folder;
  for (const std::string& program :
       {folder.write("crash",
                     "#!/bin/sh\necho starting >&2\necho 'no book.bin' >&2\nkill -SEGV $$\n", true),
        folder.write("reads", "#!/bin/sh\nread line\necho 'no book.bin' >&2\nkill -SEGV $$\n",
                     true)}) {
    const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", program});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_TRUE(run.err.contains("killed by signal 11")) << run.err;
    EXPECT_TRUE(run.err.contains("no book.bin'")) << run.err;
    EXPECT_FALSE(run.err.contains("--engine-template")) << run.err;
    EXPECT_EQ(run.err.find("as soon as it is started") != std::string::npos,
              program.ends_with("crash"))
        << run.err;
  }
}

TEST(Dialect, OneThatKeepsItsOutputInABufferIsToldSo) {
  const ScratchFolder folder;
  const std::string text =
      "import sys\nsays = []\nfor line in sys.stdin:\n"
      "  if line == 'uci\\n': says.append('uciok')\n"
      "print('\\n'.join(says))\n";
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine",
                                 folder.write("late.py", "#!/usr/bin/env python3\n" + text, true)});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.err.contains("must be flushed")) << run.err;
}

/// It dies of depth 2 in the start position, and takes any words that are no number for depth 1.
TEST(Dialect, TheCommandThatAnEngineDiesOfIsNotReplacedByWordsThatItMisreads) {
  const ScratchFolder folder;
  const std::string engine = folder.write("dies.py",
                                          fmt::format(R"(#!/usr/bin/env python3
import os, signal, subprocess, sys
engine = subprocess.Popen(["{}"], stdin=subprocess.PIPE, text=True)
at_start = False
for line in sys.stdin:
  words = line.split()
  if words[:1] == ["position"]:
    at_start = "moves" not in words and ("startpos" in words or words[2].startswith("rnbqkbnr/pppppppp/8"))
  if words[:2] == ["go", "perft"]:
    if at_start and words[2] == "2":
      os.kill(os.getpid(), signal.SIGSEGV)
    if not words[2].isdigit():
      line = "go perft 1\n"
  engine.stdin.write(line)
  engine.stdin.flush()
)",
                                                      PERFT_VERIFY_BUG_ZOO),
                                          true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "3", "--engine", engine});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.err.contains("gives no answer to depth 2 of the start position")) << run.err;
}

/// Python's print() does not flush into a pipe unless it is told to.
TEST(Dialect, AnEngineInPythonNeedNotFlush) {
  const ScratchFolder folder;
  std::string text = reference::file_content(std::string(PERFT_VERIFY_ENGINES) + "/tiny.py");
  for (std::size_t at = 0; (at = text.find(", flush=True")) != std::string::npos;)
    text.erase(at, std::string(", flush=True").size());
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine",
                                 folder.write("tiny.py", text, true), "--engine-arg", "--uci"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(Dialect, AProgramThatRepeatsWhatItIsSentIsNoEngine) {
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", "cat"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.err.contains("it repeats what it is sent")) << run.err;
}

/// As behind a terminal.
TEST(Dialect, AnEngineWhoseCommandsComeBackIsVerified) {
  const ScratchFolder folder;
  const auto behind_echo = [&](const std::string& name, const std::string& engine) {
    return folder.write(name, fmt::format("#!/bin/sh\nexec 3>&1\ntee /dev/fd/3 | {}\n", engine),
                        true);
  };
  for (const char* dialect : {"bare-total", "arrow"}) {
    const Verified right = verified(
        {kStandard, "--depth", "2", "--engine", behind_echo(dialect, odd_engine(dialect))});
    EXPECT_EQ(right.exit_code, 0) << dialect << right.err;
    const Verified wrong = verified(
        {"--fen", kPinnedCapture, "--depth", "1", "--engine",
         behind_echo(std::string(dialect) + "-wrong", odd_engine(dialect, "ep-horizontal-pin"))});
    EXPECT_EQ(wrong.report["findings"][0]["illegal"], (json{"b5c6"})) << dialect << wrong.err;
  }
}

TEST(Dialect, OneThatIsSilentToWhatItDoesNotKnowIsNotWaitedForLong) {
  const CommandResult result =
      verify({"doctor", "--json", "--engine", odd_engine("silent-console")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string evidence = json::parse(result.out)["engine"]["evidence"].dump();
  EXPECT_TRUE(evidence.contains("has read `uci` and does nothing")) << evidence;
}

/// It reads the greeting at once and answers after three seconds.
TEST(Dialect, ASlowStartIsNotTakenForAnotherProtocol) {
  const ScratchFolder folder;
  const std::string engine = folder.write(
      "slow",
      fmt::format("#!/bin/sh\nread first\nsleep 3\n(echo \"$first\"; cat) | exec '{}'\n",
                  PERFT_VERIFY_BUG_ZOO),
      true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", engine});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

/// A process goes on with the board that it has, whatever its commands are.
TEST(Dialect, TheBoardIsLookedAtOnceMoreAfterCounting) {
  const ScratchFolder folder;
  const std::string uci =
      fmt::format("{} --bug ep-diagonal-pin --bug unmake-ep-pawn", PERFT_VERIFY_BUG_ZOO);
  const std::string console = folder.write(
      "console",
      fmt::format("#!/bin/sh\nsed -u -e '/^go /d' -e 's/^perft /go perft /' | {}\n", uci), true);
  for (const std::string& engine : {uci, console}) {
    const Verified run = verified(
        {"--fen", "4k3/8/8/5b2/3Pp3/8/2K5/8 b - d3 0 1", "--depth", "2", "--engine", engine});
    ASSERT_EQ(run.report["findings"].size(), 1U) << run.err;
    const json& finding = run.report["findings"][0];
    EXPECT_EQ(finding["cause"], "unmake") << engine;
    EXPECT_EQ(finding["class"], "unmake-ep-pawn") << engine;
    EXPECT_TRUE(finding["explanation"].get<std::string>().contains("is not taken back")) << engine;
  }
}

/// How it takes castling is no question of counting right: it has bugs.
TEST(Dialect, AnEngineWithABugIsSentCastlingAsItTakesIt) {
  const Verified run =
      verified({"--fen", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "--depth", "2", "--engine",
                zoo_engine("castling-printed-as-rook-capture") + " --bug check-range-short"});
  EXPECT_TRUE(run.err.contains("plays castling only if it is sent as king takes rook")) << run.err;
  ASSERT_EQ(run.report["findings"].size(), 1U) << run.err;
  EXPECT_EQ(run.report["findings"][0]["class"], "slider-checks-ignored");
}

/// Its board tells: what it lists is right for the position that it has.
TEST(Dialect, AMoveThatIsNotPlayedIsNoStateThatMakingLeavesBehind) {
  const ScratchFolder folder;
  const std::string engine =
      zoo_that_reads(folder, "s/ moves e1g1.*//", "--bug castling-rook-stays");
  const Verified run =
      verified({"--fen", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "2", "--engine", engine});
  ASSERT_EQ(run.report["findings"].size(), 1U) << run.err;
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["cause"], "make");
  EXPECT_EQ(finding["culprit"]["move"], "e1g1");
  EXPECT_EQ(finding["class"], "unclassified");
  EXPECT_TRUE(finding["explanation"].get<std::string>().contains("does not play the move"))
      << finding["explanation"];
}

TEST(Dialect, AMoveThatIsNotPlayedIsReadWronglyWhereCountingPlaysIt) {
  const ScratchFolder folder;
  const std::string engine = zoo_that_reads(folder, "s/ moves e1g1.*//");
  const Verified run =
      verified({"--fen", "5k2/8/8/8/7p/7P/8/4K2R w K - 0 1", "--depth", "2", "--engine", engine});
  ASSERT_EQ(run.report["findings"].size(), 1U) << run.err;
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["cause"], "unknown");
  EXPECT_EQ(finding["class"], "unclassified");
  EXPECT_TRUE(finding["explanation"].get<std::string>().contains("counting makes the move right"))
      << finding["explanation"];
}

TEST(Dialect, AFenThatIsReadWithoutOneOfItsFieldsIsRefusedForThatField) {
  const ScratchFolder folder;
  const std::string engine =
      zoo_that_reads(folder, "s/^position fen .* [a-h][36] .*/position startpos/");
  const Verified run =
      verified({"--fen", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "--depth", "1", "--engine", engine});
  ASSERT_EQ(run.report["findings"].size(), 1U) << run.err;
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["cause"], "setup");
  EXPECT_TRUE(finding["explanation"].get<std::string>().contains("without the en passant square"))
      << finding["explanation"];
}

TEST(Dialect, OfTwoSpellingsTheStrictOneAcceptsUcisOwn) {
  const Words words{"--fen",    "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "1",
                    "--engine", odd_engine("rook-castling")};
  const Verified read = verified(words);
  EXPECT_EQ(read.exit_code, 0);
  EXPECT_TRUE(read.err.contains("king takes rook")) << "and says so";
  const Verified held = verified(joined(words, {"--dialect", "stockfish"}));
  EXPECT_EQ(held.exit_code, 1);
  EXPECT_EQ(held.report["findings"][0]["illegal"], (json{"e1h1"}));
}

TEST(Dialect, TheCommandCanBeNamed) {
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine",
                                 odd_engine("hyphen"), "--perft-command", "splitperft {depth}"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Verified wrong = verified({"--fen", kKiwipete, "--depth", "2", "--engine",
                                   odd_engine("hyphen"), "--perft-command", "count {depth}"});
  EXPECT_EQ(wrong.exit_code, 3);
  EXPECT_TRUE(wrong.err.contains("count {depth}")) << wrong.err;
}

TEST(Dialect, AProfileCanBeNamed) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("perft-verify"));
  (void)folder.write("perft-verify/dialects.ini",
                     "[mine]\nprotocol = uci\nperft = splitperft {depth}\ntotal = Total:\n");
  const CommandOptions options{.environment = {{"XDG_CONFIG_HOME", folder.path("")}}};
  const Words words{"--fen",     kKiwipete, "--depth", "2", "--engine", odd_engine("hyphen"),
                    "--dialect", "mine"};
  EXPECT_EQ(verified(words, options).exit_code, 0);
  Words other = words;
  other.back() = "yours";
  const CommandResult unknown = verify(other, options);
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(unknown.err.contains("no dialect 'yours'")) << unknown.err;
}

TEST(Dialect, OptionsThatContradictEachOtherAreRefused) {
  for (const Words& options :
       {Words{"--dialect", "uci"}, Words{"--perft-command", "divide {depth}"},
        Words{"--engine", "x", "--perft-command", "divide"},
        Words{"--engine", "x", "--perft-command", "divide {depth}\nquit"},
        Words{"--engine", "x", "--engine-template", "x {depth} {fen}"},
        Words{"--engine-template", "x {depth}"}, Words{"--engine-template", "x {fen}"},
        Words{"--engine-template", "x {depth} {fen}", "--dialect", "uci"},
        Words{"--engine-template", "x {depth} {fen}", "--engine-option", "A=B"}}) {
    const Words arguments = joined({"--fen", kKiwipete}, options);
    EXPECT_EQ(verify(arguments).exit_code, 2) << fmt::format("{}", options[1]);
  }
}

// --- Chess960 ------------------------------------------------------------------------------

constexpr const char* kChess960 = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 b GBgb - 0 1";

TEST(NoChess960, RowsOfAnEngineWithoutTheModeAreSkippedAndCounted) {
  const Words words{"--depth", "2", "--engine", fake_engine("--mode no-chess960")};
  Words both = joined(words, {"--fen", kKiwipete, "--fen", kChess960});
  const Verified run = verified(both);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.report["summary"]["agree"], 1);
  EXPECT_EQ(run.report["summary"]["skipped"], 1);
  EXPECT_EQ(run.report["rows"][1]["verdict"], "skipped");
  EXPECT_EQ(run.report["rows"][1]["reason"], "no Chess960");
  EXPECT_TRUE(
      run.err.contains("1 Chess960 row skipped: fake_uci 1.0 has no UCI_Chess960; --chess960 on "
                       "asks it anyway"))
      << run.err;
  both.insert(both.end(), {"--reference", "mailbox"});
  EXPECT_TRUE(verify(both).out.contains("1 of 2 rows agrees, 1 skipped"));

  Words alone = joined(words, {"--fen", kChess960});
  EXPECT_EQ(verified(alone).exit_code, 4) << "no row is left";
  alone.insert(alone.end(), {"--chess960", "on"});
  const Verified asked = verified(alone);
  EXPECT_EQ(asked.report["rows"][0]["verdict"], "mismatch") << "it knows no Chess960 castling";
  EXPECT_EQ(asked.exit_code, 1);
}

/// Neither has an option: the count tells that the rights were not read.
TEST(NoChess960, AConsoleEngineThatCountsWithoutTheRightsIsNotAsked) {
  for (const char* const name : {"standard-castling", "standard-castling-kqkq"}) {
    const Words words{"--fen",   kKiwipete, "--fen",    kChess960,
                      "--depth", "2",       "--engine", odd_engine(name)};
    const Verified run = verified(words);
    EXPECT_EQ(run.exit_code, 0) << name << run.err << run.report["findings"].dump(1);
    EXPECT_EQ(run.report["rows"][1]["verdict"], "skipped") << name;
    EXPECT_TRUE(run.err.contains("counts a Chess960 position as it does without castling rights"))
        << run.err;
    EXPECT_FALSE(run.err.contains("as X-FEN has them")) << run.err;
    const Words anyway = joined(words, {"--chess960", "on"});
    EXPECT_EQ(verified(anyway).report["rows"][1]["verdict"], "mismatch") << name;
    const CommandResult doctor = verify({"doctor", "--engine", odd_engine(name)});
    EXPECT_EQ(doctor.exit_code, 0) << doctor.out;
    EXPECT_TRUE(doctor.out.contains("it does not play Chess960; such rows are skipped"))
        << doctor.out;
    EXPECT_FALSE(doctor.out.contains("UCI_Chess960")) << doctor.out;
  }
}

/// A bug that leaves no move where sliders stand, or nowhere, is no engine that prints totals only.
TEST(NoMoves, AtTheStartPositionAreAListThatIsEmpty) {
  const ScratchFolder folder;
  for (const char* const without_moves : {"*startpos*|*[rbqRBQ]*\\ [wb]\\ *", "*"}) {
    const std::string script = folder.write(
        "blind.sh",
        fmt::format("#!/bin/sh\nwhile read -r line; do case $line in\n"
                    "uci) echo id name blind; echo uciok;; isready) echo readyok;; quit) exit;;\n"
                    "position*) position=$line;;\n"
                    "'go perft '*) case $position in\n"
                    "  {}) echo; echo Nodes searched: 0;;\n"
                    "  *) printf '%s\\n' \"$position\" \"$line\" | {} uci;; esac;;\n"
                    "esac; done\n",
                    without_moves, PERFT_VERIFY_COMMAND));
    const CommandResult doctor = verify({"doctor", "--engine", "sh " + script});
    EXPECT_FALSE(doctor.out.contains("totals only")) << doctor.out;
    EXPECT_TRUE(doctor.out.contains("ok    prints a count for each move")) << doctor.out;
    EXPECT_TRUE(doctor.out.contains("ok    takes moves")) << doctor.out;
  }
}

/// Words that an engine takes for a command without a depth: it counts to one of its own.
TEST(SameDepth, WhateverIsAskedIsNoAnswer) {
  const ScratchFolder folder;
  const std::string script = folder.write(
      "deep.sh", fmt::format("#!/bin/sh\nwhile read -r line; do case $line in\n"
                             "uci) echo id name deep; echo uciok;; isready) echo readyok;;\n"
                             "quit) exit;; position*) position=$line;;\n"
                             "'go perft '*) printf '%s\\ngo perft 3\\n' \"$position\" | {} uci |\n"
                             "sed s/searched/counted/;; esac; done\n",
                             PERFT_VERIFY_COMMAND));
  const CommandResult run =
      verify({"--fen", std::string(kStartFen), "--depth", "1", "--engine", "sh " + script});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_TRUE(run.err.contains("deep counts 8902 nodes at depths 1, 2 and 3")) << run.err;
}

/// It reads KQkq, and castles by the squares of standard chess.
TEST(NoChess960, AConsoleEngineThatCastlesFromTheEFileIsNotAsked) {
  const Verified run =
      verified({"--fen", kKiwipete, "--fen", "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1", "--depth", "2",
                "--engine", odd_engine("standard-castling-from-e")});
  EXPECT_EQ(run.exit_code, 0) << run.err << run.report["findings"].dump(1);
  EXPECT_EQ(run.report["rows"][1]["verdict"], "skipped");
  EXPECT_TRUE(run.err.contains("castles from e1 where no king stands there")) << run.err;
}

TEST(NoChess960, RowsOfABuiltInSuiteAreSkippedOnRequest) {
  const Verified run = verified({"gate", "--depth", "1", "--chess960", "off"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const int skipped = run.report["summary"]["skipped"];
  EXPECT_GT(skipped, 100);
  EXPECT_GT(run.report["summary"]["agree"], 500);
  EXPECT_TRUE(run.err.contains(fmt::format("{} Chess960 rows skipped: --chess960 off", skipped)))
      << run.err;
}

/// A script has no options: it is asked for one position.
TEST(NoChess960, AScriptThatRefusesOrCannotBeReadIsNotAskedAndOneThatCountsWrongIs) {
  const ScratchFolder folder;
  const std::string tiny = std::string(PERFT_VERIFY_ENGINES) + "/tiny.py";
  const auto script = [&](const std::string& name, const std::string& fen) {
    return folder.write(name,
                        fmt::format("#!/bin/sh\ncase $2 in *1R2K1R1*) {} ;; esac\n"
                                    "exec '{}' \"$@\"\n",
                                    fen, tiny),
                        true);
  };
  // Without diagnosis: this engine is slow at each question.
  const Words rows{"--fen", kPinnedCapture, "--fen",   kChess960, "--depth",
                   "1",     "--no-bisect",  "--engine"};
  const auto verdict = [&](const std::string& engine) {
    Words words = rows;
    words.push_back(engine);
    return verified(words).report["rows"][1]["verdict"];
  };
  EXPECT_EQ(verdict(tiny), "agree");
  EXPECT_EQ(verdict(script("refuses", "echo 'bad castling'; exit 1")), "skipped");
  EXPECT_EQ(verdict(script("garbles", "printf 'b1xx 20\\n\\n20\\n'; exit 0")), "skipped");
  const auto with_rights = [&](const std::string& name, const std::string& become) {
    return script(
        name,
        fmt::format("set -- $1 \"$(echo \"$2\" | sed 's/ [A-Ha-hKQkq]* - / {} - /')\"", become));
  };
  EXPECT_EQ(verdict(with_rights("forgets", "-")), "skipped");
  const std::string one_side = with_rights("halves", "G");
  EXPECT_EQ(verdict(one_side), "mismatch");
  const CommandResult doctor = verify({"doctor", "--engine", one_side});
  EXPECT_TRUE(doctor.out.contains("WRONG plays Chess960")) << doctor.out;
  EXPECT_TRUE(doctor.out.contains("file letters (GB)")) << doctor.out;
  EXPECT_FALSE(doctor.out.contains("UCI_Chess960")) << doctor.out;
}

/// A resumed run still needs an ability that it had before.
TEST(NoChess960, AJournalThatAskedForItMakesItsLossUndecided) {
  const ScratchFolder folder;
  const std::string engine =
      folder.write("engine",
                   fmt::format("#!/bin/sh\nmode=none\n[ -e '{}' ] && mode=no-chess960\n"
                               "exec '{}' --mode $mode\n",
                               folder.path("lost"), PERFT_VERIFY_FAKE_UCI),
                   true);
  const auto run = [&](const std::string& option) {
    return verified({"--fen", kKiwipete, "--fen", kChess960, "--depth", "2", "--engine", engine,
                     option, folder.path("journal")});
  };
  EXPECT_EQ(run("--journal").exit_code, 0);
  std::string journal = reference::file_content(folder.path("journal"));
  journal.erase(journal.find('\n') + 1);  // interrupted after the header
  (void)folder.write("journal", journal);
  (void)folder.write("lost", "");
  const Verified resumed = run("--resume");
  EXPECT_EQ(resumed.exit_code, 3) << resumed.err;
  EXPECT_EQ(resumed.report["rows"][1]["verdict"], "undecided");
}

// --- Scripts ---------------------------------------------------------------------------------

TEST(Script, IsFoundOutAndVerified) {
  const Verified run = verified({"--fen", kKiwipete, "--fen", kPinnedCapture, "--depth", "2",
                                 "--engine", small_engine("tiny.py")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.report["subject"]["kind"], "script");
}

TEST(Script, ItsWrongMoveIsNamed) {
  const Verified run =
      verified({"--fen", kBeforePinnedCapture, "--depth", "2", "--engine", small_engine("tiny.py"),
                "--engine-arg", "--bug", "--engine-arg", "ep-pin"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const json& finding = run.report["findings"][0];
  EXPECT_EQ(finding["illegal"], json{"b5c6"});
  EXPECT_EQ(finding["missing"], json::array());
  EXPECT_EQ(finding["path"], json{"c7c5"});
  EXPECT_EQ(finding["cause"], "generation");
  // The command that reproduces the finding works.
  Words again = split_words(finding["reproduce"].get<std::string>()).value();
  again.erase(again.begin());
  again.emplace_back("--no-bisect");
  EXPECT_EQ(verify(again).exit_code, 1) << finding["reproduce"];
}

/// It allows captures en passant that open a line, and refuses those that capture the checker.
TEST(Script, OneMistakeThatShowsInTwoWaysIsOneFinding) {
  const Verified run =
      verified({"--fen", kBeforePinnedCapture, "--fen", "8/8/R7/4k3/2pP4/2N4B/6N1/3RK3 b - d3 0 1",
                "--depth", "2", "--engine", small_engine("tiny.py"), "--engine-arg", "--uci",
                "--engine-arg", "--bug", "--engine-arg", "ep-pin"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  ASSERT_EQ(run.report["findings"].size(), 1U);
  EXPECT_EQ(run.report["findings"][0]["candidates"],
            (json{"ep-victim-stays-in-test", "ep-evasion-missing", "ep-horizontal-pin"}))
      << "two mistakes would have the same answers";
  EXPECT_EQ(run.report["findings"][0]["rows"].size(), 2U);
}

TEST(Script, ASlowEngineInPythonIsVerifiedOverUciToo) {
  const Words words{kStandard,      "--max-nodes", "600", "--engine", small_engine("tiny.py"),
                    "--engine-arg", "--uci"};
  EXPECT_EQ(verified(words).exit_code, 0);
  const Words wrong = joined(words, {"--engine-arg", "--bug", "--engine-arg", "no-underpromotion"});
  const Verified run = verified(wrong);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.report["findings"][0]["kind"], "missing-move");
}

TEST(Script, ATemplateIsFilledInWithoutAShell) {
  const ScratchFolder folder;
  const std::string victim = folder.path("victim");
  const std::string script = fmt::format("{} '{}' {{depth}} '{{fen}}' {{moves}}",
                                         small_engine("script.sh"), PERFT_VERIFY_BUG_ZOO);
  const Verified run = verified({kStandard, "--max-nodes", "600", "--engine-template", script});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Verified shell = verified(
      {"--fen", kKiwipete, "--depth", "1", "--engine-template", script + " ; touch " + victim});
  EXPECT_FALSE(std::filesystem::exists(victim));
  EXPECT_NE(shell.exit_code, 70);
}

/// An engine without perft, which says how it is used where its arguments are unknown to it.
TEST(Script, WhatAnEngineSaysOfItsOptionsIsNoTotal) {
  const ScratchFolder folder;
  const std::string program = folder.write(
      "usage",
      "#!/bin/sh\nif [ $# -gt 0 ]; then\n  echo 'Usage: usage [options] [<moves> <minutes>]'\n"
      "  echo '  -z <randomize moves> default: 0'\n  echo '  --nodes how many at most: 400'\n"
      "  exit 0\nfi\nexec cat >/dev/null\n",
      true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine", program});
  EXPECT_EQ(run.exit_code, 3) << run.report["findings"].dump(1);
  EXPECT_TRUE(run.report["findings"].empty());
}

/// At the end of its input an engine that knows no command line may read on and on.
TEST(Script, OneThatWorksOnAndPrintsNothingIsGivenUp) {
  const ScratchFolder folder;
  const std::string program = folder.write("busy", "#!/bin/sh\nwhile :; do :; done\n", true);
  const Stopwatch watch;
  const Verified run = verified({"--fen", kKiwipete, "--depth", "2", "--engine-template",
                                 fmt::format("'{}' {{depth}} '{{fen}}'", program)});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.err.contains("did not end in time")) << run.err;
  EXPECT_TRUE(was_soon(watch));
}

TEST(Script, AShellScriptsWrongMoveIsNamed) {
  const Verified run = verified({"--fen", kPinnedCapture, "--depth", "2", "--dialect", "script",
                                 "--engine", small_engine("script.sh"), "--engine-arg",
                                 fmt::format("{} --bug ep-horizontal-pin", PERFT_VERIFY_BUG_ZOO)});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.report["findings"][0]["illegal"], (json{"b5c6"}));
}

/// One that ends with a sentence on the position has refused it; one that ends with a trace has
/// not.
TEST(Script, ARefusedPositionIsNoCrash) {
  const ScratchFolder folder;
  const auto finding = [&](const std::string& name, const std::string& words) {
    const std::string engine = folder.write(
        name,
        fmt::format(
            "#!/bin/sh\ncase $2 in *KPp4r*) printf '{}' >&2; exit 1 ;; esac\nexec {} \"$@\"\n",
            words, small_engine("tiny.py")),
        true);
    const Verified run = verified({"--fen", kPinnedCapture, "--depth", "1", "--engine-template",
                                   fmt::format("'{}' {{depth}} '{{fen}}'", engine)});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    return run.report["findings"].empty() ? json() : run.report["findings"][0];
  };
  const json refused = finding("refuses", "cannot read FEN: no such square\\n");
  EXPECT_EQ(refused["kind"], "rejected-position");
  EXPECT_TRUE(refused["explanation"].get<std::string>().contains(
      "refuses the position: it exited with code 1; on standard error: 'cannot read FEN: no such "
      "square'"))
      << refused["explanation"];
  EXPECT_EQ(finding("traces", "thread panicked\\nbad position\\n")["kind"], "crash");
  EXPECT_EQ(finding("silent", "")["kind"], "crash");
}

TEST(Script, OneThatRefusesEveryPositionIsToldNothingOfTheEnvironment) {
  const ScratchFolder folder;
  const std::string engine =
      folder.write("engine", "#!/bin/sh\necho 'cannot read FEN: rights' >&2\nexit 1\n", true);
  const Words engine_words{"--engine-template", fmt::format("{} {{depth}} {{fen}}", engine)};
  const CommandResult result = verify(joined({"--fen", kKiwipete, "--depth", "1"}, engine_words));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.err.contains("--engine-env")) << result.err;
  EXPECT_TRUE(result.out.contains("verify doctor --engine-template ")) << result.out;
  EXPECT_TRUE(
      verify({"doctor", "--engine-template", engine_words[1]}).out.contains("WRONG takes a FEN"));
}

TEST(Script, OneThatFailsSaysWhatItSaid) {
  const ScratchFolder folder;
  const std::string script = folder.write(
      "engine", "#!/bin/sh\n[ -n \"$2\" ] || exit 0\necho 'cannot count' >&2\nexit 3\n", true);
  const Verified run = verified({"--fen", kKiwipete, "--depth", "1", "--engine", script});
  EXPECT_EQ(run.exit_code, 3);
  const Verified demanded =
      verified({"--fen", kKiwipete, "--depth", "1", "--dialect", "script", "--engine", script});
  EXPECT_EQ(demanded.exit_code, 3);
  EXPECT_TRUE(demanded.err.contains("cannot count")) << demanded.err;
  EXPECT_TRUE(demanded.err.contains("exited with code 3")) << demanded.err;
}

// --- Notices before the run, and of the doctor -----------------------------------------------

TEST(Forecast, ASlowEnginesRunIsForetold) {
  const CommandResult result =
      verify({"--fen", kKiwipete, "--fen",
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1", "--depth",
              "3", "--jobs", "1", "--reference", "mailbox", "--engine", small_engine("tiny.py"),
              "--engine-arg", "--uci"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::size_t said = result.out.find("will take about");
  ASSERT_NE(said, std::string::npos) << result.out;
  EXPECT_LT(said, result.out.find("agree ")) << "before the first row";
}

TEST(Doctor, ShowsTheEnginesWordsBesideOurReading) {
  const CommandResult result = verify({"doctor", "--engine", odd_engine("index")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part :
       {"asked  perft 2", "'   move  1:  a2a3     nodes: 20'", "20 moves, 400 nodes in all",
        "4 ok    takes a FEN                  Kiwipete has 48 moves", "behind 'nodes:'",
        "20, 400, 8,902, 197,281", "exited with code 0"})
    EXPECT_TRUE(result.out.contains(part)) << part << " is not in\n" << result.out;
}

TEST(Doctor, ShowsWhatWasSaidWhenNothingIsUnderstood) {
  const ScratchFolder folder;
  const CommandResult result = verify(
      {"doctor", "--json", "--engine",
       folder.write("engine", "#!/bin/sh\nwhile read x; do echo unknown: $x; done\n", true)});
  EXPECT_EQ(result.exit_code, 1);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["engine"]["spoken_to"], false);
  EXPECT_FALSE(report["engine"]["evidence"].empty());
}

TEST(Doctor, IsAdvisedWithTheArgumentsAsTheyWereQuoted) {
  const ScratchFolder folder;
  const std::string command = folder.write("ends", "#!/bin/sh\nexit 1\n", true) + " 'a b' c";
  const CommandResult run = verify({"gate", "--engine", command});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.out.contains("verify doctor --engine " + shell_quoted(command))) << run.out;
}

TEST(Doctor, NamesTheStepThatFailsAndWhatToDo) {
  const std::pair<std::string, const char*> kIll[] = {
      {"/no/such/engine", "1 WRONG starts"},
      {odd_engine("keeps-start"), "WRONG takes a FEN"},
      {fake_engine("--mode count-plus-one"), "WRONG counts the start position"},
      {odd_engine("index"), "ok    counts the start position"},
  };
  for (const auto& [engine, says] : kIll) {
    const CommandResult result = verify({"doctor", "--engine", engine});
    EXPECT_TRUE(result.out.contains(says)) << engine << "\n" << result.out;
    EXPECT_EQ(result.exit_code, std::string_view(says).contains("WRONG") ? 1 : 0) << result.out;
  }
}

TEST(Doctor, KeepsWhatItFoundOutAndAnEngineIsNamedByIt) {
  const ScratchFolder folder;
  const std::string profile = folder.path("odd.toml");
  const CommandResult saved =
      verify({"doctor", "--engine", odd_engine("index"), "--save", profile});
  EXPECT_EQ(saved.exit_code, 0) << saved.out;
  const auto run = [&](const Words& more) {
    return verified(joined({"--fen", kKiwipete, "--depth", "2", "--engine", profile}, more));
  };
  EXPECT_EQ(run({}).exit_code, 0);
  EXPECT_EQ(run({"--engine-arg", "--bug", "--engine-arg", "castling-missing"}).exit_code, 1)
      << "what is behind the profile is added to its command";
  const Verified elsewhere = run({"--perft-command", "count {depth}"});
  EXPECT_EQ(elsewhere.exit_code, 3) << "the command line wins: that word is unknown to it";
  EXPECT_TRUE(elsewhere.err.contains("count {depth}")) << elsewhere.err;

  const std::string bad = folder.write("bad.toml", "command = \"e\"\ncolor = \"red\"\n");
  const CommandResult refused = verify({"--fen", kKiwipete, "--engine", bad});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.err.contains("bad.toml:2:9: there is no key 'color'")) << refused.err;
  EXPECT_EQ(verify({"doctor", "--save", profile}).exit_code, 2);
  EXPECT_EQ(verify({"doctor", "--engine", "e", "--save", "profile.ini"}).exit_code, 2);
  EXPECT_EQ(verify({"doctor", "--engine", odd_engine("index"), "--save", folder.path("no/p.toml")})
                .exit_code,
            5);
}

/// A profile says that it played Chess960: it has to play it still.
TEST(NoChess960, AProfileThatKnewItMakesItsLossUndecided) {
  const ScratchFolder folder;
  const std::string engine = fake_engine("--mode no-chess960");
  const std::string profile =
      folder.write("p.toml", fmt::format("command = \"{}\"\nchess960 = true\n", engine));
  const auto verdict = [&](const std::string& named) {
    return verified(
               {"--fen", kPinnedCapture, "--fen", kChess960, "--depth", "2", "--engine", named})
        .report["rows"][1]["verdict"];
  };
  EXPECT_EQ(verdict(engine), "skipped");
  EXPECT_EQ(verdict(profile), "undecided");
}

}  // namespace
}  // namespace perft_verify::verifier
