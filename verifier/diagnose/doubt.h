// Findings that are less certain than they seemed, and what evidence leaves of their classes and
// causes.
#pragma once

#include <vector>

#include "verifier/classify/classify.h"
#include "verifier/classify/restoring/restoring.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// Turns the class into a candidate, beside others.
void doubt_class(Finding& finding, const std::vector<BugId>& others);

/// The same, and the cause becomes unknown.
void doubt_class_and_cause(Finding& finding, const std::vector<BugId>& others);

/// With the smallest table it is right: only faults of the table are possible.
void keep_faults_of_table(Classification& found, const Finding& finding);

/// Keeps only classes of a table and of a FEN reader: a fault that a fresh process does not show is
/// one of these, even if the model of another bug gives the same counts.
void keep_what_depends(Finding& finding);

/// Counts that are wrong from some depth on are no proof of a table.
void doubt_table(Finding& finding);

/// A count that is wrong below a right list is no proof of taking back: the last ply may be counted
/// without making its moves.
void doubt_unmaking(Finding& finding);

/// Blames moves that are tried and not taken back.
void blame_unrestored(Finding& finding, Unrestored proof);

/// A count that is wrong only from some depth on may be caused by a table, or by unmaking that
/// needs some plies; a bug with exactly the same counts decides it, and so do candidates that all
/// have one cause. Candidates of several causes leave open whether a move was made wrong.
void refine_cause(Finding& finding);

}  // namespace perft_verify::verifier
