// Paths of suites for tools that show a report beside the sources.
#pragma once

#include <optional>
#include <string>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

/// The file of a row relative to the folder of the checkout, or as it was named if there is no
/// checkout (`workspace` empty). Nothing if the row has no file there: standard input, a built-in
/// suite, a file outside the checkout.
std::optional<std::string> path_in_workspace(const Row& row, const std::string& workspace);

/// The checkout of GitHub Actions; empty elsewhere.
std::string workspace_of_environment();

}  // namespace perft_verify::verifier
