// Finds the shortest question that a subject dies of, or gives up: the least depth, then further
// and further down the lines of the position.
#pragma once

#include <optional>
#include <stop_token>

#include "verifier/finding/reason.h"

namespace perft_verify::verifier {

struct ShortestFailure {
  reference::Question question;
  reference::Failure failure;
  ShortestWay way;
};

/// For a question that the subject fails on each time it is asked: if it `dies`, then of dying,
/// else of answers that it does not finish. Nothing if no shorter one was found. `asked` grows by
/// the questions to the subject. Costs about as much as counting the position at the least depth
/// that it fails on.
std::optional<ShortestFailure> shortest_failure(reference::Generator& subject, bool dies,
                                                const reference::Question& question,
                                                const std::stop_token& stop, std::size_t& asked);

}  // namespace perft_verify::verifier
