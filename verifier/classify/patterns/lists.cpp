// Lists that lose moves, repeat them, or hold inexplicable ones.
#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

const Pattern kLists[] = {
    {.bug_class = WrongSideMoves,
     .illegal = [](const Case& at) { return because(at.move, Illegality::EnemyPiece); }},
    {.bug_class = KingCaptured,
     .illegal = [](const Case& at) { return because(at.move, Illegality::KingCaptured); }},
    {.bug_class = LastPieceMissing,
     .missing =
         [](const Case& at) {
           return at.seen.missing_from.size() == 1 && at.seen.missing_from.contains(at.move.from) &&
                  !at.move.pinned_by && !some_promotions_missing(at) && has_companion(at);
         },
     .vague = 1.2},
    {.bug_class = CapturesMissing,
     .missing =
         [](const Case& at) {
           return at.move.captured && !some_promotions_missing(at) &&
                  at.seen.missing_types.contains(at.move.moved->type);
         },
     .whole = true,
     .vague = 1.1},
    {.bug_class = QuietMovesMissing,
     .missing =
         [](const Case& at) {
           return !at.move.captured && !at.move.castling && !some_promotions_missing(at) &&
                  at.seen.missing_types.contains(at.move.moved->type);
         },
     .whole = true,
     .vague = 1.1},
    {.bug_class = PieceTypeMissing,
     .missing =
         [](const Case& at) {
           return at.seen.missing_types.size() == 1 && !some_promotions_missing(at) &&
                  at.seen.missing_types.contains(at.move.moved->type);
         },
     .vague = 1.5},
    {.bug_class = ImpossibleGeometry,
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::WrongGeometry) && !at.move.wraps;
         },
     .vague = 1},
    {.bug_class = DuplicateMove, .duplicate = [](const Case&) { return true; }, .vague = 0.5},
};

}  // namespace

std::span<const Pattern> lists() { return kLists; }

}  // namespace perft_verify::verifier::patterns
