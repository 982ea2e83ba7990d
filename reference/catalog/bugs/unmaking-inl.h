CLASS(UnmakeCapturedType, "unmake-captured-type", Unmake,
      "A captured piece comes back as another one",
      "After a capture is taken back another piece stands there than before.",
      "The captured piece is stored without its type, or in too few bits.",
      "Store the whole piece in the undo record.")
CLASS(UnmakeCapturedMissing, "unmake-captured-missing", Unmake,
      "A captured piece does not come back",
      "After a capture is taken back the captured piece is missing.",
      "One structure is not restored, or the undo record is overwritten by a deeper ply.",
      "One undo record per ply; compare the position before and after in a debug build.")
CLASS(UnmakeMovedPiece, "unmake-moved-piece", Unmake, "The moved piece does not come back",
      "After a move is taken back its piece stands on a wrong square.",
      "from and to are swapped for some kind of move.",
      "Compare the position before make() and after unmake() in a debug build.")
CLASS(UnmakeCastlingRights, "unmake-castling-rights", Unmake, "Castling rights are not restored",
      "A right that a move took away does not come back when it is taken back.",
      "The rights are not part of the undo record.",
      "Save everything that cannot be computed backwards: rights, en passant square, clock, "
      "captured piece.")
CLASS(UnmakeCastlingRook, "unmake-castling-rook", Unmake, "Castling is taken back without its rook",
      "After castling is taken back the rook stands on a wrong square.",
      "unmake() moves the king back and forgets the rook, or mixes up kingside and queenside.",
      "Mirror in unmake() each piece that make() moves.")
CLASS(UnmakeEpPawn, "unmake-ep-pawn", Unmake, "The pawn captured en passant does not come back",
      "After en passant is taken back the captured pawn is missing or on the target square.",
      "unmake() puts the captured piece on the target square for every capture.",
      "For en passant put the pawn one rank behind the target.")
CLASS(UnmakeEpSquare, "unmake-ep-square", Unmake, "The en passant square is not restored",
      "After a move is taken back the en passant square is gone, and later captures are missing.",
      "The square is not part of the undo record.", "Save it before make() changes it.")
CLASS(UnmakePromotion, "unmake-promotion", Unmake, "A promotion is not taken back",
      "After a promotion is taken back a piece stands where the pawn was.",
      "unmake() moves back what stands on the target square.", "Put a pawn on the from square.")
CLASS(UnmakeKingSquare, "unmake-king-square", Unmake, "The king's square is not restored",
      "After a king move is taken back checks are tested on the wrong square.",
      "A second note of the king's square is not part of the undo.",
      "Derive the king's square from the board.")
CLASS(UnmakeSide, "unmake-side", Unmake, "The side to move is not restored",
      "After a move is taken back the other side is to move: every second move that is tried is "
      "tested for the wrong king.",
      "unmake() does not switch the side, or returns before it does.",
      "Switch the side in unmake() as in make(), and compare it with the undo record.")
CLASS(UnmakePieceList, "unmake-piece-list", Unmake, "The piece list is not restored",
      "After a move is taken back a piece is missing from a list or stands in it twice.",
      "The index of a removed piece is not stored.",
      "Compare the lists with ones from scratch in a debug build.")
CLASS(UnmakeRecordShared, "unmake-record-shared", Unmake,
      "Moves of all plies share one record for taking back",
      "A move is taken back right unless another one was made below it.",
      "What is needed to take a move back, or the board before it, is kept in one place that the "
      "move of the next ply writes over.",
      "Keep one record for each ply, on a stack or in the function that makes the move.")
CLASS(UnmakeIncomplete, "unmake-incomplete", Unmake, "Something is not put back",
      "Each move is right alone, and wrong counts appear when several are counted one after the "
      "other.",
      "unmake() restores less than make() changes.",
      "Compare the whole position before make() and after unmake() in a debug build.")
VARIANT(UnmakeCapturedPieceLost, "unmake-captured-piece-lost", Unmake, UnmakeCapturedMissing,
        "unmake() does not restore a captured piece")
VARIANT(UnmakePromotionCapture, "unmake-promotion-capture", Unmake, UnmakeCapturedMissing,
        "unmake() of a promotion by capture does not restore the captured piece")
VARIANT(UnmakeEpWrongSquare, "unmake-ep-wrong-square", Unmake, UnmakeEpPawn,
        "unmake() of en passant puts the captured pawn on the target square")
