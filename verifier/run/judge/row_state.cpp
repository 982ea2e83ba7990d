#include "verifier/run/judge/row_state.h"

#include "verifier/finding/difference.h"

namespace perft_verify::verifier {

void RowState::agree(int depth, const reference::Divide& subject,
                     const reference::Divide& reference) {
  result.reference_nodes = reference.total;
  result.verdict = Verdict::Agree;
  result.proven.totals = depth;
  if (!difference(subject, reference).any()) result.proven.divide = depth;
  agreed.emplace_back(depth, subject.total);
}

void RowState::leave_undecided(const Undecided& why) {
  if (why.stopped) {
    stopped = true;
    return;
  }
  result.verdict = Verdict::Undecided;
  result.reason = why.reason;
  done = true;
}

std::optional<std::uint64_t> recorded_at(const Row& row, int depth) {
  const auto at = row.recorded.find(depth);
  return at == row.recorded.end() ? std::nullopt : std::optional(at->second);
}

std::vector<SuiteCountError> wrong_recorded(const Row& row, const RowState& state) {
  std::vector<SuiteCountError> wrong;
  for (const auto& [depth, counted] : state.agreed)
    if (const auto recorded = recorded_at(row, depth); recorded && *recorded != counted)
      wrong.push_back({depth, *recorded, counted});
  return wrong;
}

}  // namespace perft_verify::verifier
