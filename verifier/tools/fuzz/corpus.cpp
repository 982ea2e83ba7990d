#include "verifier/tools/fuzz/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/counting/perft.h"
#include "core/text/folder.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/report/output/output_file.h"
#include "verifier/suite/suite_file.h"
#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFailures = "failures.epd";
constexpr const char* kPositions = "positions.epd";
constexpr std::size_t kMostPositions = 4096;
/// Of rows that say nothing of a depth.
constexpr int kUsualDepth = 2;
/// Counts in suites that we write, and what they may cost.
constexpr int kDeepestCount = 3;

FuzzCase case_of(const Row& row, const Position& position) {
  return {.question = reference::question_at(
              row.root(), {}, row.recorded.empty() ? kUsualDepth : row.recorded.rbegin()->first),
          .position = position};
}

std::expected<Suite, std::string> read_one(const fs::path& path) {
  const auto bytes = read_suite_file(path.string());
  if (!bytes) return std::unexpected(bytes.error());
  Suite suite = read_suite(path.string(), *bytes, {});
  if (!suite.problems.empty()) return std::unexpected(to_string(suite.problems.front()));
  return suite;
}

/// The lines of a file that is there, each with its line feed, and those of `text` that are new.
std::string with_lines_of(const fs::path& path, const std::string& text) {
  std::string all;
  if (std::error_code none; fs::exists(path, none))
    if (auto bytes = read_suite_file(path.string())) all = std::move(*bytes);
  std::set<std::string> known;
  // Rows that differ in nothing but their id are the same.
  const auto is_new = [&known](std::string_view line) {
    return known.emplace(line.substr(0, line.find(" ;id "))).second;
  };
  for (std::string_view rest = all; !rest.empty();) is_new(take_line(rest));
  for (std::string_view rest = text; !rest.empty();)
    if (const std::string_view line = take_line(rest); is_new(line))
      all += fmt::format("{}\n", line);
  return all;
}

}  // namespace

std::expected<Corpus, std::string> read_corpus(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  const auto names = error ? std::unexpected(error) : names_in(folder);
  if (!names)
    return std::unexpected(
        fmt::format("--corpus {}: {}", printable(folder), names.error().message()));
  Corpus corpus;
  for (const std::string& name : *names) {
    const fs::path path = fs::path(folder) / name;
    if (path.extension() != ".epd") continue;
    const auto suite = read_one(path);
    if (!suite) return std::unexpected(fmt::format("--corpus: {}", suite.error()));
    for (const Row& row : suite->rows) {
      const auto position = row.position();
      if (!position) continue;
      if (path.filename() == kFailures) corpus.failures.push_back(case_of(row, *position));
      corpus.stock.push_back(*position);
    }
  }
  return corpus;
}

std::expected<void, std::string> write_corpus(const std::string& folder, const FuzzResult& result,
                                              const std::string& findings) {
  const fs::path base(folder);
  if (!result.findings.empty())
    if (auto written = write_file(base / kFailures, with_lines_of(base / kFailures, findings));
        !written)
      return written;
  std::vector<KeptPosition> kept = result.kept;
  std::ranges::stable_sort(kept, std::ranges::greater(), &KeptPosition::news);
  std::string text;
  for (std::size_t at = 0; at < std::min(kept.size(), kMostPositions); ++at)
    text += kept[at].position.fen() + "\n";
  return write_file(base / kPositions, with_lines_of(base / kPositions, text));
}

std::string richest_suite(const FuzzResult& result, std::size_t rows, std::uint64_t seed) {
  std::vector<KeptPosition> kept = result.kept;
  std::ranges::stable_sort(kept, std::ranges::greater(), &KeptPosition::news);
  if (kept.size() > rows) kept.resize(rows);
  std::ranges::sort(kept, {}, &KeptPosition::number);
  std::string text = fmt::format(
      "# Positions of random games and around rare rules, those that reached most situations.\n"
      "# Written by verify fuzz --seed {} --write; rows: {}\n",
      seed, kept.size());
  for (const KeptPosition& each : kept) {
    text += each.position.fen();
    for (int depth = 1; depth <= kDeepestCount; ++depth)
      text += fmt::format(" ;D{} {}", depth, perft(each.position, depth).value_or(0));
    text += fmt::format(" ;id \"fuzz-{}-{}\";\n", seed, each.number);
  }
  return text;
}

}  // namespace perft_verify::verifier
