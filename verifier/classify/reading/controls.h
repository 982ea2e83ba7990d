// Controls of the engine's FEN reader: small positions with one field of the FEN, and games after
// which that field is the same without having been read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verifier/classify/reading/reading.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

/// A position that a FEN gives, and the move on which the field concerned decides. Other mistakes
/// of the subject do not matter here.
struct Control {
  Root root;
  std::string move;
};

/// Whether the subject lists the move, or leaves it out, as it should; nothing if it does not
/// answer. `game` is played in place of the FEN, if there is one.
std::optional<bool> right_about(const Control& control, ProbedSubject& probed,
                                const std::vector<std::string>& game = {});

/// Whether moves of another position are listed, as where the subject did not play the last move.
bool is_elsewhere(const WrongMoves& wrong, const Root& root);

/// A position of standard chess where castling by that right is legal, and only these are left.
Control control_of(const StateDifference::Right& right, const CastlingRights& left);

/// An en passant square of the same file and color, between few pieces.
Control control_of_en_passant(Square square);

/// Whether the FEN's letter for this right gives that of the other wing, and the other wing's
/// letter is read as it should be. A generator that tests the wrong right is wrong with both.
bool is_taken_for_other_wing(const StateDifference::Right& right, ProbedSubject& probed);

/// Whether the reader loses that right among these in standard chess: alone it is read, and among
/// them castling is missing even where moves have taken the others since.
bool is_lost_among(const StateDifference::Right& right, const CastlingRights& rights,
                   ProbedSubject& probed);

/// The rights that a FEN gives, against those of a game. `added`: it seems to give more than its
/// `rights`. Some readers find a right only beside another one.
Reading reading_of_right(const StateDifference::Right& right, const CastlingRights& rights,
                         bool chess960, bool added, ProbedSubject& probed);

}  // namespace perft_verify::verifier
