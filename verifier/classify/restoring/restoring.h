// Whether the subject takes back the moves that it tries: its own board once it has counted, or its
// list if it shows none, without being sent the position again.
#pragma once

#include <optional>

#include "verifier/classify/classify.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

struct Unrestored {
  NotRestored board;  // where the finding is, before its culprit, or between few pieces
  Classification found;
  /// It is left of moves of another kind than the culprit.
  bool of_other_kind = false;
};

/// The evidence that a finding comes from moves that are tried and not taken back: the board is
/// another one after it has counted there, the wrong moves follow from that board, and it is so
/// between few pieces as well, where nothing else is wrong. Where taking back was blamed by other
/// means, the evidence that the moves may be made wrong. A subject that shows no board is asked
/// twice for its moves, and then for those after each move of one kind: they tell whether it is
/// made right.
std::optional<Unrestored> unrestored(const Finding& finding, ProbedSubject& probed);

/// The evidence that no move that is tried gives the side to move back: by the subject's own board
/// it is the wrong one after three moves, and the right one after eight.
std::optional<Unrestored> side_not_restored(ProbedSubject& probed);

}  // namespace perft_verify::verifier
