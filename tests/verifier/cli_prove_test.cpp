// `verify prove` as a user calls it, and the reports that `fuzz` and `prove` have in common.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

TEST(ProveCommand, SaysWhatIsProvedAndUnderWhichAssumption) {
  const CommandResult result = verify({"prove", "--family", "leapers"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("leapers +proved +[0-9,]+ "));
  EXPECT_THAT(result.out, HasSubstr("if a step does not depend on anything but its two squares"));
  EXPECT_THAT(result.out, HasSubstr("1 of 1 families proved, 0 refuted"));
}

TEST(ProveCommand, RefutesAWrongEngine) {
  const CommandResult result = verify(
      {"prove", "--engine", zoo_engine("knight-table-entry"), "--family", "leapers", "--json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["schema"], "perft-verify-prove/1");
  EXPECT_EQ(report["families"][0]["name"], "leapers");
  EXPECT_EQ(report["families"][0]["state"], "refuted");
  EXPECT_EQ(report["families"][0]["positions"], report["families"][0]["all_positions"]);
  EXPECT_GT(report["families"][0]["differing"], 0);
  const json wrong = report["families"][0]["wrong_pieces"];
  // The bug has the entry in both directions.
  ASSERT_EQ(wrong.size(), 2U) << wrong.dump(1);
  std::uint64_t positions = 0;
  for (const json& each : wrong) {
    EXPECT_EQ(each["piece"], "knight");
    positions += each["positions"].get<std::uint64_t>();
  }
  EXPECT_EQ(positions, report["families"][0]["differing"]);
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["class"], "knight-moves-missing");
  EXPECT_EQ(report["summary"]["exit_code"], 1);
}

TEST(ProveCommand, SaysOnWhichSquaresAPieceIsWrong) {
  const CommandResult result =
      verify({"prove", "--engine", zoo_engine("knight-table-entry"), "--family", "leapers"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("\n +wrong moves of knights: [a-h][1-8] in [0-9]+ pos"));
}

TEST(ProveCommand, LeavesOpenWhatTheTimeDoesNotSufficeFor) {
  const CommandResult result =
      verify({"prove", "--family", "three-pieces", "--family", "sliders", "--budget", "0.1"});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("sliders +(open|not tried) "));
  EXPECT_THAT(result.out, ContainsRegex("three-pieces +not tried "));
  EXPECT_THAT(result.out, HasSubstr("0 of 2 families proved, 0 refuted"));
}

TEST(ProveCommand, SamplesWhatNoFamilyHas) {
  const CommandResult result =
      verify({"prove", "--family", "leapers", "--sample", "100", "--jobs", "2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("gate +agrees +[0-9,]+ .*nodes"));
  EXPECT_THAT(result.out, ContainsRegex("random +agrees +512 "));
  EXPECT_THAT(result.out, HasSubstr("no family, are only sampled"));
}

TEST(ProveCommand, GoesOnWhereItWasInterrupted) {
  const std::string journal = std::filesystem::path(testing::TempDir()) / "prove.journal";
  std::filesystem::remove(journal);
  const CommandResult first =
      verify({"prove", "--family", "three-pieces", "--budget", "0.5", "--journal", journal});
  EXPECT_EQ(first.exit_code, 3) << first.err;
  EXPECT_THAT(first.err, HasSubstr("--resume " + journal));
  const CommandResult again =
      verify({"prove", "--family", "three-pieces", "--budget", "0.1", "--resume", journal});
  EXPECT_EQ(again.exit_code, 3) << again.err;
  EXPECT_THAT(again.out, ContainsRegex("[0-9,]+ of them before, by the journal"));
  EXPECT_EQ(verify({"prove", "--family", "leapers", "--journal", journal}).exit_code, 2)
      << "an interrupted run is not overwritten";
  const CommandResult other = verify({"prove", "--engine", zoo_engine("ep-missing"), "--family",
                                      "three-pieces", "--resume", journal});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("is another run's"));
}

TEST(ProveCommand, ComplainsAboutWhatItCannotUse) {
  EXPECT_EQ(verify({"prove", "--family", "no-such-family"}).exit_code, 2);
  EXPECT_EQ(verify({"prove", "--reference", "recorded"}).exit_code, 2);
  EXPECT_EQ(verify({"prove", "--reference", "core"}).exit_code, 2);
  EXPECT_EQ(verify({"prove", "--report", "no-such-format"}).exit_code, 2);
  EXPECT_EQ(verify({"prove", "--report", "html=/no/such/folder/a.html"}).exit_code, 2);
}

TEST(FindingReports, AreThoseOfEveryRun) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "reports";
  std::filesystem::create_directories(folder);
  const std::string engine = zoo_engine("ep-missing");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"fuzz", "--engine", engine, "--seed", "1", "--positions", "300",
                                 "--reference", "mailbox"},
        {"prove", "--engine", engine, "--family", "en-passant", "--budget", "3"}}) {
    std::vector<std::string> arguments = command;
    for (const char* format : {"junit", "html", "markdown", "sarif", "json", "jsonl", "tap"}) {
      arguments.emplace_back("--report");
      arguments.push_back(std::string(format) + "=" + (folder / format).string());
    }
    const CommandResult result = verify(arguments);
    EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr("ep-missing")) << "the text is still on standard output";
    for (const char* format : {"junit", "html", "markdown", "sarif", "json", "jsonl", "tap"})
      EXPECT_THAT(reference::file_content(folder / format), HasSubstr("ep-missing"))
          << command.front() << " " << format;
    EXPECT_THAT(reference::file_content(folder / "junit"), ContainsRegex("tests=\"[1-9]"));
    EXPECT_EQ(json::parse(reference::file_content(folder / "json"))["schema"],
              "perft-verify-" + command.front() + "/1");
  }
}

TEST(FindingReports, ReplaceTheTextOnStandardOutput) {
  const CommandResult result = verify(
      {"fuzz", "--reference", "mailbox", "--seed", "5", "--positions", "64", "--report", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["schema"], "perft-verify-fuzz/1");
}

}  // namespace
}  // namespace perft_verify::verifier
