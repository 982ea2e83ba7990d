CLASS(CaptureLeavesVictim, "capture-leaves-victim", Make, "A captured piece stays",
      "After a capture the captured piece still stands somewhere in the position.",
      "One of several structures (bitboard, piece list, counts) is not told of the capture.",
      "Remove pieces in one function that keeps all structures together.")
CLASS(MovedPieceStays, "moved-piece-stays", Make, "A moved piece stays where it was",
      "After a move the piece stands on both squares.",
      "The from square is not cleared in one of the structures.",
      "Move pieces in one function that keeps all structures together.")
CLASS(MovedPieceLost, "moved-piece-lost", Make, "A moved piece does not arrive",
      "After a move the piece stands on neither square.",
      "The piece is taken from its square and put nowhere: for some kind of move, or in one of the "
      "structures.",
      "Move pieces in one function that keeps all structures together.")
CLASS(SideNotSwitched, "side-not-switched", Make, "The side to move is not switched",
      "After a move the same side is to move again.",
      "make() returns early for some kind of move, before the side is switched.",
      "Switch the side at the one end of make().")
CLASS(KingSquareStale, "king-square-stale", Make, "The king's square is not updated",
      "After a king move checks are tested where the king used to be.",
      "A second note of the king's square is updated for some kinds of moves only.",
      "Derive the king's square from the board.")
CLASS(PieceListStale, "piece-list-stale", Make, "The piece list is not updated",
      "After a move a piece is missing from a list, or moves from where it no longer is.",
      "Captures or promotions change the board and not the list.",
      "Keep board and list in one function; compare with a list from scratch in a debug build.")
CLASS(StaleStateByMoves, "stale-state-by-moves", Make,
      "Something of the state is wrong after a move",
      "The position is right as a FEN and wrong when it is reached by moves.",
      "make() forgets a part of the state that the FEN reader sets.",
      "After each move compare the state with one read from its own FEN.")
CLASS(CheckNotNoticed, "check-not-noticed", Make, "A check that a move gives is not noticed",
      "After certain moves (castling, promotion, en passant, a discovered check) the other side is "
      "in check and plays on as if it were not.",
      "Whether a move gives check is computed before it is made and believed afterwards, and that "
      "test looks at the piece that moved only.",
      "Compute the checkers from the board after the move, or let the test know each kind of move; "
      "compare both in a debug build.")
CLASS(HalfmoveNotReset, "halfmove-not-reset", Make, "The halfmove clock is not reset",
      "Captures or pawn moves do not reset the clock of the fifty-move rule.",
      "The clock is incremented and its reset is missing for some kind of move.",
      "Reset it for every capture and every pawn move. Perft cannot see it.")
