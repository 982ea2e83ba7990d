// Whether the engine's FEN reader causes a wrong list of moves: the position is set up wrongly, but
// reached correctly by moves.
#pragma once

#include "verifier/classify/probed_subject.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

enum class Reading : std::uint8_t {
  Wrong,  // its board differs right after the FEN, or a move leads to the right list
  Right,  // its board is right, or a control position with that field is, or the list is as wrong
          // after a move that leads there
  Untested,  // no experiment decides
};

/// The verdict of the experiments on the reader as the cause of a finding.
struct ReaderVerdict {
  Reading reading = Reading::Untested;
  /// The class if the reader is the cause, where something speaks for that.
  std::optional<BugId> bug_class = std::nullopt;
  /// The class if the list of moves is the cause, where that looks the same.
  std::optional<BugId> otherwise = std::nullopt;
};

/// Whether a field of the FEN alone may account for the wrong moves: castling or en passant
/// captures that are missing although the FEN allows them, castling without a right.
bool may_be_misread(const Finding& finding);

/// Whether the castling that is missing after moves needs rights that the reader loses at the root.
bool loses_rights_at_root(const Finding& finding, ProbedSubject& probed);

/// Whether a capture en passant between few pieces, onto the square of the finding or onto that of
/// its color, is missing from the FEN and listed after the double push.
bool loses_square_of_fen(const Finding& finding, ProbedSubject& probed);

/// For a list that is wrong when the position is given as a FEN.
ReaderVerdict reader_verdict(const Finding& finding, ProbedSubject& probed);

/// The class of a FEN reader that turns `root` into `shown`, which differs from it.
BugId class_of_misread_board(const std::string& shown, const Root& root, ProbedSubject& probed);

}  // namespace perft_verify::verifier
