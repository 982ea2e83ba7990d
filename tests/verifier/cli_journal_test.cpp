// Runs that are interrupted by SIGKILL, SIGTERM and SIGINT at any moment, and resumed.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

class CliJournal : public testing::Test {
 protected:
  /// A wrong engine on all rules: agreements and findings, and duplicates of both.
  [[nodiscard]] Words words(const Words& more) const {
    const std::string suite = std::string(PERFT_VERIFY_SUITES) + "/gate.epd";
    const Words all =
        joined({suite, suite, "--engine", zoo_engine("ep-horizontal-pin"), "--reference", "mailbox",
                "--depth", "2", "--report", "json=" + report_, "-q"},
               more);
    return all;
  }
  [[nodiscard]] json report() const { return without_times(parsed_report(file_content(report_))); }

  ScratchFolder folder_;
  std::string report_ = folder_.path("report.json");
  std::string journal_ = folder_.path("journal");
};

/// The number of signals: few in every test run, as many as wanted by hand.
int moments(int usual) {
  const char* const wanted = std::getenv("PERFT_VERIFY_MOMENTS");
  return wanted != nullptr ? std::atoi(wanted) : usual;
}

TEST_F(CliJournal, ResumedAfterSignalsAtRandomMomentsTheReportIsTheSame) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(verify(words({})).exit_code, 1);
  const auto whole = std::chrono::steady_clock::now() - begin;
  const json expected = report();
  EXPECT_GT(expected["summary"]["findings"], 0);
  EXPECT_GT(expected["summary"]["agree"], 0);

  std::minstd_rand random(7);
  int struck = 0;
  for (int moment = 0; moment < moments(4); ++moment) {
    std::filesystem::remove(journal_);
    const int signal = moment % 4 == 3 ? SIGTERM : moment % 4 == 1 ? SIGINT : SIGKILL;
    // Interrupted again and again until it completes; each time a little later.
    for (int time = 0; time < 30; ++time) {
      std::filesystem::remove(report_);
      Words command = words({"--resume", journal_});
      command.insert(command.begin(), PERFT_VERIFY_COMMAND);
      RunningCommand running(command, {});
      const std::chrono::duration<double> most = whole * (0.3 + 0.1 * time);
      std::this_thread::sleep_for(most * (static_cast<double>(random() % 1000) / 1000));
      running.send_signal(signal);
      const CommandResult result = running.finish();
      if (result.exit_code == 1) break;  // it was done before
      ++struck;
      ASSERT_EQ(result.exit_code, 128 + signal) << result.err;
      if (signal == SIGKILL) {
        // Written completely or not at all; the signal may come just after that.
        if (std::filesystem::exists(report_)) {
          EXPECT_EQ(report(), expected);
        }
      } else if (std::filesystem::exists(report_)) {
        json interrupted = report();
        // If interrupted after the last row, the report equals that of a complete run.
        if (interrupted["summary"]["complete"]) {
          interrupted["summary"]["exit_code"] = expected["summary"]["exit_code"];
          EXPECT_EQ(interrupted, expected);
        }
      }
    }
    const CommandResult last = verify(words({"--resume", journal_}));
    EXPECT_EQ(last.exit_code, 1) << last.err;
    EXPECT_EQ(report(), expected) << "signal " << signal << ", moment " << moment;
  }
  EXPECT_GT(struck, moments(4) / 2);
}

TEST_F(CliJournal, WhereNobodyKnowsWhichProgramAnsweredAllIsAskedAnew) {
  const std::string inner = folder_.path("inner");
  const std::string engine = folder_.write("engine", "#!/bin/sh\n" + inner + "\nexit 0\n", true);
  const auto run = [&](const char* how) {
    return verify({"--fen", "8/8/8/8/k2p3R/8/2P5/4K3 w - - 0 1", "--depth", "2", "--reference",
                   "mailbox", "--engine", engine, how, journal_});
  };
  // A wrong engine, and then a right one behind the same command.
  (void)folder_.write("inner", "#!/bin/sh\nexec " + zoo_engine("ep-horizontal-pin") + "\n", true);
  const CommandResult first = run("--journal");
  EXPECT_EQ(first.exit_code, 1) << first.out << first.err;
  EXPECT_TRUE(first.out.contains("--resume will ask all rows of this journal anew")) << first.out;
  (void)folder_.write(
      "inner", "#!/bin/sh\nexec " + fake_engine("--name 'Bug Zoo (ep-horizontal-pin)'") + "\n",
      true);
  const CommandResult second = run("--resume");
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  EXPECT_TRUE(second.out.contains("all rows of the journal are asked anew")) << second.out;
}

TEST_F(CliJournal, WhatWasDoneIsNotDoneAgain) {
  if (reference::kSanitized) GTEST_SKIP() << "the sanitizer reads files in the engine's process";
  const std::string log = folder_.path("log");
  const std::string engine = fake_engine("'--log=" + log + "'");
  const Words all{"--fen",       "7k/8/8/8/8/8/8/K7 w - - 0 1",
                  "--fen",       "6k1/8/8/8/8/8/8/K7 w - - 0 1",
                  "--reference", "mailbox",
                  "--engine",    engine,
                  "--depth",     "3"};
  const auto questions_of = [&](const std::string& fen) {
    const std::string text = file_content(log);
    std::size_t number = 0;
    for (std::size_t at = text.find(fen); at != std::string::npos; at = text.find(fen, at + 1))
      ++number;
    return number;
  };
  EXPECT_EQ(verify(joined(all, {"--journal", journal_})).exit_code, 0);
  EXPECT_EQ(questions_of("7k/8"), 3U) << "one for each depth";
  std::filesystem::remove(log);
  // Only the last row is lost.
  std::string content = file_content(journal_);
  for (int line = 0; line < 2; ++line) content.erase(content.rfind('\n', content.size() - 2) + 1);
  ASSERT_EQ(folder_.write("journal", content), journal_);
  EXPECT_EQ(verify(joined(all, {"--resume", journal_, "--jobs", "1"})).exit_code, 0);
  EXPECT_EQ(questions_of("7k/8") + questions_of("6k1/8"), 3U) << file_content(log);
}

/// A row shared by several workers is recorded in parts, and resumes with any number of them.
TEST_F(CliJournal, ADividedRowGoesOnWhereItWasKilled) {
  const auto divided = [&](const Words& more) {
    const Words all =
        joined({"--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "--depth", "4", "--reference", "mailbox", "--report", "json=" + report_, "-q"},
               more);
    return all;
  };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(verify(divided({"--jobs", "1", "--share", "off"})).exit_code, 0);
  const auto whole = std::chrono::steady_clock::now() - begin;
  const json expected = report();
  EXPECT_EQ(expected["rows"][0]["reference_nodes"], 4'085'603);

  std::minstd_rand random(11);
  bool left_parts = false;
  for (int moment = 0; moment < moments(6); ++moment) {
    Words command = divided({"--resume", journal_, "--jobs", moment % 2 == 0 ? "2" : "3", "--share",
                             moment % 3 == 2 ? "on" : "off"});
    command.insert(command.begin(), PERFT_VERIFY_COMMAND);
    RunningCommand running(command, {});
    std::this_thread::sleep_for(whole * (0.1 + static_cast<double>(random() % 1000) / 1400));
    running.send_signal(SIGKILL);
    const CommandResult result = running.finish();
    left_parts = left_parts || file_content(journal_).contains("\"part_of_row\"");
    if (result.exit_code != 128 + SIGKILL) {  // it was done before
      EXPECT_EQ(report(), expected);
      std::filesystem::remove(journal_);
    }
  }
  EXPECT_EQ(verify(divided({"--resume", journal_})).exit_code, 0);
  EXPECT_EQ(report(), expected);
  EXPECT_TRUE(left_parts) << "no run was killed in the middle of its row";
}

TEST_F(CliJournal, AnotherRunCannotGoOnWithIt) {
  EXPECT_EQ(verify(words({"--journal", journal_})).exit_code, 1);
  const CommandResult deeper = verify(words({"--resume", journal_, "--max-nodes", "100"}));
  EXPECT_EQ(deeper.exit_code, 2);
  EXPECT_TRUE(deeper.err.contains("max-nodes was none and is 100")) << deeper.err;
  Words other = words({"--resume", journal_});
  other[3] = zoo_engine("ep-diagonal-pin");
  const CommandResult another = verify(other);
  EXPECT_EQ(another.exit_code, 2);
  EXPECT_TRUE(another.err.contains("cannot be continued")) << another.err;
}

/// The value of a variable may change the answers, and may be a secret.
TEST_F(CliJournal, AnotherEnvironmentOfTheEngineIsAnotherRun) {
  const Words few{"--only", "fuzz-1-2*"};
  const auto with = [&](Words more) {
    more.insert(more.end(), few.begin(), few.end());
    return verify(words(more));
  };
  EXPECT_EQ(with({"--journal", journal_, "--engine-env", "TOKEN=secret"}).exit_code, 1);
  EXPECT_FALSE(file_content(journal_).contains("secret"));
  EXPECT_EQ(with({"--resume", journal_, "--engine-env", "TOKEN=secret"}).exit_code, 1);
  const CommandResult other = with({"--resume", journal_, "--engine-env", "TOKEN=other"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(other.err.contains("environment of engines was usual TOKEN")) << other.err;
}

TEST_F(CliJournal, WrongUsageIsRefused) {
  EXPECT_EQ(verify(words({"--journal", journal_, "--resume", journal_})).exit_code, 2);
  EXPECT_EQ(verify(words({"--journal", ""})).exit_code, 2);
  EXPECT_EQ(verify(words({"--journal", folder_.path("no/folder")})).exit_code, 2);
  EXPECT_EQ(verify(words({"--journal", report_})).exit_code, 2) << "the report goes there";
  const std::string notes = folder_.write("notes", "notes\n");
  EXPECT_EQ(verify(words({"--resume", notes})).exit_code, 2);
  EXPECT_EQ(file_content(notes), "notes\n");
}

TEST_F(CliJournal, AJournalThatCannotBeWrittenIsExitCodeFive) {
  const std::string command = "ulimit -f 2; exec '" + std::string(PERFT_VERIFY_COMMAND) +
                              "' --reference mailbox --depth 2 -q --journal '" + journal_ + "' " +
                              std::string(PERFT_VERIFY_SUITES) + "/gate.epd";
  const CommandResult result =
      run_command({"/bin/sh", "-c", command}, {.environment = {{"PERFT_VERIFY_STORE", ""}}});
  EXPECT_EQ(result.exit_code, 5) << result.err;
  EXPECT_TRUE(result.err.contains("the journal")) << result.err;
  EXPECT_TRUE(result.out.contains(" = mailbox  ")) << result.out;
}

}  // namespace
}  // namespace perft_verify::verifier
