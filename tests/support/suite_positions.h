// Reads our own suite files for tests, by plain string splitting: it shares no code with the reader
// of the product, so an error there cannot hide here.
//
// A missing or empty suite fails the test that requests it; no test may pass because its data was
// missing.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perft_verify::test {

/// One row of standard.epd, rules.epd or gate.epd.
struct SuitePosition {
  std::string file;
  int line = 0;
  std::string fen;
  std::string id;
  std::vector<std::pair<int, std::uint64_t>> counts;  // depth, nodes

  [[nodiscard]] std::string where() const {
    return file + ":" + std::to_string(line) + " " + id + " " + fen;
  }
};

/// One row of invalid.epd: a text that must be refused, and the expected error.
struct InvalidText {
  int line = 0;
  std::string text;
  std::string error_class;
  std::size_t offset = 0;
  bool chess960_off = false;
  std::string id;
};

/// The lines of a suite that are neither blank nor comments, with their numbers from 1.
inline std::vector<std::pair<int, std::string>> suite_lines(const std::string& file) {
  std::ifstream in(std::string(PERFT_VERIFY_SUITES) + "/" + file, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << "no suite " << file;
  std::vector<std::pair<int, std::string>> lines;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    if (!line.empty() && line.front() != '#') lines.emplace_back(number, line);
  EXPECT_FALSE(lines.empty()) << "suite " << file << " has no rows";
  return lines;
}

/// The text between the quotes after ` ;name "`; empty if there is no such operation.
inline std::string quoted_operation(std::string_view line, std::string_view name) {
  const std::string key = " ;" + std::string(name) + " \"";
  const auto at = line.find(key);
  if (at == std::string_view::npos) return {};
  const auto begin = at + key.size();
  return std::string(line.substr(begin, line.find('"', begin) - begin));
}

inline std::vector<SuitePosition> suite_positions(const std::string& file) {
  std::vector<SuitePosition> positions;
  for (const auto& [number, line] : suite_lines(file)) {
    SuitePosition position{
        file, number, line.substr(0, line.find(" ;")), quoted_operation(line, "id"), {}};
    for (auto at = line.find(" ;D"); at != std::string::npos; at = line.find(" ;D", at + 1)) {
      const auto blank = line.find(' ', at + 1);
      position.counts.emplace_back(std::stoi(line.substr(at + 3, blank - at - 3)),
                                   std::stoull(line.substr(blank + 1)));
    }
    positions.push_back(std::move(position));
  }
  return positions;
}

inline std::vector<InvalidText> invalid_texts(
    const std::string& file = "../tests/data/invalid.epd") {
  std::vector<InvalidText> rows;
  for (const auto& [number, line] : suite_lines(file)) {
    const std::string expected = quoted_operation(line, "expect");
    const auto blank = expected.find(' ');
    EXPECT_NE(blank, std::string::npos) << file << ":" << number << " has no expectation";
    if (blank == std::string::npos) continue;
    rows.push_back({number, line.substr(0, line.find(" ;")), expected.substr(0, blank),
                    std::stoul(expected.substr(blank + 1)),
                    quoted_operation(line, "chess960") == "off", quoted_operation(line, "id")});
  }
  return rows;
}

}  // namespace perft_verify::test
