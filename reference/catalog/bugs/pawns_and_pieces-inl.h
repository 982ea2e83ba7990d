CLASS(DoublePushJumps, "double-push-jumps", Generation, "A double push jumps over a piece",
      "A pawn on its first rank goes two squares although the first of them is occupied.",
      "Only the target of the double push is tested for being empty.",
      "Generate double pushes from the pawns whose single push was possible.")
CLASS(DoublePushCaptures, "double-push-captures", Generation, "A double push captures",
      "A double push onto an occupied square is generated.",
      "The set of single pushes is shifted once more without masking with the empty squares.",
      "Mask with the empty squares after each of the two shifts.")
CLASS(DoublePushWrongRank, "double-push-wrong-rank", Generation, "A double push from a wrong rank",
      "A pawn that is not on its first rank makes a double push.",
      "The rank mask is applied before instead of after the shift, is off by one, or is that of "
      "the other color.",
      "Mask single pushes with the third rank (sixth for Black) before the second shift.")
CLASS(DoublePushMissing, "double-push-missing", Generation, "No double pushes",
      "Pawns on their first rank have only their single push.",
      "The rank test of the double push never holds, or its result is not stored.",
      "Test with the start position: twenty moves.")
CLASS(DoublePushMissingForBlack, "double-push-missing-for-black", Generation,
      "Double pushes are missing for one color", "One side has double pushes, the other has none.",
      "The rank mask or the direction of the second shift is written for White only.",
      "Take both from the side to move; test with color-flipped twins.")
CLASS(DoublePushMissingOnHFile, "double-push-missing-on-h-file", Generation,
      "Double pushes are missing on one file",
      "Double pushes work on every file but one at the edge.",
      "A loop over files ends one too early, or a file mask that belongs to captures is applied to "
      "pushes.",
      "Pushes never need a file mask.")
CLASS(PawnPushMissing, "pawn-push-missing", Generation, "Pawn pushes are missing",
      "Single pushes of pawns are not generated, or only some of them.",
      "The empty squares are shifted the wrong way, or the pushes of a stage (quiet moves, "
      "promotions) are left out.",
      "Shift the pawns and mask with the empty squares.")
CLASS(PawnCaptureMissing, "pawn-capture-missing", Generation, "Pawn captures are missing",
      "Pawns do not capture in some direction or on some file.",
      "The file masks for the two directions are swapped, or one direction is forgotten.",
      "Captures toward a exclude the a file, captures toward h the h file, before the shift.")
CLASS(PawnCapturesForward, "pawn-captures-forward", Generation, "Pawns capture straight ahead",
      "A pawn takes the piece in front of it.",
      "Pushes are tested with \"not an own piece\" instead of \"empty\".",
      "Pushes need an empty square.")
CLASS(PawnCapturesNothing, "pawn-captures-nothing", Generation,
      "Pawns move diagonally without capturing",
      "A pawn goes diagonally onto an empty square that is not the en passant square.",
      "The attacks of a pawn are used as its moves without masking with opposing pieces.",
      "Mask captures with opposing pieces; add en passant apart.")
CLASS(PawnCaptureWraps, "pawn-capture-wraps", Generation, "Pawn captures wrap around the edge",
      "A pawn on the a or h file captures on the other side of the board.",
      "Captures are shifts by 7 and 9 without file masks.",
      "Mask out the a or h file before shifting.")
CLASS(PawnBackwards, "pawn-backwards", Generation, "Pawns move backwards",
      "A pawn moves or captures in the direction of the other color.",
      "The sign of the direction is that of the other side.",
      "Take the direction from the pawn's color.")
CLASS(KnightWraps, "knight-wraps", Generation, "Knights wrap around the edge",
      "A knight near the edge jumps to the other side of the board.",
      "The table of knight moves is built from offsets on squares 0 to 63 without testing that "
      "file and rank differ by one and two.",
      "Test the distance of files when building the table, or use a 10x12 or 0x88 board.")
CLASS(KnightStepTypo, "knight-step-typo", Generation, "One knight step is wrong",
      "One of the eight steps is missing, and often another one stands twice.",
      "A sign in the table of offsets.",
      "Build the table by loops over (±1, ±2) and (±2, ±1) instead of typing it.")
CLASS(KnightWrongEdgeFile, "knight-wrong-edge-file", Generation,
      "A knight arrives on the wrong edge",
      "A knight that should arrive on an edge file arrives on the opposite one: one move missing, "
      "one too many, and the count is right.",
      "File arithmetic modulo 8, or a swapped file mask.",
      "Compare the table of moves with one built from ranks and files.")
CLASS(KingWraps, "king-wraps", Generation, "The king wraps around the edge",
      "A king on the edge steps to the other side of the board.",
      "The table of king moves is built from offsets without testing the files.",
      "Test that files differ by one at most when building the table.")
CLASS(KingStepMissing, "king-step-missing", Generation, "A king step is missing",
      "The king lacks some of its steps, in check or not.",
      "One of eight offsets is wrong or missing, or the king is refused squares that only look "
      "attacked.",
      "Test the table of king moves against distance one; then look at the attack test.")
CLASS(CompensatingPair, "compensating-pair", Generation, "One move for another",
      "One move is missing and another one is there instead, so that every count is right.",
      "A single wrong entry in a table of offsets.",
      "Build tables by loops; compare move lists, not only counts.")
CLASS(SliderWraps, "slider-wraps", Generation, "Sliders wrap around the edge",
      "A ray goes on over the edge of the board, on the next rank.",
      "Rays are walked by adding an offset on squares 0 to 63 and ended only by leaving 0..63.",
      "End the ray where the file changes by more than one, or mask the edge.")
CLASS(SliderRangeShort, "slider-range-short", Generation, "Sliders do not reach the edge",
      "A slider moves a number of squares at most, so the far end of a long line is missing.",
      "A loop over distances ends one too early, or a mask for magic bitboards that leaves out the "
      "edge is used as the attack itself.",
      "The edge belongs to the attacks and not to the mask of relevant blockers.")
CLASS(SliderDirectionMissing, "slider-direction-missing", Generation, "A slider lacks a direction",
      "Sliders do not move in one of their directions.",
      "A table of directions with one entry wrong, or a loop over them that ends too early.",
      "Check the attacks from the middle of an empty board: 14 for a rook, 13 for a bishop.")
CLASS(SliderJumps, "slider-jumps", Generation, "Sliders jump over pieces",
      "A slider passes over a piece.",
      "The blockers given to the attack lookup lack some pieces (one color, pawns, the king), or "
      "the ray is not cut at the nearest one.",
      "Blockers are all pieces of both colors.")
CLASS(SliderJumpsAfterCapture, "slider-jumps-after-capture", Generation,
      "A slider goes on behind its capture",
      "A slider captures and also goes to the squares behind.",
      "The loop adds the capture and does not end.", "Leave the loop after a capture.")
CLASS(SliderStopsBeforeCapture, "slider-stops-before-capture", Generation, "Sliders do not capture",
      "A slider reaches the square before an opposing piece and does not capture it.",
      "The loop ends at the first occupied square before the move is added.",
      "Add the square first if an opposing piece stands there, then end the loop.")
CLASS(SliderCapturesOwn, "slider-captures-own", Generation, "Pieces capture their own side",
      "A piece captures one of its own color.",
      "The targets are not masked with the complement of the own pieces.",
      "Mask all targets with ~own.")
CLASS(KnightMovesMissing, "knight-moves-missing", Generation, "Knight moves are missing",
      "Moves of knights are not generated, or only some of them.",
      "A loop over pieces that ends too early, a wrong piece set, or masks of pins and checks that "
      "are too strict.",
      "Compare with knight attacks masked by ~own, then apply pins and checks.")
CLASS(PieceTypeMissing, "piece-type-missing", Generation, "Moves of one kind of piece are missing",
      "One kind of piece does not move, everywhere or in some positions only.",
      "Its generator is not called on some path (in check, quiet moves only), or its piece set is "
      "empty.",
      "Call all generators on every path.")
CLASS(CapturesMissing, "captures-missing", Generation, "Captures are missing",
      "Pieces of some kinds go to empty squares and do not capture.",
      "The targets are the empty squares instead of all that are not one's own, or captures have a "
      "generator of their own that is not called.",
      "Take ~own as targets, or call both generators on every path.")
CLASS(QuietMovesMissing, "quiet-moves-missing", Generation, "Quiet moves are missing",
      "Pieces of some kinds capture and do not go to empty squares.",
      "The targets are the opponent's pieces instead of all that are not one's own, or quiet moves "
      "have a generator of their own that is not called.",
      "Take ~own as targets, or call both generators on every path.")
CLASS(LastPieceMissing, "last-piece-missing", Generation, "One of several pieces does not move",
      "Of several like pieces one is forgotten.",
      "A loop over a piece list or bitboard ends one too early, or a list was not updated when a "
      "piece was added.",
      "Loop until the bitboard is empty; keep counts and lists together.")
CLASS(WrongSideMoves, "wrong-side-moves", Generation, "Pieces of the other side move",
      "Moves of the side that is not to move are generated.",
      "The side to move is not switched, read wrongly from the FEN, or a piece's color is not "
      "tested.",
      "Take the pieces of the side to move only.")
CLASS(KingCaptured, "king-captured", Generation, "A king is captured",
      "A move that takes the opposing king is generated.",
      "It follows from a move before that left the king in check: legality is tested only one ply "
      "later.",
      "Test after each move that the mover's king is not attacked.")
CLASS(ImpossibleGeometry, "impossible-geometry", Generation, "A piece moves as it cannot",
      "A piece goes to a square that it could not reach on an empty board either.",
      "A wrong table entry, a square computed with the wrong base, or the wrong piece type on the "
      "square.",
      "Compare the attack tables with ones built from ranks and files.")
CLASS(DuplicateMove, "duplicate-move", Generation, "Moves are listed twice",
      "Moves that are right stand in the list more than once.",
      "Two generators overlap: captures and evasions, queen moves as rook and bishop of the same "
      "set, or a stage that is run twice.",
      "Give each stage targets that exclude those of the others.")
VARIANT(PawnMovesDiagonally, "pawn-moves-diagonally", Generation, PawnCapturesNothing,
        "Pawns capture what is not there")
VARIANT(PawnCapturesOwn, "pawn-captures-own", Generation, SliderCapturesOwn,
        "Pawns capture their own pieces")
VARIANT(PawnEdgeCaptureMissing, "pawn-edge-capture-missing", Generation, PawnCaptureMissing,
        "Pawns on the a and h files do not capture")
VARIANT(KnightTableEntry, "knight-table-entry", Generation, KnightMovesMissing,
        "The table of knight moves lacks one move of one square")
VARIANT(KingTableEntry, "king-table-entry", Generation, KingStepMissing,
        "The table of king moves lacks one move of one square")
VARIANT(KingCapturesOwn, "king-captures-own", Generation, SliderCapturesOwn,
        "The king captures its own pieces")
VARIANT(SliderStopsBeforeEdge, "slider-stops-before-edge", Generation, SliderRangeShort,
        "Slider rays end one square before the edge of the board")
VARIANT(SliderBlockerIgnored, "slider-blocker-ignored", Generation, SliderJumps,
        "The blocker mask of one square lacks one square: sliders pass a piece there")
VARIANT(QueenDiagonalsMissing, "queen-diagonals-missing", Generation, SliderDirectionMissing,
        "The queen moves like a rook")
VARIANT(PieceListOverflow, "piece-list-overflow", Generation, LastPieceMissing,
        "The piece lists hold nine of a kind, and the tenth never moves")
