// The report of `verify prove`: what is proved, what is sampled, and what is open.
#pragma once

#include <string>

#include "verifier/report/formats/json_fields.h"
#include "verifier/run/model/events.h"
#include "verifier/run/model/result.h"
#include "verifier/tools/prove/prove.h"

namespace perft_verify::verifier {

std::string report_of(const ProveResult& result, const RunInfo& info, bool color);

/// As docs/schemas describes it.
Json json_of(const ProveResult& result, const RunInfo& info, ExitCode code);

}  // namespace perft_verify::verifier
