// Moves of pinned pieces in check: code of pins that overlooks checks, or the other way around.
#pragma once

#include <optional>

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/reason.h"

namespace perft_verify::verifier {

/// PinnedPiecesOverlookCheck or AnswersOverlookPins, if all wrong moves are of pinned pieces, and
/// the subject is right about other pieces that do not answer the check, or about the same pin
/// without one.
std::optional<Fact> overlooked_by_pinned(const Position& position, const WrongMoves& wrong,
                                         ProbedSubject& probed);

}  // namespace perft_verify::verifier
