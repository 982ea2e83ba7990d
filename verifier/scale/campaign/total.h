// The sum of a campaign, from the results of runs of its units.
#pragma once

#include <expected>
#include <string>

#include "verifier/run/model/result.h"
#include "verifier/scale/campaign/work_units.h"
#include "verifier/scale/merge/merge.h"

namespace perft_verify::verifier {

/// The rows of the run must be the units of the campaign, all of them, at their depth. The error is
/// one sentence: the run is of something else (`digest` is the SHA-256 of the campaign's file).
std::expected<CampaignTotal, std::string> total_of(const Campaign& campaign,
                                                   const std::string& digest,
                                                   const MergedRun& merged);

}  // namespace perft_verify::verifier
