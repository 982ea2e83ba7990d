// The shortest way to a crash of the subject, or to an answer that it does not finish, and the
// wrong moves, or the many, that kill it.
#pragma once

#include <optional>

#include "reference/generator.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// A subject that complains while it counts seems to refuse the position. If it counts one ply of
/// it, it takes it: the finding is about an answer that it does not finish.
void acquit_of_refusal(Finding& finding, ProbedSubject& probed);

/// Cuts the question down to the shortest question that the subject fails on.
void shorten_way(Finding& finding, ProbedSubject& probed);

/// Adds the reason, and the classes of moves that should end a right, if the subject answers after
/// the same moves where the root has no castling rights.
void tell_kept_rights(Finding& finding, ProbedSubject& probed);

/// A finding about its list: where it answers once a piece is taken from the smallest position that
/// it dies of, and lists more moves than any position has: then the list has no room for its wrong
/// moves.
std::optional<Finding> list_that_runs_over(const Finding& crash, ProbedSubject& probed,
                                           reference::Generator& reference);

/// Adds a reason if the subject dies of a long list alone: it answers with a piece less, and with
/// the other side to move.
void tell_length_of_list(Finding& crash, ProbedSubject& probed);

}  // namespace perft_verify::verifier
