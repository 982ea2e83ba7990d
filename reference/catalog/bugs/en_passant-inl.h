CLASS(EpMissing, "ep-missing", Generation, "En passant is never captured",
      "No en passant capture is generated at all.",
      "The pawn generator tests the target square for an opposing piece, and the en passant square "
      "is empty; or the square is never read from the FEN or set by a double push.",
      "Generate it apart: for each own pawn that attacks the en passant square add the capture, "
      "then test it by its own rule.")
CLASS(EpMissingForBlack, "ep-missing-for-black", Generation, "En passant is missing for one color",
      "One side captures en passant, the other never does.",
      "The rank of the capturers or the direction of the attack is written for White only.",
      "Take rank and direction from the side to move, and test each position together with its "
      "color-flipped twin.")
CLASS(EpOneCapturerOnly, "ep-one-capturer-only", Generation,
      "Only one of two pawns captures en passant",
      "Two pawns can capture the same pawn, and only one of the captures is generated.",
      "The generator leaves its loop after the first capturer, or tests one neighboring file with "
      "else-if.",
      "Loop over all own pawns that attack the en passant square.")
CLASS(EpTwice, "ep-twice", Generation, "En passant is listed twice",
      "The same en passant capture stands in the list more than once.",
      "It is generated with the ordinary pawn captures and again by itself, or once for each stage "
      "of a staged generator.",
      "Leave the en passant square out of the targets of ordinary captures.")
CLASS(EpEvasionMissing, "ep-evasion-missing", Generation,
      "En passant is missing as an answer to check",
      "The pawn that just made a double push gives check, and capturing it en passant is not "
      "generated.",
      "Evasions are masked by the square of the checker and the squares between; the target of "
      "this capture is neither.",
      "In check, allow en passant also when the captured pawn is the checker.")
CLASS(EpAFileLost, "ep-a-file-lost", Make, "En passant is lost on one file",
      "En passant works everywhere but on an edge file.",
      "The file is kept as a number and 0 means none, a file mask cuts off a or h, or a loop over "
      "files ends one too early.",
      "Keep the square as an optional value with its own name for none.")
CLASS(EpForbiddenOnKingRank, "ep-forbidden-on-king-rank", Generation,
      "En passant is refused too often",
      "The capture is refused whenever some condition hints at a discovered check, though no line "
      "to the king opens.",
      "The test for the two pawns that leave a rank stops at the king's rank and never looks for a "
      "rook or queen there; or the moves of pinned pawns are generated apart, without en passant.",
      "Remove both pawns from the occupancy, set the capturer on its target, and ask whether a "
      "slider then attacks the king.")
CLASS(EpHorizontalPin, "ep-horizontal-pin", Generation, "Two pawns leave the king's rank",
      "After the capture both pawns are gone from the king's rank, and a rook or queen behind them "
      "attacks the king. The generator allows the capture.",
      "Pins are computed for single pieces; with two pawns between king and rook neither of them "
      "is pinned.",
      "Test each en passant capture by itself with both pawns removed from the occupancy; it is "
      "rare enough to cost nothing.")
CLASS(EpDiagonalPin, "ep-diagonal-pin", Generation, "The captured pawn was a shield on a diagonal",
      "The pawn that is captured en passant stood between the own king and a bishop or queen. The "
      "capturer is not pinned, and the capture is wrongly allowed.",
      "Pins are computed for own pieces only, but here an opposing pawn vanishes from the line.",
      "Test each en passant capture by itself: capturer and victim removed, capturer on its "
      "target, then look for sliders on diagonals too.")
CLASS(EpPinnedCapturer, "ep-pinned-capturer", Generation, "A pinned pawn captures en passant",
      "The capturing pawn is pinned and leaves the line of its pin.",
      "En passant is generated apart from the other pawn moves and skips the pin mask.",
      "Apply the pin mask to the capturer as to every other move, or test the occupancy after the "
      "capture.")
CLASS(EpInCheckNotResolving, "ep-in-check-not-resolving", Generation,
      "En passant does not answer the check",
      "In check by another piece, en passant is generated although it neither captures the checker "
      "nor blocks its line.",
      "The evasion mask is not applied to en passant, because its target is not the square of the "
      "captured piece.",
      "In check, allow it only if the victim is the checker or the target square blocks.")
CLASS(EpLegalityUntested, "ep-legality-untested", Generation,
      "En passant is not tested for legality",
      "En passant captures that leave the own king in check are generated, along ranks, files and "
      "diagonals alike.",
      "The capture is added without any test.",
      "Play it on a copy of the occupancy (both pawns gone, capturer on the target) and ask "
      "whether the king is attacked.")
CLASS(EpVictimStaysInTest, "ep-victim-stays-in-test", Generation,
      "The captured pawn still stands when legality is tested",
      "En passant that opens a line through the captured pawn is allowed, and en passant that "
      "captures a checking pawn is refused.",
      "The capturer is moved for the test and the captured pawn is not removed: it still blocks "
      "lines, and it still gives check.",
      "Remove the captured pawn before asking whether the king is attacked, from the occupancy and "
      "from the opposing pawns.")
CLASS(EpWithoutSquare, "ep-without-square", Generation, "En passant without an en passant square",
      "A pawn captures a neighbor en passant although that pawn did not just make a double push.",
      "The generator looks for an opposing pawn beside its own on the fifth rank instead of the en "
      "passant square of the position.",
      "Generate en passant from the en passant square only.")
CLASS(EpSquareNotCleared, "ep-square-not-cleared", Make,
      "The en passant square outlives the next move",
      "The square of a double push stays set after another move was made, and a pawn captures "
      "there later.",
      "make() sets the square after a double push and does not reset it on all other paths.",
      "Reset the square first thing in make(), for every move, and set it afterwards only for a "
      "double push.")
CLASS(EpNotClearedByCastling, "ep-not-cleared-by-castling", Make,
      "Castling keeps the en passant square",
      "The en passant square survives castling and no other move.",
      "Castling (or promotion) returns early from make(), before the square is reset.",
      "Reset the square first thing in make(), before the kinds of moves part.")
CLASS(EpSquareNotSet, "ep-square-not-set", Make, "A double push sets no en passant square",
      "After a double push played as a move there is no en passant square, though from a FEN there "
      "is one.",
      "make() does not recognize the double push: the flag of the move is lost when it is parsed "
      "from text, or the test of the ranks is wrong for one color.",
      "Recognize a double push by pawn and two ranks, not by a flag that a parsed move may lack.")
CLASS(EpSquareWrong, "ep-square-wrong", Make, "The en passant square is the wrong one",
      "After a double push the square is that of the pawn, or of the wrong rank; or a move that is "
      "no double push sets one.",
      "The square is computed as to ± 8 with the sign of the other color, or is the target square "
      "itself; or a double push is told by one of its squares, or by its length alone.",
      "Ask for a pawn that goes two ranks, and take the square half way: (from + to) / 2.")
CLASS(EpWraps, "ep-wraps", Generation, "En passant wraps around the edge",
      "A pawn on the a or h file captures en passant on the other side of the board.",
      "Captures are shifts by 7 and 9 without a file mask, or a file difference taken modulo 8.",
      "Mask out the a or h file before shifting, or use the table of pawn attacks from the en "
      "passant square.")
CLASS(EpVictimStays, "ep-victim-stays", Make, "The captured pawn stays on the board",
      "The capture moves the own pawn, and the pawn that was captured en passant remains.",
      "make() removes what stands on the target square, which is empty here.",
      "For en passant remove the pawn one rank behind the target, from every structure that knows "
      "it (bitboards, mailbox, lists, key).")
CLASS(EpVictimOnWrongSide, "ep-victim-on-wrong-side", Make,
      "The captured pawn is sought on the wrong side",
      "The pawn is removed from the square in front of the target instead of behind it, mostly for "
      "one color.",
      "The direction to the victim is written for White: target - 8 for both.",
      "Take the rank of the capturer and the file of the target: that is the victim.")
CLASS(EpOntoVictim, "ep-onto-victim", Generation, "En passant ends on the captured pawn's square",
      "The capture goes sideways, to the square of the pawn that made the double push.",
      "The square of the pawn is kept in place of the one behind it, or the generator adds the "
      "file without the rank.",
      "The target is the square half way of the double push.")
CLASS(EpByAnyPiece, "ep-by-any-piece", Make, "Any piece captures en passant",
      "A piece that is no pawn lands on the en passant square, and the pawn behind it is removed.",
      "make() compares the target with the en passant square and does not look at the piece.",
      "Ask for the piece too, or mark en passant captures in the move.")
CLASS(EpByAnyPawnMove, "ep-by-any-pawn-move", Make, "Any pawn move captures en passant",
      "While there is an en passant square, a pawn that goes elsewhere takes the pawn as well.",
      "make() looks at the piece and at the square, and not at the target.",
      "Compare the target with the en passant square, or mark en passant captures in the move.")
VARIANT(EpOneDirectionOnly, "ep-one-direction-only", Generation, EpMissing,
        "En passant is captured toward the a file only")
VARIANT(EpAlongPinMissing, "ep-along-pin-missing", Generation, EpForbiddenOnKingRank,
        "A pinned pawn may not capture en passant along its pin line")
VARIANT(EpBlockMissing, "ep-block-missing", Generation, EpEvasionMissing,
        "En passant between king and checker is missing")
VARIANT(EpAfterSinglePush, "ep-after-single-push", Make, EpSquareWrong,
        "Every push to the fourth rank sets the en passant square, a single one too")
VARIANT(EpNoneIsASquare, "ep-none-is-a-square", Generation, PawnCapturesNothing,
        "No en passant square is kept as 0, a corner: the pawn beside it captures there")
VARIANT(EpSquareBlocksLines, "ep-square-blocks-lines", Generation, SliderChecksIgnored,
        "The en passant square is marked on the board and blocks the lines of checks")
