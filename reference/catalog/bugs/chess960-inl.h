CLASS(Chess960CastlingPath, "chess960-castling-path", Generation, "The king's way is not empty",
      "Castling although a piece stands where the king or the rook has to go.",
      "Only the squares between king and rook are tested, as in standard chess.",
      "All squares from the king to its target and from the rook to its target have to be empty "
      "but for these two.")
CLASS(Chess960CastlingRookPath, "chess960-castling-rook-path", Generation,
      "The rook's way is not empty", "Castling although a piece stands on the rook's way.",
      "Only the king's way and the rook's target are tested.",
      "All squares from the king to its target and from the rook to its target have to be empty "
      "but for these two.")
CLASS(Chess960PinnedCastlingRook, "chess960-pinned-castling-rook", Generation,
      "The castling rook shields its king",
      "Castling takes the rook away from between its king and a slider on the back rank.",
      "The target is tested for attacks with the rook still in its place.",
      "Test the king's target with king and rook removed from the occupancy and put on their "
      "targets.")
CLASS(Chess960LongTransit, "chess960-long-transit", Generation,
      "A long way is not tested to its end",
      "The king passes several squares, and only some of them are tested for attacks.",
      "The way of standard chess, of one square, is built in.",
      "Loop over all squares between the king and its target.")
CLASS(Chess960KingAlreadyThere, "chess960-king-already-there", Generation,
      "No castling without a king's move",
      "The king already stands on its target, and castling is missing.",
      "A castling move is recognized by the king's change of files, or from == to is refused.",
      "Write castling as king takes rook inside.")
CLASS(Chess960RookAlreadyThere, "chess960-rook-already-there", Generation,
      "No castling without a rook's move",
      "The rook already stands on its target, and castling is missing.",
      "The rook's target has to be empty, and the rook itself stands there.",
      "Leave king and rook out of the squares that have to be empty.")
CLASS(Chess960SwapBlocked, "chess960-swap-blocked", Generation, "King and rook block each other",
      "King and rook stand on each other's way or target, and castling is missing.",
      "The squares that have to be empty include the other one of the two.",
      "Leave king and rook out of the squares that have to be empty.")
CLASS(Chess960SwapErasesKing, "chess960-swap-erases-king", Make, "King and rook erase each other",
      "After castling one of the two is missing.",
      "The king is moved onto the rook's square, and then the rook's square is cleared.",
      "Remove both first, then put both.")
CLASS(Chess960OutermostRook, "chess960-outermost-rook", Setup, "The wrong rook castles",
      "With two rooks on a side the right belongs to the other one.",
      "The rook of a right is sought instead of stored: the first one from the edge or from the "
      "king.",
      "Store the rook's square with the right; K and Q in a FEN mean the outermost rook, file "
      "letters exactly that one.")
CLASS(Chess960RightsByCorner, "chess960-rights-by-corner", Make,
      "Rights are lost at the corners only",
      "A rook that does not start in a corner moves or is captured, and its right stays.",
      "The table of masks has a1, h1, a8, h8 built in.",
      "Fill the table from the squares of king and rooks of the position.")
CLASS(Chess960Notation, "chess960-notation", Generation, "Castling is written as in standard chess",
      "The move is right and its text is e1g1 where king takes rook is expected.",
      "The option UCI_Chess960 is not looked at when moves are printed.",
      "Print king takes rook if UCI_Chess960 is set.")
VARIANT(Chess960KingFileE, "chess960-king-file-e", Generation, CastlingMissing,
        "Castling only for a king on the e file")
VARIANT(Chess960RookPathAttacked, "chess960-rook-path-attacked", Generation, CastlingBFileAttacked,
        "Castling is refused because a square that the rook passes is attacked")
