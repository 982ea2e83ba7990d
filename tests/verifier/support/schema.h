// Checks JSON against a schema of docs/schemas.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace perft_verify::verifier::test {

/// The errors in `document`, one line each; none if it matches `schema`: a file name in
/// docs/schemas, or a path from the root.
std::string schema_violations(const std::string& schema, const nlohmann::json& document);

}  // namespace perft_verify::verifier::test
