// Promotion.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// All promotions are missing, as where a pawn has no such move.
bool all_pieces_missing(const Case& at) {
  return at.move.to_last_rank && !some_promotions_missing(at);
}

/// The same of captures alone.
bool some_missing_by_capture(const Case& at) {
  return some_promotions_missing(at) && at.move.captured && !at.seen.missing_pushes;
}

const Pattern kPromotion[] = {
    {.bug_class = NPromotionListedAsQueen,
     .missing = WHEN(move.to_last_rank && at.seen.missing_letters.contains(move.promotion) &&
                     !at.seen.duplicate_letters.empty()),
     .duplicate = WHEN(move.to_last_rank && at.seen.duplicate_letters.contains(move.promotion) &&
                       !at.seen.missing_letters.empty())},
    {.bug_class = PromotionLoopShifted,
     .illegal = WHEN(move.to_last_rank && move.why->reason == Illegality::PromotionUnexpected &&
                     move.reaches && at.seen.illegal_letters.contains(move.promotion) &&
                     !at.seen.missing_letters.empty()),
     .missing = WHEN(move.to_last_rank && at.seen.missing_letters.contains(move.promotion) &&
                     !at.seen.illegal_letters.empty() && !at.seen.illegal_letters.contains('\0'))},
    {.bug_class = PromotionToPawn,
     .illegal = WHEN(move.to_last_rank && move.why->reason == Illegality::PromotionUnexpected &&
                     move.reaches && at.seen.illegal_letters.contains(move.promotion))},
    {.bug_class = PromotionMissingPawnStays,
     .illegal = WHEN(because(move, Illegality::PromotionMissing) && move.reaches &&
                     !at.seen.missing_letters.empty()),
     .missing = WHEN(move.to_last_rank && !at.seen.illegal_letters.empty())},
    {.bug_class = CapturePromotionMissing,
     .missing = WHEN(all_pieces_missing(at) && move.captured)},
    {.bug_class = UnderpromotionMissingOnCapture, .missing = some_missing_by_capture},
    {.bug_class = UnderpromotionMissingForBlack,
     .missing = WHEN(some_promotions_missing(at) && only_black(at))},
    {.bug_class = UnderpromotionMissing, .missing = some_promotions_missing},
    {.bug_class = PromotionMissing, .missing = all_pieces_missing},
    {.bug_class = PromotionTwice,
     .duplicate = WHEN(move.to_last_rank && at.seen.duplicate_letters.contains(move.promotion))},
    {.bug_class = PromotionBeforeLastRank,
     .illegal = WHEN(because(move, Illegality::PromotionUnexpected) && !move.to_last_rank)},
};

}  // namespace

std::span<const Pattern> promotion() { return kPromotion; }

}  // namespace perft_verify::verifier::patterns
