// What has to be equal for two processes, or two starts, to do the same run.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace perft_verify::verifier {

/// Names and values, in words.
using RunFacts = std::vector<std::pair<std::string, std::string>>;

}  // namespace perft_verify::verifier
