// Everything an engine has to do to be verified, tried step by step, for `verify doctor`.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "verifier/cli/arguments/generators.h"

namespace perft_verify::verifier {

struct ChecklistStep {
  std::string what;
  /// Nothing where it was not tried, or is not needed.
  std::optional<bool> well;
  std::string says;    // the observation, with the engine's own words where it fails
  std::string advice;  // the remedy; empty where it is well
};

/// All steps in their order, from starting the engine to ending it. Those behind one without which
/// nothing works are not tried. `subject` is asked, and must have been chosen for `engine`.
std::vector<ChecklistStep> checklist(ChosenSubject& subject, const EngineArguments& engine,
                                     const std::stop_token& stop);

}  // namespace perft_verify::verifier
