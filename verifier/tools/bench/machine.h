// The machine and compiler of a benchmark, without which its figures mean nothing.
#pragma once

#include <string>

namespace perft_verify::verifier {

/// The compiler of this program: "gcc 12.2.0" or "clang 19.1.7".
std::string compiler_name();

/// The system's name for its processor; "unknown CPU" if it does not say.
std::string cpu_name();

}  // namespace perft_verify::verifier
