// `verify mutate` as a user calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reference/zoo/bugs.h"
#include "tests/verifier/support/command.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kPin = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6 ;id \"pin\";\n";

TEST(Mutate, NamesWhatASuiteCannotSee) {
  const CommandResult result = verify({"mutate", "-"}, {.input = kPin});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("-: finds "));
  EXPECT_THAT(result.out, HasSubstr("it cannot see:\n    En passant: ep-missing"));
  EXPECT_THAT(result.out, HasSubstr("ep-pinned-capturer"));
  EXPECT_THAT(result.out, HasSubstr("ep-horizontal-pin (Black's)"));
  EXPECT_THAT(result.out, HasSubstr("one wrong entry of a table, found:\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex("targets of kings +5 of +420\n"));
  EXPECT_THAT(result.out, HasSubstr("no count can show them: "));
  EXPECT_THAT(result.out, HasSubstr("no game reaches can: ep-diagonal-pin, ep-block-missing."));
}

TEST(Mutate, SaysWhichRowShowsABug) {
  const CommandResult result = verify({"mutate", "-", "-v"}, {.input = kPin});
  EXPECT_THAT(result.out, testing::ContainsRegex("ep-horizontal-pin +white +D1 +6  pin"));
}

TEST(Mutate, IsReadByPrograms) {
  const CommandResult result = verify({"mutate", "-", "--json", "--depth", "2"}, {.input = kPin});
  EXPECT_EQ(result.exit_code, 1);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["schema"], "perft-verify-mutate/1");
  EXPECT_EQ(report["exit_code"], 1);
  EXPECT_EQ(report["options"]["depth"], 2);
  const json& suite = report["suites"].at(0);
  EXPECT_EQ(suite["file"], "-");
  EXPECT_EQ(suite["nodes"], 96);
  EXPECT_EQ(suite["bugs"].size(), zoo::bugs().size() - 6);
  std::size_t found = 0;
  for (const json& bug : suite["bugs"]) {
    if (bug["found"]) ++found;
    if (bug["name"] != "ep-horizontal-pin") continue;
    EXPECT_EQ(bug["cause"], "generation");
    EXPECT_EQ(bug["found_in_full"], false);
    EXPECT_EQ(bug["shown"][0]["color"], "white");
    EXPECT_EQ(bug["shown"][0]["row"]["id"], "pin");
    EXPECT_TRUE(bug["shown"][1]["row"].is_null());
  }
  EXPECT_EQ(suite["found"], found);
}

TEST(Mutate, ChoosesASuite) {
  const CommandResult chosen = verify({"mutate", "-", "--choose"}, {.input = kPin});
  EXPECT_EQ(chosen.exit_code, 1) << "most bugs are not in reach";
  EXPECT_THAT(chosen.out, HasSubstr("\n8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6 ;D2 96"));
  const CommandResult lint = verify({"lint", "-", "--prove"}, {.input = chosen.out});
  EXPECT_EQ(lint.exit_code, 0) << lint.out;
}

TEST(Mutate, ComplainsAboutWhatItCannotUse) {
  EXPECT_EQ(verify({"mutate"}).exit_code, 2);
  EXPECT_EQ(verify({"mutate", "/no/such/suite.epd"}).exit_code, 2);
  const CommandResult bad = verify({"mutate", "-"}, {.input = "8/8 w - - 0 1\n"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("-:1:4: "));
  EXPECT_EQ(verify({"mutate", "-", "--times", "2"}, {.input = kPin}).exit_code, 2);
}

}  // namespace
}  // namespace perft_verify::verifier
