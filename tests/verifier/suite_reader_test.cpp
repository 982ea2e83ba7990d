// The choice of a reader, files that are not suites, and rules for every format.
#include "verifier/suite/suite_reader.h"

#include <gtest/gtest.h>

#include "core/text/lines.h"
#include "tests/verifier/support/suites.h"
#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

const std::string kS(kStart);
const std::string kK(kKings);

Suite read(const std::string& file, std::string_view bytes, bool lenient = false) {
  return read_suite(file, bytes, {.lenient_clocks = lenient});
}

TEST(SuiteFormats, AreToldByExtension) {
  EXPECT_EQ(format_of_name("a.epd"), SuiteFormat::Epd);
  EXPECT_EQ(format_of_name("A.EPD"), SuiteFormat::Epd);
  EXPECT_EQ(format_of_name("a.perft"), SuiteFormat::Perft);
  EXPECT_EQ(format_of_name("a.b.csv"), SuiteFormat::Csv);
  EXPECT_EQ(format_of_name("a.json"), SuiteFormat::JsonRows);
  EXPECT_EQ(format_of_name("a.jsonl"), SuiteFormat::JsonRows);
  for (const char* other : {"-", "perft.txt", "epd", "a.epd.gz", ""})
    EXPECT_EQ(format_of_name(other), std::nullopt) << other;
}

TEST(SuiteFormats, AreToldByContent) {
  EXPECT_EQ(format_of_content(kS + " ;D1 20"), SuiteFormat::Epd);
  EXPECT_EQ(format_of_content("# id\n\n" + kS + " ;D1 20"), SuiteFormat::Epd);
  EXPECT_EQ(format_of_content("rubbish, and more"), SuiteFormat::Epd);
  EXPECT_EQ(format_of_content("# c\nid a\nepd x"), SuiteFormat::Perft);
  EXPECT_EQ(format_of_content("epd " + kS), SuiteFormat::Perft);
  EXPECT_EQ(format_of_content(kS + ",20,400"), SuiteFormat::Csv);
  EXPECT_EQ(format_of_content("fen,D1\n"), SuiteFormat::Csv);
  EXPECT_EQ(format_of_content(kS + ";20;400"), SuiteFormat::Csv);
  EXPECT_EQ(format_of_content("\xEF\xBB\xBF \n[{"), SuiteFormat::JsonRows);
  EXPECT_EQ(format_of_content("{}"), SuiteFormat::JsonRows);
}

TEST(SuiteFormats, ContentCountsForStandardInputAndOtherExtensions) {
  for (const std::string& file : {std::string("-"), std::string("fischer.txt")}) {
    for (const std::string& bytes :
         {kS + " ;D1 20", "epd " + kS + "\nperft 1 20", kS + ",20", "[\"" + kS + "\",20]"}) {
      const Suite suite = read(file, bytes);
      ASSERT_EQ(suite.rows.size(), 1U) << bytes;
      EXPECT_EQ(suite.rows[0].recorded, (Recorded{{1, 20}})) << bytes;
      EXPECT_EQ(suite.rows[0].file, file);
    }
  }
}

TEST(SuiteFormats, AWrongExtensionIsGuessed) {
  const Suite suite = read("s.epd", "fen,D1\nnonsense,20\n");
  ASSERT_FALSE(suite.problems.empty());
  const std::string& problem = suite.problems.front().message;
  EXPECT_TRUE(problem.contains("this looks like csv, not epd")) << problem;
}

TEST(SuiteFormats, WhatEveryLineSaysCountsForMoreThanTheName) {
  for (const std::string& bytes :
       {kS + ",20,400", "\"" + kS + "\",20,400", kS + " | 20 | 400", "| " + kS + " | 20 | 400 |",
        "[\"" + kS + "\",20,400]", "epd " + kS + "\nperft 1 20\nperft 2 400"}) {
    std::vector<Row> rows;
    const Suite kept = read("s.epd", bytes);
    const Suite streamed =
        read_suite("s.epd", bytes, {}, [&](Row row) { rows.push_back(std::move(row)); });
    EXPECT_TRUE(kept.problems.empty() && streamed.problems.empty()) << bytes;
    ASSERT_EQ(kept.rows.size(), 1U) << bytes;
    ASSERT_EQ(rows.size(), 1U) << bytes;
    EXPECT_EQ(kept.rows[0].recorded, (Recorded{{1, 20}, {2, 400}})) << bytes;
    EXPECT_EQ(rows[0].recorded, (Recorded{{1, 20}, {2, 400}})) << bytes;
  }
}

TEST(SuiteFormats, ATableForPeopleIsRead) {
  const std::string table =
      "# Perft\n\n| # | FEN | depth 1 | **D2** | d3 |\n|---|:----|---:|---:|---:|\n"
      "| 1 | `" +
      kS + "` | 20 | 400 | 8,902 |\n|2|" + kK + "|3|9||\n";
  for (const char* file : {"-", "page.md", "s.epd", "s.csv"}) {
    const Suite suite = read(file, table);
    ASSERT_TRUE(suite.problems.empty()) << file << to_string(suite.problems.front());
    ASSERT_EQ(suite.rows.size(), 2U) << file;
    EXPECT_EQ(suite.rows[0].recorded, (Recorded{{1, 20}, {2, 400}, {3, 8902}}));
    EXPECT_EQ(suite.rows[1].recorded, (Recorded{{1, 3}, {2, 9}}));
    EXPECT_EQ(suite.rows[0].line, 5U);
    EXPECT_EQ(suite.rows[0].column, 8U);
  }
  // Without a header: a number or a name, the FEN, the counts; framed as in a terminal.
  const Suite framed = read("-", "+-----+---+\n| two | " + kS + " | 20 | 400 |\n+-----+---+\n");
  ASSERT_EQ(framed.rows.size(), 1U);
  EXPECT_EQ(framed.rows[0].id, "two");
  EXPECT_EQ(framed.rows[0].recorded, (Recorded{{1, 20}, {2, 400}}));
  EXPECT_EQ(only_problem(read("t.md", "| FEN | D1 |\n|---|---|\n| " + kS + " | 2O |\n")),
            "3:" + std::to_string(kS.size() + 6) +
                " '2O' is not a count: a number from 0 to 18446744073709551615 is expected");
}

TEST(NoSuite, SaysWhatItIsAndWhatToDo) {
  using std::string_literals::operator""s;
  std::string utf16;
  for (const char c : kS) utf16 += {c, '\0'};
  const std::pair<std::string, const char*> kOthers[] = {
      {"\xFF\xFE" + utf16, "iconv"},
      {utf16, "iconv"},
      {"[Event \"Casual\"]\n[Site \"?\"]\n\n1. e4 *\n", "PGN"},
      {"\x1f\x8b\x08\x00 something"s, "zcat"},
      {"PK\x03\x04 something", "unpack"},
      {"\n<!DOCTYPE html>\n<html>", "web page"},
      {std::string(100'000, '\0'), "NUL"},
  };
  for (const auto& [bytes, says] : kOthers)
    for (const char* file : {"s.epd", "-", "s.csv", "s.perft"}) {
      const Suite suite = read(file, bytes);
      const std::string problem = only_problem(suite);
      EXPECT_TRUE(problem.contains(says)) << problem;
      EXPECT_TRUE(suite.problems.front().ends_reading);
    }
}

TEST(NoSuite, ASuiteOfAVariantIsNotBlamed) {
  const std::string rows = "epd " + kS + "\nperft 1 20\nperft 4 197326\n";
  for (const auto& [file, bytes] : std::initializer_list<std::pair<const char*, std::string>>{
           {"suites/atomic.perft", rows},
           {"s.perft", "id atomic-start\n" + rows},
           {"racingkings.perft", "epd 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -\nperft 1 21\n"},
           {"Racing_Kings.epd", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1 ;D1 21\n"}}) {
    const Suite suite = read(file, bytes);
    ASSERT_EQ(suite.problems.size(), 1U) << file;
    EXPECT_TRUE(suite.problems[0].message.contains("whose rules are others"))
        << suite.problems[0].message;
    EXPECT_TRUE(suite.problems[0].ends_reading);
  }
  // A name alone is harmless, and a wrong count of standard chess is reported as such.
  EXPECT_TRUE(read("horde.epd", kS + " ;D1 20 ;D4 197281\n").problems.empty());
  EXPECT_TRUE(read("s.perft", rows).problems.empty());
}

/// To count as deep as this would take hours.
TEST(NoSuite, ADeepCountIsNotCountedToRecognizeAVariant) {
  const Suite suite = read("koth.epd", kS + " ;D9 48\n");
  EXPECT_TRUE(suite.problems.empty());
  EXPECT_EQ(suite.rows.size(), 1U);
}

TEST(NoSuite, WhatHasThousandsOfBadRowsIsNotReadToItsEnd) {
  std::string bytes;
  for (int line = 0; line < 100'000; ++line) bytes += "x\n";
  for (const char* file : {"s.epd", "s.perft", "s.csv"}) {
    const Suite suite = read(file, bytes);
    EXPECT_EQ(suite.problems.size(), kMaxProblems + 1) << file;
    EXPECT_TRUE(suite.problems.back().ends_reading);
    EXPECT_TRUE(suite.rows.empty());
  }
}

TEST(Clocks, AreClampedWhereTheUserWantsIt) {
  const std::string bad = "7k/8/8/8/8/8/8/K7 w - - x 0";
  for (const auto& [file, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"s.epd", bad + " ;D1 3"},
                                                        {"s.perft", "epd " + bad + "\nperft 1 3"},
                                                        {"s.csv", bad + ",3"},
                                                        {"s.json", "[[\"" + bad + "\",3]]"}}) {
    EXPECT_TRUE(only_problem(read(file, bytes)).contains("InvalidClocks"));
    const Suite lenient = read(file, bytes, true);
    ASSERT_EQ(lenient.rows.size(), 1U) << file;
    EXPECT_EQ(lenient.rows[0].fen, kK);
    EXPECT_EQ(lenient.rows[0].notes.size(), 1U);
  }
}

TEST(UnreadCounts, AreNotedForTheFile) {
  for (const char* operations : {" ;perft1 20 ;perft2 400", " ;20", " ;depth 1 20", " ;perft(1)=20",
                                 " ;perft 1 20", " ;nodes 20"}) {
    const Suite suite = read("s.epd", "# c\n" + kS + operations + "\n" + kK + " ;D1 3\n");
    ASSERT_EQ(suite.rows.size(), 2U) << operations;
    ASSERT_EQ(suite.notes.size(), 1U) << operations;
    EXPECT_EQ(suite.notes[0].place, (Place{2, 1}));
    EXPECT_TRUE(suite.notes[0].message.starts_with("1 of 2 rows")) << suite.notes[0].message;
  }
  for (const char* operations :
       {"", " ;D1 20 ;perft1 20", " ;c0 \"D1 20\"", " ;acn 20; ce 5; dm 3", " ;bm e4", " ;perft 5"})
    EXPECT_TRUE(read("s.epd", kS + operations).notes.empty()) << operations;
}

TEST(Counts, MayHaveSeparatorsOfThousands) {
  for (const char* good : {"119060324", "119,060,324", "119_060_324", "119'060'324", "0119060324"})
    EXPECT_EQ(parse_count({good, {1, 1}}).value_or(0), 119060324U) << good;
  for (const char* bad :
       {"", ",", "1,", ",123", "1234,567", "1,23", "1,234_567", "1.234.567", "1,234,56x", "1,,234",
        "1 234", "0x10", "1e3", "-1", "+1", "18446744073709551616", "18,446,744,073,709,551,616"})
    EXPECT_FALSE(parse_count({bad, {1, 1}})) << bad;
  EXPECT_EQ(parse_count({"18,446,744,073,709,551,615", {1, 1}}).value_or(0),
            18446744073709551615ULL);
}

std::vector<std::pair<std::size_t, std::string>> lines_of(std::string_view text) {
  std::vector<std::pair<std::size_t, std::string>> all;
  Lines lines(text);
  while (lines.next()) all.emplace_back(lines.number(), std::string(lines.text()));
  return all;
}

TEST(TextLines, EndInEveryWay) {
  using Numbered = std::vector<std::pair<std::size_t, std::string>>;
  EXPECT_EQ(lines_of("a\nb"), (Numbered{{1, "a"}, {2, "b"}}));
  EXPECT_EQ(lines_of("a\r\nb\r\n"), (Numbered{{1, "a"}, {2, "b"}}));
  EXPECT_EQ(lines_of("a\rb\r"), (Numbered{{1, "a"}, {2, "b"}}));
  using namespace std::string_view_literals;
  EXPECT_EQ(lines_of("a\0\nb \t\r\0\r\nc"sv), (Numbered{{1, "a"}, {2, "b"}, {3, "c"}}));
  EXPECT_EQ(lines_of("a\r\r\rb\nc"), (Numbered{{1, "a"}, {2, ""}, {3, ""}, {4, "b"}, {5, "c"}}));
  EXPECT_EQ(lines_of("\n\n"), (Numbered{{1, ""}, {2, ""}}));
  // Read in one pass, for any content.
  EXPECT_EQ(lines_of(std::string(300'000, '\r') + "x").size(), 300'001U);
}

TEST(Epd, HasMoreSpellings) {
  for (const char* operations :
       {" ;d1 20 ;d2 400", " ;D1=20 ;D2=400", " ;D1: 20 ;D2: 400", " ;D1 = 20 ;D2 :400",
        " ;D1 20 ;D2 4_00", " d1 20; d2 400", " ;D0 1 ;D1 20 ;D2 400"}) {
    const bool wrong_group = std::string_view(operations).contains('_');
    const Suite suite = read("s.epd", kS + operations);
    ASSERT_EQ(suite.rows.size(), wrong_group ? 0U : 1U) << operations;
    const Recorded recorded = wrong_group ? Recorded{} : suite.rows[0].recorded;
    EXPECT_EQ(recorded, (wrong_group ? Recorded{} : Recorded{{1, 20}, {2, 400}})) << operations;
  }
  EXPECT_EQ(read("s.epd", kS + " ;D6 119,060,324").rows.at(0).recorded, (Recorded{{6, 119060324}}));
}

TEST(Epd, KeepsOtherOperationsAndComments) {
  const Suite suite = read("s.epd", "# a\n\n" + kS + " bm e4; c0 \"x;y\"; id \"i\"; D1 20;\n% z");
  ASSERT_EQ(suite.rows.size(), 1U);
  EXPECT_EQ(suite.rows[0].operations, (std::vector<std::string>{"bm e4", "c0 \"x;y\""}));
  ASSERT_EQ(suite.comments.size(), 3U);
  EXPECT_EQ(suite.comments[0].text, "# a");
  EXPECT_EQ(suite.comments[2].line, 4U);
}

}  // namespace
}  // namespace perft_verify::verifier
