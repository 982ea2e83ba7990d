// The version of the program.
#pragma once

#include <string_view>

namespace perft_verify::verifier {

inline constexpr std::string_view kVersion = PERFT_VERIFY_VERSION;

}  // namespace perft_verify::verifier
