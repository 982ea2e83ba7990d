CLASS(KingXray, "king-xray", Generation, "The king shields itself from a slider",
      "In check from a slider the king steps back along its line. The square behind the king is "
      "attacked as soon as the king has left, but the test is made with the king still on the "
      "board.",
      "The evasion generator asks whether the target is attacked with the current occupancy.",
      "Remove the king from the occupancy before the target squares are tested.")
CLASS(KingIntoCheck, "king-into-check", Generation, "The king steps onto attacked squares",
      "The king goes to squares that opposing pieces attack.",
      "King moves are not filtered, or the attack map is that of the wrong side or outdated.",
      "Test each target of the king with an attack test for the opponent.")
CLASS(KingCapturesDefended, "king-captures-defended", Generation,
      "The king captures defended pieces",
      "The king takes a piece that another opposing piece defends.",
      "The attack map is masked with \"not own piece\" of the opponent, so squares of its own "
      "pieces are not in it.",
      "Attacks include the squares of the attacker's own pieces.")
CLASS(DoubleCheckCapture, "double-check-capture", Generation,
      "A double check is answered by a capture",
      "In double check a piece captures one of the two checkers.",
      "Evasions are generated against the first checker found.",
      "With two checkers generate king moves only.")
CLASS(DoubleCheckInterposition, "double-check-interposition", Generation,
      "A double check is answered by an interposition",
      "In double check a piece blocks the line of one of the two checkers.",
      "Evasions are generated against the first checker found.",
      "With two checkers generate king moves only.")
CLASS(DoubleCheckIgnored, "double-check-ignored", Generation,
      "A double check is not treated as one",
      "In double check, captures of and interpositions against one checker are generated.",
      "The number of checkers is not asked for.", "With two checkers generate king moves only.")
CLASS(PinIgnored, "pin-ignored", Generation, "Pins are ignored",
      "A pinned piece leaves the line between its king and the pinning slider.",
      "There is no pin detection, or its result is not applied to this kind of piece.",
      "Mask the targets of a pinned piece with the line of its pin.")
CLASS(PinByQueenIgnored, "pin-by-queen-ignored", Generation, "Pins by queens are ignored",
      "A piece pinned by a queen moves away.", "Queens are missing among the pinning sliders.",
      "bishops | queens on diagonals, rooks | queens on ranks and files.")
CLASS(PinSeesThroughSecondPiece, "pin-sees-through-second-piece", Generation,
      "A pin through two pieces",
      "A piece counts as pinned although a second piece stands between as well.",
      "The nearest own piece on the line is taken as pinned, and what is behind it is not looked "
      "at.",
      "A pin needs exactly one piece between king and slider.")
CLASS(PinByWrongSlider, "pin-by-wrong-slider", Generation,
      "Pinned by a piece that does not move so",
      "A bishop pins on a file, or a rook on a diagonal: legal moves are missing.",
      "Any slider at the end of a line counts as pinning.",
      "Ask for the kind of slider that moves along this line.")
CLASS(PinnedSliderFrozen, "pinned-slider-frozen", Generation,
      "A pinned slider does not move along its pin",
      "A pinned rook, bishop or queen has no move along the line of its pin.",
      "Pinned pieces are skipped altogether.",
      "Mask the targets with the line of the pin instead of skipping the piece.")
CLASS(PinnedSliderMayNotCapture, "pinned-slider-may-not-capture", Generation,
      "A pinned piece does not capture the pinner",
      "A pinned piece moves along the line but does not take the piece that pins it.",
      "The line of the pin ends before the slider's square.", "The line includes the slider.")
CLASS(PinnedPawnFrozen, "pinned-pawn-frozen", Generation,
      "A pinned pawn does not move along its pin",
      "A pawn pinned on its file does not advance, or pinned on a diagonal does not capture the "
      "pinner.",
      "Pinned pawns are skipped altogether.", "Mask pushes and captures with the line of the pin.")
CLASS(PinFalse, "pin-false", Generation, "A free piece counts as pinned",
      "Legal moves of a piece that is not pinned are missing.",
      "Pin detection counts opposing pieces as shields, or lines that do not end at a slider.",
      "A pin needs an own piece alone between the king and a slider of that line.")
CLASS(KingsAdjacent, "kings-adjacent", Generation, "The kings stand side by side",
      "A king steps next to the other king.",
      "The attack test does not know the king as an attacker.",
      "Add king attacks to the attack test.")
CLASS(InterpositionMissing, "interposition-missing", Generation, "Interpositions are missing",
      "In check from a slider, moves onto the line between are not generated.",
      "Evasions capture the checker or move the king, and the squares between are forgotten.",
      "The evasion mask is the checker's square and the squares between.")
CLASS(InterpositionByDoublePushMissing, "interposition-by-double-push-missing", Generation,
      "No interposition by a double push",
      "In check, a pawn's double push onto the line is not generated.",
      "Single pushes are masked with the evasion squares before the second shift.",
      "Mask after the second shift, not before.")
CLASS(InterpositionByPromotionMissing, "interposition-by-promotion-missing", Generation,
      "No interposition by a promotion",
      "In check along the last rank, a promotion that blocks is not generated.",
      "Promotions are left out of the evasion generator.", "Generate promotions in evasions too.")
CLASS(EvasionCaptureMissing, "evasion-capture-missing", Generation, "The checker is not captured",
      "In check, captures of the checking piece are missing.",
      "The evasion mask has the squares between and not the checker's own.",
      "The evasion mask is the checker's square and the squares between.")
CLASS(EvasionKingCaptureMissing, "evasion-king-capture-missing", Generation,
      "The king does not capture the checker",
      "In check, the king does not take the undefended checker next to it.",
      "King evasions go to empty squares only, or the square counts as attacked by the piece that "
      "stands there.",
      "King targets include opposing pieces; a piece does not defend itself.")
CLASS(EvasionKingCapturesCheckerOnly, "evasion-king-captures-checker-only", Generation,
      "In check the king captures nothing but the checker",
      "In check, the king does not take an undefended piece that gives no check.",
      "The mask of the captures that answer a check is applied to the king's captures too.",
      "The masks of evasions are for all pieces but the king.")
CLASS(EvasionPromotionCaptureMissing, "evasion-promotion-capture-missing", Generation,
      "No capture of the checker by a promotion",
      "In check, a pawn does not capture the checker on the last rank.",
      "Promotions are left out of the evasion generator.",
      "Generate capturing promotions in evasions too.")
CLASS(EvasionKingMoveMissing, "evasion-king-move-missing", Generation,
      "King moves out of check are missing", "In check, legal steps of the king are missing.",
      "Squares of the checker's line in front of the king are confused with those behind, or the "
      "check line excludes squares that are not attacked.",
      "Test each target by itself with the king removed from the occupancy.")
CLASS(KingSafeSquareRefused, "king-safe-square-refused", Generation,
      "The king is refused safe squares",
      "Legal steps of the king are missing though it is not in check.",
      "The attack test sees attacks that are not there: pawns' pushes, pieces through blockers, "
      "pinned pieces are fine but wrong directions are not.",
      "Test the attack function against a slow one on random positions.")
CLASS(KnightChecksIgnored, "knight-checks-ignored", Generation, "Checks by knights are not seen",
      "Moves that leave the king attacked by a knight are generated.",
      "The attack test lacks knights or uses the wrong color's.",
      "Test the attack function against a slow one on random positions.")
CLASS(PawnChecksIgnored, "pawn-checks-ignored", Generation, "Checks by pawns are not seen",
      "Moves that leave the king attacked by a pawn are generated.", "The attack test lacks pawns.",
      "Squares attacked by a black pawn are those from which a white pawn would attack it.")
CLASS(PawnChecksReversed, "pawn-checks-reversed", Generation, "Pawns attack backwards",
      "The check test looks for pawns in the wrong direction: attacked squares are taken for safe, "
      "and safe ones for attacked.",
      "The table of pawn attacks is used with the color of the attacker where it has to be the "
      "other one.",
      "attackers = pawn_attacks[defender][square] & pawns[attacker].")
CLASS(SliderChecksIgnored, "slider-checks-ignored", Generation, "Checks by sliders are not seen",
      "Moves that leave the king attacked by a rook, bishop or queen are generated.",
      "The attack test lacks a kind of slider or a direction.",
      "Test the attack function against a slow one on random positions.")
CLASS(QueenChecksIgnored, "queen-checks-ignored", Generation, "Checks by queens are not seen",
      "Moves that leave the king attacked by a queen are generated.",
      "The attack test looks at bishops and rooks alone.",
      "bishops | queens on diagonals, rooks | queens on ranks and files.")
CLASS(QueenDiagonalChecksIgnored, "queen-diagonal-checks-ignored", Generation,
      "Checks by queens on diagonals are not seen",
      "A queen counts as an attacker on ranks and files only (or on diagonals only).",
      "Queens are added to one of the two sets of sliders.",
      "bishops | queens on diagonals, rooks | queens on ranks and files.")
CLASS(CheckIgnored, "check-ignored", Generation, "Check is ignored",
      "In check, moves are generated that do not answer it.",
      "There is no test after the move, or the evasion mask is not applied to some pieces.",
      "In check, a move has to capture the checker, block its line, or move the king.")
CLASS(LegalityUntested, "legality-untested", Generation, "Nothing is tested",
      "Moves that leave the own king attacked are generated, whatever the reason.",
      "Pseudo-legal moves are counted as legal.",
      "After each move test that the mover's king is not attacked.")
CLASS(
    LegalityTestsOtherKing, "legality-tests-other-king", Generation, "The other king is tested",
    "Moves that leave the own king attacked are generated, and moves that give check are missing.",
    "The test after the move asks for the king of the side to move, which is the other side by "
    "then.",
    "Ask whether the king of the side that has moved is attacked.")
VARIANT(KingXrayDiagonal, "king-xray-diagonal", Generation, KingXray,
        "The king shields itself from a slider on a diagonal")
VARIANT(KingXrayInDoubleCheck, "king-xray-in-double-check", Generation, KingXray,
        "In double check, the king shields itself from a slider")
CLASS(PinDiagonalIgnored, "pin-diagonal-ignored", Generation, "Pins on diagonals are ignored",
      "A piece pinned on a diagonal moves away; on ranks and files pins are right.",
      "Pin detection was written for rooks and not for bishops.", "Run it for both kinds of lines.")
CLASS(PinStraightIgnored, "pin-straight-ignored", Generation, "Pins on ranks and files are ignored",
      "A piece pinned on a rank or file moves away; on diagonals pins are right.",
      "Pin detection was written for bishops and not for rooks.", "Run it for both kinds of lines.")
CLASS(PinLineWrong, "pin-line-wrong", Generation, "A pinned piece changes lines",
      "A pinned piece goes to a square of another line through its king.",
      "The set of all pin lines is used as one mask for every pinned piece.",
      "Use the line of this piece's own pin.")
VARIANT(PinnedPawnCaptures, "pinned-pawn-captures", Generation, PinIgnored,
        "A pinned pawn may capture off its pin line")
VARIANT(PinnedPawnPromotes, "pinned-pawn-promotes", Generation, PinIgnored,
        "A pinned pawn may promote off its pin line")
VARIANT(InterpositionBeyondChecker, "interposition-beyond-checker", Generation, CheckIgnored,
        "In check, a piece placed behind the checker is taken for an interposition")
VARIANT(EvasionPromotionBlockMissing, "evasion-promotion-block-missing", Generation,
        InterpositionByPromotionMissing,
        "In check, interposition by a promoting pawn is not generated")
VARIANT(EvasionPawnCaptureMissing, "evasion-pawn-capture-missing", Generation,
        EvasionCaptureMissing, "In check, a pawn does not capture the checker unless it promotes")
VARIANT(CheckRangeShort, "check-range-short", Generation, SliderChecksIgnored,
        "The check test looks six squares far")
VARIANT(PawnChecksWrap, "pawn-checks-wrap", Generation, KingSafeSquareRefused,
        "The check test sees pawns across the edge of the board")
VARIANT(QueenStraightChecksIgnored, "queen-straight-checks-ignored", Generation,
        SliderChecksIgnored, "The check test does not see queens on files and ranks")
VARIANT(DiscoveredCheckMissed, "discovered-check-missed", Make, CheckNotNoticed,
        "Only the piece that moved is looked at: discovered check is not noticed")
VARIANT(PromotionCheckMissed, "promotion-check-missed", Make, CheckNotNoticed,
        "A check by the piece that a pawn became is not noticed")
VARIANT(CastlingCheckMissed, "castling-check-missed", Make, CheckNotNoticed,
        "A check by the rook that castled is not noticed")
VARIANT(EpDiscoveredCheckMissed, "ep-discovered-check-missed", Make, CheckNotNoticed,
        "A check that an en passant capture discovers is not noticed")
VARIANT(CapturedKnightStillAttacks, "captured-knight-still-attacks", Make, CaptureLeavesVictim,
        "A captured knight stays in the board of knights and goes on giving check")
VARIANT(CornerCheckIgnored, "corner-check-ignored", Generation, SliderChecksIgnored,
        "The table of lines lacks the one from a8 to h1")
