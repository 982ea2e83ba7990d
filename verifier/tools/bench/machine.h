// The machine and compiler of a benchmark, without which its figures mean nothing.
#pragma once

#include <string>

namespace perft_verify::verifier {

/// "gcc 12.2.0" or "clang 19.1.7": what compiled this.
std::string compiler_name();

/// The system's name for its processor; "unknown CPU" if it does not say.
std::string cpu_name();

}  // namespace perft_verify::verifier
