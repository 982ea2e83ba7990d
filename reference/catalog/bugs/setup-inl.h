CLASS(FenEpIgnored, "fen-ep-ignored", Setup, "The en passant square of a FEN is not read",
      "A position given as a FEN has no en passant square; the same position reached by the double "
      "push has one.",
      "The reader stops after the castling field, or reads the square and does not set it.",
      "Read all six fields, and test it: write the position back and compare the text.")
CLASS(FenCastlingIgnored, "fen-castling-ignored", Setup,
      "The castling rights of a FEN are not read",
      "A position given as a FEN has no castling rights.",
      "The reader skips the field, or the rights are cleared after they have been read.",
      "Clear the position first and read the field after that; write the position back and compare "
      "the text.")
CLASS(FenBlackRightsIgnored, "fen-black-rights-ignored", Setup,
      "One side's rights of a FEN are not read",
      "A position given as a FEN has the castling rights of one side only.",
      "The letters are compared with K and Q only, or all of them are read as White's.",
      "Capital letters are White's, small ones Black's.")
CLASS(FenSideIgnored, "fen-side-ignored", Setup, "The side to move of a FEN is not read",
      "In a position given as a FEN it is always the same side's turn.",
      "The field is skipped, or compared with the wrong letter.", "The second field is w or b.")
CLASS(FenFileLettersIgnored, "fen-file-letters-ignored", Setup,
      "File letters of a Chess960 FEN are not understood",
      "A right that names its rook by the file is lost, or given to a rook in the corner.",
      "The reader knows K, Q, k and q only.",
      "A letter from A to H is the file of White's rook, from a to h that of Black's; K and Q mean "
      "the outermost rook.")
CLASS(FenClocksSwapped, "fen-clocks-swapped", Setup,
      "The clocks of a FEN are read in the wrong order",
      "The number of halfmoves and the number of the move are taken for each other.",
      "The last two fields are read in the wrong order.",
      "The halfmove clock is the fifth field, the number of the move the sixth.")
CLASS(FenMisread, "fen-misread", Setup, "A FEN is read wrongly",
      "The position that is set up is not the one that the FEN gives.", "The reader of FENs.",
      "Write each position back as a FEN after reading it and compare the two.")
