// The kinds of faults: to be included with this macro defined, whose definition it ends.
//   FAULT(id, name, title, where)
//
// Names never change. Faults that the same checks find stand together (audit/catalog.cpp).
FAULT(FenRefused, "fen-refused", "A legal position is refused",
      "set_fen: the position passes every rule of a legal one.")
FAULT(IllegalMove, "illegal-move", "The legal list has an illegal move",
      "The generator of that piece, or what computes pins and checks for it.")
FAULT(MissingMove, "missing-move", "The legal list lacks a move",
      "The generator of that piece, or a condition that is too strict.")
FAULT(DuplicateMove, "duplicate-move", "The legal list has a move twice",
      "Two parts of the generator yield the same move.")
FAULT(UnreadableMove, "unreadable-move", "A move's text is not UCI",
      "The function that writes moves; without Chess960 castling is e1g1.")
FAULT(CapturesMissing, "captures-missing", "Captures and quiets together lack a capture",
      "The capture generator: quiescence search never sees this move.")
FAULT(CapturesWrong, "captures-wrong", "The captures have a move that is none",
      "The targets of the capture generator.")
FAULT(QuietsMissing, "quiets-missing", "Captures and quiets together lack a quiet move",
      "The quiet generator: a search by stages never plays this move.")
FAULT(QuietsWrong, "quiets-wrong", "The quiets have a move that is no quiet one",
      "The targets of the quiet generator; a move in both lists is searched twice.")
FAULT(EvasionsMissing, "evasions-missing", "The evasions lack an answer to check",
      "The evasion generator: the search may see mate where there is none.")
FAULT(EvasionsWrong, "evasions-wrong", "The evasions have a move that no piece can make",
      "The targets of the evasion generator.")
FAULT(ChecksMissing, "checks-missing", "The checks lack a move that gives check",
      "The generator of checks: discovered checks, castling and promotions are forgotten.")
FAULT(ChecksWrong, "checks-wrong", "The checks have a move that gives none",
      "The squares from which the generator believes that a piece gives check.")
FAULT(QuietChecksMissing, "quiet-checks-missing", "The quiet checks lack a move that gives check",
      "The generator of checks: discovered checks and castling are forgotten.")
FAULT(QuietChecksWrong, "quiet-checks-wrong", "The quiet checks have a move that is none",
      "The squares from which the generator believes that a piece gives check.")
FAULT(SublistDuplicate, "sublist-duplicate", "A part of the list has a move twice",
      "Two parts of that generator yield the same move.")
FAULT(PickerMissing, "picker-missing", "The picker never yields a move",
      "A stage that is left too early, or a filter between stages.")
FAULT(PickerWrong, "picker-wrong", "The picker yields a move that is not possible",
      "The stage that generates it.")
FAULT(PickerDuplicate, "picker-duplicate", "The picker yields a move twice",
      "Two stages generate it: promotions and en passant are in both, or in neither.")
FAULT(PickerHashTwice, "picker-hash-twice", "The hash move is yielded again",
      "The comparison with the hash move in a later stage.")
FAULT(PickerHashUnchecked, "picker-hash-unchecked",
      "The picker yields a hash move of another position",
      "Test the hash move with is_pseudo_legal before it is yielded.")
FAULT(LegalRefused, "is-legal-refuses", "is_legal refuses a legal move",
      "is_legal; a hash move or a killer that is right is thrown away.")
FAULT(LegalAccepted, "is-legal-accepts", "is_legal accepts an illegal move",
      "is_legal; a hash move of another position will be played.")
FAULT(PseudoLegalRefused, "is-pseudo-legal-refuses", "is_pseudo_legal refuses a legal move",
      "is_pseudo_legal; a hash move that is right is thrown away.")
FAULT(PseudoLegalAccepted, "is-pseudo-legal-accepts",
      "is_pseudo_legal accepts a move that no piece can make",
      "is_pseudo_legal; after a hash collision or a race this move will be played.")
FAULT(WrongCodeAccepted, "wrong-code-accepted", "A second code of a legal move is accepted",
      "The flags of the code are not compared with the board; make believes them.")
FAULT(GivesCheckMissed, "gives-check-missed", "gives_check misses a check",
      "gives_check: the king of the other side stands in check after this move.")
FAULT(GivesCheckFalse, "gives-check-false", "gives_check sees a check too many",
      "gives_check: what moves away, or is captured, may still block or attack.")
FAULT(InCheckWrong, "in-check", "in_check is wrong",
      "in_check, or checkers that are not updated by the last move.")
FAULT(CheckersMissing, "checkers-missing", "The checkers lack a piece",
      "The computation of checkers, or its update in make.")
FAULT(CheckersWrong, "checkers-wrong", "The checkers have a piece that gives none",
      "The computation of checkers, or its update in make.")
FAULT(PinnedMissing, "pinned-missing", "The pinned pieces lack one",
      "The computation of pins: a slider in line with the king, one piece between.")
FAULT(PinnedWrong, "pinned-wrong", "The pinned pieces have one that is not",
      "The computation of pins: a slider in line with the king, one piece between.")
FAULT(AttackersMissing, "attackers-missing", "The attackers lack a piece",
      "attackers: the attacks of that piece, or its board is not updated.")
FAULT(AttackersWrong, "attackers-wrong", "The attackers have a piece too many",
      "attackers: the attacks of that piece, or its board is not updated.")
FAULT(FenOutWrong, "fen-out", "The FEN written is not the FEN read",
      "set_fen or fen: set up from a FEN, the position is written as another one.")
FAULT(StateWrong, "make-state", "After a move the position is wrong",
      "make: the move was legal, and the FEN after it is not the right one.")
FAULT(KeyNotRepeated, "key-not-repeated", "One FEN, two keys",
      "set_fen does not clear everything that goes into the key.")
FAULT(KeyAfterMake, "make-key", "After a move the key is stale",
      "make: the key differs from that of the same position set up from its FEN.")
FAULT(PawnKeyAfterMake, "make-pawn-key", "After a move the pawn key is stale",
      "make: the pawn key differs from that of the same position set up from its FEN.")
FAULT(MaterialKeyAfterMake, "make-material-key", "After a move the material key is stale",
      "make: the material key differs from that of the same position from its FEN.")
FAULT(KeyPredicted, "key-after", "key_after predicts another key",
      "key_after: what make changes in the key for this kind of move.")
FAULT(KeyBlind, "key-ignores", "Different positions have one key",
      "The words of the key: a fact of the position has none, or two share one.")
FAULT(PawnKeyBlind, "pawn-key-ignores", "Different pawns have one pawn key",
      "The words of the pawn key.")
FAULT(PawnKeyImpure, "pawn-key-depends-on", "The pawn key depends on more than pawns",
      "The words of the pawn key.")
FAULT(MaterialKeyBlind, "material-key-ignores", "Different material has one material key",
      "The words of the material key.")
FAULT(MaterialKeyImpure, "material-key-depends-on",
      "The material key depends on more than material", "The words of the material key.")
FAULT(KeyByPath, "key-depends-on-path", "One position has two keys, by the way it is reached",
      "The key must not know a clock, nor an en passant square on which no pawn can "
      "capture: repetitions and transpositions are missed.")
FAULT(KeyCollision, "key-collision", "Two positions of games have one key",
      "The random words of the key: too few bits, or two words are alike.")
FAULT(UnmakeFen, "unmake-state", "Unmake does not restore the position",
      "unmake: what cannot be computed backwards belongs in the undo record.")
FAULT(UnmakeKey, "unmake-key", "Unmake does not restore the key",
      "unmake: save the key before make changes it.")
FAULT(UnmakePawnKey, "unmake-pawn-key", "Unmake does not restore the pawn key",
      "unmake: save the key before make changes it.")
FAULT(UnmakeMaterialKey, "unmake-material-key", "Unmake does not restore the material key",
      "unmake: save the key before make changes it.")
FAULT(UnmakeSame, "unmake-same", "Unmake does not restore everything",
      "unmake: by the engine's own comparison, something is not as it was.")
FAULT(UnmakeList, "unmake-moves", "After unmake other moves are legal",
      "unmake: the board or a piece list is not as it was.")
FAULT(NullState, "null-move-state", "After a null move the position is wrong",
      "null_move: the side changes, the en passant square goes, nothing else.")
FAULT(NullKey, "null-move-key", "After a null move the key is stale",
      "null_move: the words of the side to move and of the en passant square.")
FAULT(NullList, "null-move-moves", "After a null move other moves are legal",
      "null_move: the en passant square, checkers and pins of the other side.")
FAULT(NullUndo, "null-move-undo", "Undoing a null move does not restore everything",
      "undo_null_move: what null_move changes.")
#undef FAULT
