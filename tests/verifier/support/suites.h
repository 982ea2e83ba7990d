// Helpers that the tests of readers share: a suite, and its rows and problems in words.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier::test {

inline constexpr std::string_view kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kStartFour =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
inline constexpr std::string_view kKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
/// One legal move, h8h7, and sixteen after it.
inline constexpr std::string_view kOneMove = "7k/8/8/8/8/8/8/K5R1 b - - 0 1";

using Recorded = std::map<int, std::uint64_t>;

/// Every row and problem in words, in the order of the file:
/// "3 FEN id D1 20 D2 400" and "3:7 Class: message".
inline std::vector<std::string> in_words(const Suite& suite) {
  std::vector<std::string> words;
  for (const Row& row : suite.rows) {
    std::string text = std::to_string(row.line) + " " + row.fen;
    if (!row.id.empty()) text += " " + row.id;
    for (const auto& [depth, nodes] : row.recorded)
      text += " D" + std::to_string(depth) + " " + std::to_string(nodes);
    words.push_back(std::move(text));
  }
  for (const SuiteProblem& problem : suite.problems)
    words.push_back(
        std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
        (problem.error_class ? std::string(to_string(*problem.error_class)) + ": " : "") +
        problem.message);
  return words;
}

/// The only problem of the suite, in words; there are no rows.
inline std::string only_problem(const Suite& suite) {
  EXPECT_TRUE(suite.rows.empty());
  EXPECT_EQ(suite.problems.size(), 1U);
  return suite.problems.empty() ? ""
                                : in_words(Suite{"", "", {}, {suite.problems.front()}}).front();
}

}  // namespace perft_verify::verifier::test
