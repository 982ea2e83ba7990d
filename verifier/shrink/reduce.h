// Finds a small position that shows the same fault, by delta debugging: parts of the position are
// removed as long as the fault stays, until none can be removed.
#pragma once

#include <optional>
#include <stop_token>

#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// `asked` grows by the questions to the subject. Nothing if the fault does not show from a FEN (it
/// depends on earlier questions, for example), or not again in a fresh process. Every position that
/// is tried is legal; the result is 1-minimal: without any one of its pieces and rights the fault
/// is gone. The order of trials is fixed, so that the same finding of the same engine gives the
/// same position.
std::optional<Reduction> reduce(reference::Generator& subject, reference::Generator& reference,
                                const Finding& finding, const std::stop_token& stop,
                                std::size_t& asked);

}  // namespace perft_verify::verifier
