#include "verifier/cli/arguments/select_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>

#include "core/rules/plausibility.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

bool matches_any(const std::vector<std::string>& globs, const Row& row) {
  const std::string name = short_name(row);
  return std::ranges::any_of(globs, [&](const std::string& glob) {
    return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
  });
}

bool is_reachable(const Row& row) {
  const auto position = row.position();
  return !position || unreachable_because(*position).empty();
}

/// The option that leaves the row out; nothing if it is selected.
std::string_view left_out_by(const VerifyArguments& arguments, const Row& row) {
  if (!arguments.only.empty() && !matches_any(arguments.only, row)) return "--only";
  if (matches_any(arguments.skip, row)) return "--skip";
  if (arguments.reachable && row.skip_reason.empty() && !is_reachable(row)) return "--reachable";
  return "";
}

}  // namespace

std::optional<std::string> select_rows(const VerifyArguments& arguments, LoadedSuites& loaded) {
  if (arguments.only.empty() && arguments.skip.empty() && !arguments.reachable) return std::nullopt;
  RowList selected;
  std::map<std::string_view, std::size_t> left_out;
  std::size_t end_of_suite = 0;
  std::size_t suite = 0;
  std::vector<std::size_t> suite_rows(loaded.suite_rows.size());
  for (std::size_t index = 0; index < loaded.rows.size(); ++index) {
    // Rows are in the order of their suites, followed by those of --fen.
    while (suite < suite_rows.size() && index >= end_of_suite + loaded.suite_rows[suite])
      end_of_suite += loaded.suite_rows[suite++];
    const Row row = loaded.rows[index];
    if (const std::string_view option = left_out_by(arguments, row); !option.empty()) {
      ++left_out[option];
      continue;
    }
    selected.push_back(row);
    if (suite < suite_rows.size()) ++suite_rows[suite];
  }
  std::vector<std::string> parts;
  for (const auto& [option, rows] : left_out)
    parts.push_back(fmt::format("{} by {}", rows, option));
  std::string sentence = fmt::format(
      "{} of {} selected{}", selected.size(), counted(loaded.rows.size(), "row", "rows"),
      parts.empty() ? "" : fmt::format("; left out: {}", fmt::join(parts, ", ")));
  loaded.rows = std::move(selected);
  loaded.suite_rows = std::move(suite_rows);
  return sentence;
}

}  // namespace perft_verify::verifier
