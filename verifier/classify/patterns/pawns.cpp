// Steps and captures of pawns.
#include <algorithm>

#include "verifier/classify/patterns/families.h"
#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier::patterns {
namespace {

/// Whether the square in front of the pawn is empty.
bool is_empty_ahead(const Case& at) {
  const int ahead = index(at.move.from) + (at.scene.us == Color::White ? 8 : -8);
  const MoveFacts* const push =
      find_move(at.scene, to_string(at.move.from) + to_string(square_at(ahead)));
  return push != nullptr && !push->captured && !because(*push, Illegality::OwnPieceOnTarget);
}

const Pattern kPawns[] = {
    {.bug_class = DoublePushJumps,
     .illegal =
         WHEN(move.double_step && because(move, Illegality::PawnCannotPush) && !move.captured)},
    {.bug_class = DoublePushCaptures,
     .illegal = WHEN(move.double_step && (because(move, Illegality::OwnPieceOnTarget) ||
                                          (because(move, Illegality::PawnCannotPush) &&
                                           enemy_on_target(move, at.scene))))},
    {.bug_class = DoublePushWrongRank,
     .illegal = WHEN(move.double_step && because(move, Illegality::WrongGeometry) &&
                     step_of(move, at.scene.us) == 16 && !move.captured && !move.to_last_rank &&
                     is_empty_ahead(at))},
    {.bug_class = PawnCapturesForward,
     .illegal = WHEN(is(move, PieceType::Pawn) && !move.double_step &&
                     file_of(move.from) == file_of(move.to) &&
                     because(move, Illegality::PawnCannotPush) && enemy_on_target(move, at.scene) &&
                     (!move.to_last_rank || std::string_view("bnqr").contains(move.promotion)))},
    {.bug_class = PawnCapturesNothing,
     .illegal = WHEN(because(move, Illegality::PawnCapturesNothing))},
    // A corner that the engine uses as "no square": without a letter of a promotion, or with a
    // piece of its own there.
    {.bug_class = PawnCapturesNothing,
     .illegal = WHEN(because(move, Illegality::PromotionMissing) && !move.captured &&
                     file_of(move.from) != file_of(move.to))},
    {.bug_class = PawnCapturesNothing,
     .illegal = WHEN(is(move, PieceType::Pawn) && because(move, Illegality::OwnPieceOnTarget) &&
                     move.to_last_rank && file_of(move.from) != file_of(move.to) &&
                     edge(file_of(move.to)))},
    {.bug_class = PawnCaptureWraps,
     .illegal = WHEN(is(move, PieceType::Pawn) && wraps(at) && enemy_on_target(move, at.scene))},
    {.bug_class = PawnBackwards,
     .illegal = WHEN(is(move, PieceType::Pawn) && because(move, Illegality::WrongGeometry) &&
                     !wraps(at) && step_of(move, at.scene.us) < 0 &&
                     at.seen.illegal_steps.contains(step_of(move, at.scene.us)))},
    {.bug_class = DoublePushMissingOnHFile,
     .missing = WHEN(move.double_step && at.seen.missing_files.contains(file_of(move.to)) &&
                     at.seen.missing_files.size() == 1)},
    {.bug_class = DoublePushMissingForBlack, .missing = WHEN(move.double_step && only_black(at))},
    {.bug_class = DoublePushMissing, .missing = WHEN(move.double_step)},
    {.bug_class = PawnPushMissing,
     .missing = WHEN(is(move, PieceType::Pawn) && file_of(move.from) == file_of(move.to) &&
                     !some_promotions_missing(at)),
     .vague = 0.4},
    {.bug_class = PawnCaptureMissing,
     .missing = WHEN(is(move, PieceType::Pawn) && file_of(move.from) != file_of(move.to) &&
                     !move.en_passant && !some_promotions_missing(at) &&
                     at.seen.missing_steps.contains(step_of(move, at.scene.us))),
     .vague = 0.6},
};

}  // namespace

std::span<const Pattern> pawns() { return kPawns; }

}  // namespace perft_verify::verifier::patterns
