// Rows by the user's own choice: --only, --skip, --reachable.
#pragma once

#include <optional>
#include <string>

#include "verifier/cli/arguments/load_suites.h"

namespace perft_verify::verifier {

/// Leaves out the rows that `arguments` do not select, as if they were not in their suites. Returns
/// a notice: "12 of 387 rows are left out by --skip"; nothing without such options.
std::optional<std::string> select_rows(const VerifyArguments& arguments, LoadedSuites& loaded);

}  // namespace perft_verify::verifier
