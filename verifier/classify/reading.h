// Whether a wrong list of moves is the doing of the engine's FEN reader: the position is set up
// wrongly, and right by way of the moves.
#pragma once

#include "verifier/classify/interview.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

enum class Reading : std::uint8_t {
  Wrong,     // its board differs right after the FEN, or a move leads to the right list
  Right,     // its board is right, or the list is as wrong after a move that leads there
  Untested,  // no experiment tells
};

/// For a list that is wrong when the position is given as a FEN.
Reading reading_of(const Finding& finding, Interview& interview);

/// The class of a reader that gets this finding's moves wrong.
std::string class_of_misreading(const Finding& finding);

/// The class of a reader that makes `shown` of `fen`; nothing if the two are the same position.
std::optional<std::string> class_of_misread_board(const std::string& shown, const std::string& fen,
                                                  bool chess960);

}  // namespace perft_verify::verifier
