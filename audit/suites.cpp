#include "audit/suites.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "core/fen.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/suite/built_in_text.h"

namespace perft_verify::audit {
namespace {

std::expected<std::string, std::string> text_of(const std::string& suite) {
  if (const auto built_in = verifier::built_in_suite(suite)) return std::string(*built_in);
  std::ifstream file(suite, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad() || text.empty())
    return std::unexpected(
        fmt::format("'{}' is neither gate, quick, standard or rules nor a file that can be read",
                    printable(suite)));
  return text;
}

/// The text between the quotes after ` id `.
std::string_view id_of(std::string_view line) {
  const std::size_t id = line.find("id \"");
  if (id == std::string_view::npos) return "";
  line.remove_prefix(id + 4);
  return line.substr(0, line.find('"'));
}

// Only the positions are wanted, so this reads less of EPD than the readers of verifier/suite.
std::expected<std::vector<SuiteRow>, std::string> read_rows(const std::string& suite) {
  const auto text = text_of(suite);
  if (!text) return std::unexpected(text.error());
  std::vector<SuiteRow> rows;
  Lines lines(*text);
  while (lines.next()) {
    const std::string_view line = trimmed(lines.text());
    if (is_comment_or_empty(line)) continue;
    const auto parsed = parse_fen(trimmed(line.substr(0, line.find(';'))));
    if (!parsed)
      return std::unexpected(fmt::format("{}:{}:{}: {}", printable(suite), lines.number(),
                                         parsed.error().offset + 1, parsed.error().message()));
    const std::string id = printable(id_of(line));
    rows.push_back(
        {fmt::format("{} {}{}{}", printable(suite), lines.number(), id.empty() ? "" : " ", id),
         parsed->position});
  }
  if (rows.empty()) return std::unexpected(fmt::format("{} has no position", printable(suite)));
  return rows;
}

}  // namespace

std::expected<SuiteRows, std::string> rows_of(const std::string& suite) {
  static std::mutex mutex;
  static std::map<std::string, SuiteRows> read;
  const std::scoped_lock lock(mutex);
  if (const auto known = read.find(suite); known != read.end()) return known->second;
  auto rows = read_rows(suite);
  if (!rows) return std::unexpected(std::move(rows.error()));
  auto shared = std::make_shared<const std::vector<SuiteRow>>(std::move(*rows));
  if (verifier::built_in_suite(suite)) read.emplace(suite, shared);
  return shared;
}

}  // namespace perft_verify::audit
