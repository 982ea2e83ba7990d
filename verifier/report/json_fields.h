// The parts of the JSON reports: the names and values of the contract "perft-verify/1", shared by
// the report in one document and the one in lines.
#pragma once

#include <nlohmann/json.hpp>

#include "verifier/run/events.h"

namespace perft_verify::verifier {

using Json = nlohmann::ordered_json;

/// schema, tool, subject, reference, options, suites.
Json run_json(const RunInfo& run);
Json row_json(const Row& row, const RowResult& result);
/// Of these fields those that say how the row ended, findings aside.
Json result_json(const RowResult& result);
/// With the rows that are known by now.
Json finding_json(const ReportedFinding& finding);
Json summary_json(const Summary& summary, ExitCode exit_code);

/// In one line, valid whatever an engine printed.
std::string line_of(const Json& json);

}  // namespace perft_verify::verifier
