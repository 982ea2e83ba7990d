// Whether the engine's FEN reader causes a wrong list of moves: the position is set up wrongly, but
// reached correctly by moves.
#pragma once

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

enum class Reading : std::uint8_t {
  Wrong,     // its board differs right after the FEN, or a move leads to the right list
  Right,     // its board is right, or the list is as wrong after a move that leads there
  Untested,  // no experiment decides
};

/// For a list that is wrong when the position is given as a FEN.
Reading reading_of(const Finding& finding, ProbedSubject& probed);

/// The class of a FEN reader that causes this finding's wrong moves.
std::string class_of_misreading(const Finding& finding);

/// The class of a FEN reader that turns `fen` into `shown`; nothing if they are the same position.
std::optional<std::string> class_of_misread_board(const std::string& shown, const std::string& fen,
                                                  bool chess960);

}  // namespace perft_verify::verifier
