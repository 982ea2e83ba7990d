// Lists that lose moves, repeat them, or hold inexplicable ones.
#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

const Pattern kLists[] = {
    {.bug_class = WrongSideMoves, .illegal = WHEN(because(move, Illegality::EnemyPiece))},
    {.bug_class = KingCaptured, .illegal = WHEN(because(move, Illegality::KingCaptured))},
    {.bug_class = LastPieceMissing,
     .missing = WHEN(at.seen.missing_from.size() == 1 && at.seen.missing_from.contains(move.from) &&
                     !move.pinned_by && !some_promotions_missing(at) && has_companion(at)),
     .vague = 1.2},
    {.bug_class = CapturesMissing,
     .missing = WHEN(move.captured && !some_promotions_missing(at) &&
                     at.seen.missing_types.contains(move.moved->type)),
     .whole = true,
     .vague = 1.1},
    {.bug_class = QuietMovesMissing,
     .missing = WHEN(!move.captured && !move.castling && !some_promotions_missing(at) &&
                     at.seen.missing_types.contains(move.moved->type)),
     .whole = true,
     .vague = 1.1},
    {.bug_class = PieceTypeMissing,
     .missing = WHEN(at.seen.missing_types.size() == 1 && !some_promotions_missing(at) &&
                     at.seen.missing_types.contains(move.moved->type)),
     .vague = 1.5},
    {.bug_class = ImpossibleGeometry,
     .illegal = WHEN(because(move, Illegality::WrongGeometry) && !wraps(at)),
     .vague = 1},
    {.bug_class = DuplicateMove, .duplicate = [](const Case&) { return true; }, .vague = 0.5},
};

}  // namespace

std::span<const Pattern> lists() { return kLists; }

}  // namespace perft_verify::verifier::patterns
