// The parts of the JSON reports: the names and values of the contract "perft-verify/1", shared by
// the report in one document and the one in lines.
#pragma once

#include "verifier/run/model/events.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {

/// Of a file or a row; longer ones are cut.
inline constexpr std::size_t kLongestName = 4096;

/// schema, tool, subject, reference, options, suites.
Json run_json(const RunInfo& run);
Json row_json(const Row& row, const RowResult& result);
/// The fields for the result of a row, without findings.
Json result_json(const RowResult& result);
/// A finding with the rows known so far.
Json finding_json(const ReportedFinding& finding);
Json summary_json(const Summary& summary, ExitCode exit_code);

}  // namespace perft_verify::verifier
