// A finding that stands, to the last detail: its class and smallest position, and what others say
// to what was found beside it.
#pragma once

#include "verifier/classify/diagnosis.h"
#include "verifier/locate/confirm.h"

namespace perft_verify::verifier {

/// The findings that a confirmed one is, one a bug; `row`, `known` and `depth` as for
/// Diagnosis::examine. What was found beside it and is not confirmed is left out, and so are
/// reduced positions that are not.
std::vector<Finding> examine_confirmed(Finding finding, std::size_t row, KnownFaults* known,
                                       int depth, Diagnosis& diagnosis, Confirmer& confirmer);

}  // namespace perft_verify::verifier
