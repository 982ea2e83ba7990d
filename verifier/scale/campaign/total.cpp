#include "verifier/scale/campaign/total.h"

#include <fmt/format.h>

#include "core/text/printable.h"

namespace perft_verify::verifier {

std::expected<CampaignTotal, std::string> total_of(const Campaign& campaign,
                                                   const std::string& digest,
                                                   const MergedRun& merged) {
  const RunInfo& run = merged.run;
  if (run.suites.size() != 1 || run.suites.front().sha256 != digest)
    return std::unexpected(fmt::format("this is not a run of the campaign: its suite is {}{}",
                                       run.suites.size() == 1 ? "another " : "",
                                       run.suites.size() == 1
                                           ? printable(run.suites.front().file)
                                           : fmt::format("one of {}", run.suites.size())));
  if (run.rows.size() != campaign.units.size())
    return std::unexpected(fmt::format("the campaign has {} units, and the run {} rows",
                                       campaign.units.size(), run.rows.size()));
  CampaignTotal total{
      campaign.root.fen, campaign.depth, campaign.at, campaign.units.size(), campaign.by, 0, {}};
  WideCount sum;
  bool fits = true;
  for (std::size_t at = 0; at < campaign.units.size(); ++at) {
    const WorkUnit& unit = campaign.units[at];
    const RowResult& result = merged.entries[at].state.result;
    if (run.rows[at].fen != unit.fen)
      return std::unexpected(
          fmt::format("row {} of the run is another position than unit {}", at + 1, at + 1));
    if (result.verdict != Verdict::Agree) {
      ++total.missing;
      continue;
    }
    if (result.depth != campaign.unit_depth() || !result.subject_nodes ||
        (result.reference_nodes && result.reference_nodes != result.subject_nodes))
      return std::unexpected(
          fmt::format("unit {} was not counted to depth {}", at + 1, campaign.unit_depth()));
    fits = fits && add(sum, unit.times, *result.subject_nodes);
  }
  if (!fits) return std::unexpected("more than 2^128 nodes");
  if (total.missing == 0) total.nodes = sum.str();
  return total;
}

}  // namespace perft_verify::verifier
