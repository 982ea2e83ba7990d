// The JSON report held against its contract ("perft-verify/1").
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace perft_verify::verifier::test {

/// What is wrong with a report, one line each; nothing if it keeps the contract. Names, types
/// and the references between rows and findings are checked, sums and the exit code as well.
std::vector<std::string> contract_violations(const nlohmann::json& report);

/// Parses the text of a report; fails the running test if it is not JSON or breaks the contract.
nlohmann::json parsed_report(const std::string& text);

/// The report without what may differ between two runs: times, and the number of workers.
nlohmann::json without_times(nlohmann::json report);

}  // namespace perft_verify::verifier::test
