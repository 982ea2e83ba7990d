// The class of a finding, from what it shows and from what its subject does elsewhere.
#pragma once

#include <optional>

#include "verifier/classify/classify.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The questions of classes, put to this subject.
AskMoves asking(ProbedSubject& probed);

/// The class by the finding's cause; `finding` has been reduced if possible.
Classification classify(const Finding& finding, ProbedSubject& probed);

/// The class of those among its wrong moves that are made wrong elsewhere: a list is wrong as well
/// where they are only tried. None if they are made right, or are ordinary moves.
Classification class_of_tried_moves(const Finding& finding, ProbedSubject& probed);

/// The class that the subject's own board shows after the culprit of a fault in making a move, or
/// the finding's and those that its list implies where models do not explain all of the subject;
/// nothing if the pieces are where they should be.
std::optional<Classification> by_misplaced_pieces(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
