// Finds the shortest question that a subject dies of: the least depth, then further and further
// down the lines of the position.
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

/// For a question that the subject dies of each time it is asked; nothing if no shorter one was
/// found. `asked` grows by the questions to the subject. Costs about as much as counting the
/// position at the least depth that it dies of.
std::optional<ShortestFailure> shortest_failure(reference::Generator& subject,
                                                const reference::Question& question,
                                                const std::stop_token& stop, std::size_t& asked);

}  // namespace perft_verify::verifier
