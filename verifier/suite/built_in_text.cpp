#include "verifier/suite/built_in_text.h"

#include <charconv>

#include "verifier/suite/built_in_texts.h"

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

}  // namespace

std::optional<std::string_view> built_in_suite(std::string_view name) {
  if (name == "gate") return built_in::kGate;
  if (name == "quick") return first_tier(built_in::kGate);
  if (name == "standard") return built_in::kStandard;
  if (name == "rules") return built_in::kRules;
  return std::nullopt;
}

}  // namespace perft_verify::verifier
