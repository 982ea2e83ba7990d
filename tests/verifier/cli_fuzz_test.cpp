// `verify fuzz` as a user calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

std::vector<std::string> fuzz_of(const std::string& engine, std::vector<std::string> more) {
  return joined({"fuzz", "--engine", engine, "--seed", "1", "-j", "1"}, more);
}

TEST(FuzzCommand, EndsInTheVerdictAndTheSeed) {
  const CommandResult result =
      verify({"fuzz", "--reference", "mailbox", "--seed", "5", "--positions", "100"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("PASS  perft-verify core = mailbox    128 positions"));
  EXPECT_THAT(result.out, HasSubstr("  seed 5\n"));
  EXPECT_THAT(result.out, ContainsRegex("moves of kings +[0-9]+ +[0-9]+\n"));
}

TEST(FuzzCommand, TellsProgramsOfFindings) {
  const CommandResult result = verify(fuzz_of(
      zoo_engine("ep-missing"), {"--positions", "300", "--reference", "mailbox", "--json"}));
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["schema"], "perft-verify-fuzz/1");
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["class"], "ep-missing");
  EXPECT_GE(report["findings"][0]["positions"], 1);
  EXPECT_EQ(report["options"]["seed"], 1);
  EXPECT_EQ(report["summary"]["exit_code"], 1);
}

TEST(FuzzCommand, NeedsNoReference) {
  const CommandResult result = verify(fuzz_of(zoo_engine("castling-rook-captured"),
                                              {"--positions", "1500", "--reference", "self"}));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("wrong count"));
  EXPECT_THAT(result.out, HasSubstr("own answer for"));
  EXPECT_THAT(result.out, HasSubstr("reproduce  verify fuzz --seed 1 --positions "));
}

TEST(FuzzCommand, KeepsFailuresAndAsksThemFirst) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "corpus";
  std::filesystem::remove_all(folder);
  const auto run = [&](const std::string& positions) {
    return verify(
        fuzz_of(zoo_engine("ep-missing"), {"--positions", positions, "--reference", "mailbox",
                                           "--corpus", folder.string(), "--json"}));
  };
  EXPECT_EQ(run("300").exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "failures.epd"));
  EXPECT_TRUE(std::filesystem::exists(folder / "positions.epd"));
  const json again = json::parse(run("1").out);
  ASSERT_EQ(again["findings"].size(), 1U);
  EXPECT_EQ(again["findings"][0]["position"], 0);  // before the first of the run's own
}

TEST(FuzzCommand, GoesOnWhereItWasInterrupted) {
  const std::string journal = std::filesystem::path(testing::TempDir()) / "fuzz.journal";
  std::filesystem::remove(journal);
  const std::string engine = zoo_engine("ep-missing");
  const auto fuzz = [&](const char* option, const char* positions) {
    return json::parse(verify({"fuzz", "--engine", engine, "--reference", "mailbox", "--positions",
                               positions, option, journal, "--json"})
                           .out);
  };
  const json first = fuzz("--journal", "512");
  // The seed is that of the journal; what agreed is counted as before.
  const json more = fuzz("--resume", "1024");
  EXPECT_EQ(more["options"]["seed"], first["options"]["seed"]);
  ASSERT_EQ(more["findings"].size(), 1U);
  EXPECT_EQ(more["findings"][0]["class"], "ep-missing");
  const json again = fuzz("--resume", "1024");
  EXPECT_EQ(again["summary"]["positions"], more["summary"]["positions"]);
  EXPECT_EQ(again["summary"]["nodes"], more["summary"]["nodes"]);
  const CommandResult other = verify({"fuzz", "--reference", "mailbox", "--resume", journal});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("is another run's"));
}

TEST(FuzzCommand, WritesTheRichestPositionsAsASuite) {
  const std::string suite = testing::TempDir() + "/richest.epd";
  EXPECT_EQ(verify({"fuzz", "--reference", "mailbox", "--seed", "5", "--positions", "1000",
                    "--write", suite, "--rows", "20"})
                .exit_code,
            0);
  const CommandResult result = verify({suite, "--reference", "recorded"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("all 20 rows agree"));
}

TEST(FuzzCommand, RefusesWhatMakesNoSense) {
  EXPECT_EQ(verify({"fuzz", "--reference", "recorded"}).exit_code, 2);
  EXPECT_EQ(verify({"fuzz", "--reference", "core"}).exit_code, 2);
  EXPECT_EQ(verify({"fuzz", "--rows", "5"}).exit_code, 2);
  EXPECT_EQ(verify({"fuzz", "--corpus", "/dev/null"}).exit_code, 2);
  // Elsewhere nothing is compared with itself.
  EXPECT_EQ(verify({"gate", "--reference", "self"}).exit_code, 2);
  EXPECT_EQ(verify({"fuzz", "--engine", "/nonexistent"}).exit_code, 3);
}

}  // namespace
}  // namespace perft_verify::verifier
