// Splits a confirmed finding into one per bug, and confirms, classifies and reduces each.
#pragma once

#include <string>
#include <vector>

#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/confirm.h"

namespace perft_verify::verifier {

/// `row`, `known` and `depth` are for Diagnosis::examine; `reproduce_options` for the commands that
/// show it again.
std::vector<Finding> findings_per_bug(Finding finding, Diagnosis& diagnosis, Confirmer& confirmer,
                                      std::size_t row, KnownFaults* known, int depth,
                                      const std::string& reproduce_options);

/// The last steps for a finding that is not examined any further, or has been.
void complete(Finding& finding, Confirmer& confirmer, const std::string& reproduce_options);

}  // namespace perft_verify::verifier
