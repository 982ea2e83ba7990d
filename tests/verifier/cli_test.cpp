// The program as a user calls it: usage, suites, exit codes, reports, the small commands.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "tests/reference/support.h"
#include "tests/support/soon.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/positions.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A count that cannot end during a test.
constexpr const char* kEndless = "12";

/// Uses the reference that needs no installation.
CommandResult verify_by_mailbox(const Words& arguments, const CommandOptions& options = {}) {
  return verify(joined({"--reference", "mailbox"}, arguments), options);
}

json report_of(const Words& arguments) {
  const CommandResult result = verify_by_mailbox(joined({"--report", "json"}, arguments));
  const bool own = std::ranges::find(arguments, "--engine") == arguments.end();
  EXPECT_EQ(result.err,
            own ? "verify: no --engine: this verifies the program's own generator\n" : "");
  const json report = parsed_report(result.out);
  EXPECT_EQ(report["summary"]["exit_code"], result.exit_code);
  return report;
}

// --- Help and wrong usage ----------------------------------------------------------------

TEST(Usage, StartposIsAPositionWhereverOneIsWanted) {
  EXPECT_EQ(report_of({"--fen", "startpos", "--depth", "1"})["rows"][0]["fen"], kStart);
  for (const Words& words : {Words{"show", "startpos"}, Words{"explain", "startpos", "e2e4"},
                             Words{"perft", "startpos", "--depth", "1"}})
    EXPECT_EQ(verify(words).exit_code, 0) << words.front();
  const CommandResult mistyped = verify({"show", "startpas"});
  EXPECT_EQ(mistyped.exit_code, 2);
  EXPECT_TRUE(mistyped.err.contains("did you mean startpos?")) << mistyped.err;
}

TEST(Usage, AComplaintThatNobodyReadsIsNotACrash) {
  const ScratchFolder folder;
  std::string suite;
  for (int line = 0; line < 5000; ++line) suite += "no position\n";
  const std::string command =
      fmt::format("( '{}' '{}'; echo $? > '{}' ) 2>&1 | head -c 1", PERFT_VERIFY_COMMAND,
                  folder.write("bad.epd", suite), folder.path("code"));
  EXPECT_EQ(run_command({"/bin/sh", "-c", command}).exit_code, 0);
  EXPECT_EQ(file_content(folder.path("code")), "2\n");
}

TEST(Usage, HelpNamesEveryOptionAndEveryCommandHasAnExample) {
  const CommandResult help = verify({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.err, "");
  const auto expect_named = [&help](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) EXPECT_TRUE(help.out.contains(name)) << name;
  };
  expect_named({"--depth",         "--max-nodes",      "--engine",       "--engine-arg",
                "--engine-option", "--engine-setup",   "--reference",    "--mode",
                "--full-nodes",    "--no-bisect",      "--jobs",         "--hash",
                "--timeout",       "--fail-fast",      "--max-findings", "--no-store",
                "--report",        "--invalid",        "--chess960",     "--color",
                "--progress",      "--lenient-clocks", "--git-bisect"});
  expect_named(
      {"-q", "-v", "perft", "divide", "show", "doctor", "lint", "convert", "bench", "Exit codes"});
  for (const char* command : {"perft", "divide", "show", "doctor", "lint", "convert", "bench"}) {
    const CommandResult result = verify({command, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(result.out.contains("Example")) << command;
  }
}

TEST(Usage, VersionIsOneLine) {
  const CommandResult result = verify({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("verify ")) << result.out;
  EXPECT_EQ(std::ranges::count(result.out, '\n'), 1);
}

TEST(Usage, WhatIsWrongIsSaidOnStandardErrorWithCodeTwo) {
  const std::pair<Words, const char*> kWrong[] = {
      {{}, "nothing to verify"},
      {{"--no-such-option"}, "--no-such-option"},
      {{"--fen", kStart, "--depth", "0"}, "--depth"},
      {{"--fen", kStart, "--depth", "31"}, "--depth"},
      {{"--fen", kStart, "--depth", "x"}, "--depth"},
      {{"--fen", kStart, "--max-nodes", "0"}, "--max-nodes"},
      {{"--fen", kStart, "--jobs", "0"}, "--jobs"},
      {{"--fen", kStart, "--mode", "half"}, "--mode"},
      {{"--fen", kStart, "--invalid", "maybe"}, "--invalid"},
      {{"--fen", kStart, "--chess960", "maybe"}, "--chess960"},
      {{"--fen", kStart, "--report", "xml"}, "text, json"},
      {{"--fen", kStart, "--report", "json="}, "path"},
      {{"--fen", kStart, "--reference", "core"}, "itself"},
      {{"--fen", kStart, "--no-bisect", "--mode", "full"}, "--no-bisect"},
      {{"--fen", "8/8/8/8/8/k7/8/K7", "w", "-", "-", "0", "1"}, "put it in quotes"},
      {{"--fen", kStart, "-q", "-v"}, "contradict"},
      {{"--fen", kStart, "--engine", "'open"}, "never closed"},
      {{"--fen", kStart, "--engine", " "}, "no program"},
      {{"--fen", kStart, "--engine-arg", "x"}, "--engine"},
      {{"--fen", kStart, "--engine", "e", "--engine-option", "Hash"}, "NAME=VALUE"},
      {{"--fen", kStart, "--engine", "e", "--engine-setup", "a\nquit"}, "control characters"},
      {{"--fen", kStart, "--engine", "e", "--engine-option", "A=b\rc"}, "control characters"},
      {{"perft", kStart}, "--depth"},
      {{"perft", kStart, "--depth", "-1"}, "--depth"},
  };
  for (const auto& [arguments, says] : kWrong) {
    const CommandResult result = verify(arguments);
    const std::string what = fmt::format("{}", fmt::join(arguments, " "));
    EXPECT_EQ(result.exit_code, 2) << what;
    EXPECT_EQ(result.out, "") << what;
    EXPECT_TRUE(result.err.contains(says)) << what << " says " << result.err;
    EXPECT_TRUE(result.err.contains("--help")) << what << " says " << result.err;
  }
}

// --- Suites ------------------------------------------------------------------------------

TEST(Suites, WhatCannotBeReadIsCodeTwoAndNoEngineIsStarted) {
  const ScratchFolder folder;
  const std::string log = folder.path("log");
  const std::string engine = fake_engine("--log " + log);
  const std::string empty = folder.path("empty");
  std::filesystem::create_directory(empty);
  const std::string comments = folder.write("comments.epd", "# nothing\n\n");
  const std::string bad =
      folder.write("bad.epd", std::string(kStart) + " ;D1 20\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 1\n" +
                                  kStart + " ;D33 1\n");
  const std::pair<std::string, std::string> kWrong[] = {
      {folder.path("missing.epd"), "No such file"},
      {empty, "no suites in this folder"},
      {comments, "no positions"},
      {bad, bad + ":2:1: PositionValidationFailed: "},
      {bad, bad + ":3:59: 'D33' is not a depth"},
      {folder.write("suite.json", "[]"), "no positions"},
  };
  for (const auto& [suite, says] : kWrong) {
    const CommandResult result = verify_by_mailbox({suite, "--engine", engine});
    EXPECT_EQ(result.exit_code, 2) << suite;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.contains(says)) << result.err;
    EXPECT_FALSE(std::filesystem::exists(log)) << "an engine was spoken to";
  }
}

TEST(Suites, BadRowsCanBeSkippedAndAreCounted) {
  const ScratchFolder folder;
  const std::string suite = folder.write(
      "s.epd", "bad row\n" + std::string(kTwoKings) + " ;D2 9\n8/8/8/8/8/8/8/8 w - - 0 1\n");
  const json report = report_of({suite, "--invalid", "skip"});
  EXPECT_EQ(report["summary"]["skipped"], 2);
  EXPECT_EQ(report["summary"]["agree"], 1);
  EXPECT_EQ(report["summary"]["exit_code"], 0);
  EXPECT_EQ(report["rows"][0]["verdict"], "skipped");
  EXPECT_EQ(report["rows"][0]["line"], 1);
  EXPECT_TRUE(report["rows"][0]["fen"].is_null());
  EXPECT_EQ(report["rows"][1]["line"], 2);
  EXPECT_EQ(report["suites"][0]["rows"], 3);
}

/// Those with one mistake at different places are one group on the screen.
TEST(Suites, RowsThatCannotBeReadForOneReasonAreCountedTogether) {
  const ScratchFolder folder;
  const std::string suite = folder.write(
      "s.epd", std::string(kTwoKings) + " ;D2 9\n4k3/8/8/8/8/8/8/4K3 w x - 0 1\n" +
                   "4k3/8/8/8/8/8/7R/4K3 w x - 0 1\n4k3/8/8/8/8/8/R6R/4K3 w x - 0 1\n");
  const CommandResult result = verify_by_mailbox({suite, "--invalid", "skip"});
  EXPECT_TRUE(result.out.contains("\n      3 rows skipped: ")) << result.out;
  EXPECT_FALSE(result.out.contains("rows skipped: column")) << result.out;
  EXPECT_TRUE(
      report_of({suite, "--invalid", "skip"})["rows"][2]["reason"].get<std::string>().starts_with(
          "column "));
}

TEST(Suites, StandardInputAndFenAreSuitesToo) {
  const CommandResult result =
      verify_by_mailbox({"-", "--fen", kStart, "--depth", "2", "--report", "json"},
                        {.input = std::string(kTwoKings) + " ;id \"from stdin\" ;D2 9"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const json report = parsed_report(result.out);
  ASSERT_EQ(report["rows"].size(), 2U);
  EXPECT_EQ(report["rows"][0]["file"], "-");
  EXPECT_EQ(report["rows"][0]["line"], 1);
  EXPECT_EQ(report["rows"][0]["id"], "from stdin");
  EXPECT_TRUE(report["rows"][1]["file"].is_null());
  EXPECT_TRUE(report["rows"][1]["line"].is_null());
  EXPECT_EQ(report["rows"][1]["subject_nodes"], 400);
}

TEST(Suites, ABadFenIsReportedWithItsColumn) {
  const CommandResult result = verify_by_mailbox({"--fen", "4k3/8/8/9/8/8/8/4K3 w - - 0 1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.contains("InvalidBoard at column 9 of the FEN: ")) << result.err;
}

TEST(Suites, Chess960CanBeRefusedOrForced) {
  const std::string letters = "4k3/8/8/8/8/8/8/4K2R w H - 0 1";
  EXPECT_EQ(verify_by_mailbox({"--fen", letters, "--chess960", "off"}).exit_code, 2);
  EXPECT_EQ(report_of({"--fen", letters, "--depth", "2"})["rows"][0]["chess960"], true);
  const json forced =
      report_of({"--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "2", "--chess960", "on"});
  EXPECT_EQ(forced["rows"][0]["chess960"], true);
  EXPECT_EQ(forced["rows"][0]["fen"], letters);
}

TEST(Suites, AWrongRecordedCountIsCodeTwoAndTheRowAgrees) {
  const ScratchFolder folder;
  const std::string suite = folder.write("s.epd", std::string(kTwoKings) + " ;D2 10\n");
  const json report = report_of({suite});
  EXPECT_EQ(report["rows"][0]["verdict"], "agree");
  EXPECT_EQ(report["rows"][0]["suite_error"], true);
  EXPECT_EQ(report["summary"]["exit_code"], 2);
  const CommandResult text = verify_by_mailbox({suite});
  EXPECT_TRUE(text.out.contains("the recorded count at depth 2 is 10, and both count 9"))
      << text.out;
  // The bisection of `recorded` agrees with the subject.
  EXPECT_EQ(verify({suite, "--reference", "recorded"}).exit_code, 2);
}

// --- Depths and modes --------------------------------------------------------------------

TEST(Depths, OptionsChooseTheDepthOfEachRow) {
  const ScratchFolder folder;
  const std::string suite = folder.write("s.epd", std::string(kStart) + " ;D1 20 ;D3 8902\n");
  const auto depth = [&](const Words& options) -> int {
    return report_of(joined({suite}, options))["rows"][0]["depth"];
  };
  EXPECT_EQ(depth({}), 3);
  EXPECT_EQ(depth({"--depth", "2"}), 2);
  EXPECT_EQ(depth({"--depth", "4"}), 4);
  EXPECT_EQ(depth({"--max-nodes", "8901"}), 2);
  EXPECT_EQ(depth({"--max-nodes", "8902"}), 3);
  EXPECT_EQ(depth({"--depth", "1", "--max-nodes", "8902"}), 1);
}

TEST(Depths, RowsThatAreRecordedDeeperAreSaid) {
  const ScratchFolder folder;
  const std::string suite = folder.write("s.epd", std::string(kStart) + " ;D1 20 ;D3 8902\n");
  const auto says_so = [&](const char* depth) {
    return verify({suite, "--depth", depth}).out.contains("1 row is recorded to a greater depth");
  };
  EXPECT_TRUE(says_so("2"));
  EXPECT_FALSE(says_so("3"));
}

TEST(Modes, SayWhatWasProven) {
  const auto proven = [](const char* mode) -> json {
    const json report = report_of({"--fen", kTwoKings, "--depth", "3", "--mode", mode});
    EXPECT_EQ(report["options"], (json{{"depth", 3}, {"mode", mode}}));
    return report["rows"][0]["proven"];
  };
  EXPECT_EQ(proven("totals")["totals"], 3);
  EXPECT_EQ(proven("divide"), (json{{"totals", 3}, {"divide", 3}, {"full", nullptr}}));
  EXPECT_EQ(proven("full"), (json{{"totals", 3}, {"divide", 3}, {"full", 3}}));
}

TEST(Modes, RecordedNeedsNoEngine) {
  const ScratchFolder folder;
  const std::string suite =
      folder.write("s.epd", std::string(kStart) + " ;D2 400\n" + kTwoKings + "\n");
  const CommandResult result = verify({suite, "--reference", "recorded", "--report", "json"});
  const json report = parsed_report(result.out);
  EXPECT_EQ(result.exit_code, 3) << "the second row has nothing recorded";
  EXPECT_EQ(report["reference"]["kind"], "recorded");
  EXPECT_EQ(report["rows"][0]["verdict"], "agree");
  EXPECT_EQ(report["rows"][1]["verdict"], "undecided");
}

// --- Reports -----------------------------------------------------------------------------

TEST(Reports, AnAgreeingRunIsToldInAFewLines) {
  const CommandResult result = verify_by_mailbox({"--fen", kStart, "--depth", "3"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.contains("8,902"));
  EXPECT_TRUE(result.out.contains("PASS  perft-verify core = mailbox  1 row agrees  8,902 nodes"))
      << result.out;
  EXPECT_FALSE(result.out.contains('\x1b')) << "colors in a pipe";
}

TEST(Reports, QuietLeavesTheRowsOutAndVerboseSaysWhatWasProven) {
  const Words run{"--fen", kTwoKings, "--depth", "2"};
  const CommandResult quiet = verify_by_mailbox(joined(run, {"-q"}));
  EXPECT_FALSE(quiet.out.contains(kTwoKings)) << quiet.out;
  EXPECT_TRUE(quiet.out.contains("1 row agrees"));
  const CommandResult verbose = verify_by_mailbox(joined(run, {"-v"}));
  EXPECT_TRUE(verbose.out.contains("proven: totals to depth 2, divide to depth 2")) << verbose.out;
}

TEST(Reports, ColorsFollowTheHabitsOfTerminals) {
  const Words run{"--fen", kTwoKings, "--depth", "1"};
  using Environment = std::map<std::string, std::optional<std::string>>;
  const auto colored = [&](const Words& options, const Environment& environment) {
    return verify_by_mailbox(joined(run, options), {.environment = environment})
        .out.contains('\x1b');
  };
  EXPECT_FALSE(colored({}, {}));
  EXPECT_TRUE(colored({}, {{"CLICOLOR_FORCE", "1"}}));
  EXPECT_FALSE(colored({}, {{"CLICOLOR_FORCE", "0"}}));
  EXPECT_FALSE(colored({}, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}));
  EXPECT_FALSE(colored({}, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "0"}})) << "whatever it says";
  EXPECT_TRUE(colored({}, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", ""}}));
  EXPECT_TRUE(colored({"--color", "always"}, {{"NO_COLOR", "1"}}));
  EXPECT_FALSE(colored({"--color", "never"}, {{"CLICOLOR_FORCE", "1"}}));
}

TEST(Reports, GoToFilesAndReplaceThemWhole) {
  const ScratchFolder folder;
  const std::string path = folder.write("report.json", "old");
  const std::string text = folder.path("report.txt");
  const CommandResult result = verify_by_mailbox(
      {"--fen", kTwoKings, "--depth", "2", "--report", "json=" + path, "--report", "text=" + text});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const json report = parsed_report(file_content(path));
  EXPECT_EQ(report["summary"]["agree"], 1);
  EXPECT_TRUE(result.out.contains("PASS")) << "text stays on standard output";
  EXPECT_TRUE(file_content(text).contains("PASS"));
}

TEST(Reports, APathThatCannotBeWrittenIsFoundBeforeTheRun) {
  const ScratchFolder folder;
  for (const std::string& path :
       {folder.path(""), folder.path("no/such/report"), std::string("/proc/nothing")}) {
    const CommandResult result = verify_by_mailbox(
        {"--fen", kStart, "--depth", kEndless, "--report", "json=" + path}, {.limit = kSoon});
    EXPECT_EQ(result.exit_code, 2) << path;
    EXPECT_FALSE(result.timed_out) << path;
    EXPECT_TRUE(result.err.contains(path)) << result.err;
  }
}

TEST(Reports, AFullDiskIsCodeFive) {
  EXPECT_EQ(verify_by_mailbox({"--fen", kTwoKings, "--depth", "1"}, {.output_file = "/dev/full"})
                .exit_code,
            5);
  for (const std::vector<std::string>& words :
       std::initializer_list<std::vector<std::string>>{{"show", "startpos"},
                                                       {"perft", "startpos", "--depth", "1"},
                                                       {"--help"},
                                                       {"--version"}}) {
    const CommandResult result = verify(words, {.output_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 5) << words[0];
    EXPECT_EQ(result.err,
              "verify: standard output could not be written: No space left on device\n");
  }
  // A finding takes precedence.
  EXPECT_EQ(verify_by_mailbox({"--fen", kTwoKings, "--depth", "1", "--engine",
                               fake_engine("--mode count-plus-one")},
                              {.output_file = "/dev/full"})
                .exit_code,
            1);
  const CommandResult file =
      verify_by_mailbox({"--fen", kTwoKings, "--depth", "1", "--report", "json=/dev/full"});
  EXPECT_EQ(file.exit_code, 5);
  EXPECT_TRUE(file.out.contains("PASS")) << "the verdict is still told";
  EXPECT_TRUE(file.err.contains("/dev/full")) << file.err;
  struct stat status{};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

/// Terminal commands in the user's own input are escaped: it is foreign text too.
TEST(Usage, WhatWasTypedIsShownAndNotObeyed) {
  for (const std::vector<std::string>& words : std::initializer_list<std::vector<std::string>>{
           {"--\x1b]0;title\x07"},
           {"--mode", "\x1b[2J"},
           {"--depth",
            "\xe2\x80\xae"
            "1"},
           {"perft", "\x1b[31m", "--depth", "1"},
           {"--fen", kStart, "--depth", "1", "--report", "json=/no/\x1b[31m\xf3\xa0\x81\x81"},
           {"--fen", kStart, "--depth", "1", "--save-findings", "/no/\x1b[31m\xe2\x80\xae"},
           {"--reference", "\x1b[31m", "--fen", kStart}}) {
    const CommandResult result = verify(words);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_EQ(result.err.find_first_of("\x1b\x07"), std::string::npos) << words[0];
    for (const char* invisible : {"\xe2\x80\xae", "\xf3\xa0\x81\x81"})
      EXPECT_FALSE(result.err.contains(invisible)) << words[0];
  }
}

TEST(Usage, ATimeoutIsANumber) {
  for (const char* seconds : {"nan", "-nan", "inf", "NAN", "0", "-1"}) {
    const CommandResult result = verify({"--fen", kStart, "--timeout", seconds});
    EXPECT_EQ(result.exit_code, 2) << seconds << result.out;
  }
}

TEST(Interruptions, ASignalThatComesWhenAllIsDoneInterruptsNothing) {
  const ScratchFolder folder;
  // The engine is started twice: for detection, and for the rows. The second is told to quit when
  // the last row is done, and then sends the signal.
  const std::string engine =
      folder.write("engine",
                   fmt::format("#!/bin/sh\n[ -e '{0}' ] && last=1\ntouch '{0}'\n'{1}'\n"
                               "[ -z \"$last\" ] || {{ kill -TERM $PPID; sleep 5; }}\n",
                               folder.path("started"), PERFT_VERIFY_FAKE_UCI),
                   true);
  const CommandResult result =
      verify_by_mailbox({"--fen", kTwoKings, "--depth", "1", "--engine", engine, "--dialect",
                         "stockfish", "--jobs", "1", "--report", "json"});
  const nlohmann::json report = parsed_report(result.out);
  EXPECT_EQ(report["summary"]["complete"], true);
  EXPECT_EQ(report["summary"]["exit_code"], 0);
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Reports, AReaderThatGoesAwayIsNoError) {
  RunningCommand command({PERFT_VERIFY_COMMAND, std::string(PERFT_VERIFY_SUITES) + "/gate.epd",
                          "--depth", "2", "--reference", "mailbox"},
                         {});
  EXPECT_TRUE(command.wait_for_output("\n"));
  command.close_output();
  const CommandResult result = command.finish();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(result.killed_by_signal);
  EXPECT_EQ(result.err, "");
}

TEST(Reports, AreTheSameInAnyLocaleAndForAnyNumberOfWorkers) {
  const Words run{std::string(PERFT_VERIFY_SUITES) + "/gate.epd",
                  "--depth",
                  "3",
                  "--max-nodes",
                  "20000",
                  "--reference",
                  "mailbox",
                  "--report",
                  "json",
                  "--engine",
                  zoo_engine("castling-rook-captured")};
  json first;
  const std::pair<const char*, const char*> kRuns[] = {
      {"1", "C"}, {"2", "C.UTF-8"}, {"8", "tr_TR.UTF-8"}, {"1", "tr_TR.UTF-8"}};
  for (const auto& [jobs, locale] : kRuns) {
    const CommandResult result = verify(joined(run, {"--jobs", jobs}),
                                        {.environment = {{"LANG", locale}, {"LC_ALL", locale}}});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    json report = without_times(parsed_report(result.out));
    if (first.is_null()) first = report;
    EXPECT_EQ(report, first) << jobs << " workers, " << locale;
  }
  EXPECT_GT(first["findings"].size(), 0U);
}

// --- Interruptions -----------------------------------------------------------------------

class Interruption : public testing::TestWithParam<int> {};

TEST_P(Interruption, EndsTheRunInGoodOrderAndItsEngines) {
  const ScratchFolder folder;
  const std::string token = folder.path("token");  // an argument that no other process has
  const std::string log = folder.path("log");
  const std::string path = folder.path("report.json");
  RunningCommand command({PERFT_VERIFY_COMMAND, "--fen", kTwoKings, "--fen", kStart, "--depth",
                          kEndless, "--timeout", "1000", "--jobs", "2", "--reference", "mailbox",
                          "--engine", fake_engine("--log " + log + " --name " + token), "--report",
                          "text", "--report", "json=" + path},
                         {});
  const Stopwatch watch;
  while (!file_content(log).contains("go perft 6")) {
    ASSERT_TRUE(was_soon(watch)) << "it never came to the deep question";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // As `timeout` does: to the process, and at once to its group.
  command.send_signal(GetParam());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  command.send_signal(GetParam());
  const CommandResult result = command.finish();
  EXPECT_FALSE(result.timed_out);
  EXPECT_FALSE(result.killed_by_signal);
  EXPECT_EQ(result.exit_code, 128 + GetParam()) << result.err;
  EXPECT_TRUE(disappears(token, std::chrono::seconds(10))) << "an engine outlived its run";
  const json report = parsed_report(file_content(path));
  EXPECT_EQ(report["summary"]["complete"], false);
  EXPECT_EQ(report["summary"]["exit_code"], 128 + GetParam());
  EXPECT_EQ(report["summary"]["undecided"], 2);
  EXPECT_EQ(report["rows"][1]["reason"], "not run");
  EXPECT_TRUE(result.out.contains("INTERRUPTED  ")) << result.out;
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption, testing::Values(SIGINT, SIGTERM));

/// The seconds that an engine started by the lines of `script` lives after the program was killed
/// by SIGKILL.
double seconds_after_sigkill(const std::string& script) {
  const ScratchFolder folder;
  const std::string token = folder.path("token");
  const std::string log = folder.path("log");
  const std::string engine =
      fmt::format("'{}' --log {} --name {}", PERFT_VERIFY_FAKE_UCI, log, token);
  const std::string wrapper = folder.write(
      "wrapper", "#!/bin/sh\n" + fmt::format(fmt::runtime(script), engine) + "\n", true);
  RunningCommand command({PERFT_VERIFY_COMMAND, "--fen", kStart, "--depth", kEndless, "--timeout",
                          "1000", "--reference", "mailbox", "--engine", wrapper},
                         {.limit = kSoon});
  const Stopwatch watch;
  while (!file_content(log).contains("go perft 6") && was_soon(watch))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(was_soon(watch)) << "it never came to the deep question";
  const Stopwatch killed;
  command.send_signal(SIGKILL);
  EXPECT_TRUE(disappears(token, std::chrono::seconds(10)));
  const double took = killed.seconds();
  EXPECT_TRUE(command.finish().killed_by_signal);
  return took;
}

/// A tenth of a second is allowed. On a machine too busy to schedule anything by then, it is tried
/// again.
double quickest_of_five(const std::string& script) {
  double quickest = 10;
  for (int tries = 0; tries < 5 && quickest > 0.1; ++tries)
    quickest = std::min(quickest, seconds_after_sigkill(script));
  return quickest;
}

TEST(Interruptions, NotEvenSigkillLeavesAnEngineBehindAWrapper) {
  // The wrapper does not exec: the engine is a grandchild.
  EXPECT_LE(quickest_of_five("{}"), 0.1);
}

TEST(Interruptions, NorOneThatHasLeftItsGroup) {
  EXPECT_LE(quickest_of_five("setsid {}"), 0.1);
  // Its parent is gone, and so is every other trace of where it came from.
  EXPECT_LE(quickest_of_five("exec 3<&0\nsetsid {} <&3 &\nwait"), 0.1);
}

TEST(Interruptions, NothingThatAnEngineHasStartedIsLeftAfterARun) {
  const ScratchFolder folder;
  const std::string token = folder.path("token");
  const std::string wrapper = folder.write(
      "wrapper",
      fmt::format("#!/bin/sh\nsetsid '{}' --name {} </dev/null >/dev/null 2>&1 --mode hang --at "
                  "spawn &\nexec '{}'\n",
                  PERFT_VERIFY_FAKE_UCI, token, PERFT_VERIFY_BUG_ZOO),
      true);
  bool in_time = false;
  for (int tries = 0; tries < 5 && !in_time; ++tries) {
    const CommandResult result =
        verify({"--fen", kStart, "--depth", "2", "--reference", "mailbox", "--engine", wrapper});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    in_time = disappears(token, std::chrono::milliseconds(100));
    EXPECT_TRUE(disappears(token, std::chrono::seconds(10)));
  }
  EXPECT_TRUE(in_time);
}

TEST(Interruptions, StopTheLinkedCoreAsWell) {
  RunningCommand command(
      {PERFT_VERIFY_COMMAND, "--fen", kStart, "--depth", kEndless, "--reference", "mailbox"},
      {.limit = kSoon});
  EXPECT_TRUE(command.wait_for_output("against"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  command.send_signal(SIGINT);
  EXPECT_EQ(command.finish().exit_code, 130);
  RunningCommand perft({PERFT_VERIFY_COMMAND, "perft", "startpos", "--depth", kEndless},
                       {.limit = kSoon});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  perft.send_signal(SIGTERM);
  EXPECT_EQ(perft.finish().exit_code, 143);
}

TEST(Interruptions, DuringTheStartOfAnEngineAreTheUsersWish) {
  const ScratchFolder folder;
  const std::string token = folder.path("token");
  const std::string path = folder.path("report.json");
  const std::string hanging = fake_engine("--mode hang --at uci --name " + token);
  for (const Words& engines :
       {Words{"--reference", "mailbox", "--engine", hanging}, Words{"--reference", hanging}}) {
    RunningCommand command(
        joined({PERFT_VERIFY_COMMAND, "--fen", kStart, "--report", "json=" + path}, engines),
        {.limit = kSoon});
    ASSERT_TRUE(appears(token, std::chrono::seconds(10)));
    command.send_signal(SIGINT);
    const CommandResult result = command.finish();
    EXPECT_EQ(result.exit_code, 130);
    // Without a reference there is no report that could say it.
    const bool has_report = engines.front() == "--reference" && engines.size() > 2;
    EXPECT_EQ(result.err, has_report ? "" : "verify: interrupted before the run was complete\n")
        << "the engine is blamed for the interruption";
    EXPECT_TRUE(disappears(token, std::chrono::seconds(10)));
  }
  const json report = parsed_report(file_content(path));
  EXPECT_EQ(report["summary"]["complete"], false);
  EXPECT_EQ(report["rows"][0]["reason"], "not run");
}

// --- perft, divide, show, doctor ---------------------------------------------------------

TEST(PerftCommand, EndsInTheTotal) {
  const CommandResult result = verify({"perft", "startpos", "--depth", "4"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.ends_with("\nNodes: 197281\n")) << result.out;
  EXPECT_TRUE(verify({"perft", "startpos", "--depth", "0"}).out.ends_with("\nNodes: 1\n"));
  const CommandResult after =
      verify({"perft", "startpos", "--moves", "e2e4 e7e5", "--depth", "1", "--json"});
  const json report = json::parse(after.out);
  EXPECT_EQ(report["nodes"], 29);
  EXPECT_EQ(report["depth"], 1);
  EXPECT_EQ(report["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
}

TEST(DivideCommand, PrintsLinesSortedByMove) {
  const CommandResult result = verify({"divide", kTwoKings, "--depth", "2"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "a1a2: 3\na1b1: 3\na1b2: 3\n\nNodes: 9\n");
  const json report = json::parse(verify({"divide", kTwoKings, "--depth", "2", "--json"}).out);
  EXPECT_EQ(report["moves"], (json{{"a1a2", 3}, {"a1b1", 3}, {"a1b2", 3}}));
  EXPECT_EQ(report["nodes"], 9);
}

TEST(DivideCommand, SpellsCastlingAsTheRowHasIt) {
  const char* const standard = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_TRUE(verify({"divide", standard, "--depth", "1"}).out.contains("e1g1: 1"));
  EXPECT_TRUE(
      verify({"divide", standard, "--depth", "1", "--chess960", "on"}).out.contains("e1h1: 1"));
}

TEST(ShowCommand, DrawsAndSaysWhatIsOdd) {
  const CommandResult result = verify({"show", "4r1k1/8/8/8/1b6/3n4/8/4K3 w - - 0 1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.contains("Fen: 4r1k1/8/8/8/1b6/3n4/8/4K3 w - - 0 1\nKey: "));
  EXPECT_TRUE(result.out.contains("In check from "));
  EXPECT_TRUE(result.out.contains("No game leads here: "));
  EXPECT_TRUE(verify({"show", "startpos", "--unicode"}).out.contains("♔"));
  const json report = json::parse(verify({"show", "startpos", "--json"}).out);
  EXPECT_EQ(report["legal_moves"], 20);
  EXPECT_EQ(report["checkers"], json::array());
}

TEST(PositionCommands, RefuseBadPositionsAndIllegalMoves) {
  const CommandResult bad = verify({"show", "8/8/8/8/8/8/8/8 w - - 0 1"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(bad.err.contains("PositionValidationFailed at column 1 of the FEN: ")) << bad.err;
  const CommandResult illegal =
      verify({"divide", "startpos", "--moves", "e2e4 e2e4", "--depth", "1"});
  EXPECT_EQ(illegal.exit_code, 2);
  EXPECT_TRUE(illegal.err.contains("e2e4 (ply 2)")) << illegal.err;
  EXPECT_EQ(illegal.out, "");
}

TEST(DoctorCommand, SaysWhatWorks) {
  const CommandResult result = verify({"doctor", "--json", "--engine", fake_engine("--name Fine")});
  const json report = json::parse(result.out);
  ASSERT_EQ(report["examined"].size(), 5U);
  EXPECT_EQ(report["examined"][4]["what"], "counting");
  for (const std::size_t at : {0U, 1U, 3U, 4U}) EXPECT_EQ(report["examined"][at]["well"], true);
  const CommandResult ill =
      verify({"doctor", "--engine", fake_engine("--mode count-plus-one --name Ill")});
  EXPECT_EQ(ill.exit_code, 1);
  EXPECT_TRUE(ill.out.contains("WRONG engine")) << ill.out;
  EXPECT_EQ(verify({"doctor", "--engine", "/no/such/engine"}).exit_code, 1);
}

}  // namespace
}  // namespace perft_verify::verifier
