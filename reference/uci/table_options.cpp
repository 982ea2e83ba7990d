#include "reference/uci/table_options.h"

#include <optional>
#include <string>
#include <string_view>

#include "core/text/lines.h"

namespace perft_verify::reference {
namespace {

/// The text between two words of the line, or up to its end.
std::optional<std::string_view> between(std::string_view line, std::string_view from,
                                        std::string_view to) {
  const std::size_t at = line.find(from);
  if (at == std::string_view::npos) return std::nullopt;
  line.remove_prefix(at + from.size());
  return line.substr(0, line.find(to));
}

bool speaks_of_a_table(std::string_view name) {
  const std::string small = lower_case(name);
  return small.contains("hash") && !small.contains("clear") && !small.contains("file");
}

}  // namespace

std::vector<TableOption> table_options(std::span<const std::string> greeting) {
  std::vector<TableOption> found;
  for (const std::string_view line : greeting) {
    const auto name = between(line, "option name ", " type ");
    const auto type = between(line, " type ", " ");
    if (!name || !type || !speaks_of_a_table(*name)) continue;
    if (*type == "check") found.push_back({std::string(*name), "false", true});
    const auto least = between(line, " min ", " ");
    if (*type == "spin" && least && is_number(*least))
      found.push_back({std::string(*name), std::string(*least), *least == "0"});
  }
  return found;
}

}  // namespace perft_verify::reference
