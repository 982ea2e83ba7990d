// Whether the subject takes back the moves that it tries: its own board once it has counted, shown
// without being sent the position again.
#pragma once

#include <optional>

#include "verifier/classify/classify.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

struct Unrestored {
  NotRestored board;  // where the finding is, or before its culprit
  Classification found;
};

/// The evidence that a finding comes from moves that are tried and not taken back: the board is
/// another one after it has counted there, and the wrong moves follow from that board. It is so
/// between few pieces as well, where the list is right, and on a square that taking back writes
/// whatever was made before. Nothing if any of that is missing, as where the subject shows no
/// board.
std::optional<Unrestored> unrestored(const Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
