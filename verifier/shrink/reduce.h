// A small position that shows the same fault, by delta debugging: whatever can be left out of
// the position without losing the fault is left out, until nothing more can.
#pragma once

#include <optional>
#include <stop_token>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// `asked` grows by the questions to the subject. Nothing where the fault does not show from a FEN
/// (it depends on what was asked before, say), or not again in a fresh process. Every position that
/// is tried is legal; the result is 1-minimal: without any one of its pieces and rights the fault
/// is gone. The order of trials is fixed, so that the same finding of the same engine gives the
/// same position.
std::optional<Reduction> reduce(reference::Generator& subject, reference::Generator& reference,
                                const Finding& finding, const std::stop_token& stop,
                                std::size_t& asked);

}  // namespace perft_verify::verifier
