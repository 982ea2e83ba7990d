// The positions of a suite: those inside the library, or an EPD file.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "core/position.h"

namespace perft_verify::audit {

struct SuiteRow {
  std::string name;  // "gate 12 kiwipete": suite, line, id
  Position position;
};

using SuiteRows = std::shared_ptr<const std::vector<SuiteRow>>;

/// At least one row. The suites inside the library are read once. The error is one sentence with
/// the place.
std::expected<SuiteRows, std::string> rows_of(const std::string& suite);

}  // namespace perft_verify::audit
