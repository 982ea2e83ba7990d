// The reports of a run, as a user gets them: their content, and whether other programs can read
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "core/text/format.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/command.h"
#include "tests/verifier/support/json_contract.h"
#include "tests/verifier/support/schema.h"
#include "tests/verifier/support/terminal.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using nlohmann::json;
using reference::file_content;
using reference::ScratchFolder;

/// Every verdict: agreeing, wrong, a wrong recorded count, a row that does not parse.
constexpr const char* kSuite =
    "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 ;D2 568 ;id \"rook taken\";\n"
    "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 9\n"
    "7k/8/8/8/8/8/8/1K6 w - - 0 1 ;D2 14\n"
    "this is no position\n";

/// A run with findings, over that suite.
Words wrong_run(const ScratchFolder& folder, const Words& more) {
  const Words words = joined({folder.write("s.epd", kSuite), "--invalid", "skip", "--reference",
                              "mailbox", "--engine", zoo_engine("castling-rook-captured")},
                             more);
  return words;
}

constexpr const char* kHostileId = R"(<script>&'`|@x [a](b) ::error:: ##[error] ]]>)";

/// A suite that attacks readers of the reports, and an engine with a hostile name.
Words hostile_run(const ScratchFolder& folder, const Words& more) {
  const std::string suite =
      fmt::format("7k/8/8/8/8/8/8/K7 w - - 0 1 ;D2 9 ;id \"{}\";\n", kHostileId);
  const Words words =
      joined({folder.write("<b>'&.epd", suite), "--reference", "mailbox", "--engine",
              fake_engine("--mode count-plus-one --name '</title><script>alert(1)</script>'")},
             more);
  return words;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
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
    const json& same =
        report[name == "row" ? "rows" : "findings"][event["index"].get<std::size_t>()];
    event.erase("event");
    event.erase("index");
    EXPECT_EQ(event, same);
  }
  json wrong = events.back();
  wrong["event"] = "end";
  EXPECT_NE(schema_violations("event.schema.json", wrong), "");
}

// --- Reports for CI systems --------------------------------------------------------------

/// The text of an XPath expression in a file; fails the test if that is not XML.
std::string xpath(const std::string& file, const std::string& expression) {
  const CommandResult result =
      run_command({"/usr/bin/env", "xmllint", "--nonet", "--xpath", expression, file});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out.substr(0, result.out.find_last_not_of('\n') + 1);
}

TEST(Junit, CountsTestsBySuiteAndTellsTheFindingOnce) {
  const ScratchFolder folder;
  const std::string path = folder.path("r.xml");
  Words words = wrong_run(folder, {"--report", "junit=" + path});
  const std::string again =
      folder.write("again.epd", "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 ;D2 568\n");
  words.insert(words.begin() + 1, again);
  EXPECT_EQ(verify(words).exit_code, 1);
  EXPECT_EQ(xpath(path, "count(/testsuites/testsuite)"), "2");
  const std::string first = "/testsuites/testsuite[1]/";
  for (const auto& [attribute, value] :
       {std::pair{"tests", "4"}, {"failures", "1"}, {"errors", "1"}, {"skipped", "1"}})
    EXPECT_EQ(xpath(path, "string(" + first + "@" + attribute + ")"), value) << attribute;
  EXPECT_EQ(xpath(path, "count(" + first + "testcase)"), "4");
  EXPECT_EQ(xpath(path, "string(" + first + "testcase[1]/@name)"), "rook taken");
  EXPECT_EQ(xpath(path, "string(" + first + "testcase[1]/failure/@type)"), "illegal-move");
  EXPECT_TRUE(contains(xpath(path, first + "testcase[1]/failure/text()"), "e1g1"));
  EXPECT_EQ(xpath(path, "string(" + first + "testcase[3]/error/@type)"), "suite-error");
  EXPECT_TRUE(contains(xpath(path, first + "testcase[3]/error/text()"), "s.epd:3"))
      << "the place is told";
  EXPECT_EQ(xpath(path, "count(" + first + "testcase[4]/skipped)"), "1");
  for (const auto& [attribute, value] :
       {std::pair{"tests", "5"}, {"failures", "2"}, {"errors", "1"}})
    EXPECT_EQ(xpath(path, fmt::format("string(/testsuites/@{})", attribute)), value) << attribute;
  EXPECT_TRUE(contains(xpath(path, "string(/testsuites/testsuite[2]/testcase/failure)"),
                       "same as finding 1, described under"));
}

TEST(Junit, IsXmlWhateverIsInIt) {
  const ScratchFolder folder;
  const std::string path = folder.path("r.xml");
  EXPECT_EQ(verify(hostile_run(folder, {"--report", "junit=" + path})).exit_code, 1);
  // "##[" is broken, from any source.
  std::string name = kHostileId;
  name.replace(name.find("##["), 3, "##\\x5B");
  EXPECT_EQ(xpath(path, "string(//testcase/@name)"), name);
  EXPECT_EQ(xpath(path, "count(//script)"), "0");
}

/// The complaints of a validator about a report: none if it keeps the rules of Jenkins.
std::string junit_violations(const std::string& file) {
  const CommandResult result =
      run_command({"/usr/bin/env", "xmllint", "--nonet", "--noout", "--schema",
                   PERFT_VERIFY_TESTS "/schemas/junit.xsd", file});
  return result.exit_code == 0 ? "" : result.err;
}

TEST(Junit, KeepsTheRulesOfJenkins) {
  const ScratchFolder folder;
  const std::string path = folder.path("r.xml");
  EXPECT_EQ(verify(wrong_run(folder, {"--report", "junit=" + path})).exit_code, 1);
  EXPECT_EQ(junit_violations(path), "");
  EXPECT_EQ(verify(hostile_run(folder, {"--report", "junit=" + path})).exit_code, 1);
  EXPECT_EQ(junit_violations(path), "");
  std::string with_line = file_content(path);
  with_line.insert(with_line.find("<testcase ") + 10, "line=\"1\" ");
  EXPECT_NE(junit_violations(folder.write("wrong.xml", with_line)), "") << "the schema sees it";
}

TEST(Tap, IsReadByProve) {
  const ScratchFolder folder;
  const std::string file = folder.path("r.tap");
  EXPECT_EQ(verify(wrong_run(folder, {"--report", "tap=" + file})).exit_code, 1);
  const auto prove = [&file] {
    const CommandResult result = run_command({"/usr/bin/env", "prove", "--exec", "cat", file});
    return result.out + result.err;
  };
  if (contains(prove(), "No such file")) GTEST_SKIP() << "no prove: apt-get install perl";
  EXPECT_TRUE(contains(prove(), "Failed 2/4 subtests")) << prove();
  EXPECT_TRUE(contains(prove(), "(less 1 skipped subtest: 1 okay)")) << prove();
  EXPECT_TRUE(contains(prove(), "Failed tests:  1, 3")) << prove();
  EXPECT_FALSE(contains(prove(), "Parse errors")) << prove();
  EXPECT_EQ(verify(hostile_run(folder, {"--report", "tap=" + file})).exit_code, 1);
  EXPECT_TRUE(contains(prove(), "Failed 1/1 subtests")) << prove();
  EXPECT_FALSE(contains(prove(), "Parse errors")) << prove();
}

TEST(Tap, HasAPlanAndALineForEachRow) {
  const ScratchFolder folder;
  const CommandResult result = verify(wrong_run(folder, {"--report", "tap"}));
  std::istringstream stream(result.out);
  std::vector<std::string> tests;
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("ok ") || line.starts_with("not ok ")) tests.push_back(line);
  EXPECT_TRUE(result.out.starts_with("TAP version 13\n1..4\n")) << result.out;
  ASSERT_EQ(tests.size(), 4U);
  EXPECT_EQ(tests[0], "not ok 1 - rook taken");
  EXPECT_EQ(tests[1], "ok 2 - 7k/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_TRUE(tests[2].starts_with("not ok 3")) << "a wrong recorded count is no success";
  EXPECT_TRUE(contains(tests[3], "ok 4") && contains(tests[3], "# SKIP column 1"));
  EXPECT_TRUE(contains(verify(hostile_run(folder, {"--report", "tap"})).out, "\\#\\#\\\\x5Berror"))
      << "no directive from an id";
}

TEST(Sarif, PointsToTheLineOfTheSuite) {
  const ScratchFolder folder;
  const json report = json::parse(verify(wrong_run(folder, {"--report", "sarif"})).out);
  const json& results = report["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["level"], "error");
  const json& place = results[0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["region"]["startLine"], 1);
  EXPECT_EQ(place["artifactLocation"]["uri"], "file://" + folder.path("s.epd"));
  EXPECT_EQ(results[1]["ruleId"], "suite-error");
  const json hostile = json::parse(verify(hostile_run(folder, {"--report", "sarif"})).out);
  EXPECT_TRUE(contains(hostile.dump(), "%3Cb%3E%27%26.epd"));
}

TEST(Sarif, HasWhatCodeScanningNeeds) {
  const std::string schema = PERFT_VERIFY_TESTS "/schemas/sarif.schema.json";
  const ScratchFolder folder;
  const json report = json::parse(verify(wrong_run(folder, {"--report", "sarif"})).out);
  EXPECT_EQ(schema_violations(schema, report), "");
  EXPECT_EQ(schema_violations(schema,
                              json::parse(verify(hostile_run(folder, {"--report", "sarif"})).out)),
            "");
  const json& run = report["runs"][0];
  const json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0]["id"], "castling-rook-captured");
  EXPECT_TRUE(contains(rules[0]["help"]["text"].get<std::string>(), "Where to look: "));
  for (const json& result : run["results"])
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
  // The same bug at another row is the same alert.
  const std::string other = folder.write(
      "o.epd",
      "4k3/p7/8/8/8/8/6b1/4K2R b K - 0 1 ;D2 179\nr3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1\n");
  const json again = json::parse(verify({other, "--reference", "mailbox", "--engine",
                                         zoo_engine("castling-rook-captured"), "--report", "sarif"})
                                     .out);
  EXPECT_EQ(again["runs"][0]["results"][0]["partialFingerprints"],
            run["results"][0]["partialFingerprints"]);
  json without = report;
  without["runs"][0]["results"][0].erase("partialFingerprints");
  EXPECT_NE(schema_violations(schema, without), "") << "the schema sees it";
}

TEST(Markdown, ARendererShowsWhatWasMeant) {
  const ScratchFolder folder;
  const std::string file = folder.path("r.md");
  const auto rendered = [&file] {
    const CommandResult result =
        run_command({"/usr/bin/env", "cmark-gfm", "--extension", "table", "--extension", "autolink",
                     "--extension", "strikethrough", file});
    return result.exit_code == 127 ? "" : result.out;
  };
  EXPECT_EQ(verify(hostile_run(folder, {"--report", "markdown=" + file})).exit_code, 1);
  if (rendered().empty()) GTEST_SKIP() << "no cmark-gfm: apt-get install cmark-gfm";
  for (const char* part :
       {"<h2>\u274c &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; against mailbox</h2>",
        "<td>mismatch</td>",
        "&lt;script&gt;&amp;'`|@x [a](b) ::error:: ##\\x5Berror] ]]&gt;</code></td>"})
    EXPECT_TRUE(contains(rendered(), part)) << part << " is not in\n" << rendered();
  for (const char* part : {"<script", "<a ", "<em>", "<del>", "<!--"})
    EXPECT_FALSE(contains(rendered(), part)) << part << " is in\n" << rendered();
  EXPECT_EQ(verify(wrong_run(folder, {"--report", "markdown=" + file})).exit_code, 1);
  EXPECT_TRUE(contains(rendered(), "<h3>Finding 1: illegal move e1g1 (O-O)</h3>")) << rendered();
  EXPECT_FALSE(contains(file_content(file), "&#")) << "people read it as it is";
}

// --- Pictures ----------------------------------------------------------------------------

TEST(ShowSvg, IsADocumentWithThePiecesTheLastMoveAndTheCheck) {
  const ScratchFolder folder;
  const CommandResult shown = verify({"show", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "--svg"});
  EXPECT_EQ(shown.exit_code, 0);
  const std::string file = folder.write("b.svg", shown.out);
  const std::string svg = "*[local-name()='svg']/*[local-name()=";
  EXPECT_EQ(xpath(file, "count(/" + svg + "'use'])"), "5");
  EXPECT_EQ(xpath(file, "count(/" + svg + "'rect'][@class='check'])"), "1");
  EXPECT_EQ(xpath(file, "count(/" + svg + "'circle'][@class='attacker'])"), "1");
  EXPECT_EQ(xpath(file, "count(/" + svg + "'rect'][@class='last'])"), "0");
  // Every used piece is there.
  EXPECT_EQ(xpath(file, "count(//*[local-name()='symbol'])"), "12");
  const std::string after =
      folder.write("a.svg", verify({"show", "startpos", "--moves", "e2e4", "--svg"}).out);
  EXPECT_EQ(xpath(after, "count(/" + svg + "'rect'][@class='last'])"), "2");
  EXPECT_EQ(xpath(after, "count(/" + svg + "'use'])"), "32");
  EXPECT_EQ(verify({"show", "startpos", "--svg", "--json"}).exit_code, 2);
}

// --- GitHub Actions ----------------------------------------------------------------------

CommandOptions in_github(const ScratchFolder& folder) {
  CommandOptions options;
  options.environment = {{"GITHUB_ACTIONS", "true"},
                         {"GITHUB_WORKSPACE", folder.path("")},
                         {"GITHUB_STEP_SUMMARY", folder.path("summary.md")}};
  return options;
}

TEST(Github, AnnotatesTheSuiteAndAddsToTheSummaryByItself) {
  const ScratchFolder folder;
  const std::string before = folder.write("summary.md", "of the step before\n");
  const CommandResult result = verify(wrong_run(folder, {"--report", "json"}), in_github(folder));
  parsed_report(result.out);  // nothing else on standard output
  EXPECT_TRUE(contains(
      result.err,
      "::error file=s.epd,line=1,title=illegal move e1g1 (O-O)%3A castling-rook-captured::e1g1 "
      "is"))
      << result.err;
  EXPECT_TRUE(contains(result.err, "::warning file=s.epd,line=3,title=wrong recorded count"));
  EXPECT_TRUE(contains(result.err, "::notice title=perft-verify::FAIL: "));
  const std::string summary = file_content(folder.path("summary.md"));
  EXPECT_TRUE(std::filesystem::exists(before));
  EXPECT_TRUE(summary.starts_with("of the step before\n## ❌ Bug Zoo")) << summary;
  EXPECT_TRUE(contains(summary, "### Finding 1: illegal move e1g1"));
  EXPECT_TRUE(contains(summary, "| mismatch | `"));
}

TEST(Github, PointsNowhereWhereTheSuiteIsNotInTheCheckout) {
  const ScratchFolder folder;
  const ScratchFolder checkout;
  const CommandResult result = verify(wrong_run(folder, {}), in_github(checkout));
  EXPECT_TRUE(contains(result.err, "::error title=illegal move e1g1")) << result.err;
  EXPECT_FALSE(contains(result.err, "file=")) << result.err;
}

TEST(Github, IsSilentWhenAllIsWellButForTheSummary) {
  const ScratchFolder folder;
  const CommandResult result =
      verify({"--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1", "--reference", "mailbox"},
             in_github(folder));
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(file_content(folder.path("summary.md")).starts_with("## ✅ "));
}

TEST(Github, NothingThatASuiteOrAnEngineSaysIsACommand) {
  const ScratchFolder folder;
  const CommandResult result = verify(hostile_run(folder, {}), in_github(folder));
  for (const std::string& text : {result.out, result.err}) {
    EXPECT_FALSE(contains(text, "##[")) << text;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      const std::size_t first = line.find_first_not_of(" \t");
      if (first == std::string::npos || !line.substr(first).starts_with("::")) continue;
      EXPECT_TRUE(line.starts_with("::error file=<b>'&.epd,") ||
                  line.starts_with("::notice title=") || line.starts_with("::warning "))
          << line;
    }
  }
  const std::string summary = file_content(folder.path("summary.md"));
  EXPECT_TRUE(summary.starts_with("## ❌ \\</title>\\<script>alert(1)")) << summary;
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
  EXPECT_TRUE(text.contains("es-in-check ")) << text;
  EXPECT_TRUE(text.contains("out-of-check ")) << text;
  // In a log nothing is cut.
  const CommandResult log = verify({file, "--reference", "mailbox"});
  EXPECT_TRUE(log.out.contains("a-long-name-of-a-family-that-castles-in-check  ")) << log.out;
}

TEST(Terminal, ShowsProgressThatLeavesNoTrace) {
  // Long enough for progress on any machine: the positions differ, so that each is counted.
  Words words{"--depth", "5", "--reference", "mailbox", "--jobs", "1"};
  for (const char* const pawns : {"P7/1PPPPPPP", "1P6/P1PPPPPP", "2P5/PP1PPPPP", "3P4/PPP1PPPP",
                                  "4P3/PPPP1PPP", "5P2/PPPPP1PP"}) {
    words.emplace_back("--fen");
    words.push_back(fmt::format("rnbqkbnr/pppppppp/8/8/8/{}/RNBQKBNR b KQkq - 0 1", pawns));
  }
  const std::string output = verify_on_terminal(words, 80);
  EXPECT_TRUE(output.contains("\r[")) << "no progress in " << output;
  EXPECT_TRUE(output.contains("\x1b[32m")) << "no colors in " << output;
  for (const std::string& line : screen_of(output)) EXPECT_FALSE(line.contains("of about"));
}

TEST(Text, LongRunsListOnlyWhatIsNotRight) {
  const ScratchFolder folder;
  std::string suite;
  for (int number = 1; number <= 101; ++number)
    suite += fmt::format("7k/8/8/8/8/8/8/K7 w - - 0 {} ;D1 {}\n", number, number == 50 ? 4 : 3);
  const std::string file = folder.write("s.epd", suite);
  const CommandResult result = verify({file, "--reference", "mailbox"});
  EXPECT_EQ(result.out.find("agrees   "), result.out.rfind("agrees   ")) << result.out;
  EXPECT_TRUE(result.out.contains(":50")) << "the suite error is listed";
  const CommandResult verbose = verify({file, "--reference", "mailbox", "-v"});
  EXPECT_TRUE(verbose.out.contains(":101 "));
}

}  // namespace
}  // namespace perft_verify::verifier
