// The part of our environment that an engine sees: enough for a program to be found and to start,
// and nothing else. Tokens and passwords of the user are none of its business.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perft_verify::reference {

struct EngineEnvironment {
  bool all = false;                 // everything is passed on
  std::vector<std::string> wanted;  // NAME, as it is here, or NAME=VALUE
  bool sandbox = false;             // with the limits of ChildProcess
};

/// Whether a variable is passed on by default: PATH, HOME, the language, the folder of temporary
/// files, and variables of the usual runtimes (Java, Python, .NET and others).
bool is_passed_on(std::string_view name);

/// The environment of a child, as NAME=VALUE.
std::vector<std::string> child_environment(const EngineEnvironment& options);

/// Advice after a failed start, if anything has been kept from the child; else empty.
std::string advice_on_environment(const EngineEnvironment& options);

}  // namespace perft_verify::reference
