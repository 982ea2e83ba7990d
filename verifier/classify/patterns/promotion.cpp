// Promotion.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// Some of the pieces are not promoted to; the queen is.
bool some_pieces_missing(const Case& at) {
  const std::set<char>& letters = at.seen.missing_letters;
  return at.move.to_last_rank && letters.contains(at.move.promotion) && !letters.contains('q');
}

const Pattern kPromotion[] = {
    {.name = "n-promotion-listed-as-queen",
     .missing =
         [](const Case& at) {
           return at.move.to_last_rank && at.seen.missing_letters.contains(at.move.promotion) &&
                  !at.seen.duplicate_letters.empty();
         },
     .duplicate =
         [](const Case& at) {
           return at.move.to_last_rank && at.seen.duplicate_letters.contains(at.move.promotion) &&
                  !at.seen.missing_letters.empty();
         }},
    {.name = "promotion-loop-shifted",
     .illegal =
         [](const Case& at) {
           return at.move.to_last_rank && at.move.why->reason == Illegality::PromotionUnexpected &&
                  at.move.reaches && at.seen.illegal_letters.contains(at.move.promotion) &&
                  !at.seen.missing_letters.empty();
         },
     .missing =
         [](const Case& at) {
           return at.move.to_last_rank && at.seen.missing_letters.contains(at.move.promotion) &&
                  !at.seen.illegal_letters.empty() && !at.seen.illegal_letters.contains('\0');
         }},
    {.name = "promotion-to-pawn",
     .illegal =
         [](const Case& at) {
           return at.move.to_last_rank && at.move.why->reason == Illegality::PromotionUnexpected &&
                  at.move.reaches && at.seen.illegal_letters.contains(at.move.promotion);
         }},
    {.name = "promotion-missing-pawn-stays",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PromotionMissing) && at.move.reaches;
         },
     .missing =
         [](const Case& at) { return at.move.to_last_rank && !at.seen.illegal_letters.empty(); }},
    {.name = "capture-promotion-missing",
     .missing = [](const Case& at) { return at.move.to_last_rank && at.move.captured; }},
    {.name = "underpromotion-missing-on-capture",
     .missing = [](const Case& at) { return some_pieces_missing(at) && at.move.captured; }},
    {.name = "underpromotion-missing-for-black",
     .missing = [](const Case& at) { return some_pieces_missing(at) && one_color(at); }},
    {.name = "underpromotion-missing", .missing = some_pieces_missing},
    {.name = "promotion-missing", .missing = [](const Case& at) { return at.move.to_last_rank; }},
    {.name = "promotion-twice",
     .duplicate =
         [](const Case& at) {
           return at.move.to_last_rank && at.seen.duplicate_letters.contains(at.move.promotion);
         }},
    {.name = "promotion-before-last-rank",
     .illegal =
         [](const Case& at) {
           return because(at.move, Illegality::PromotionUnexpected) && !at.move.to_last_rank;
         }},
};

}  // namespace

std::span<const Pattern> promotion() { return kPromotion; }

}  // namespace perft_verify::verifier::patterns
