#include "verifier/suite/csv_reader.h"

#include <gtest/gtest.h>

#include "tests/verifier/support/suites.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Words = std::vector<std::string>;

Suite read(std::string_view bytes) { return read_csv("s.csv", bytes, {}); }
Words words(std::string_view bytes) { return in_words(read(bytes)); }

const std::string kS(kStart);
const std::string kK(kKings);

TEST(CsvReader, ReadsListsFromDepthOne) {
  EXPECT_EQ(words(kS + ",20,400,8902,4294967297\n" + kK + ",3,9\n\n"),
            (Words{"1 " + kS + " D1 20 D2 400 D3 8902 D4 4294967297", "2 " + kK + " D1 3 D2 9"}));
  // A gap, a comma too many, blanks, quotation marks, separators, and four fields.
  EXPECT_EQ(words("\"" + std::string(kStartFour) + "\" , , 400 ,\"8,902\",\r\n"),
            (Words{"1 " + kS + " D2 400 D3 8902"}));
}

TEST(CsvReader, ReadsListsThatBeginWithDepthZero) {
  EXPECT_EQ(words(kS + ",1,20,400\n" + kK + ",1,3\n"),
            (Words{"1 " + kS + " D1 20 D2 400", "2 " + kK + " D1 3"}));
  // A position with one legal move decides nothing: in both files the first row begins with 1.
  const std::string one(kOneMove);
  EXPECT_EQ(words(one + ",1,16\n" + kS + ",20,400\n")[1], "2 " + kS + " D1 20 D2 400");
  EXPECT_EQ(words(one + ",1,1,16\n" + kS + ",1,20\n")[1], "2 " + kS + " D1 20");
}

TEST(CsvReader, ReadsOneCountOfADepthThatNobodyNames) {
  EXPECT_EQ(words(kS + ",20\n" + kK + ",3\n"), (Words{"1 " + kS + " D1 20", "2 " + kK + " D1 3"}));
  EXPECT_EQ(words(kS + ",8902\n" + kK + ",54\n"),
            (Words{"1 " + kS + " D3 8902", "2 " + kK + " D3 54"}));
  // A wrong count among correct ones is wrong; one correct nowhere and too large is not D1.
  EXPECT_EQ(words(kS + ",400\n" + kS + ",401\n" + kS + ",400\n")[1], "2 " + kS + " D2 401");
  const Suite unknown = read(kS + ",4711\n" + kK + ",815\n");
  EXPECT_EQ(in_words(unknown), (Words{"1 " + kS, "2 " + kK}));
  ASSERT_EQ(unknown.notes.size(), 1U);
  EXPECT_TRUE(unknown.notes[0].message.contains("2 of 2 rows have no recorded count"));
}

TEST(CsvReader, WhatASpreadsheetWouldCalculateIsReadAsItWas) {
  EXPECT_EQ(words("fen,id\n" + kS + ",'=1+1\n" + kK + ",'quoted\n"),
            (Words{"2 " + kS + " =1+1", "3 " + kK + " 'quoted"}));
}

TEST(CsvReader, ReadsADepthAndItsCount) {
  EXPECT_EQ(words(kS + ",5,4865609\n" + kK + ",2,9\n"),
            (Words{"1 " + kS + " D5 4865609", "2 " + kK + " D2 9"}));
  EXPECT_EQ(words(kS + ",3,8902\n"), (Words{"1 " + kS + " D3 8902"}));
  // These are counts, though the first could be a depth.
  EXPECT_EQ(words(kS + ",20,400\n"), (Words{"1 " + kS + " D1 20 D2 400"}));
  EXPECT_EQ(words(kK + ",3,9\n"), (Words{"1 " + kK + " D1 3 D2 9"}));
  // A wrong first count does not make a depth of it.
  EXPECT_EQ(words(kS + ",21,400\n"), (Words{"1 " + kS + " D1 21 D2 400"}));
}

TEST(CsvReader, ReadsColumnsByName) {
  EXPECT_EQ(
      words("id,FEN,perft(2),Perft 1,comment\nstart," + kS + ",400,20,x\nkings," + kK + ",,3,\n"),
      (Words{"2 " + kS + " start D1 20 D2 400", "3 " + kK + " kings D1 3"}));
  EXPECT_EQ(words("fen;depth;nodes\n" + kS + ";2;400\n"), (Words{"2 " + kS + " D2 400"}));
  EXPECT_EQ(words("name\tposition\td3\n\"a\"\t" + kS + "\t8902\n"),
            (Words{"2 " + kS + " a D3 8902"}));
  EXPECT_EQ(words("name\tfen\td3\n\"a\"\t" + kS + "\t8902\n"), (Words{"2 " + kS + " a D3 8902"}));
  EXPECT_EQ(words("fen,D1,D2\n" + kS + ",20\n"), (Words{"2 " + kS + " D1 20"}));
}

TEST(CsvReader, QuotedFieldsHoldWhateverTheyLike) {
  const Suite suite =
      read("fen,id,D1\n\"" + kS + "\",\"a \"\"b\"\", c\nd\",20\n" + kK + ",x,nonsense\n");
  ASSERT_EQ(suite.rows.size(), 1U);
  EXPECT_EQ(suite.rows[0].id, "a \"b\", c\nd");
  EXPECT_EQ(suite.rows[0].recorded, (Recorded{{1, 20}}));
  ASSERT_EQ(suite.problems.size(), 1U);
  EXPECT_EQ(suite.problems[0].line, 4U) << "a quoted line break is a line";
  EXPECT_EQ(suite.problems[0].column, kK.size() + 4);
}

TEST(CsvReader, SkipsWhatMeansNothing) {
  const std::string nul("\0\n", 2);
  EXPECT_EQ(words("\xEF\xBB\xBF# origin: unknown\n\n% more\n,,,\n" + nul + kS + ",20" + nul),
            (Words{"6 " + kS + " D1 20"}));
}

TEST(CsvReader, DoesNotSkipARowThatBeginsWithANul) {
  const Suite suite = read(kS + ",20\n" + std::string(1, '\0') + kS + ",20\n");
  EXPECT_EQ(suite.rows.size(), 1U);
  ASSERT_EQ(suite.problems.size(), 1U);
  EXPECT_EQ(suite.problems[0].line, 2U);
}

TEST(CsvReader, NamesThePlaceOfWhatIsWrong) {
  const std::string place = ":" + std::to_string(kS.size() + 2) + " ";
  const std::pair<std::string, std::string> kWrong[] = {
      {kS + ",twenty\n", "1" + place + "'twenty' is not a count"},
      {kS + ",20.0\n", "1" + place + "'20.0' is not a count"},
      {kS + ",-1\n", "1" + place + "'-1' is not a count"},
      {kS + ",18446744073709551616\n", "1" + place},
      {kS + ",\"1,23\"\n", "1:" + std::to_string(kS.size() + 3) + " '1,23' is not a count"},
      {"7k/8/8/8/8/8/8/K7 w - - 0 x,3\n", "1:27 InvalidClocks"},
      {"fen,D1\n\"7k/8/9/8/8/8/8/K7 w - - 0 1\",3\n", "2:7 InvalidBoard"},
      {"nonsense\n", "1:9 InvalidFormat"},
      {"fen,depth,nodes\n" + kS + ",zero,20\n", "2" + place + "'zero' is not a depth"},
      {"fen,D1\n" + kS + ",20,400\n",
       "2:" + std::to_string(kS.size() + 5) + " 3 fields, and the header names 2"},
      {"fen,D0,D1\n" + kS + ",7,20\n" + kK + ",1,3\n", ""},
  };
  for (const auto& [text, says] : kWrong) {
    const Suite suite = read(text);
    ASSERT_FALSE(suite.problems.empty()) << text;
    const std::string problem = in_words(suite).back();
    EXPECT_TRUE(problem.starts_with(says)) << text << " gives " << problem;
  }
}

TEST(CsvReader, AfterABrokenQuotationNothingIsTrusted) {
  for (const std::string& bytes :
       {kS + ",20\n\"" + kS + ",20\n" + kS + ",20\n", kS + ",20\n\"" + kS + "\"x,20\n" + kS}) {
    const Suite suite = read(bytes);
    ASSERT_EQ(suite.problems.size(), 1U);
    EXPECT_EQ(suite.problems[0].line, 2U);
    EXPECT_TRUE(suite.problems[0].ends_reading);
  }
}

TEST(CsvReader, IsBoundedInALineWithoutEnd) {
  const std::string quoted = "\"" + std::string(10'000'000, 'x');
  const std::string plain(10'000'000, ',');
  for (const std::string& bytes : {quoted, plain, kS + plain}) {
    const Suite suite = read(bytes);
    EXPECT_TRUE(suite.rows.empty());
    ASSERT_EQ(suite.problems.size(), 1U);
    EXPECT_LT(suite.problems[0].excerpt.size(), 500U);
  }
}

TEST(CsvReader, NotesCountsThatItDoesNotUnderstand) {
  const Suite suite = read("fen,leaves at six\n" + kS + ",119060324\n");
  ASSERT_EQ(suite.notes.size(), 1U);
  EXPECT_TRUE(suite.notes[0].message.contains("119060324"));
  EXPECT_TRUE(read("fen,year,D1\n" + kS + ",1999,20\n").notes.empty());
}

TEST(CsvReader, TellsSeparators) {
  EXPECT_EQ(csv_separator(kS + ",20,400"), ',');
  EXPECT_EQ(csv_separator("# c\n" + kS + ";20;400"), ';');
  EXPECT_EQ(csv_separator(kS + "\t20\t400"), '\t');
  EXPECT_EQ(csv_separator("id;fen;D1\n"), ';');
  EXPECT_EQ(csv_separator(kS + ";D1 20;D2 400"), std::nullopt) << "this is EPD";
  EXPECT_EQ(csv_separator(kS + " ;D1 1,234"), std::nullopt);
  EXPECT_EQ(csv_separator(std::string(kStartFour) + "\t0\t1"), std::nullopt) << "clocks";
  EXPECT_EQ(csv_separator(""), std::nullopt);
}

}  // namespace
}  // namespace perft_verify::verifier
