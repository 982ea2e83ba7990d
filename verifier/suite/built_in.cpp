#include "verifier/suite/built_in.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "verifier/suite/built_in_texts.h"
#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

/// The count of the deepest depth that an EPD line records; 0 if it records none.
std::uint64_t deepest_count(std::string_view line) {
  const std::size_t last = line.rfind(";D");
  if (last == std::string_view::npos) return 0;
  line.remove_prefix(line.find(' ', last) + 1);
  std::uint64_t count = 0;
  std::from_chars(line.data(), line.data() + line.size(), count);
  return count;
}

/// The first lines whose rows need at most kQuickNodes.
std::string_view first_tier(std::string_view suite) {
  std::uint64_t nodes = 0;
  std::size_t end = 0;
  while (end < suite.size()) {
    const std::size_t next = suite.find('\n', end) + 1;
    nodes += deepest_count(suite.substr(end, next - end));
    if (next == 0 || nodes > kQuickNodes) break;
    end = next;
  }
  return suite.substr(0, end);
}

/// The suites that are searched for ids, in this order.
constexpr std::array<std::string_view, 3> kWithIds{"standard", "rules", "gate"};

Suite read_built_in(std::string_view name) {
  return read_suite(fmt::format("{}.epd", name), *built_in_suite(name), {});
}

}  // namespace

std::optional<std::string> built_in_position(std::string_view id) {
  for (const std::string_view name : kWithIds)
    for (const Row& row : read_built_in(name).rows)
      if (row.id == id) return row.fen;
  return std::nullopt;
}

std::vector<std::string> built_in_ids() {
  std::vector<std::string> ids;
  for (const std::string_view name : kWithIds)
    for (const Row& row : read_built_in(name).rows)
      if (!row.id.empty()) ids.push_back(row.id);
  return ids;
}

std::optional<std::string_view> built_in_suite(std::string_view name) {
  if (name == "gate") return built_in::kGate;
  if (name == "quick") return first_tier(built_in::kGate);
  if (name == "standard") return built_in::kStandard;
  if (name == "rules") return built_in::kRules;
  return std::nullopt;
}

bool stands_in_a_file(const Row& row) {
  return row.line > 0 && row.file != "-" && !built_in_suite(row.file);
}

}  // namespace perft_verify::verifier
