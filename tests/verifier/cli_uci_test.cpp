// `verify uci`: the linked core as a UCI engine, driven as other programs drive it, and told from a
// reference.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/fen.h"
#include "core/text/shell_words.h"
#include "reference/process/child_process.h"
#include "reference/uci/stockfish.h"
#include "tests/reference/support.h"
#include "tests/support/suite_positions.h"
#include "tests/verifier/support/command.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::ChildProcess;
using reference::ScratchFolder;
using std::chrono::seconds;
using std::chrono::steady_clock;
using Words = std::vector<std::string>;

constexpr const char* kTwoKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";

std::string answers(const std::string& script) {
  const CommandResult result = verify({"uci"}, {.input = script});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(Uci, AScriptedSession) {
  EXPECT_EQ(answers("uci\nisready\nquit\n"),
            fmt::format("id name perft-verify core {}\n", kVersion) +
                "id author the authors of perft-verify\n"
                "\n"
                "option name Threads type spin default 1 min 1 max 1024\n"
                "option name Hash type spin default 0 min 0 max 33554432\n"
                "option name Clear Hash type button\n"
                "option name UCI_Chess960 type check default false\n"
                "uciok\nreadyok\n");
  EXPECT_EQ(answers("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 moves a1b1 h8h7\r\n"
                    "  go   perft 1 \n\n# a comment\nxyzzy 1\nsetoption name Xyzzy value 1\n"),
            "b1a1: 1\nb1a2: 1\nb1b2: 1\nb1c1: 1\nb1c2: 1\n\nNodes searched: 5\n\n"
            "Unknown command: 'xyzzy 1'.\nNo such option: Xyzzy\n");
}

/// All boards in order, without their keys, and the lines of each count as a set.
struct Answers {
  Words boards;
  std::vector<Words> counts;
};

Answers read_answers(const std::string& text) {
  Answers answers;
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == 4 || colon == 5) lines.push_back(line);
    for (const char* part : {" +", " |", "   a", "Fen: ", "Checkers: "})
      if (line.starts_with(part)) answers.boards.push_back(line);
    if (!line.starts_with("Nodes searched: ")) continue;
    lines.push_back(line);
    std::ranges::sort(lines);
    answers.counts.push_back(std::exchange(lines, {}));
  }
  return answers;
}

TEST(Uci, AnswersAsStockfishByteForByte) {
  const auto stockfish = reference::find_stockfish();
  if (!stockfish) GTEST_SKIP() << stockfish.error();
  std::string standard;
  std::string chess960 = "setoption name UCI_Chess960 value true\n";
  for (const char* suite : {"standard.epd", "rules.epd"})
    for (const auto& row : perft_verify::test::suite_positions(suite)) {
      const auto parsed = parse_fen(row.fen);
      ASSERT_TRUE(parsed) << row.where();
      const bool shuffled = parsed->position.chess960();
      if (reference::miscounted_by_stockfish(root_of(parsed->position))) continue;
      (shuffled ? chess960 : standard) +=
          fmt::format("position fen {}\nd\ngo perft 1\ngo perft 2\n", row.fen);
    }
  standard +=
      "position startpos moves e2e4 a7a6 e4e5 d7d5\nd\ngo perft 3\n"
      "position startpos moves e2e4 e7e5\nd\ngo perft 3\n"
      "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8\nd\ngo perft 3\n";
  for (const std::string& script : {standard, chess960}) {
    const Answers theirs = read_answers(run_command({*stockfish}, {.input = script}).out);
    const Answers ours = read_answers(answers(script));
    EXPECT_GT(ours.counts.size(), 50U);
    EXPECT_EQ(ours.boards, theirs.boards);
    EXPECT_EQ(ours.counts, theirs.counts);
  }
}

/// A refused position is not replaced by an old one, and nothing is counted.
TEST(Uci, ARefusedPositionLeavesNone) {
  const auto refused = [](const std::string& position) {
    const std::string said = answers("position startpos\n" + position + "\ngo perft 1\nd\n");
    const std::string rest =
        "info string nothing is counted: the last position was refused\nbestmove (none)\n"
        "info string there is no position: the last one was refused\n";
    EXPECT_TRUE(said.ends_with(rest)) << said;
    EXPECT_EQ(std::ranges::count(said, '\n'), 4) << said;
    return said.substr(0, said.find('\n'));
  };
  constexpr const char* kRefused = "info string position refused, there is none now: ";
  EXPECT_EQ(refused("position startpos moves e2e4 e2e4"),
            fmt::format("{}move 2, 'e2e4', is not legal in "
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                        kRefused));
  EXPECT_EQ(refused("position startpos e2e4"),
            fmt::format("{}'e2e4' after startpos, where only moves may follow", kRefused));
  EXPECT_EQ(refused("position"), fmt::format("{}startpos or fen has to follow", kRefused));
  EXPECT_TRUE(refused("position fen 8/8/8/8/8/8/8/K7 w - - 0 1").starts_with(kRefused));
  EXPECT_TRUE(refused("position fen \x1b[2J w - - 0 1").contains("column 1"));
  // A Chess960 position with the option off.
  EXPECT_TRUE(refused("position fen 1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1").starts_with(kRefused));
  EXPECT_TRUE(answers("position\nposition startpos\ngo perft 1\n").contains("Nodes searched: 20"));
}

TEST(Uci, WhatIsNoCountEndsInBestmove) {
  for (const char* go : {"go", "go depth 3", "go perft", "go perft 0", "go perft 31", "go perft x",
                         "go perft 99999999999"}) {
    const std::string said = answers(std::string(go) + "\n");
    EXPECT_TRUE(said.starts_with("info string ")) << go << said;
    EXPECT_TRUE(said.ends_with("\nbestmove (none)\n")) << go << said;
  }
}

TEST(Uci, OptionsChangeNoCount) {
  const std::string kiwipete =
      "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n"
      "go perft 4\n";
  const std::string plain = answers(kiwipete);
  EXPECT_TRUE(plain.ends_with("\n\nNodes searched: 4085603\n\n")) << plain;
  EXPECT_EQ(answers("setoption name Hash value 4\nsetoption name Threads value 3\n" + kiwipete +
                    "ucinewgame\n" + kiwipete + "setoption name Clear Hash\n" + kiwipete),
            plain + plain + plain);
  EXPECT_EQ(answers("setoption name UCI_Chess960 value true\n"
                    "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1a1\nd\n"),
            answers("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1\nd\n"));
  for (const char* bad : {"Hash value -1", "Hash value", "Hash value 1x", "Threads value 0",
                          "Threads value 1025", "UCI_Chess960 value maybe"}) {
    const std::string said = answers(std::string("setoption name ") + bad + "\n");
    EXPECT_TRUE(said.starts_with("info string option ")) << said;
    EXPECT_TRUE(said.contains(" is not set: ")) << said;
  }
  EXPECT_EQ(answers("setoption name Hash value 33554432\ngo perft 1\n").substr(0, 12),
            "info string ");
}

/// Pipes to a session that goes on.
class UciSession : public testing::Test {
 protected:
  void SetUp() override {
    reference::ignore_sigpipe();
    auto started = ChildProcess::start({verify_program(), "uci"});
    ASSERT_TRUE(started) << started.error();
    engine_ = std::move(*started);
  }
  void tell(std::string_view line) {
    ASSERT_TRUE(engine_->write_line(line, steady_clock::now() + seconds(30), {}));
  }
  std::string next() {
    const auto line = engine_->read_line(steady_clock::now() + seconds(30), {});
    return line ? *line : "<nothing>";
  }
  std::unique_ptr<ChildProcess> engine_;
};

TEST_F(UciSession, StopAndIsreadyAreHeardWhileItCounts) {
  tell("setoption name Threads value 2\ngo perft 15\nisready");
  EXPECT_EQ(next(), "readyok");
  tell("stop");
  EXPECT_EQ(next(), "info string stopped before the count was complete");
  EXPECT_EQ(next(), "bestmove (none)");
  // A stop ends the counts before it, and none after it.
  tell(
      "go perft 15\ngo perft 14\nstop\nstop\nposition fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo perft 1");
  for (int count = 0; count < 2; ++count) {
    EXPECT_EQ(next(), "info string stopped before the count was complete");
    EXPECT_EQ(next(), "bestmove (none)");
  }
  EXPECT_EQ(next(), "a1a2: 1");
  // Without a count before it, isready is answered in its turn.
  tell("d\nisready");
  std::string last;
  for (std::string line = next(); line != "readyok"; line = next()) {
    ASSERT_NE(line, "<nothing>");
    last = line;
  }
  EXPECT_EQ(last, "Checkers: ");
}

TEST_F(UciSession, QuitEndsARunningCount) {
  tell("go perft 15\nisready");
  EXPECT_EQ(next(), "readyok");
  tell("quit");
  EXPECT_EQ(next(), "info string stopped before the count was complete");
  EXPECT_EQ(next(), "bestmove (none)");
  EXPECT_EQ(engine_->end(seconds(30)), "exited with code 0");
}

TEST(Uci, AScriptIsCarriedOutToItsEnd) {
  const std::string count = "Nodes searched: 119060324\n";
  EXPECT_TRUE(answers("go perft 6\n").contains(count));
  EXPECT_TRUE(answers("go perft 6\nquit\n").contains(count));
  EXPECT_TRUE(answers("go perft 15\nquit\ngo perft 1\n").contains("stopped before the count"));
}

TEST(Uci, ACountThatNobodyReadsEnds) {
  RunningCommand session({verify_program(), "uci"}, {.input = "go perft 15\n"});
  session.close_output();
  const CommandResult result = session.finish();
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 0);
}

// --- Its identity -----------------------------------------------------------------------------

std::string uci_command() { return shell_quoted(verify_program()) + " uci"; }

TEST(CoreBehindAPipe, AgreesWithWhateverIsNotTheCore) {
  const CommandResult result = verify(
      {"quick", "--engine", uci_command(), "--reference", "mailbox", "--max-nodes", "20000", "-q"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  const CommandResult doctor = verify({"doctor", "--engine", uci_command()});
  EXPECT_EQ(doctor.exit_code, 0) << doctor.out;
  EXPECT_TRUE(doctor.out.contains("perft-verify core")) << doctor.out;
}

TEST(CoreBehindAPipe, IsToldFromAReferenceUnderAnyName) {
  const ScratchFolder folder;
  const std::string copy = folder.path("other-engine");
  std::filesystem::copy_file(verify_program(), copy);
  const std::string behind_a_shell =
      folder.write("waiting-shell", fmt::format("#!/bin/sh\n{}\nexit 0\n", uci_command()), true);
  const std::string divide = fmt::format("{} divide '{{fen}}' {{depth}}", verify_program());
  const Words sides[] = {
      {"--engine", uci_command(), "--reference", "core"},
      {"--engine", "env " + uci_command(), "--reference", "core"},
      {"--engine", copy + " uci", "--reference", "core"},
      {"--engine", behind_a_shell, "--reference", "core"},
      {"--engine", uci_command(), "--reference", uci_command()},
      {"--engine-template", divide, "--reference", "core"},
      {"--engine-template", "env " + divide, "--reference", "core"},
      {"--reference", uci_command()},
      {"--reference", copy + " uci"},
      {"--reference", "mailbox", "--second-reference", "core"},
      {"--engine", copy + " uci", "--reference", "mailbox", "--second-reference", "core"},
  };
  for (const Words& each : sides) {
    const CommandResult result = verify(joined({"--fen", kTwoKings, "--depth", "2"}, each));
    EXPECT_EQ(result.exit_code, 2) << fmt::format("{}", fmt::join(each, " ")) << result.out;
    EXPECT_TRUE(result.err.contains("would agree with itself whatever it counts")) << result.err;
  }
}

TEST(CoreBehindAPipe, IsNoReferenceForItselfInAnyCommand) {
  const ScratchFolder folder;
  const std::string games = folder.write("games.pgn", "1. e4 e5 *\n");
  const Words commands[] = {
      {"divide", kTwoKings, "2"},
      {"reduce", kTwoKings, "--depth", "2"},
      {"fuzz", "--positions", "64"},
      {"prove", "--family", "pins"},
      {"replay", games},
  };
  for (const Words& each : commands) {
    Words arguments = each;
    for (const std::string& more : Words{"--engine", uci_command(), "--reference", "core"})
      arguments.push_back(more);
    const CommandResult result = verify(arguments);
    EXPECT_EQ(result.exit_code, 2) << each.front() << result.out << result.err;
    EXPECT_TRUE(result.err.contains("would agree with itself")) << each.front() << result.err;
  }
}

TEST(CoreBehindAPipe, MayBeTriedAgainstItselfWhichProvesNothing) {
  const CommandResult result = verify({"--fen", kTwoKings, "--depth", "3", "--engine",
                                       uci_command(), "--reference", "core", "--allow-same", "-q"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.contains("proves nothing")) << result.out;
  for (const Words& more : {Words{"--engine", uci_command()}, Words{"--reference", "mailbox"}}) {
    EXPECT_EQ(verify(joined({"--fen", kTwoKings, "--allow-same"}, more)).exit_code, 2);
  }
}

}  // namespace
}  // namespace perft_verify::verifier
