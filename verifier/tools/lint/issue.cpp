#include "verifier/tools/lint/issue.h"

#include <algorithm>
#include <array>

namespace perft_verify::verifier {

std::string_view to_string(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames{"error", "warning", "note"};
  return kNames[static_cast<std::size_t>(severity)];
}

Issue row_issue(Severity severity, std::string_view rule, const Row& row, std::string message) {
  Issue issue;
  issue.severity = severity;
  issue.rule = rule;
  issue.place = {row.line, row.column};
  issue.message = std::move(message);
  return issue;
}

Issue count_issue(Severity severity, std::string_view rule, const Row& row, int depth,
                  std::string message) {
  Issue issue = row_issue(severity, rule, row, std::move(message));
  const auto place = std::ranges::find(row.count_places, depth, &CountPlace::depth);
  if (place != row.count_places.end()) issue.place = place->place;
  issue.depth = depth;
  issue.recorded = row.recorded.at(depth);
  return issue;
}

}  // namespace perft_verify::verifier
