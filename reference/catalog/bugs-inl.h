// The catalog of bugs: to be included with these macros defined, whose definitions it ends.
//   FAMILY(title)                                    of the bugs that follow
//   CLASS(id, name, cause, title, what, where, fix)  as findings name it
//   VARIANT(id, name, cause, class, title)           of the zoo alone; findings name its class
//
// Names never change. The order decides between bugs that explain a subject equally well.
FAMILY("En passant")
#include "reference/catalog/bugs/en_passant-inl.h"
FAMILY("Pawns and pieces")
#include "reference/catalog/bugs/pawns_and_pieces-inl.h"
FAMILY("Promotion")
#include "reference/catalog/bugs/promotion-inl.h"
FAMILY("Castling")
#include "reference/catalog/bugs/castling-inl.h"
FAMILY("Checks, pins, evasions")
#include "reference/catalog/bugs/checks_and_pins-inl.h"
FAMILY("Taking moves back")
#include "reference/catalog/bugs/unmaking-inl.h"
FAMILY("Counting and hash")
#include "reference/catalog/bugs/counting-inl.h"
FAMILY("Chess960")
#include "reference/catalog/bugs/chess960-inl.h"
FAMILY("Reading the FEN")
#include "reference/catalog/bugs/setup-inl.h"
FAMILY("Making moves")
#include "reference/catalog/bugs/making-inl.h"
#undef FAMILY
#undef CLASS
#undef VARIANT
