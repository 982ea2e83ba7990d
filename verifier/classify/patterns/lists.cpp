// Lists that lose moves, repeat them, or hold inexplicable ones.
#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

const Pattern kLists[] = {
    {.name = "wrong-side-moves",
     .illegal = [](const Case& at) { return because(at.move, Illegality::EnemyPiece); }},
    {.name = "king-captured",
     .illegal = [](const Case& at) { return because(at.move, Illegality::KingCaptured); }},
    {.name = "last-piece-missing",
     .missing =
         [](const Case& at) {
           return at.seen.missing_from.size() == 1 && at.seen.missing_from.contains(at.move.from) &&
                  !at.move.pinned_by && has_companion(at);
         },
     .vague = 1.2},
    {.name = "piece-type-missing",
     .missing =
         [](const Case& at) {
           return at.seen.missing_types.size() == 1 &&
                  at.seen.missing_types.contains(at.move.moved->type);
         },
     .vague = 1.5},
    {.name = "impossible-geometry",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::WrongGeometry) && !at.move.wraps;
         },
     .vague = 1},
    {.name = "duplicate-move", .duplicate = [](const Case&) { return true; }, .vague = 0.5},
};

}  // namespace

std::span<const Pattern> lists() { return kLists; }

}  // namespace perft_verify::verifier::patterns
