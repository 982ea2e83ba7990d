// The subject's FEN reader as the cause of a finding: what its own board, its lists at other
// positions and the position before tell of it.
#pragma once

#include <optional>
#include <string>

#include "reference/generator.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/classify/restoring/restoring.h"
#include "verifier/finding/finding.h"

namespace perft_verify::verifier {

/// The field of the position before that the reader keeps, where the subject showed another board
/// than it was sent, and the right one in a fresh process.
std::optional<Fact> kept_by_reader(const std::string& fen, const reference::Failure& failure,
                                   ProbedSubject& probed);

/// The reader is the cause in an engine that shows another side, right or en passant square than it
/// was given, other pieces on the same squares, or the same ones on other squares. One that shows a
/// part of them may have refused the position.
void blame_reader_of_board(Finding& finding, ProbedSubject& probed);

/// The reader is a candidate for lists that are those of other boards wherever a piece of one
/// letter stands. Without a board to look at, that is no proof.
bool blame_reader_of_pieces(Finding& finding, ProbedSubject& probed);

/// Blames the FEN reader for a list that is wrong only with a field of the FEN that no wrong move
/// needs, if the list is right once a move has led there. Where no move can lead there, `proof`
/// leaves the reader as another cause. Returns whether it is blamed.
bool blame_reader_of_field(Finding& finding, Unrestored& proof, ProbedSubject& probed);

/// Blames the FEN reader if it keeps a field of the position before, and that may explain the
/// finding.
bool blame_reader_that_keeps(Finding& finding, ProbedSubject& probed);

/// Makes the class doubtful where the reader keeps rights or pieces of the position before: the
/// engine may then try castling, which spoils the board, and the pieces block, attack and pin.
void doubt_where_reader_keeps(Finding& finding, ProbedSubject& probed);

/// A list that is wrong from the FEN may be the reader's fault, which only other experiments show.
void acquit_or_blame_reader(Finding& finding, ProbedSubject& probed);

}  // namespace perft_verify::verifier
