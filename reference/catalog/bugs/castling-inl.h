CLASS(CastlingMissing, "castling-missing", Generation, "No castling",
      "Castling is never generated.",
      "The rights are not read from the FEN, or a test among the conditions never holds.",
      "Print which condition fails in the reduced position.")
CLASS(CastlingKingSideMissing, "castling-king-side-missing", Generation,
      "No castling to the king's side", "Castling to the queen's side works, to the king's never.",
      "A mask of squares that have to be empty includes the rook or the king itself, or the rights "
      "bit is the wrong one.",
      "Check the mask, f1 g1 for O-O, and the squares that must not be attacked.")
CLASS(CastlingQueenSideMissing, "castling-queen-side-missing", Generation,
      "No castling to the queen's side", "Castling to the king's side works, to the queen's never.",
      "A mask of squares that have to be empty includes the rook or the king itself, or the rights "
      "bit is the wrong one.",
      "Check the masks: b1 c1 d1 have to be empty for O-O-O, c1 and d1 not attacked.")
CLASS(CastlingMissingForBlack, "castling-missing-for-black", Generation,
      "One color does not castle", "One side castles, the other never does.",
      "Squares of the first rank are used for both colors, or the rights of the other side are "
      "tested.",
      "Take squares and rights from the side to move; test with color-flipped twins.")
CLASS(CastlingTwice, "castling-twice", Generation, "Castling is listed twice",
      "The same castling move stands in the list more than once.",
      "It is generated with the king's moves and again by itself, or king and rook both generate "
      "it.",
      "Generate it in one place.")
CLASS(CastlingWithoutRight, "castling-without-right", Generation, "Castling without the right",
      "The king castles although the position does not grant the right.",
      "Only king and rook on their squares are tested, or the bits of the two sides or colors are "
      "mixed up.",
      "Test the right first. If the right was lost by a move, look at make() instead.")
CLASS(CastlingBlocked, "castling-blocked", Generation, "Castling over a piece",
      "The king castles although a piece stands between king and rook.",
      "The mask of squares that have to be empty lacks one, often the bishop's or the queen's.",
      "All squares between king and rook have to be empty.")
CLASS(CastlingThroughCheck, "castling-through-check", Generation,
      "Castling through an attacked square", "The king passes over an attacked square.",
      "Only the first and the last square of the king's way are tested.",
      "Test every square from the king's to its target.")
CLASS(CastlingOutOfCheck, "castling-out-of-check", Generation, "Castling out of check",
      "The king castles while it is in check.", "The square where the king stands is not tested.",
      "Castling is not generated in check.")
CLASS(CastlingIntoCheck, "castling-into-check", Generation, "Castling into check",
      "After castling the king stands on an attacked square.",
      "The target square is left to a later test that does not see castling, or that looks at the "
      "square which the king has left; or it is left out of the loop.",
      "Test the target as well as the squares on the way; where castling is made and then tested, "
      "update the king's square first.")
CLASS(CastlingAttacksIgnored, "castling-attacks-ignored", Generation, "Castling ignores attacks",
      "Castling out of, through and into check are all generated.",
      "The test for attacks is missing, looks at the wrong squares or for the wrong color's "
      "attacks.",
      "Test every square from the king's to its target for attacks by the opponent.")
CLASS(CastlingBFileAttacked, "castling-b-file-attacked", Generation,
      "Castling is tested for attacks up to the rook",
      "Queenside castling is refused because b1 or b8 is attacked. In Chess960, where the king may "
      "go farther than the rook stands, it may be allowed through an attack.",
      "All squares between king and rook are tested for attacks.",
      "Only the squares of the king's way must not be attacked: c1, d1, e1.")
CLASS(CastlingBFileOccupied, "castling-b-file-occupied", Generation,
      "O-O-O over a piece on the b file",
      "The king castles queenside although b1 or b8 is occupied.",
      "The squares that have to be empty are taken for those that the king passes.",
      "The rook passes b1: three squares have to be empty, and two not attacked.")
CLASS(CastlingRookGone, "castling-rook-gone", Generation, "Castling without a rook",
      "The king castles although no own rook stands in the corner.",
      "The right is trusted and was not taken away when the rook moved or was captured.",
      "Take the right away whenever something leaves or reaches the rook's square.")
CLASS(CastlingRookAttacked, "castling-rook-attacked", Generation,
      "Castling refused for an attacked rook", "Castling is refused because the rook is attacked.",
      "The rook's square is among those that are tested for attacks.", "Test the king's way only.")
CLASS(CastlingIgnoresPawnAttacks, "castling-ignores-pawn-attacks", Generation,
      "Castling does not see pawns' attacks", "The king castles over squares that a pawn attacks.",
      "The attack test of castling uses the pawn's moves or the wrong direction, or looks at "
      "sliders only.",
      "Use the one attack test that the check test uses.")
CLASS(CastlingIgnoresKnightAttacks, "castling-ignores-knight-attacks", Generation,
      "Castling does not see knights' attacks",
      "The king castles over squares that a knight attacks.",
      "Castling has an attack test of its own that forgot the knights.",
      "Use the one attack test that the check test uses.")
CLASS(CastlingIgnoresKingAttacks, "castling-ignores-king-attacks", Generation,
      "Castling does not see the king's attacks",
      "The king castles over squares next to the opposing king.",
      "Castling has an attack test of its own that forgot the king.",
      "Use the one attack test that the check test uses.")
CLASS(CastlingBlackTestsWhiteSquares, "castling-black-tests-white-squares", Generation,
      "Castling tests the other side's squares",
      "Black's castling is judged by attacks on White's back rank: it is refused for nothing, and "
      "allowed through attacks.",
      "Constants like f1 and g1 in code for both colors.",
      "Take the squares from the side to move.")
CLASS(CastlingRookCaptured, "castling-rook-captured", Make,
      "The right outlives the capture of the rook",
      "A rook on its first square is captured, and its side keeps the right to castle with it.",
      "Rights are taken away for the piece that moves only, not for the square it moves to.",
      "rights &= mask[from] & mask[to] for every move, captures and promotions included.")
CLASS(CastlingRookCapturedByPromotion, "castling-rook-captured-by-promotion", Make,
      "The right outlives the capture of the rook by a promotion",
      "A pawn captures the rook in the corner and promotes, and the right stays.",
      "Promotions have a path of their own in make() that skips the rights.",
      "Update the rights by both squares of the move, before make() branches on its kind.")
CLASS(CastlingRookTakesRook, "castling-rook-takes-rook", Make,
      "Rook takes rook, and one right stays",
      "A rook captures a rook from corner to corner; both rights are lost, and one remains.",
      "The two cases are joined by else-if.",
      "rights &= mask[from] & mask[to] handles both at once.")
CLASS(CastlingRookMoved, "castling-rook-moved", Make, "The right outlives the rook's move",
      "A rook moves from its corner, even back again, and the right stays.",
      "make() takes rights away for king moves only.",
      "rights &= mask[from] & mask[to] for every move.")
CLASS(CastlingRookMovedWrongSide, "castling-rook-moved-wrong-side", Make,
      "The rook's move takes the right of the other side",
      "A rook moves from its corner, and the right on the other side is lost instead.",
      "The bits for kingside and queenside are swapped in the table of masks.",
      "Check the table: a1 queenside, h1 kingside.")
CLASS(CastlingKingMoved, "castling-king-moved", Make, "The rights outlive the king's move",
      "The king moves, even back again, and may still castle.",
      "Rights are taken away by castling itself but not by other king moves.",
      "rights &= mask[from] & mask[to], where e1 stands for both of White's rights.")
CLASS(CastlingKeepsRight, "castling-keeps-right", Make, "The rights outlive castling",
      "After castling the right is still there.",
      "Castling returns early from make(), before the rights are updated.",
      "Update the rights before make() branches on the kind of move.")
CLASS(CastlingRightLostEarly, "castling-right-lost-early", Make, "A right is lost too early",
      "A move that has nothing to do with a right takes it away.",
      "A mask with the wrong bit or square: another rook's move, a piece that passes the square, "
      "the other color's corner.",
      "Check the masks square by square: only a1, e1, h1, a8, e8, h8 take rights.")
CLASS(CastlingRightAppears, "castling-right-appears", Make, "A move gives a castling right",
      "After a move there is a right that the position before did not have.",
      "The rights are combined with a mask by OR instead of AND, or copied from another position.",
      "A move can only take rights: rights &= mask[from] & mask[to], with a mask for each square.")
CLASS(CastlingRookStays, "castling-rook-stays", Make, "Castling leaves the rook behind",
      "After castling the king stands on its target and the rook in the corner.",
      "make() moves the piece from its square to the target and does not know castling, often "
      "because a move parsed from text has no castling flag.",
      "Recognize castling by the king's two files, or set the flag when parsing.")
CLASS(CastlingWipesBoth, "castling-wipes-both", Make, "Castling takes the opponent's rights",
      "After castling the other side has lost its rights as well.",
      "rights = 0 where the own two bits were meant.", "rights &= ~own.")
CLASS(CastlingKingSquareStale, "castling-king-square-stale", Make,
      "Castling does not update the king's square",
      "After castling checks are tested where the king used to be.",
      "A second note of the king's square is updated for ordinary moves only.",
      "Derive the king's square from the board, or update it in the one function that moves "
      "pieces.")
CLASS(CastlingPrintedAsRookCapture, "castling-printed-as-rook-capture", Generation,
      "Castling is written as another move",
      "The move is right, and its text is e1h1 in standard chess (or O-O).",
      "The engine prints its internal move, king takes rook.",
      "Print e1g1 unless UCI_Chess960 is set.")
VARIANT(CastlingOverEnemy, "castling-over-enemy", Generation, CastlingBlocked,
        "Castling over the opponent's pieces: only one's own are in the way")
VARIANT(CastlingAsksBothColors, "castling-asks-both-colors", Generation, CastlingMissing,
        "Castling needs the opponent's right on that side as well")
VARIANT(CastlingKingMoveTakesOne, "castling-king-move-takes-one", Make, CastlingKingMoved,
        "The king's move takes the kingside right only")
VARIANT(CastlingRookMoveTakesBoth, "castling-rook-move-takes-both", Make, CastlingRightLostEarly,
        "A rook's move takes both rights")
VARIANT(CastlingRookCapturedOnAFile, "castling-rook-captured-on-a-file", Make, CastlingRookCaptured,
        "The right outlives the capture of the queenside rook")
VARIANT(CastlingRookReplacedOnHFile, "castling-rook-replaced-on-h-file", Make, CastlingRookCaptured,
        "The right outlives the capture of the kingside rook for another rook on its square")
VARIANT(CastlingRookReplacedOnAFile, "castling-rook-replaced-on-a-file", Make, CastlingRookCaptured,
        "The right outlives the capture of the queenside rook for another rook on its square")
CLASS(CastlingRookMisplaced, "castling-rook-misplaced", Make,
      "Castling puts the rook on a wrong square",
      "After castling the rook stands on a square that is neither its corner nor its target.",
      "A constant for the wrong side or color.",
      "f1 after O-O, d1 after O-O-O, the same files on rank 8.")
CLASS(CastlingRookLost, "castling-rook-lost", Make, "Castling loses the rook",
      "After castling the rook stands neither in its corner nor beside the king.",
      "make() takes the rook from the corner and does not put it down, or puts it where the king "
      "is written afterwards.",
      "Take both pieces off the board first, then put both down.")
CLASS(CastlingKingMisplaced, "castling-king-misplaced", Make,
      "Castling puts the king on a wrong square",
      "After castling the king stands on another square than its target.",
      "A constant or a comparison for the wrong side.",
      "g1 after O-O, c1 after O-O-O, the same files on rank 8.")
CLASS(CastlingIgnoresDiagonalAttacks, "castling-ignores-diagonal-attacks", Generation,
      "Castling does not see attacks on diagonals",
      "The king castles over squares that a bishop or queen attacks on a diagonal.",
      "The attack test of castling looks along ranks and files only.",
      "Use the one attack test that the check test uses.")
CLASS(CastlingIgnoresStraightAttacks, "castling-ignores-straight-attacks", Generation,
      "Castling does not see attacks on files",
      "The king castles over squares that a rook or queen attacks on a file.",
      "The attack test of castling looks along diagonals only.",
      "Use the one attack test that the check test uses.")
