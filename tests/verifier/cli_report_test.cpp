// The reports that a run writes, as a user gets them: what stands in them, and whether programs
// that read them can.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/schema.h"
#include "tests/verifier/support/terminal.h"
#include "verifier/report/format.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;
using Words = std::vector<std::string>;

/// Every verdict: agreeing, wrong, a wrong recorded count, a row that does not parse.
constexpr const char* kSuite =
    "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 ;D2 568 ;id \"rook taken\";\n"
    "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 9\n"
    "7k/8/8/8/8/8/8/1K6 w - - 0 1 ;D2 14\n"
    "this is no position\n";

/// A run with findings, over that suite.
Words wrong_run(const ScratchFolder& folder, const Words& more) {
  Words words{folder.write("s.epd", kSuite),
              "--invalid",
              "skip",
              "--reference",
              "mailbox",
              "--engine",
              zoo_engine("castling-rook-captured")};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

// --- JSON --------------------------------------------------------------------------------

TEST(JsonReport, KeepsItsSchemaAndItsContract) {
  const ScratchFolder folder;
  const CommandResult wrong = verify(wrong_run(folder, {"--report", "json"}));
  const json report = parsed_report(wrong.out);
  EXPECT_EQ(schema_violations("report.schema.json", report), "");
  EXPECT_EQ(report["summary"]["mismatch"], 1);
  EXPECT_EQ(report["summary"]["skipped"], 1);
  EXPECT_EQ(report["summary"]["suite_errors"], 1);
  const CommandResult right = verify({"--reference", "mailbox", "--report", "json", "--fen",
                                      "7k/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"});
  EXPECT_EQ(schema_violations("report.schema.json", parsed_report(right.out)), "");
  const CommandResult undecided = verify({"--reference", "mailbox", "--report", "json", "--fen",
                                          "7k/8/8/8/8/8/8/K7 w - - 0 1", "--engine", "/bin/true"});
  EXPECT_EQ(undecided.exit_code, 3);
  EXPECT_EQ(schema_violations("report.schema.json", parsed_report(undecided.out)), "");
}

TEST(JsonReport, TheSchemaRefusesWhatIsNotInTheContract) {
  const CommandResult result = verify({"--reference", "mailbox", "--report", "json", "--fen",
                                       "7k/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"});
  const json right = json::parse(result.out);
  const auto refuses = [&right](const char* pointer, const json& value) {
    json wrong = right;
    wrong[json::json_pointer(pointer)] = value;
    return !schema_violations("report.schema.json", wrong).empty();
  };
  EXPECT_TRUE(refuses("/schema", "perft-verify/2"));
  EXPECT_TRUE(refuses("/more", 1));
  EXPECT_TRUE(refuses("/rows/0/verdict", "agreed"));
  EXPECT_TRUE(refuses("/rows/0/more", 1));
  EXPECT_TRUE(refuses("/rows/0/subject_nodes", -1));
  EXPECT_TRUE(refuses("/summary/exit_code", 7));
  json without = right;
  without["summary"].erase("complete");
  EXPECT_NE(schema_violations("report.schema.json", without), "");
}

TEST(JsonLines, AreTheEventsOfTheRunWithTheFieldsOfTheReport) {
  const ScratchFolder folder;
  const CommandResult result = verify(
      wrong_run(folder, {"--report", "jsonl=" + folder.path("r.jsonl"), "--report", "json"}));
  const json report = parsed_report(result.out);
  const std::vector<json> events = lines_of(file_content(folder.path("r.jsonl")));
  ASSERT_EQ(events.size(), 1 + report["rows"].size() + report["findings"].size() + 1);
  for (const json& event : events)
    EXPECT_EQ(schema_violations("event.schema.json", event), "") << event.dump();
  EXPECT_EQ(events.front()["event"], "run");
  EXPECT_EQ(events.front()["suites"], report["suites"]);
  EXPECT_EQ(events.back()["event"], "summary");
  EXPECT_EQ(events.back()["exit_code"], result.exit_code);
  for (json event : events) {
    const std::string name = event["event"];
    if (name != "row" && name != "finding") continue;
    const json& same = report[name == "row" ? "rows" : "findings"][event["index"].get<int>()];
    event.erase("event");
    event.erase("index");
    EXPECT_EQ(event, same);
  }
  json wrong = events.back();
  wrong["event"] = "end";
  EXPECT_NE(schema_violations("event.schema.json", wrong), "");
}

// --- The terminal ------------------------------------------------------------------------

TEST(Terminal, LinesFitAndBothEndsOfANameAreKept) {
  const ScratchFolder folder;
  std::string suite;
  for (const char* end : {"in-check", "out-of-check"})
    suite += fmt::format(
        "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3 ;id \"a-long-name-of-a-family-that-castles-{}\";\n",
        end);
  const std::string file = folder.write("s.epd", suite);
  const auto screen =
      screen_of(verify_on_terminal({file, "--reference", "mailbox", "--no-store"}, 70));
  for (const std::string& line : screen) EXPECT_LE(columns_of(line), 70U) << line;
  std::string text;
  for (const std::string& line : screen) text += line + "\n";
  EXPECT_NE(text.find("es-in-check "), std::string::npos) << text;
  EXPECT_NE(text.find("out-of-check "), std::string::npos) << text;
  // In a log nothing has to be cut.
  const CommandResult log = verify({file, "--reference", "mailbox"});
  EXPECT_NE(log.out.find("a-long-name-of-a-family-that-castles-in-check  "), std::string::npos)
      << log.out;
}

TEST(Terminal, ShowsProgressThatLeavesNoTrace) {
  // Long enough for progress on any machine; not the same row, or it would be run once.
  Words words{"--depth", "5", "--reference", "mailbox", "--jobs", "1"};
  for (int move = 1; move <= 6; ++move) {
    words.emplace_back("--fen");
    words.push_back(fmt::format("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {}", move));
  }
  const std::string output = verify_on_terminal(words, 80);
  EXPECT_NE(output.find("\r["), std::string::npos) << "no progress in " << output;
  EXPECT_NE(output.find("\x1b[32m"), std::string::npos) << "no colours in " << output;
  for (const std::string& line : screen_of(output))
    EXPECT_EQ(line.find("of about"), std::string::npos);
}

TEST(Terminal, AFindingFitsOnOneScreen) {
  const auto screen =
      screen_of(verify_on_terminal({"--fen", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "--depth", "3",
                                    "--reference", "mailbox", "--engine", zoo_engine("king-xray")},
                                   80));
  const auto begin = std::ranges::find_if(
      screen, [](const std::string& line) { return line.starts_with("FINDING 1"); });
  const auto end = std::ranges::find_if(
      screen, [](const std::string& line) { return line.starts_with("  reproduce"); });
  ASSERT_TRUE(begin < end);
  EXPECT_LE(end - begin, 38);
}

TEST(Text, LongRunsListOnlyWhatIsNotRight) {
  const ScratchFolder folder;
  std::string suite;
  for (int number = 1; number <= 101; ++number)
    suite += fmt::format("7k/8/8/8/8/8/8/K7 w - - 0 {} ;D1 {}\n", number, number == 50 ? 4 : 3);
  const std::string file = folder.write("s.epd", suite);
  const CommandResult result = verify({file, "--reference", "mailbox"});
  EXPECT_EQ(result.out.find("agree    "), result.out.rfind("agree    ")) << result.out;
  EXPECT_NE(result.out.find(":50"), std::string::npos) << "the suite error is listed";
  EXPECT_NE(result.out.find("-v lists them"), std::string::npos);
  const CommandResult verbose = verify({file, "--reference", "mailbox", "-v"});
  EXPECT_NE(verbose.out.find(":101 "), std::string::npos);
}

}  // namespace
}  // namespace perft_verify::verifier
