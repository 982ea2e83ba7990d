// Suites of every kind through the command line, and the commands lint and convert.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/reference/support.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string kTwoKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";

CommandResult run(const Words& arguments, const CommandOptions& options = {}) {
  return verify(joined({"--reference", "mailbox"}, arguments), options);
}

// --- verify SUITE ------------------------------------------------------------------------

TEST(AnySuite, EveryFormatIsComparedWithItsRecordedCounts) {
  const ScratchFolder folder;
  const std::pair<std::string, std::string> kSuites[] = {
      {"s.epd", kStart + "; D2 401"},
      {"s.perft", "id a\nepd " + kStart + "\nperft 2 401\n"},
      {"s.csv", "fen,D2\n" + kStart + ",401\n"},
      {"s.json", "[{\"fen\":\"" + kStart + "\",\"depths\":{\"2\":\"401\"}}]"},
      {"s.txt", kStart + ",20,401\n"},
  };
  for (const auto& [name, content] : kSuites) {
    const std::string file = folder.write(name, content);
    const CommandResult by_file = run({file});
    EXPECT_EQ(by_file.exit_code, 2) << name << by_file.err;
    EXPECT_TRUE(by_file.out.contains("the recorded count at depth 2 is 401, and both count 400"))
        << by_file.out;
    const CommandResult by_input = run({"-"}, {.input = content});
    EXPECT_EQ(by_input.exit_code, 2) << name << by_input.err;
    EXPECT_TRUE(by_input.out.contains("recorded count at depth 2 is 401"));
  }
}

TEST(AnySuite, LenientClocksAreClamped) {
  const std::string bad = "7k/8/8/8/8/8/8/K7 w - - 1000 0";
  EXPECT_EQ(run({"--fen", bad, "--depth", "1"}).exit_code, 2);
  const CommandResult lenient =
      run({"--fen", bad, "--depth", "1", "--lenient-clocks", "--report", "json"});
  EXPECT_EQ(lenient.exit_code, 0) << lenient.err;
  EXPECT_EQ(parsed_report(lenient.out)["rows"][0]["fen"], "7k/8/8/8/8/8/8/K7 w - - 999 1");
  EXPECT_EQ(run({"-", "--lenient-clocks"}, {.input = bad + " ;D1 3"}).exit_code, 0);
}

TEST(AnySuite, NobodyBelievesThatCountsWereComparedWhichWereNot) {
  const ScratchFolder folder;
  const std::string file = folder.write("s.epd", kTwoKings + " ;perft2 9\n");
  const CommandResult text = run({file});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_TRUE(text.out.contains("note: " + file +
                                ":1: 1 of 1 rows has no recorded count that is "
                                "understood, though 'perft2 9' looks like one"))
      << text.out;
  const CommandResult report = run({file, "--report", "json"});
  EXPECT_TRUE(report.err.contains("perft2 9")) << "standard error has it then";
}

TEST(AnySuite, WhatWasNotReadToItsEndCannotBeSkipped) {
  const ScratchFolder folder;
  const std::string broken =
      folder.write("s.json", "[{\"fen\":\"" + kTwoKings + "\",\"d1\":3},\n oops]");
  const CommandResult result = run({broken, "--invalid", "skip"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.contains(broken + ":2:2: this is not JSON")) << result.err;
}

TEST(AnySuite, DuplicatesAreRunOnceAndShown) {
  const ScratchFolder folder;
  const std::string file =
      folder.write("s.epd", kTwoKings + " ;D2 9\n" + kTwoKings + " ;D2 9 ;id \"again\"\n");
  const CommandResult result = run({file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.contains("the same as " + file + ":1")) << result.out;
  EXPECT_TRUE(result.out.contains("1 row is a duplicate of another row"));
  EXPECT_TRUE(result.out.contains("all 2 rows agree"));
  const json report = parsed_report(run({file, "--report", "json"}).out);
  EXPECT_EQ(report["rows"][1]["subject_nodes"], 9);
  EXPECT_EQ(report["summary"]["nodes"], 9) << "counted once";
}

TEST(AnySuite, PipesDevicesAndFoldersAreReadOrRefused) {
  const ScratchFolder folder;
  const std::string pipe = folder.path("pipe.epd");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  {
    // A writer that starts late and is slow.
    const std::jthread writer([&pipe] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      const int descriptor = ::open(pipe.c_str(), O_WRONLY);
      const std::string half = kTwoKings + " ;D1";
      EXPECT_GT(::write(descriptor, half.data(), half.size()), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      EXPECT_EQ(::write(descriptor, " 3\n", 3), 3);
      ::close(descriptor);
    });
    EXPECT_EQ(run({pipe}).exit_code, 0);
  }
  const std::string empty = folder.path("empty");
  std::filesystem::create_directory(empty);
  const std::pair<std::string, const char*> kRefused[] = {
      {pipe, "nobody writes to it"},
      {"/dev/zero", "more than 256 MB"},
      {empty, "no suites in this folder"},
      {"/dev/null", "no positions"},
  };
  for (const auto& [file, says] : kRefused) {
    const CommandResult result = run({file}, {.limit = kSoon});
    EXPECT_FALSE(result.timed_out) << file;
    EXPECT_EQ(result.exit_code, 2) << file;
    EXPECT_TRUE(result.err.contains(says)) << result.err;
  }
}

// --- lint --------------------------------------------------------------------------------

TEST(LintCommand, SaysWhereWhatAndHowBad) {
  const ScratchFolder folder;
  const std::string file = folder.write(
      "s.epd", kStart + " ;D2 401 ;id \"start\"\nnonsense\n7k/8/8/8/8/8/8/K7 w - - 100 90\n" +
                   kStart + " ;D2 401\n");
  const CommandResult plain = verify({"lint", file});
  EXPECT_EQ(plain.exit_code, 1) << plain.err;
  EXPECT_EQ(plain.err, "");
  EXPECT_TRUE(plain.out.contains(file + ":2:9: error: InvalidFormat: ")) << plain.out;
  EXPECT_TRUE(plain.out.contains("    nonsense\n"));
  EXPECT_TRUE(plain.out.contains(file + ":3:1: note: the halfmove clock is 100"));
  EXPECT_TRUE(
      plain.out.contains(file + ":4:1: warning: the same row as " + file + ":1 [duplicate]"));
  EXPECT_TRUE(plain.out.contains("3 rows in 1 suite: 1 error, 1 warning, 1 note\n"));
  const CommandResult proved = verify({"lint", file, "--prove", "-q"});
  EXPECT_EQ(proved.exit_code, 1);
  EXPECT_TRUE(proved.out.contains(file +
                                  ":1:59: error: start: the count 401 at depth 2 is wrong: core "
                                  "and mailbox count 400 [count-refuted]"))
      << proved.out;
  EXPECT_FALSE(proved.out.contains("note:"));
  EXPECT_TRUE(proved.out.contains("; 0 of 2 recorded counts proved\n"));
}

TEST(LintCommand, ExitCodesSayWhetherSomethingIsWrong) {
  const ScratchFolder folder;
  const std::string odd = folder.write("odd.epd", "7k/8/8/8/8/8/8/K7 w - - 100 90\n");
  const std::string twice = folder.write("twice.epd", kTwoKings + "\n" + kTwoKings + "\n");
  const std::string wrong = folder.write("wrong.epd", kTwoKings + " ;D1 4\n");
  const std::string empty = folder.write("empty.epd", "# nothing\n");
  const std::pair<Words, int> kCases[] = {
      {{odd}, 0},
      {{odd, "--strict"}, 0},
      {{twice}, 0},
      {{twice, "--strict"}, 1},
      {{wrong}, 0},
      {{wrong, "--prove"}, 1},
      {{empty}, 2},
      {{odd, folder.path("missing.epd")}, 2},
      {{wrong, "--prove", folder.path("missing.epd")}, 1},
      {{}, 2},
      {{odd, "--max-nodes", "0"}, 2},
  };
  for (const auto& [arguments, code] : kCases) {
    const CommandResult result = verify(joined({"lint"}, arguments));
    EXPECT_EQ(result.exit_code, code) << arguments.size() << result.out << result.err;
    EXPECT_EQ(result.err.empty(), code < 2 && arguments.size() < 3) << result.err;
  }
}

TEST(LintCommand, SpeaksJson) {
  const CommandResult result =
      verify({"lint", "-", "--prove", "--json"},
             {.input = kTwoKings + " ;id \"k\x1b\" ;D1 4\n" + kTwoKings + "\nbad\n"});
  EXPECT_EQ(result.exit_code, 1);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["schema"], "perft-verify-lint/1");
  EXPECT_EQ(report["suites"][0]["file"], "-");
  EXPECT_EQ(report["suites"][0]["rows"], 2);
  EXPECT_EQ(report["summary"],
            json::parse(R"({"rows": 2, "errors": 2, "warnings": 1, "notes": 0, "counts": 1,
                            "proved": 0, "too_deep": 0, "exit_code": 1})"));
  ASSERT_EQ(report["issues"].size(), 3U);
  const json expected = json::parse(
      R"({"file": "-", "line": 1, "column": 39, "severity": "error", "rule": "count-refuted",
          "message": "the count 4 at depth 1 is wrong: core and mailbox count 3",
          "id": "k\\x1B", "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1", "depth": 1, "recorded": 4,
          "counted": 3, "first": null})");
  EXPECT_EQ(report["issues"][0], expected) << report["issues"][0];
  EXPECT_EQ(report["issues"][1]["rule"], "duplicate");
  EXPECT_EQ(report["issues"][1]["first"], json::parse(R"({"file": "-", "line": 1})"));
  EXPECT_EQ(report["issues"][2]["rule"], "unreadable");
  EXPECT_TRUE(report["issues"][2]["fen"].is_null());
}

TEST(LintCommand, CanBeInterrupted) {
  std::string suite;
  for (int clock = 0; clock < 200; ++clock)
    suite += fmt::format(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - {} 200 ;D7 5\n", clock);
  RunningCommand command(
      {PERFT_VERIFY_COMMAND, "lint", "-", "--prove", "--max-nodes", "1000000000000"},
      {.input = suite});
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  command.send_signal(SIGINT);
  const CommandResult result = command.finish();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_FALSE(result.timed_out);
}

// --- convert -----------------------------------------------------------------------------

TEST(ConvertCommand, WritesTheFormatOfTheNameOrTheOneAskedFor) {
  const ScratchFolder folder;
  const std::string suite = std::string(PERFT_VERIFY_SUITES) + "/gate.epd";
  for (const char* name : {"g.perft", "g.csv", "g.json", "g.epd"}) {
    const CommandResult there = verify({"convert", suite, "-o", folder.path(name)});
    EXPECT_EQ(there.exit_code, 0) << there.err;
    EXPECT_EQ(there.out, "");
    // The output is correct: verify reads it, and lint reports the same.
    const CommandResult proved = verify({"lint", folder.path(name), "--prove", "--json"});
    EXPECT_EQ(proved.exit_code, 0) << name;
    EXPECT_EQ(json::parse(proved.out)["summary"]["proved"],
              json::parse(verify({"lint", suite, "--prove", "--json"}).out)["summary"]["proved"]);
  }
  EXPECT_EQ(file_content(folder.path("g.epd")), file_content(suite));
  const CommandResult csv =
      verify({"convert", "-", "--to", "csv"}, {.input = kStart + " ;D3 8902"});
  EXPECT_EQ(csv.out, "fen,D3\n" + kStart + ",8902\n");
  const CommandResult epd = verify({"convert", "-"}, {.input = kStart + ",20"});
  EXPECT_EQ(epd.out, kStart + " ;D1 20\n");
}

TEST(ConvertCommand, SaysWhatIsLost) {
  const CommandResult result =
      verify({"convert", "-", "--to", "perft"}, {.input = kStart + " ;D1 20 ;bm e4\n"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "verify: 1 row loses its EPD operations: this format has none\n");
  EXPECT_EQ(result.out, "epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nperft 1 20\n");
}

TEST(ConvertCommand, WritesWholeOrNotAtAll) {
  const ScratchFolder folder;
  const std::string good = folder.write("good.epd", kStart + " ;D1 20\n");
  const std::string bad = folder.write("bad.epd", kStart + " ;D1 20\nbad\n");
  const std::string old = folder.write("old.csv", "as it was");
  const std::pair<Words, const char*> kWrong[] = {
      {{good, bad, "-o", old}, "bad.epd:2:4: InvalidFormat"},
      {{folder.path("missing.epd"), "-o", old}, "No such file"},
      {{good, "-o", folder.path("out.xyz")}, "--to"},
      {{good, "-o", folder.path("no/such/folder.csv")}, "cannot be written"},
      {{good, "-o", folder.path(""), "--to", "csv"}, "directory"},
      {{good, "--to", "pgn"}, "--to"},
      {{}, "IN"},
  };
  for (const auto& [arguments, says] : kWrong) {
    const CommandResult result = verify(joined({"convert"}, arguments));
    EXPECT_EQ(result.exit_code, 2) << says;
    EXPECT_TRUE(result.err.contains(says)) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(file_content(old), "as it was");
  const auto files = std::distance(std::filesystem::directory_iterator(folder.path("")), {});
  EXPECT_EQ(files, 3) << "a temporary file was left behind";
  const CommandResult skipped = verify({"convert", good, bad, "-o", old, "--invalid", "skip"});
  EXPECT_EQ(skipped.exit_code, 0);
  EXPECT_TRUE(skipped.err.contains("1 rows are left out")) << skipped.err;
  EXPECT_EQ(file_content(old), "fen,D1\n" + kStart + ",20\n" + kStart + ",20\n");
  // Converts in place.
  EXPECT_EQ(verify({"convert", good, "-o", good}).exit_code, 0);
  EXPECT_EQ(file_content(good), kStart + " ;D1 20\n");
}

TEST(ConvertCommand, AFullDiskIsAReportThatCouldNotBeWritten) {
  EXPECT_EQ(verify({"convert", "-", "-o", "/dev/full", "--to", "csv"}, {.input = kStart}).exit_code,
            5);
  EXPECT_EQ(verify({"convert", "-"}, {.input = kStart, .output_file = "/dev/full"}).exit_code, 5);
}

}  // namespace
}  // namespace perft_verify::verifier
