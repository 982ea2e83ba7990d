// The readers against random input, with fixed seeds: rows in any spelling are read as meant, and
// damaged text is never read as a row that is not there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/suite_positions.h"
#include "tests/verifier/support/suites.h"
#include "verifier/suite/suite_writer.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using Random = std::mt19937;
using std::string_literals::operator""s;

constexpr std::array kFormats{SuiteFormat::Epd, SuiteFormat::Perft, SuiteFormat::Csv,
                              SuiteFormat::JsonRows};

std::size_t below(Random& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}
const std::string& one_of(Random& random, const std::vector<std::string>& choices) {
  return choices[below(random, choices.size())];
}

struct Meant {
  std::string fen;
  std::map<int, std::uint64_t> counts;
};

std::vector<Meant> meant_rows(Random& random, std::size_t number) {
  static const auto all = perft_verify::test::suite_positions("rules.epd");
  std::vector<Meant> rows;
  while (rows.size() < number) {
    const auto& position = all[below(random, all.size())];
    Meant row{position.fen, {}};
    for (const auto& [depth, nodes] : position.counts)
      if (below(random, 4) > 0) row.counts[depth] = nodes;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string spelled(Random& random, std::uint64_t count) {
  std::string text = std::to_string(count);
  const std::string separator = one_of(random, {"", "", ",", "_", "'"});
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, separator);
  return text;
}

/// One line of EPD in one of its countless spellings.
std::string epd_line(Random& random, const Meant& row) {
  std::string line;
  for (const char c : row.fen)
    line += c == ' ' ? one_of(random, {" ", " ", "  ", "\t"}) : std::string(1, c);
  std::vector<std::string> operations;
  for (const auto& [depth, nodes] : row.counts)
    operations.push_back(fmt::format("{}{}{}{}", one_of(random, {"D", "d"}), depth,
                                     one_of(random, {" ", "  ", "=", ": ", "\t"}),
                                     spelled(random, nodes)));
  if (below(random, 2) == 0) operations.emplace_back("id \"D1 7; D2 8\"");
  if (below(random, 3) == 0) operations.emplace_back("c0 \"it's ;D3 9\"");
  std::ranges::shuffle(operations, random);
  for (const std::string& operation : operations)
    line += one_of(random, {" ;", ";", "; ", ";;"}) + operation;
  return line + one_of(random, {"", ";", " ", "\t ;"});
}

TEST(SuiteFuzz, EpdInAnySpellingIsReadAsItIsMeant) {
  Random random(20240501);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Meant> rows = meant_rows(random, 1 + below(random, 6));
    std::string text = one_of(random, {"", "\xEF\xBB\xBF"});
    for (const Meant& row : rows) {
      if (below(random, 4) == 0) text += "# D1 20\n";
      text += epd_line(random, row) +
              one_of(random, {"\n", "\r\n", std::string("\0\n", 2), "\n\n", "\r"});
    }
    const Suite suite = read_suite("s.epd", text, {});
    for (const SuiteProblem& problem : suite.problems) ADD_FAILURE() << to_string(problem);
    ASSERT_EQ(suite.rows.size(), rows.size()) << text;
    for (std::size_t at = 0; at < rows.size(); ++at) {
      EXPECT_EQ(suite.rows[at].fen, rows[at].fen) << text;
      EXPECT_EQ(suite.rows[at].recorded, rows[at].counts) << text;
    }
  }
}

TEST(SuiteFuzz, WhatIsWrittenInAnyFormatIsReadAsItWas) {
  Random random(20240502);
  for (int round = 0; round < 100; ++round) {
    Suite suite{"s.epd", "", {}, {}};
    for (const Meant& meant : meant_rows(random, 1 + below(random, 8))) {
      Row row;
      row.fen = meant.fen;
      row.recorded = meant.counts;
      // Any printable text is an id.
      for (std::size_t length = below(random, 12); length > 0; --length)
        row.id += static_cast<char>('!' + below(random, 94));
      std::ranges::replace(row.id, '"', '\'');
      if (below(random, 3) == 0) row.operations = {"c1 \"x; y\"", "bm e4 d4"};
      suite.rows.push_back(std::move(row));
    }
    for (const SuiteFormat format : kFormats) {
      const std::string text = write_suites({&suite, 1}, format).text;
      const Suite again = read_suite(fmt::format("s.{}", to_string(format)), text, {});
      for (const SuiteProblem& problem : again.problems) ADD_FAILURE() << to_string(problem);
      ASSERT_EQ(again.rows.size(), suite.rows.size()) << text;
      for (std::size_t at = 0; at < suite.rows.size(); ++at) {
        EXPECT_EQ(again.rows[at].fen, suite.rows[at].fen) << text;
        EXPECT_EQ(again.rows[at].id, suite.rows[at].id) << text;
        EXPECT_EQ(again.rows[at].recorded, suite.rows[at].recorded) << text;
        if (format != SuiteFormat::Perft) {
          EXPECT_EQ(again.rows[at].operations, suite.rows[at].operations) << text;
        }
      }
    }
  }
}

std::string damaged(Random& random, std::string text) {
  static const std::string kBytes("\0\r\n\t ;,\"'=:{}[]\\/#%0129DdkKqQw-x\x1b\xff\xc3"s);
  for (std::size_t times = 1 + below(random, 4); times > 0 && !text.empty(); --times) {
    const std::size_t at = below(random, text.size());
    const std::size_t length = std::min<std::size_t>(1 + below(random, 12), text.size() - at);
    switch (below(random, 5)) {
      case 0:
        text[at] = kBytes[below(random, kBytes.size())];
        break;
      case 1:
        text.insert(at, 1, kBytes[below(random, kBytes.size())]);
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(below(random, text.size()), std::string(text, at, length));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

/// Whether the digits of a count are in the text as a separate number.
bool stands_in(const std::string& text, std::uint64_t count) {
  const std::string digits = std::to_string(count);
  for (std::size_t at = text.find(digits); at != std::string::npos;
       at = text.find(digits, at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && text[begin - 1] == '0') --begin;
    const auto is_digit = [&](std::size_t place) {
      return place < text.size() && text[place] >= '0' && text[place] <= '9';
    };
    if (!is_digit(at + digits.size()) && (begin == 0 || !is_digit(begin - 1))) return true;
  }
  return false;
}

/// Text without separators inside numbers, and with JSON's escaped slashes restored.
std::string plain(std::string_view bytes) {
  std::string text;
  for (const char c : bytes)
    if (c != '\\' && c != '_' && c != '\'') text += c;
  return text;
}

std::string ungrouped(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != ',') result += c;
  return result;
}

TEST(SuiteFuzz, DamageNeverMakesARowThatIsNotThere) {
  Random random(20240503);
  std::size_t rows = 0;
  std::size_t problems = 0;
  for (int round = 0; round < 4000; ++round) {
    Suite original{"s.epd", "", {}, {}};
    for (const Meant& meant : meant_rows(random, 1 + below(random, 4))) {
      Row row;
      row.fen = meant.fen;
      row.recorded = meant.counts;
      row.id = below(random, 2) == 0 ? "an id" : "";
      original.rows.push_back(std::move(row));
    }
    const SuiteFormat format = kFormats[static_cast<std::size_t>(round) % kFormats.size()];
    const std::string text = damaged(random, write_suites({&original, 1}, format).text);
    const bool by_content = below(random, 4) == 0;
    const Suite suite =
        read_suite(by_content ? "-" : fmt::format("s.{}", to_string(format)), text, {});
    const std::string bare = plain(text);
    for (const Row& row : suite.rows) {
      ++rows;
      EXPECT_TRUE(parse_fen(row.root())) << row.fen;
      // The board as written, except for runs of digits.
      const bool as_written =
          std::ranges::find(row.notes, "neighboring digits in the board where one would say it") ==
          row.notes.end();
      EXPECT_TRUE(!as_written || bare.contains(row.fen.substr(0, row.fen.find(' '))))
          << row.fen << " is not in\n"
          << text;
      for (const auto& [depth, nodes] : row.recorded)
        EXPECT_TRUE(stands_in(bare, nodes) || stands_in(ungrouped(bare), nodes))
            << nodes << " is not in\n"
            << text;
    }
    for (const SuiteProblem& problem : suite.problems) {
      ++problems;
      EXPECT_GE(problem.line, 1U);
      EXPECT_GE(problem.column, 1U);
      EXPECT_LE(problem.column, text.size() + 1);
      EXPECT_FALSE(problem.message.empty());
    }
  }
  EXPECT_GT(rows, 1000U);
  EXPECT_GT(problems, 1000U);
}

TEST(SuiteFuzz, NoiseIsSurvived) {
  Random random(20240504);
  static const std::string kBytes("[]{}\",:;\n\r\t 0123456789/KQkqbwD-\\u\0\xff"s);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    for (std::size_t length = below(random, 200); length > 0; --length)
      text += kBytes[below(random, kBytes.size())];
    const Suite suite = read_suite(
        round % 5 == 0
            ? "-"
            : fmt::format("s.{}", to_string(kFormats[static_cast<std::size_t>(round) % 4])),
        text, {});
    EXPECT_TRUE(suite.rows.empty()) << text;
  }
}

}  // namespace
}  // namespace perft_verify::verifier
