#include "verifier/suite/suite_writer.h"

#include <gtest/gtest.h>

#include "tests/reference/support.h"
#include "tests/verifier/support/suites.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

constexpr std::array kFormats{SuiteFormat::Epd, SuiteFormat::Perft, SuiteFormat::Csv,
                              SuiteFormat::JsonRows};

std::string file_in(SuiteFormat format) { return "s." + std::string(to_string(format)); }

Suite read_back(const std::string& text, SuiteFormat format) {
  Suite suite = read_suite(file_in(format), text, {});
  for (const SuiteProblem& problem : suite.problems) ADD_FAILURE() << to_string(problem);
  return suite;
}

/// The content that identifies a row, at any place.
std::vector<std::string> contents(const Suite& suite, bool with_operations = true) {
  std::vector<std::string> all;
  for (const Row& row : suite.rows) {
    std::string text = row.fen + (row.chess960 ? " 960 [" : " [") + row.id + "]";
    for (const auto& [depth, nodes] : row.recorded)
      text += " " + std::to_string(depth) + "=" + std::to_string(nodes);
    if (with_operations)
      for (const std::string& operation : row.operations) text += " {" + operation + "}";
    all.push_back(std::move(text));
  }
  return all;
}

TEST(SuiteWriter, EveryFormatGivesTheSameRowsBack) {
  for (const char* name : {"standard.epd", "rules.epd", "gate.epd"}) {
    const Suite suite = read_suite(
        name, reference::file_content(std::string(PERFT_VERIFY_SUITES) + "/" + name), {});
    ASSERT_GT(suite.rows.size(), 50U);
    for (const SuiteFormat there : kFormats) {
      const WrittenSuite written = write_suites({&suite, 1}, there);
      const Suite between = read_back(written.text, there);
      EXPECT_EQ(contents(between), contents(suite)) << name << " as " << to_string(there);
      for (const SuiteFormat back : kFormats)
        EXPECT_EQ(contents(read_back(write_suites({&between, 1}, back).text, back)),
                  contents(suite))
            << name << " as " << to_string(there) << ", then " << to_string(back);
      EXPECT_EQ(between.notes.size(), 0U);
    }
  }
}

TEST(SuiteWriter, OurOwnSuitesAreWrittenAsTheyStand) {
  for (const char* name : {"standard.epd", "rules.epd", "gate.epd"}) {
    const std::string bytes =
        reference::file_content(std::string(PERFT_VERIFY_SUITES) + "/" + name);
    const Suite suite = read_suite(name, bytes, {});
    const WrittenSuite written = write_suites({&suite, 1}, SuiteFormat::Epd);
    EXPECT_EQ(written.text, bytes);
    EXPECT_TRUE(written.losses.empty());
  }
}

constexpr const char* kFull =
    "# about it\n"
    "7k/8/8/8/8/8/8/K7 w - - 3 9 ;D2 9 ;D31 18446744073709551615 ;c0 \"a, b; c\" ;bm Kb2"
    " ;id \"one, 'two'; three\";\n"
    "\n"
    "2r1k2r/8/8/8/8/8/8/4K3 b hc - 0 1\n";

TEST(SuiteWriter, NoCellOfCsvIsAFormula) {
  Suite suite = read_suite("s.epd", "7k/8/8/8/8/8/8/K7 w - - 3 9 ;id \"=cmd|' /C calc'!A0\"\n", {});
  for (const char* id : {"=1+1", "+1", "-1", "@SUM(A1)"}) {
    suite.rows.push_back(suite.rows.front());
    suite.rows.back().id = id;
  }
  const WrittenSuite written = write_suites({&suite, 1}, SuiteFormat::Csv);
  for (std::size_t at = written.text.find(','); at != std::string::npos;
       at = written.text.find(',', at + 1)) {
    const char first = written.text[at + (written.text[at + 1] == '"' ? 2 : 1)];
    EXPECT_EQ(std::string_view("=+-@").find(first), std::string_view::npos) << written.text;
  }
  EXPECT_EQ(contents(read_back(written.text, SuiteFormat::Csv)), contents(suite));
}

TEST(SuiteWriter, KeepsWhatTheFormatCanHoldAndSaysWhatItCannot) {
  const Suite suite = read_suite("s.epd", kFull, {});
  ASSERT_EQ(suite.rows.size(), 2U);
  for (const SuiteFormat format : kFormats) {
    const WrittenSuite written = write_suites({&suite, 1}, format);
    const Suite again = read_back(written.text, format);
    const bool perft = format == SuiteFormat::Perft;
    EXPECT_EQ(contents(again, !perft), contents(suite, !perft)) << written.text;
    const bool comments = perft || format == SuiteFormat::Epd;
    EXPECT_EQ(written.text.find("about it") != std::string::npos, comments) << written.text;
    EXPECT_EQ(written.losses.size(), format == SuiteFormat::Epd ? 0U : 1U);
  }
  EXPECT_EQ(write_suites({&suite, 1}, SuiteFormat::Epd).text, kFull);
  EXPECT_EQ(write_suites({&suite, 1}, SuiteFormat::Perft).losses.at(0),
            "1 row loses its EPD operations: this format has none");
  EXPECT_EQ(write_suites({&suite, 1}, SuiteFormat::Csv).losses.at(0),
            "1 comment is left out: this format has none");
}

TEST(SuiteWriter, WhatNoLineCanHoldIsReplacedAndSaid) {
  const Suite suite = read_suite(
      "s.json", R"([{"fen": "7k/8/8/8/8/8/8/K7 w - -", "id": " a\nb \"c\"", "perft": [3]}])", {});
  ASSERT_EQ(suite.rows.size(), 1U);
  for (const SuiteFormat format : kFormats) {
    const WrittenSuite written = write_suites({&suite, 1}, format);
    const Suite again = read_back(written.text, format);
    ASSERT_EQ(again.rows.size(), 1U);
    EXPECT_EQ(again.rows[0].recorded, suite.rows[0].recorded);
    const bool exact = format == SuiteFormat::Csv || format == SuiteFormat::JsonRows;
    EXPECT_EQ(again.rows[0].id == suite.rows[0].id, exact) << again.rows[0].id;
    EXPECT_EQ(written.losses.empty(), exact);
  }
  // JSON is UTF-8, EPD may have any encoding.
  const Suite latin = read_suite("s.epd", std::string(kKings) + " ;id \"\xE9\"", {});
  EXPECT_EQ(write_suites({&latin, 1}, SuiteFormat::JsonRows).losses.size(), 1U);
  EXPECT_EQ(
      read_back(write_suites({&latin, 1}, SuiteFormat::Csv).text, SuiteFormat::Csv).rows.at(0).id,
      "\xE9");
}

TEST(SuiteWriter, SeveralSuitesBecomeOne) {
  const std::vector<Suite> suites{read_suite("a.epd", "# first\n" + std::string(kStart), {}),
                                  read_suite("b.epd", "# second\n" + std::string(kKings), {})};
  EXPECT_EQ(write_suites(suites, SuiteFormat::Epd).text,
            "# first\n" + std::string(kStart) + "\n# second\n" + std::string(kKings) + "\n");
}

}  // namespace
}  // namespace perft_verify::verifier
