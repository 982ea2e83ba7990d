CLASS(MateCountsAsLeaf, "mate-counts-as-leaf", Count, "The end of a game counts as a leaf",
      "Mate and stalemate before the last ply add one to the count.",
      "perft returns 1 where there are no moves, as a search returns a score.",
      "A position without moves has 0 lines of a depth of 1 or more.")
CLASS(HalfmoveCutsPerft, "halfmove-cuts-perft", Count, "The fifty-move rule ends the count",
      "Lines are not followed beyond a halfmove clock of 100.",
      "The draw test of the search is called in make() or in perft.",
      "perft counts by the rules of movement alone; leave draw rules to the search.")
CLASS(RepetitionCutsPerft, "repetition-cuts-perft", Count, "Repetitions end the count",
      "Lines are not followed beyond a repeated position.",
      "The draw test of the search is called in make() or in perft.",
      "perft counts by the rules of movement alone; leave draw rules to the search.")
CLASS(InsufficientMaterialCutsPerft, "insufficient-material-cuts-perft", Count,
      "Insufficient material ends the count", "Lines are not followed once neither side can mate.",
      "The draw test of the search is called in make() or in perft.",
      "perft counts by the rules of movement alone; leave draw rules to the search.")
CLASS(DrawRuleCutsPerft, "draw-rule-cuts-perft", Count, "A draw rule ends the count",
      "Some lines count as one leaf or none before the depth is reached.",
      "The draw test of the search is called in make() or in perft.",
      "perft counts by the rules of movement alone; leave draw rules to the search.")
CLASS(DropOneDuplicateAnother, "drop-one-duplicate-another", Generation,
      "A move is lost and another listed twice",
      "One move is missing and another one stands there twice, so that the count is right.",
      "A list is sorted or compacted in place, and an entry is overwritten; an index is one off.",
      "Look at swaps and removals in the move list.")
CLASS(MoveListOverflow128, "move-list-overflow-128", Generation, "The move list is too short",
      "In positions with very many moves the list holds a number of them and drops (or overwrites) "
      "the rest.",
      "An array of 128 or 200 moves; a byte for its length.",
      "No legal position has more than 218 moves: 256 entries.")
CLASS(MoveListShared, "move-list-shared", Generation, "The plies share one list of moves",
      "The list is right until something is counted below its first move; then it has moves of the "
      "next ply.",
      "The list is global, or a slice of one buffer, and each ply writes from its beginning.",
      "Give each ply a list of its own, or the part of the buffer behind the list above it.")
CLASS(CountOverflow16Bit, "count-overflow-16-bit", Count, "A counter of 16 bits runs over",
      "Counts are right modulo 65,536.", "The nodes below a move are summed in a 16-bit type.",
      "Count in 64 bits everywhere.")
CLASS(CountOverflow32Bit, "count-overflow-32-bit", Count, "A counter of 32 bits runs over",
      "Counts are right modulo 4,294,967,296, or negative.",
      "The nodes below a move are summed in int or unsigned.", "Count in 64 bits everywhere.")
CLASS(TotalIsNotTheSum, "total-is-not-the-sum", Count, "The total is not the sum of the lines",
      "Each line is right and the total printed is not their sum.",
      "The total is counted apart, with the root moves or interior nodes in it, or before the last "
      "line.",
      "Add up the lines.")
CLASS(CountInteriorNodes, "count-interior-nodes", Count, "Interior nodes are counted",
      "Every node of the tree is counted, not only the leaves.",
      "The counter is incremented in make() or at every call.",
      "Count at depth 0 only, or return the sum of the children.")
CLASS(CountDepthOffByOne, "count-depth-off-by-one", Count, "The depth is one too many or too few",
      "All counts are those of another depth.",
      "The recursion ends at depth 1 without bulk counting, or divide starts one too deep.",
      "perft(0) is 1; divide to N counts perft(N - 1) below each move.")
CLASS(CountWrong, "count-wrong", Count, "The arithmetic is wrong",
      "All moves are right, also one ply further, and the count is not.",
      "The sum in perft or divide itself.", "Compare the lines of divide with perft of each child.")
CLASS(HashOmitsEp, "hash-omits-ep", Hash, "The key omits the en passant square",
      "Positions that differ by the en passant square only share an entry of the table.",
      "The key of the table is of pieces and side alone.",
      "Add a key for the en passant file where a capture is possible.")
CLASS(HashOmitsCastling, "hash-omits-castling", Hash, "The key omits castling rights",
      "Positions that differ by castling rights only share an entry of the table.",
      "The rights are not part of the key, or are not updated when they change.",
      "Add a key for each set of rights.")
CLASS(HashOmitsDepth, "hash-omits-depth", Hash, "Entries do not say their depth",
      "The count of another depth is taken from the table.",
      "Key and entry lack the depth; or an entry of a greater depth is taken, as in a search.",
      "Store the depth in the entry and take the count only if it is the same.")
CLASS(HashOmitsSide, "hash-omits-side", Hash, "The key omits the side to move",
      "Positions that differ by the side to move only share an entry of the table.",
      "The key is not changed with the side.", "Change the key by one constant with each move.")
CLASS(HashOmitsPromotedPiece, "hash-omits-promoted-piece", Hash,
      "The key takes a promoted piece for a pawn",
      "Positions with different promoted pieces share an entry of the table.",
      "The key is updated with the pawn on the last rank.",
      "Take the pawn out of the key and put the piece in; compare with a key from scratch in a "
      "debug build.")
CLASS(HashOmitsCapture, "hash-omits-capture", Hash, "The key keeps a captured piece",
      "The key is not changed for a piece that is captured (en passant or otherwise).",
      "The incremental update in make() misses a case.",
      "Compare with a key from scratch after each move in a debug build.")
CLASS(HashShortKey, "hash-short-key", Hash, "Entries are recognized by too few bits",
      "Different positions are taken for each other by chance.",
      "The entry stores too few bits of the key besides its index.",
      "Compare all 64 bits, or the bits that are not part of the index.")
CLASS(HashStale, "hash-stale", Hash, "The table is not cleared",
      "The answer depends on what was asked before; a fresh process is right.",
      "Entries survive a new position, a new option or a new depth under which they are no longer "
      "true.",
      "Clear the table with ucinewgame and options; keep in the key whatever decides the count.")
CLASS(HashCollision, "hash-collision", Hash, "The table confuses positions",
      "Counts are wrong from some depth on, where the table is first used twice.",
      "The key misses a part of the position or the entry misses the depth.",
      "Compare with a key from scratch after each move; count without the table to be sure.")
VARIANT(CountPromotionsOnce, "count-promotions-once", Count, CountWrong,
        "Counting targets at the last ply takes four promotions for one")
VARIANT(CountForgetsEp, "count-forgets-ep", Count, CountWrong,
        "Counting at the last ply leaves out en passant captures")
VARIANT(CountForgetsCastling, "count-forgets-castling", Count, CountWrong,
        "Counting at the last ply leaves out castling")
VARIANT(CountInnerNodes, "count-inner-nodes", Count, CountInteriorNodes,
        "The count includes the positions on the way to the leaves")
VARIANT(HashOmitsKings, "hash-omits-kings", Hash, HashCollision,
        "The key of the perft table omits the kings")
VARIANT(HashOmitsColor, "hash-omits-color", Hash, HashCollision,
        "The key of the perft table omits the color of pieces")
VARIANT(HashOmitsEpBulk, "hash-omits-ep-bulk", Hash, HashOmitsEp,
        "The key omits the en passant square, and the last ply is counted in bulk")
VARIANT(HashOmitsCastlingBulk, "hash-omits-castling-bulk", Hash, HashOmitsCastling,
        "The key omits castling rights, and the last ply is counted in bulk")
VARIANT(HashOmitsDepthBulk, "hash-omits-depth-bulk", Hash, HashOmitsDepth,
        "Entries do not say their depth, and the last ply is counted in bulk")
VARIANT(HashTakesDeeper, "hash-takes-deeper", Hash, HashOmitsDepth,
        "Entries of a greater depth are taken, as a search does")
VARIANT(HashOmitsPromotedPieceBulk, "hash-omits-promoted-piece-bulk", Hash, HashOmitsPromotedPiece,
        "The key takes a promoted piece for a pawn, and the last ply is counted in bulk")
VARIANT(HashShortKeyBulk, "hash-short-key-bulk", Hash, HashShortKey,
        "Entries are recognized by too few bits, and the last ply is counted in bulk")
VARIANT(HashOmitsKingsBulk, "hash-omits-kings-bulk", Hash, HashCollision,
        "The key omits the kings, and the last ply is counted in bulk")
VARIANT(HashOmitsColorBulk, "hash-omits-color-bulk", Hash, HashCollision,
        "The key omits the color of pieces, and the last ply is counted in bulk")
