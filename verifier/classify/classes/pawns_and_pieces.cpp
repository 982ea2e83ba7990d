#include "verifier/classify/classes/families.h"

namespace perft_verify::verifier::classes {
namespace {

constexpr std::array kPawnsAndPieces{
    BugClass{"double-push-jumps", "A double push jumps over a piece",
             "A pawn on its first rank goes two squares although the first of them is occupied.",
             "Only the target of the double push is tested for being empty.",
             "Generate double pushes from the pawns whose single push was possible."},
    BugClass{"double-push-captures", "A double push captures",
             "A double push onto an occupied square is generated.",
             "The set of single pushes is shifted once more without masking with the empty "
             "squares.",
             "Mask with the empty squares after each of the two shifts."},
    BugClass{"double-push-wrong-rank", "A double push from a wrong rank",
             "A pawn that is not on its first rank makes a double push.",
             "The rank mask is applied before instead of after the shift, is off by one, or is "
             "that of the other color.",
             "Mask single pushes with the third rank (sixth for Black) before the second shift."},
    BugClass{"double-push-missing", "No double pushes",
             "Pawns on their first rank have only their single push.",
             "The rank test of the double push never holds, or its result is not stored.",
             "Test with the start position: twenty moves."},
    BugClass{"double-push-missing-for-black", "Double pushes are missing for one color",
             "One side has double pushes, the other has none.",
             "The rank mask or the direction of the second shift is written for White only.",
             "Take both from the side to move; test with color-flipped twins."},
    BugClass{"double-push-missing-on-h-file", "Double pushes are missing on one file",
             "Double pushes work on every file but one at the edge.",
             "A loop over files ends one too early, or a file mask that belongs to captures is "
             "applied to pushes.",
             "Pushes never need a file mask."},
    BugClass{"pawn-push-missing", "Pawn pushes are missing",
             "Single pushes of pawns are not generated, or only some of them.",
             "The empty squares are shifted the wrong way, or the pushes of a stage (quiet moves, "
             "promotions) are left out.",
             "Shift the pawns and mask with the empty squares."},
    BugClass{"pawn-capture-missing", "Pawn captures are missing",
             "Pawns do not capture in some direction or on some file.",
             "The file masks for the two directions are swapped, or one direction is forgotten.",
             "Captures toward a exclude the a file, captures toward h the h file, before the "
             "shift."},
    BugClass{"pawn-captures-forward", "Pawns capture straight ahead",
             "A pawn takes the piece in front of it.",
             "Pushes are tested with \"not an own piece\" instead of \"empty\".",
             "Pushes need an empty square."},
    BugClass{"pawn-captures-nothing", "Pawns move diagonally without capturing",
             "A pawn goes diagonally onto an empty square that is not the en passant square.",
             "The attacks of a pawn are used as its moves without masking with opposing pieces.",
             "Mask captures with opposing pieces; add en passant apart."},
    BugClass{"pawn-capture-wraps", "Pawn captures wrap around the edge",
             "A pawn on the a or h file captures on the other side of the board.",
             "Captures are shifts by 7 and 9 without file masks.",
             "Mask out the a or h file before shifting."},
    BugClass{"pawn-backwards", "Pawns move backwards",
             "A pawn moves or captures in the direction of the other color.",
             "The sign of the direction is that of the other side.",
             "Take the direction from the pawn's color."},
    BugClass{"knight-wraps", "Knights wrap around the edge",
             "A knight near the edge jumps to the other side of the board.",
             "The table of knight moves is built from offsets on squares 0 to 63 without testing "
             "that file and rank differ by one and two.",
             "Test the distance of files when building the table, or use a 10x12 or 0x88 board."},
    BugClass{"knight-step-typo", "One knight step is wrong",
             "One of the eight steps is missing, and often another one stands twice.",
             "A sign in the table of offsets.",
             "Build the table by loops over (±1, ±2) and (±2, ±1) instead of typing it."},
    BugClass{"knight-wrong-edge-file", "A knight arrives on the wrong edge",
             "A knight that should arrive on an edge file arrives on the opposite one: one move "
             "missing, one too many, and the count is right.",
             "File arithmetic modulo 8, or a swapped file mask.",
             "Compare the table of moves with one built from ranks and files."},
    BugClass{"king-wraps", "The king wraps around the edge",
             "A king on the edge steps to the other side of the board.",
             "The table of king moves is built from offsets without testing the files.",
             "Test that files differ by one at most when building the table."},
    BugClass{"king-step-missing", "A king step is missing",
             "The king lacks some of its steps, in check or not.",
             "One of eight offsets is wrong or missing, or the king is refused squares that only "
             "look attacked.",
             "Test the table of king moves against distance one; then look at the attack test."},
    BugClass{"compensating-pair", "One move for another",
             "One move is missing and another one is there instead, so that every count is right.",
             "A single wrong entry in a table of offsets.",
             "Build tables by loops; compare move lists, not only counts."},
    BugClass{"slider-wraps", "Sliders wrap around the edge",
             "A ray goes on over the edge of the board, on the next rank.",
             "Rays are walked by adding an offset on squares 0 to 63 and ended only by leaving "
             "0..63.",
             "End the ray where the file changes by more than one, or mask the edge."},
    BugClass{"slider-range-short", "Sliders do not reach the edge",
             "A slider moves a number of squares at most, so the far end of a long line is "
             "missing.",
             "A loop over distances ends one too early, or a mask for magic bitboards that leaves "
             "out the edge is used as the attack itself.",
             "The edge belongs to the attacks and not to the mask of relevant blockers."},
    BugClass{"slider-direction-missing", "A slider lacks a direction",
             "Sliders do not move in one of their directions.",
             "A table of directions with one entry wrong, or a loop over them that ends too "
             "early.",
             "Check the attacks from the middle of an empty board: 14 for a rook, 13 for a "
             "bishop."},
    BugClass{"slider-jumps", "Sliders jump over pieces", "A slider passes over a piece.",
             "The blockers given to the attack lookup lack some pieces (one color, pawns, the "
             "king), or the ray is not cut at the nearest one.",
             "Blockers are all pieces of both colors."},
    BugClass{"slider-jumps-after-capture", "A slider goes on behind its capture",
             "A slider captures and also goes to the squares behind.",
             "The loop adds the capture and does not end.", "Leave the loop after a capture."},
    BugClass{"slider-stops-before-capture", "Sliders do not capture",
             "A slider reaches the square before an opposing piece and does not capture it.",
             "The loop ends at the first occupied square before the move is added.",
             "Add the square first if an opposing piece stands there, then end the loop."},
    BugClass{"slider-captures-own", "Pieces capture their own side",
             "A piece captures one of its own color.",
             "The targets are not masked with the complement of the own pieces.",
             "Mask all targets with ~own."},
    BugClass{"knight-moves-missing", "Knight moves are missing",
             "Moves of knights are not generated, or only some of them.",
             "A loop over pieces that ends too early, a wrong piece set, or masks of pins and "
             "checks that are too strict.",
             "Compare with knight attacks masked by ~own, then apply pins and checks."},
    BugClass{"piece-type-missing", "All moves of a kind of piece are missing",
             "One kind of piece does not move at all.",
             "Its generator is not called on some path (in check, quiet moves only), or its piece "
             "set is empty.",
             "Call all generators on every path."},
    BugClass{"last-piece-missing", "One of several pieces does not move",
             "Of several like pieces one is forgotten.",
             "A loop over a piece list or bitboard ends one too early, or a list was not updated "
             "when a piece was added.",
             "Loop until the bitboard is empty; keep counts and lists together."},
    BugClass{"wrong-side-moves", "Pieces of the other side move",
             "Moves of the side that is not to move are generated.",
             "The side to move is not switched, read wrongly from the FEN, or a piece's color is "
             "not tested.",
             "Take the pieces of the side to move only."},
    BugClass{"king-captured", "A king is captured",
             "A move that takes the opposing king is generated.",
             "It follows from a move before that left the king in check: legality is tested only "
             "one ply later.",
             "Test after each move that the mover's king is not attacked."},
    BugClass{"impossible-geometry", "A piece moves as it cannot",
             "A piece goes to a square that it could not reach on an empty board either.",
             "A wrong table entry, a square computed with the wrong base, or the wrong piece type "
             "on the square.",
             "Compare the attack tables with ones built from ranks and files."},
    BugClass{"duplicate-move", "Moves are listed twice",
             "Moves that are right stand in the list more than once.",
             "Two generators overlap: captures and evasions, queen moves as rook and bishop of "
             "the same set, or a stage that is run twice.",
             "Give each stage targets that exclude those of the others."},
    BugClass{"drop-one-duplicate-another", "A move is lost and another listed twice",
             "One move is missing and another one stands there twice, so that the count is right.",
             "A list is sorted or compacted in place, and an entry is overwritten; an index is "
             "one off.",
             "Look at swaps and removals in the move list."},
};

}  // namespace

std::span<const BugClass> pawns_and_pieces() { return kPawnsAndPieces; }

}  // namespace perft_verify::verifier::classes
