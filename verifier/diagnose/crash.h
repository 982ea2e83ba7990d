// The shortest way to a crash of the subject, and the wrong moves, or the many, that kill it.
#pragma once

#include <optional>

#include "reference/generator.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Cuts the question down to the shortest question that the subject dies of.
void shorten_way(Finding& finding, ProbedSubject& probed);

/// A finding about its list: where it answers once a piece is taken from the smallest position that
/// it dies of, and lists more moves than any position has: then the list has no room for its wrong
/// moves.
std::optional<Finding> list_that_runs_over(const Finding& crash, ProbedSubject& probed,
                                           reference::Generator& reference);

/// Adds a reason if the subject dies of a long list alone: it answers with a piece less, and with
/// the other side to move.
void tell_length_of_list(Finding& crash, ProbedSubject& probed);

}  // namespace perft_verify::verifier
