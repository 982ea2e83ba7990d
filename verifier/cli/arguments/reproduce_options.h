#pragma once

#include <string>

#include "verifier/cli/arguments/arguments.h"

namespace perft_verify::verifier {

/// The options of a run that a command needs to reproduce a finding, each after a blank.
std::string reproduce_options(const VerifyArguments& arguments);

}  // namespace perft_verify::verifier
