#include "verifier/suite/epd_reader.h"

#include <gtest/gtest.h>

#include "tests/support/suite_positions.h"

namespace perft_verify::verifier {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
using Recorded = std::map<int, std::uint64_t>;

Suite read(std::string_view bytes, Chess960 chess960 = Chess960::Auto) {
  return read_epd("s.epd", bytes, {.chess960 = chess960});
}

/// The only row of a suite without errors.
Row only_row(std::string_view bytes) {
  Suite suite = read(bytes);
  EXPECT_EQ(suite.rows.size(), 1U) << bytes;
  for (const SuiteProblem& problem : suite.problems) ADD_FAILURE() << to_string(problem);
  return suite.rows.empty() ? Row{} : suite.rows.front();
}

/// "line:column class: message" of the only problem.
std::string only_problem(std::string_view bytes, Chess960 chess960 = Chess960::Auto) {
  const Suite suite = read(bytes, chess960);
  EXPECT_EQ(suite.problems.size(), 1U) << bytes.substr(0, 200);
  if (suite.problems.empty()) return "";
  const SuiteProblem& problem = suite.problems.front();
  return std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
         (problem.error_class ? std::string(to_string(*problem.error_class)) + ": " : "") +
         problem.message;
}

/// The line:column of the problem in the operations after a good FEN.
std::string problem_of_operations(const std::string& operations) {
  return only_problem(std::string(kStart) + operations);
}

TEST(EpdReader, ReadsEverySpellingOfACount) {
  for (const char* operations :
       {" ;D1 20 ;D2 400", "; D1 20; D2 400", ";D1 20;D2 400", " ;D1 20; ;D2 400;", ";D1 20 D2 400",
        " D1 20; D2 400;", "\tD1\t20\tD2\t400", "\t;D1\t20\t;D2\t400\t",
        ";  D1   20  ;  D2   400  ", " ;D2 400 ;D1 20", " ;D1 20 ;D2 400 ;D2 400",
        ";D01 020;D02 0400", "; 1 20; 2 400", ";1 20;2 400;", " ; 2\t400 ; 1 20"}) {
    const Row row = only_row(std::string(kStart) + operations);
    EXPECT_EQ(row.recorded, (Recorded{{1, 20}, {2, 400}})) << operations;
    EXPECT_EQ(row.fen, kStart) << operations;
  }
}

TEST(EpdReader, ReadsADepthAndItsCountBehindTheFen) {
  EXPECT_EQ(only_row(std::string(kStart) + " 4 197281").recorded, (Recorded{{4, 197281}}));
  EXPECT_EQ(only_row(std::string(kStart) + "\t6 119060324 ; 1 20").recorded,
            (Recorded{{1, 20}, {6, 119060324}}));
  // Neither three numbers nor one are a depth and its count.
  for (const char* more : {" 20 400 8902", " 20"})
    EXPECT_FALSE(only_problem(std::string(kStart) + more).empty());
}

TEST(EpdReader, AcceptsGapsHugeCountsAndNone) {
  EXPECT_EQ(only_row(std::string(kStart) + " ;D6 119060324").recorded, (Recorded{{6, 119060324}}));
  EXPECT_EQ(only_row(std::string(kStart) + " ;D32 18446744073709551615 ;D1 0").recorded,
            (Recorded{{1, 0}, {32, 18446744073709551615ULL}}));
  EXPECT_TRUE(only_row(kStart).recorded.empty());
}

TEST(EpdReader, EndsLinesAsAnybodyWouldAndIgnoresWhatMeansNothing) {
  const std::string line = std::string(kStart) + " ;D1 20";
  for (const std::string& bytes :
       {line, line + "\n", line + "\r\n", line + std::string("\0\n", 2), line + "  \t\r\n",
        "\xEF\xBB\xBF" + line + "\n", "\n\r\n   \n" + line + "\n\n", "# a comment\n" + line,
        "// a comment\n" + line, "  # indented\n% percent\n" + line,
        line + std::string("\r\0\r\n", 4)}) {
    const Row row = only_row(bytes);
    EXPECT_EQ(row.recorded, (Recorded{{1, 20}}));
    EXPECT_EQ(row.fen, kStart);
  }
}

TEST(EpdReader, CountsLinesFromOneCommentsIncluded) {
  const Suite suite = read("# title\n\n" + std::string(kStart) + "\r\n% x\n" + std::string(kStart));
  ASSERT_EQ(suite.rows.size(), 2U);
  EXPECT_EQ(suite.rows[0].line, 3U);
  EXPECT_EQ(suite.rows[1].line, 5U);
  EXPECT_EQ(suite.rows[1].file, "s.epd");
}

TEST(EpdReader, ReadsIdsWithSemicolonsInQuotes) {
  EXPECT_EQ(only_row(std::string(kStart) + " ;id \"a;D1 5; b\" ;D1 20").id, "a;D1 5; b");
  EXPECT_EQ(only_row(std::string(kStart) + " id \"start\"; D1 20;").id, "start");
  EXPECT_EQ(only_row(std::string(kStart) + " id bare").id, "bare");
  EXPECT_EQ(only_row(std::string(kStart) + " ;D1 20").id, "");
  EXPECT_EQ(only_row(std::string(kStart) + " ;id \"a;D1 5; b\" ;D1 20").recorded,
            (Recorded{{1, 20}}));
}

TEST(EpdReader, UnknownOpcodesDoNoHarm) {
  const Row row =
      only_row(std::string(kStart) +
               " ;c0 \"a comment\" ;bm e4 ;perft 5 ;Dx 3 ;D1 20 ;expect \"InvalidX 3\"");
  EXPECT_EQ(row.recorded, (Recorded{{1, 20}}));
}

TEST(EpdReader, CompletesShortFens) {
  EXPECT_EQ(only_row("7k/8/8/8/8/8/8/K7 w - - id \"x\"; D1 3;").fen, "7k/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_EQ(only_row("7k/8/8/8/8/8/8/K7 w - - hmvc 12; fmvn 34;").fen,
            "7k/8/8/8/8/8/8/K7 w - - 12 34");
  EXPECT_EQ(only_row("7k/8/8/8/8/8/8/K7 w - - ;fmvn 34").fen, "7k/8/8/8/8/8/8/K7 w - - 0 34");
  // A FEN with clocks of its own keeps them.
  EXPECT_EQ(only_row("7k/8/8/8/8/8/8/K7 w - - 3 4 ;hmvc 12").fen, "7k/8/8/8/8/8/8/K7 w - - 3 4");
  const Row five = only_row("7k/8/8/8/8/8/8/K7 w - - 7 ;D1 3");
  EXPECT_EQ(five.fen, "7k/8/8/8/8/8/8/K7 w - - 7 1");
  EXPECT_EQ(five.notes.size(), 1U);
  EXPECT_EQ(only_row("7k/8/8/8/8/8/8/K7 w -  -  0   1; D4 5").fen, "7k/8/8/8/8/8/8/K7 w - - 0 1");
}

TEST(EpdReader, DecidesChess960ByTheRow) {
  const std::string letters = "4k3/8/8/8/8/8/8/4K2R w H - 0 1";
  const std::string classical = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_TRUE(only_row(letters).chess960);
  EXPECT_FALSE(only_row(classical).chess960);
  const Suite on = read(classical, Chess960::On);
  ASSERT_EQ(on.rows.size(), 1U);
  EXPECT_TRUE(on.rows[0].chess960);
  EXPECT_EQ(on.rows[0].fen, letters);
  EXPECT_TRUE(only_problem(letters, Chess960::Off).starts_with("1:24 InvalidCastling: "));
}

TEST(EpdReader, NamesThePlaceOfEveryBadCount) {
  const struct {
    const char* operations;
    const char* place;  // kStart has 56 bytes
    const char* says;
  } kBad[] = {
      {" ;D", "1:59", "'D' is not a depth"},
      {" ;D 20", "1:59", "'D' is not a depth"},
      {" ;D0 2", "1:59", "the count at depth 0 is 1"},
      {" ;D33 1", "1:59", "'D33' is not a depth"},
      {" ;D99999999999999999999 1", "1:59", "is not a depth"},
      {" ;D7 18446744073709551616", "1:62", "'18446744073709551616' is not a count"},
      {" ;D1 -5", "1:62", "'-5' is not a count"},
      {" ;D1 +5", "1:62", "'+5' is not a count"},
      {" ;D1 0x14", "1:62", "is not a count"},
      {" ;D1 20.0", "1:62", "is not a count"},
      {" ;D1", "1:61", "'' is not a count"},
      {" ;D1 ;D2 400", "1:62", "'' is not a count"},
      {" ;D1 20 ;D1 21", "1:66", "depth 1 is recorded twice, with 20 and 21"},
      {" ;D1 20 twenty", "1:65", "'twenty' after the count of D1"},
      {" ;id \"open ;D1 20", "1:62", "never closed"},
      {" ;id \"a\" \"b ;D1 20", "1:66", "never closed"},
      {" ;D1 2\x1b[31m0", "1:62", "'2\\x1B[31m0' is not a count"},
  };
  for (const auto& [operations, place, says] : kBad) {
    const std::string problem = problem_of_operations(operations);
    EXPECT_TRUE(problem.starts_with(std::string(place) + " "))
        << operations << " gives " << problem;
    EXPECT_TRUE(problem.contains(says)) << operations << " gives " << problem;
  }
}

TEST(EpdReader, PassesOverNumbersAndBulletsBeforeTheFen) {
  for (const std::string before : {"1. ", "12) ", "[3] ", "(4): ", "5: ", "6 ", "- ", "* ",
                                   "FEN: ", "position fen ", "7. FEN: "}) {
    const Suite suite = read_epd("s.epd", before + std::string(kStart) + " ;D1 20\n", {});
    ASSERT_EQ(suite.rows.size(), 1U) << before;
    EXPECT_EQ(suite.rows[0].recorded, (std::map<int, std::uint64_t>{{1, 20}})) << before;
    EXPECT_EQ(suite.rows[0].column, before.size() + 1) << before;
  }
  // A bad FEN behind one has its own place; other words are no numbers.
  const Suite bad = read_epd(
      "s.epd", "1. 8/8/8/8/8/8/8/9 w - - 0 1 ;D1 20\nmate 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", {});
  ASSERT_EQ(bad.problems.size(), 2U);
  EXPECT_EQ(bad.problems[0].column, 18U);
  EXPECT_EQ(bad.problems[1].line, 2U);
}

TEST(EpdReader, SaysTheClassAndPlaceOfABadFen) {
  EXPECT_TRUE(
      only_problem("# c\n8/8/8/8/8/8/8/8 w - - 0 1").starts_with("2:1 PositionValidationFailed: "));
  EXPECT_TRUE(
      only_problem("4k3/8/8/9/8/8/8/4K3 w - - 0 1 ;D1 5").starts_with("1:9 InvalidBoard: "));
  EXPECT_TRUE(only_problem("hello world ;D1 5").starts_with("1:12 InvalidFormat: "));
  EXPECT_TRUE(
      only_problem("7k/8/8/8/8/8/8/K7 w - - nonsense ;D1 5").starts_with("1:25 InvalidClocks"));
  EXPECT_TRUE(only_problem(std::string(kStart) + " moves e2e4").starts_with("1:58 InvalidFormat"));
}

TEST(EpdReader, ReportsAllProblemsAndKeepsTheGoodRows) {
  const std::string good = std::string(kStart) + " ;D1 20\n";
  const Suite suite = read(good + "bad\n" + good + std::string(kStart) + " ;D0 2\n" + good);
  EXPECT_EQ(suite.rows.size(), 3U);
  ASSERT_EQ(suite.problems.size(), 2U);
  EXPECT_EQ(suite.problems[0].line, 2U);
  EXPECT_EQ(suite.problems[1].line, 4U);
  EXPECT_TRUE(to_string(suite.problems[0]).starts_with("s.epd:2:4: InvalidFormat: "));
}

TEST(EpdReader, EscapesWhatItQuotes) {
  const Suite suite = read("bad\x1b[2J\x07 fen\n");
  ASSERT_EQ(suite.problems.size(), 1U);
  const std::string text = to_string(suite.problems[0]);
  EXPECT_FALSE(text.contains('\x1b'));
  EXPECT_TRUE(text.contains("\\x1B"));
}

TEST(EpdReader, SurvivesALineOfTenMegabytes) {
  const std::string line(10'000'000, 'x');
  const std::string problem = only_problem("# c\n" + line + "\n");
  EXPECT_TRUE(problem.starts_with("2:1048577 ")) << problem;
  const Suite suite = read(line + "\n" + std::string(kStart) + "\n");
  EXPECT_EQ(suite.rows.size(), 1U);
  EXPECT_LT(suite.problems.at(0).excerpt.size(), 200U);
}

TEST(EpdReader, AnEmptyFileHasNeitherRowsNorProblems) {
  for (const char* bytes : {"", "\n", "# only a comment", "\xEF\xBB\xBF"}) {
    const Suite suite = read(bytes);
    EXPECT_TRUE(suite.rows.empty());
    EXPECT_TRUE(suite.problems.empty());
  }
}

TEST(EpdReader, GivesTheSha256OfTheBytes) {
  EXPECT_EQ(read("abc").sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(read("").sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_NE(read("abc\n").sha256, read("abc\r\n").sha256);
}

/// Whether a text of invalid.epd stays the same as a line: not if the reader takes its end for the
/// opcodes of a row, or if it is a comment or empty as a line.
bool is_readable_as_a_line(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos && text[first] != '#' && text[first] != '%' &&
         !text.starts_with("\xEF\xBB\xBF") && text.size() < (1U << 20U);
}

TEST(EpdReader, RefusesEveryRowOfInvalidEpdWithItsClassAndPlace) {
  std::size_t checked = 0;
  for (const auto& row : perft_verify::test::invalid_texts()) {
    if (!is_readable_as_a_line(row.text)) continue;
    ++checked;
    const std::string line = row.text + " ;D1 20\n";
    const Chess960 chess960 = row.chess960_off ? Chess960::Off : Chess960::Auto;
    const std::string expected =
        "1:" + std::to_string(row.offset + 1) + " " + row.error_class + ": ";
    const std::string problem = only_problem(line, chess960);
    EXPECT_TRUE(problem.starts_with(expected))
        << "invalid.epd:" << row.line << " " << row.id << ": " << problem << ", not " << expected;
    if (row.chess960_off) {
      const Suite suite = read(line);
      EXPECT_TRUE(suite.problems.empty()) << row.id;
      EXPECT_TRUE(suite.rows.size() == 1 && suite.rows[0].chess960) << row.id;
    }
  }
  EXPECT_GT(checked, 150U);
}

TEST(EpdReader, ReadsOurOwnSuitesAsTheyAreWritten) {
  for (const char* name : {"standard.epd", "rules.epd", "gate.epd"}) {
    const auto expected = perft_verify::test::suite_positions(name);
    std::ifstream file(std::string(PERFT_VERIFY_SUITES) + "/" + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const Suite suite = read(bytes);
    EXPECT_TRUE(suite.problems.empty());
    ASSERT_EQ(suite.rows.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
      EXPECT_EQ(suite.rows[at].line, static_cast<std::size_t>(expected[at].line));
      EXPECT_EQ(suite.rows[at].id, expected[at].id);
      EXPECT_EQ(suite.rows[at].recorded,
                Recorded(expected[at].counts.begin(), expected[at].counts.end()));
    }
  }
}

TEST(SuiteNames, SayWhereARowComesFrom) {
  Row row;
  EXPECT_EQ(name_of(row), "--fen");
  row.file = "a\x1b.epd";
  row.line = 7;
  EXPECT_EQ(name_of(row), "a\\x1B.epd:7");
  row.id = "kiwi";
  EXPECT_EQ(name_of(row), "a\\x1B.epd:7 kiwi");
}

}  // namespace
}  // namespace perft_verify::verifier
