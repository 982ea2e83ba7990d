// The facts that have to be equal for two processes, or two starts, to do the same run.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perft_verify::verifier {

/// Names and values, in words.
using RunFacts = std::vector<std::pair<std::string, std::string>>;

/// The end of the value for a program that could not be identified.
inline constexpr std::string_view kNotForSure = " (not known for sure)";

}  // namespace perft_verify::verifier
